/** Exports for our own tests, as the entry `@kalends/media/internals`. They may change with every version. */
export { isPublicAddress } from "./network/public-address.ts";
export type { Target } from "./network/target.ts";
export { createToTarget } from "./network/target.ts";
