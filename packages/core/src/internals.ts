/** What our own tests look at, as the entry `@kalends/core/internals`: it may change with every version. */

export { inOrder } from "./use-cases/events/feed/in-order.ts";
