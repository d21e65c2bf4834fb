import type { WallClock } from "../time/wall-clock.ts";

/**
 * Recurrence of an event: the first start and the starts of all rules and dates, without the exceptions (RFC
 * 5545, 3.8.5). All times are on the wall clock of the event in its time zone.
 */
export interface Recurrence {
  /**
   * RRULEs in upper case, such as `FREQ=WEEKLY;UNTIL=20311231T235959;BYDAY=TU,TH`. `UNTIL` is a wall clock of
   * the event without a zone mark; for days, it is the last second of the day.
   */
  readonly rules: readonly string[];
  /** RDATEs: starts, or periods `START/END` with a different end. Ascending, without duplicate starts. */
  readonly dates: readonly string[];
  /** EXDATEs: original starts that are left out. Ascending, without duplicates. */
  readonly except: readonly WallClock[];
}

/** Members that show whether an event is a series or an occurrence. */
export interface Recurring {
  readonly recurrence?: Recurrence | undefined;
  readonly occurrence?: object | undefined;
}

/** True for a series: the record of a recurring event. Lists have its occurrences. */
export const isSeries = ({ recurrence, occurrence }: Recurring): boolean =>
  recurrence !== undefined && occurrence === undefined;

/** True for a series and for an occurrence, even if its series no longer recurs. */
export const isRecurring = ({ recurrence, occurrence }: Recurring): boolean =>
  recurrence !== undefined || occurrence !== undefined;
