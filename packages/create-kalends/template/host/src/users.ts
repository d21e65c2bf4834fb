import type { IdentityOf } from "kalends";

/**
 * Returns the user who sent the request: look up your own session here. A user has an id and `roles` such as
 * `["editor"]`. `undefined` means a visitor, who can read public records only.
 */
export const userOf: IdentityOf = async (_request) => undefined;
