import type { IdentityOf } from "kalends";

/**
 * Who sends a request: look up your own session here. A user has an id and `roles` such as `["editor"]`; `undefined` is a visitor,
 * who reads what is public.
 */
export const userOf: IdentityOf = async (_request) => undefined;
