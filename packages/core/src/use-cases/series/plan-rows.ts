import type { OccurrenceRow } from "../../model/recurrence/occurrence.ts";
import { type Computation, computeNow } from "../../model/recurrence/work.ts";
import type { Schedule } from "../../model/time/schedule.ts";
import {
  dateOf,
  isRepresentable,
  millisecondsOf,
  utcText,
  type WallClock,
} from "../../model/time/wall-clock.ts";

/** Start that the recurrence produces, so that an occurrence must exist for it. */
export interface WantedStart {
  readonly recurrenceId: WallClock;
  readonly schedule: Schedule;
}

/**
 * Planned changes of the stored rows of a series; a row is an occurrence as it is stored (`OccurrenceRow`).
 * Slugs are not assigned yet.
 */
export interface RowPlan {
  /** Rows that remain, each with its new start, ordered by start. */
  readonly kept: readonly OccurrenceRow[];
  /** Starts for which no row is stored, ascending. */
  readonly missing: readonly WantedStart[];
  /** Rows for which the recurrence no longer produces a start, ordered by `recurrenceId`. */
  readonly unwanted: readonly OccurrenceRow[];
}

/**
 * Assigns the stored rows of a series to the starts that the recurrence produces (`wanted`).
 * First, all rows move by `shift`, in milliseconds on the wall clock. Then each row is assigned to the start
 * that equals its own. Other rows are assigned by their date and their position within the day.
 * `wanted` must be ascending and without duplicates.
 * Source: rules/recurrence.md#occurrence-ids.
 */
export const planRows = (
  rows: readonly OccurrenceRow[],
  wanted: readonly WantedStart[],
  shift = 0,
): RowPlan => computeNow(planSteps(rows, wanted, shift));

/** Number of rows and starts that are compared before the generator yields. */
export const ROWS_PER_STEP = 50;

/** Same as `planRows`, as a generator that can be paused between steps. */
export function* planSteps(
  rows: readonly OccurrenceRow[],
  wanted: readonly WantedStart[],
  shift: number,
): Computation<RowPlan> {
  const shifted = shift === 0 ? rows : yield* shiftRows(rows, shift);
  const rowsByStart = new Map(shifted.map((row) => [row.occurrence.recurrenceId, row]));
  const found = new Map<WantedStart, OccurrenceRow>();
  const free: WantedStart[] = [];
  for (const [index, start] of wanted.entries()) {
    if (index % ROWS_PER_STEP === 0) yield undefined;
    const row = rowsByStart.get(start.recurrenceId);
    if (row === undefined) free.push(start);
    else found.set(start, row);
    rowsByStart.delete(start.recurrenceId);
  }
  const left = byDay([...rowsByStart.values()], ({ occurrence }) => occurrence.recurrenceId);
  yield undefined;
  const days = byDay(free, ({ recurrenceId }) => recurrenceId);
  yield undefined;
  for (const [date, starts] of left.size === 0 ? [] : days) {
    const chosen = selectRows(left.get(date) ?? [], starts.length);
    for (const [place, row] of chosen.entries()) {
      const start = starts[place];
      if (start === undefined) break;
      found.set(start, row);
      rowsByStart.delete(row.occurrence.recurrenceId);
    }
  }
  const kept: OccurrenceRow[] = [];
  for (const [index, start] of wanted.entries()) {
    if (index % ROWS_PER_STEP === 0) yield undefined;
    const row = found.get(start);
    if (row !== undefined) kept.push(withWantedStart(row, start));
  }
  return {
    kept,
    missing: wanted.filter((start) => !found.has(start)),
    unwanted: [...rowsByStart.values()].map(asUnwanted).toSorted(byStart),
  };
}

const byDay = <T>(all: readonly T[], startOf: (one: T) => WallClock): ReadonlyMap<string, readonly T[]> => {
  const days = new Map<string, T[]>();
  for (const one of all) {
    const date = dateOf(startOf(one));
    const day = days.get(date);
    if (day === undefined) days.set(date, [one]);
    else day.push(one);
  }
  return days;
};

const byStart = (one: OccurrenceRow, other: OccurrenceRow): number =>
  one.occurrence.recurrenceId < other.occurrence.recurrenceId ? -1 : 1;

/**
 * Moves all rows. If one of them would leave the range of valid dates, no row moves, because two rows could
 * otherwise get the same start.
 */
function* shiftRows(rows: readonly OccurrenceRow[], shift: number): Computation<readonly OccurrenceRow[]> {
  const shifted: OccurrenceRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_STEP === 0) yield undefined;
    const start = millisecondsOf(row.occurrence.recurrenceId) + shift;
    if (!isRepresentable(start)) return rows;
    shifted.push(withStart(row, utcText(start)));
  }
  return shifted;
}

const withStart = (row: OccurrenceRow, recurrenceId: WallClock): OccurrenceRow =>
  row.occurrence.recurrenceId === recurrenceId
    ? row
    : { ...row, occurrence: { ...row.occurrence, recurrenceId } };

const RANKS = { kept: 0, trashed: 1, unwanted: 2 } as const;

/**
 * Selects `count` rows of a day: rows outside of the trash first, then rows that a user trashed, then
 * unwanted rows. Rows of the same group are selected by id. Returns them ordered by start.
 */
const selectRows = (rows: readonly OccurrenceRow[], count: number): readonly OccurrenceRow[] =>
  rows
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.id - other.id)
    .slice(0, count)
    .toSorted(byStart);

const rankOf = ({ occurrence }: OccurrenceRow): number => RANKS[occurrence.gone ?? "kept"];

/**
 * Returns the row with its assigned start. An unwanted row is restored. A row that a user moved to the trash
 * stays there.
 */
const withWantedStart = (row: OccurrenceRow, { recurrenceId, schedule }: WantedStart): OccurrenceRow => {
  const { gone, ...occurrence } = withStart(row, recurrenceId).occurrence;
  return {
    ...row,
    ...(occurrence.isMoved !== true && { schedule }),
    occurrence: { ...occurrence, ...(gone === "trashed" && { gone }) },
  };
};

const asUnwanted = (row: OccurrenceRow): OccurrenceRow =>
  row.occurrence.gone === undefined ? { ...row, occurrence: { ...row.occurrence, gone: "unwanted" } } : row;
