/** Entry `@kalends/core/internals`, only for the project's own tests. It may change with every version. */

export { checkSteps } from "./model/recurrence/check-recurrence.ts";
export { instanceSteps } from "./model/recurrence/instances.ts";
export type { Computation } from "./model/recurrence/work.ts";
export { computeIn, computing } from "./unit-of-work/computing.ts";
export { inOrder } from "./use-cases/events/feed/in-order.ts";
