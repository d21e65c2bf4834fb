import type { WallClock } from "../time/wall-clock.ts";

/**
 * Rules by which an event repeats. Its starts are the first start and the starts of all rules and dates,
 * without the exceptions (RFC 5545, 3.8.5). All times are on the wall clock of the event, in its time zone.
 */
export interface Recurrence {
  /**
   * RRULEs in upper case, such as `FREQ=WEEKLY;UNTIL=20311231T235959;BYDAY=TU,TH`. `UNTIL` is on the wall
   * clock of the event, without `Z`. An `UNTIL` that was a date is the last second of that day.
   */
  readonly rules: readonly string[];
  /**
   * RDATEs: additional starts, or periods `START/END` with an end of their own. Ascending, without duplicate
   * starts.
   */
  readonly dates: readonly string[];
  /** EXDATEs: starts without an occurrence. Ascending, without duplicates. */
  readonly except: readonly WallClock[];
}

/** Members that show if an event is a series or an occurrence. */
export interface Recurring {
  readonly recurrence?: Recurrence | undefined;
  readonly occurrence?: object | undefined;
}

/**
 * True for a series: the record that holds the rules of a recurring event. Lists show its occurrences
 * instead.
 */
export const isSeries = ({ recurrence, occurrence }: Recurring): boolean =>
  recurrence !== undefined && occurrence === undefined;

/** True for a series and for an occurrence, including an occurrence whose series no longer recurs. */
export const isRecurring = ({ recurrence, occurrence }: Recurring): boolean =>
  recurrence !== undefined || occurrence !== undefined;
