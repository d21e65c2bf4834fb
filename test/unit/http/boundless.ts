import type { BodyBudget } from "@kalends/http/internals";

/** Budget for request bodies without any limit. */
export const BOUNDLESS: BodyBudget = {
  open: () => ({ hold: () => undefined, finish: (permit) => permit, release: () => undefined }),
  answered: () => undefined,
};
