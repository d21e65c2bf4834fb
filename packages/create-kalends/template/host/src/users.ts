import type { IdentityOf } from "kalends";

/**
 * Returns the user who sends a request: look up your own session here. A user has an id and `roles` such as
 * `["editor"]`. `undefined` is a visitor, who can read what is public.
 */
export const userOf: IdentityOf = async (_request) => undefined;
