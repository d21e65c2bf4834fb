/**
 * Entry point `@kalends/media/internals`, for the tests of Kalends. Its exports may change with every
 * version.
 */
export { isPublicAddress } from "./network/public-address.ts";
export type { Target } from "./network/target.ts";
export { createToTarget } from "./network/target.ts";
