import type { OccurrenceRow } from "../../model/recurrence/occurrence.ts";
import type { Schedule } from "../../model/time/schedule.ts";
import {
  dateOf,
  isRepresentable,
  millisecondsOf,
  utcText,
  type WallClock,
} from "../../model/time/wall-clock.ts";

/** A start that the recurrence set gives. */
export interface WantedStart {
  readonly recurrenceId: WallClock;
  readonly schedule: Schedule;
}

/** What becomes of the rows of a series; slugs are not settled. */
export interface RowPlan {
  /** Each with its wanted start, by that start. */
  readonly kept: readonly OccurrenceRow[];
  /** Wanted starts without a row, ascending. */
  readonly missing: readonly WantedStart[];
  /** Rows that nothing wants, by `recurrenceId`. */
  readonly unwanted: readonly OccurrenceRow[];
}

/**
 * Brings rows to what is wanted. All move along by `shift`, in milliseconds on the wall clock; then a row keeps its start, else its
 * date and there its place in the day. Starts are ascending, each once. Source: rules/recurrence.md#occurrence-ids.
 */
export const planRows = (
  rows: readonly OccurrenceRow[],
  wanted: readonly WantedStart[],
  shift = 0,
): RowPlan => {
  const carried = shift === 0 ? rows : carry(rows, shift);
  const places = new Map(carried.map((row) => [row.occurrence.recurrenceId, row]));
  const found = new Map<WantedStart, OccurrenceRow>();
  const free: WantedStart[] = [];
  for (const start of wanted) {
    const row = places.get(start.recurrenceId);
    if (row === undefined) free.push(start);
    else found.set(start, row);
    places.delete(start.recurrenceId);
  }
  const left = byDay([...places.values()], ({ occurrence }) => occurrence.recurrenceId);
  for (const [date, starts] of byDay(free, ({ recurrenceId }) => recurrenceId)) {
    const chosen = chooseOf(left.get(date) ?? [], starts.length);
    for (const [place, row] of chosen.entries()) {
      const start = starts[place];
      if (start === undefined) break;
      found.set(start, row);
      places.delete(row.occurrence.recurrenceId);
    }
  }
  return {
    kept: wanted.flatMap((start) => {
      const row = found.get(start);
      return row === undefined ? [] : [wantedAgain(row, start)];
    }),
    missing: wanted.filter((start) => !found.has(start)),
    unwanted: [...places.values()].map(unwantedFrom).toSorted(byPlace),
  };
};

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

const byPlace = (one: OccurrenceRow, other: OccurrenceRow): number =>
  one.occurrence.recurrenceId < other.occurrence.recurrenceId ? -1 : 1;

/** At the edge of the calendar nothing moves: two rows would come to stand in one place. */
const carry = (rows: readonly OccurrenceRow[], shift: number): readonly OccurrenceRow[] => {
  const starts = rows.map(({ occurrence }) => millisecondsOf(occurrence.recurrenceId) + shift);
  if (!starts.every(isRepresentable)) return rows;
  return rows.map((row, index) => withPlace(row, utcText(starts[index] ?? 0)));
};

const withPlace = (row: OccurrenceRow, recurrenceId: WallClock): OccurrenceRow =>
  row.occurrence.recurrenceId === recurrenceId
    ? row
    : { ...row, occurrence: { ...row.occurrence, recurrenceId } };

const RANKS = { kept: 0, trashed: 1, unwanted: 2 } as const;

/** Of the rows of a day so many, in their order: first those that are there, of these the oldest. */
const chooseOf = (rows: readonly OccurrenceRow[], count: number): readonly OccurrenceRow[] =>
  rows
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.id - other.id)
    .slice(0, count)
    .toSorted(byPlace);

const rankOf = ({ occurrence }: OccurrenceRow): number => RANKS[occurrence.gone ?? "kept"];

/** What somebody put into the trash stays there; what nothing wanted comes back. */
const wantedAgain = (row: OccurrenceRow, { recurrenceId, schedule }: WantedStart): OccurrenceRow => {
  const { gone, ...occurrence } = withPlace(row, recurrenceId).occurrence;
  return {
    ...row,
    ...(occurrence.isMoved !== true && { schedule }),
    occurrence: { ...occurrence, ...(gone === "trashed" && { gone }) },
  };
};

const unwantedFrom = (row: OccurrenceRow): OccurrenceRow =>
  row.occurrence.gone === undefined ? { ...row, occurrence: { ...row.occurrence, gone: "unwanted" } } : row;
