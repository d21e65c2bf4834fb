/** What our own tests look at, as the entry `@kalends/media/internals`: it may change with every version. */
export { isPublicAddress } from "./public-address.ts";
export type { Target } from "./target.ts";
export { createToTarget } from "./target.ts";
