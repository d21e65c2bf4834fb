/** Entry `@kalends/core/internals`, only for the project's own tests. It may change with every version. */

export { ADJUSTMENT_REASONS } from "./adjustment.ts";
export { ClientGone } from "./errors.ts";
export { parseDate } from "./model/date-parsing/parse-date.ts";
export type { ImageRefusal } from "./model/image.ts";
export { checkSteps } from "./model/recurrence/check-recurrence.ts";
export { hasStartsAfter, type Instance, instanceSteps } from "./model/recurrence/instances.ts";
export type { SentRecurrence } from "./model/recurrence/parse-recurrence.ts";
export { shiftRecurrence } from "./model/recurrence/shift-recurrence.ts";
export { splitRecurrence } from "./model/recurrence/split-recurrence.ts";
export type { Computation } from "./model/recurrence/work.ts";
export { toUnlinkedLine } from "./model/text/unlinked-text.ts";
export { dayBounds } from "./model/time/schedule.ts";
export { resolveWallClock } from "./model/time/time-zone.ts";
export type { AnyOperation } from "./operation.ts";
export { beyondBounds } from "./parsing/declared-bounds.ts";
export { parse } from "./parsing/parse.ts";
export type { AuthenticationRequest } from "./plugins/authentication.ts";
export type { LeaseOptions } from "./plugins/run-leased.ts";
export type { Authentication } from "./ports/accounts.ts";
export type { GuardedFetchOptions } from "./ports/guarded-fetch.ts";
export type { ImageSender, RenderedFile, RenderedImage } from "./ports/image-renderer.ts";
export { boxAround } from "./queries/geography.ts";
export { toComparable } from "./queries/values.ts";
export { computeIn, computing } from "./unit-of-work/computing.ts";
export { inOrder } from "./use-cases/events/feed/in-order.ts";
export { planRows, type RowPlan, type WantedStart } from "./use-cases/series/plan-rows.ts";
export type { PendingWrite } from "./write-hooks/write-hook.ts";
