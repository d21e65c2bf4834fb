/** What our own tests look at, as the entry `@kalends/store-mongodb/internals`: it may change with every version. */
export { createIndexHints } from "./index-hints.ts";
export { createLookUp } from "./look-ups.ts";
export { createReadOnce } from "./read-once.ts";
export { isConflict, isLost, isUnknownCommit, told, unwrapped } from "./unavailable.ts";
