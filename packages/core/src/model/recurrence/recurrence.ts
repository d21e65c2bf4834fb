import type { WallClock } from "../time/wall-clock.ts";

/**
 * When an event takes place again: the union of what the rules and dates say, without the exceptions, and with the first start
 * (RFC 5545, 3.8.5). All on the wall clock of the event in its time zone.
 */
export interface Recurrence {
  /**
   * RRULEs in upper case, such as `FREQ=WEEKLY;UNTIL=20311231T235959;BYDAY=TU,TH`; `UNTIL` is a wall clock of the event without
   * a mark of its zone, for days through the last second of the day.
   */
  readonly rules: readonly string[];
  /** RDATEs: starts, or periods `START/END` that end at another time than the rest; ascending, each start once. */
  readonly dates: readonly string[];
  /** EXDATEs: original starts that are left out; ascending, each once. */
  readonly except: readonly WallClock[];
}

/** What a series shares with nothing else. */
export interface Recurring {
  readonly recurrence?: Recurrence | undefined;
  readonly occurrence?: object | undefined;
}

/** Whether this is the one record that a recurring event is read and written by; its occurrences are what is listed. */
export const isSeries = ({ recurrence, occurrence }: Recurring): boolean =>
  recurrence !== undefined && occurrence === undefined;

/** Whether this is a series or an occurrence, also one whose series recurs no more. */
export const isRecurring = ({ recurrence, occurrence }: Recurring): boolean =>
  recurrence !== undefined || occurrence !== undefined;
