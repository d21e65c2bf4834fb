/** What our own tests look at, as the entry `@kalends/core/internals`: it may change with every version. */

export { checkSteps } from "./model/recurrence/check-recurrence.ts";
export { instanceSteps } from "./model/recurrence/instances.ts";
export type { Computation } from "./model/recurrence/work.ts";
export { computeIn, computing } from "./unit-of-work/computing.ts";
export { inOrder } from "./use-cases/events/feed/in-order.ts";
