/** What our own tests look at, as the entry `@kalends/media/internals`: it may change with every version. */
export { isPublicAddress } from "./network/public-address.ts";
export type { Target } from "./network/target.ts";
export { createToTarget } from "./network/target.ts";
