import type { BodyBudget } from "@kalends/http/internals";

/** Body budget without a limit. */
export const BOUNDLESS: BodyBudget = {
  open: () => ({ hold: () => undefined, finish: (permit) => permit, release: () => undefined }),
  answered: () => undefined,
};
