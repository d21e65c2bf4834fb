import type { BodyBudget } from "@kalends/http/internals";

/** Room for any number of bytes. */
export const BOUNDLESS: BodyBudget = {
  open: () => ({ hold: () => undefined, settle: (permit) => permit, release: () => undefined }),
  answered: () => undefined,
};
