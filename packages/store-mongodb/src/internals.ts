/** What our own tests look at, as the entry `@kalends/store-mongodb/internals`: it may change with every version. */
export { createCoalescer, createLookUp } from "./coalesced-reads.ts";
export { isConflict, isLost, isUnknownCommit, toStoreError, unwrapped } from "./errors.ts";
export { createIndexHints } from "./index-hints.ts";
