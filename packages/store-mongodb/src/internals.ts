/**
 * Entry `@kalends/store-mongodb/internals`, only for the project's own tests. It may change with every
 * version.
 */

export { isConflict, isLost, isUnknownCommit, toStoreError } from "./database/errors.ts";
export { createIndexHints } from "./database/index-hints.ts";
export { planSharding } from "./database/sharding.ts";
export { createOutboxOrder } from "./repositories/outbox-order.ts";
export { createCoalescer, createLookUp } from "./transactions/coalesced-reads.ts";
export { createHousekeeping } from "./transactions/housekeeping.ts";
export { TRANSACTIONS } from "./transactions/transactions.ts";
