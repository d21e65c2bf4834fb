import type { EventQuery, WallClockRange } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { every, isWithin, join, oneOf, PREFIXED, raw, type Sql, sql, toLimit, when } from "./sql.ts";

/**
 * `kalends_event_months` contains the number of listed events by clock, status, month of their start and
 * `featured`.
 * It also contains the lowest and highest id of these events. This range may be too large, but never too
 * small.
 * With this table, a date range can be counted without reading each of its events. A distant page can be read
 * from an event near its beginning.
 */

const CLOCKS = { local: "starts", utc: "utc_starts" } as const;

/** Length of `YYYY-MM`. Times that are cut to this length sort in the same order. */
const MONTH = 7;

/** Set of events that a table counts by month. */
interface Counted {
  readonly table: string;
  /** Suffix in the names of the set's triggers. */
  readonly suffix: string;
  readonly isCounted: (event: string) => string;
  readonly id: (event: string) => string;
  readonly watchedColumns: readonly string[];
  /** Returns the condition under which a trigger must count the given rows. */
  readonly when: (...events: readonly string[]) => string;
}

const EVENTS: Counted = {
  table: "event_months",
  suffix: "",
  isCounted: (event) => `${event}hidden = 0`,
  id: (event) => `${event}id`,
  watchedColumns: ["status", "hidden", "featured", ...Object.values(CLOCKS)],
  when: () => "",
};

/**
 * Counts of occurrences by month. The range of ids contains, for each occurrence, the id under which its text
 * is searched: that of its series, or its own.
 */
const OCCURRENCES: Counted = {
  table: "occurrence_months",
  suffix: "_of_series",
  isCounted: (event) => `${event}hidden = 0 AND ${event}series_id IS NOT NULL`,
  id: (event) => `coalesce(${event}text_of, ${event}id)`,
  watchedColumns: [...EVENTS.watchedColumns, "series_id", "text_of"],
  when: (...events) => ` WHEN (${events.map((event) => `${event}series_id IS NOT NULL`).join(" OR ")})`,
};

type Clock = keyof typeof CLOCKS;

const toRow = (clock: Clock, event: string, id: string): string =>
  `'${clock}', ${event}status, substr(${event}${CLOCKS[clock]}, 1, ${MONTH}), ${event}featured, ${id}`;

const countOne = ({ table, isCounted, id }: Counted, clock: Clock): string => `
  INSERT INTO ${PREFIX}${table} (clock, status, month, featured, count, first_id, last_id)
    SELECT ${toRow(clock, "NEW.", `1, ${id("NEW.")}, ${id("NEW.")}`)} WHERE ${isCounted("NEW.")}
    ON CONFLICT DO UPDATE SET count = count + 1,
      first_id = min(first_id, excluded.first_id), last_id = max(last_id, excluded.last_id);`;

const uncountOne = ({ table, isCounted }: Counted, clock: Clock): string => `
  UPDATE ${PREFIX}${table} SET count = count - 1 WHERE ${isCounted("OLD.")} AND clock = '${clock}' AND status = OLD.status
    AND month = substr(OLD.${CLOCKS[clock]}, 1, ${MONTH}) AND featured = OLD.featured;`;

const row = (event: string, columns: readonly string[]): string =>
  columns.map((column) => event + column).join(", ");

/**
 * Statement for the correct content of the table, for one clock. It does not contain the rows with the count
 * zero that triggers leave behind.
 */
const toCounts = ({ isCounted, id }: Counted, clock: Clock): string =>
  `SELECT ${toRow(clock, "", `count(*), min(${id("")}), max(${id("")})`)} FROM ${PREFIX}events WHERE ${isCounted("")} GROUP BY 1, 2, 3, 4`;

/** Returns the statements for the table, and for the triggers that update it, whichever program writes. */
const toTables = (counted: Counted): string => {
  const { table, suffix, watchedColumns, when } = counted;
  const count = `${countOne(counted, "local")} ${countOne(counted, "utc")}`;
  const uncount = `${uncountOne(counted, "local")} ${uncountOne(counted, "utc")}`;
  return `
CREATE TABLE ${PREFIX}${table} (
  clock TEXT NOT NULL,
  status TEXT NOT NULL,
  month TEXT NOT NULL,
  featured INTEGER NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  PRIMARY KEY (clock, status, month, featured)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ${PREFIX}events_insert_counted${suffix} AFTER INSERT ON ${PREFIX}events${when("NEW.")} BEGIN ${count} END;
CREATE TRIGGER ${PREFIX}events_delete_counted${suffix} AFTER DELETE ON ${PREFIX}events${when("OLD.")} BEGIN ${uncount} END;
CREATE TRIGGER ${PREFIX}events_update_counted${suffix} AFTER UPDATE OF ${watchedColumns.join(", ")} ON ${PREFIX}events
  ${when("OLD.", "NEW.") ? `${when("OLD.", "NEW.")} AND` : "WHEN"} (${row("OLD.", watchedColumns)}) IS NOT (${row("NEW.", watchedColumns)})
BEGIN ${uncount} ${count} END;`;
};

/** Names of the tables, each with the statement that selects its correct content. */
export const MONTH_COUNTS: readonly { readonly table: string; readonly counts: string }[] = [
  EVENTS,
  OCCURRENCES,
].map((counted) => ({
  table: counted.table,
  counts: `${toCounts(counted, "local")} UNION ALL ${toCounts(counted, "utc")}`,
}));

export const EVENT_MONTHS: string = toTables(EVENTS);
export const OCCURRENCE_MONTHS: string = toTables(OCCURRENCES);

/**
 * Text that is appended to a month. The result sorts after every time in this month and before the next
 * month.
 */
const END = "~";

/**
 * Returns the months of the first and the last bound of a date range. If the range has two bounds on one
 * side, the narrower one counts.
 */
const edgesOf = ({ from, after, until, before }: WallClockRange) => {
  const [first] = [from, after]
    .filter((time) => time !== undefined)
    .toSorted()
    .toReversed();
  const [last] = [until, before].filter((time) => time !== undefined).toSorted();
  return { first: first?.slice(0, MONTH), last: last?.slice(0, MONTH) };
};

/** Returns a range that contains only the bounds that are defined. */
const range = (bounds: { readonly [name in keyof WallClockRange]: string | undefined }): WallClockRange =>
  Object.fromEntries(Object.entries(bounds).filter(([, time]) => time !== undefined));

const inMonths = ({ clock, visible, featured }: EventQuery, months: WallClockRange): Sql =>
  every([
    sql`clock = ${clock}`,
    oneOf("status", [...visible.statuses, ...(visible.own?.statuses ?? [])]),
    isWithin("month", months),
    ...when(featured, (wanted) => sql`featured = ${Number(wanted)}`),
  ]);

/**
 * Limits for the events in the months of a date range. Apart from status and `featured`, filters of the query
 * are ignored, so fewer events may match.
 */
export interface Extent {
  /** Number of events in the months of the date range. */
  readonly count: number;
  /** Lowest id under which the texts of these events are searched; `lastId` is the highest. */
  readonly firstId: number;
  readonly lastId: number;
}

export const extentOf = (connection: Connection, query: EventQuery): Extent => {
  const { first, last } = edgesOf(query.start ?? {});
  const months = inMonths(query, range({ from: first, until: last }));
  const read = ({ table }: Counted): Extent => {
    const found = connection.value<string>(
      `SELECT json_array(sum(count), min(first_id), max(last_id)) FROM ${PREFIX}${table} WHERE ${months.text}`,
      months.values,
    );
    // The type is safe, because the statement above returns three numbers or nulls.
    const [count, firstId, lastId] = JSON.parse(found ?? "[]") as readonly (number | null)[];
    return { count: count ?? 0, firstId: firstId ?? Number.MAX_SAFE_INTEGER, lastId: lastId ?? 0 };
  };
  const all = read(EVENTS);
  if (all.count === 0) return all;
  const { firstId, lastId } = read(OCCURRENCES);
  return {
    ...all,
    firstId: Math.min(all.firstId, firstId),
    lastId: Math.max(all.lastId, lastId),
  };
};

/** Returns the statement that counts the events of a list that start within a range. */
type CountWithin = (range: WallClockRange) => Sql;

/**
 * Returns the statement that counts all events of the query, or only single events if `isSingle`.
 * Complete months are counted from the table, so the query may use only filters that the table contains.
 */
export const countByMonths = (query: EventQuery, countWithin: CountWithin, isSingle = false): Sql => {
  const { start = {} } = query;
  const { first, last } = edgesOf(start);
  if (first !== undefined && last !== undefined && first >= last) return countWithin(start);
  const { from, after, until, before } = start;
  const edges = [
    ...when(first, (month) => countWithin(range({ from, after, before: month + END }))),
    ...when(last, (month) => countWithin(range({ from: month, until, before }))),
  ];
  const months = inMonths(query, range({ after: first, before: last }));
  const inTable = ({ table }: Counted): Sql =>
    sql`SELECT coalesce(sum(count), 0) FROM ${PREFIXED}${raw(table)} WHERE ${months}`;
  const all = join(
    [inTable(EVENTS), ...edges].map((part) => sql`(${part})`),
    " + ",
  );
  return isSingle ? sql`SELECT ${all} - (${inTable(OCCURRENCES)})` : sql`SELECT ${all}`;
};

/**
 * Returns the statements that count all events of the query by month or status. Each event is counted by one
 * of them. The rows are JSON objects with `value` and `count`. Like `countByMonths`, it counts complete months
 * from the table.
 */
export const groupByMonths = (
  query: EventQuery,
  column: "month" | "status",
  countWithin: CountWithin,
): readonly Sql[] => {
  const { start = {} } = query;
  const { first, last } = edgesOf(start);
  if (first !== undefined && last !== undefined && first >= last) return [countWithin(start)];
  const { from, after, until, before } = start;
  const months = inMonths(query, range({ after: first, before: last }));
  return [
    ...when(first, (month) => countWithin(range({ from, after, before: month + END }))),
    sql`SELECT json_object('value', ${raw(column)}, 'count', sum(count))
      FROM ${PREFIXED}event_months WHERE ${months} GROUP BY ${raw(column)} HAVING sum(count) > 0`,
    ...when(last, (month) => countWithin(range({ from: month, until, before }))),
  ];
};

/** Position from which a page can be read. */
interface Start {
  /** Range of starts that replaces the one in the query. */
  readonly start: WallClockRange;
  /** Number of events of the list that are before this range. */
  readonly skipped: number;
}

/** Offset of a page from which reading is faster with the numbers of events in `kalends_event_months`. */
const MIN_OFFSET = 500;

/**
 * Returns the position from which to read a page: the beginning of the month in which the first event of the
 * page starts. Returns the range of the query if the offset is below `MIN_OFFSET`, or if the range is within
 * one month.
 */
export const startOfPage = (connection: Connection, query: EventQuery, countWithin: CountWithin): Start => {
  const { start = {} } = query;
  const { first, last } = edgesOf(start);
  const [, offset] = toLimit(query);
  if (offset < MIN_OFFSET || (first !== undefined && last !== undefined && first >= last))
    return { start, skipped: 0 };
  const { from, after } = start;
  const edge = first === undefined ? undefined : countWithin(range({ from, after, before: first + END }));
  const inFirst = edge === undefined ? 0 : connection.total(edge.text, edge.values);
  const months = inMonths(query, range({ after: first, until: last }));
  const found = connection.value<string>(
    `SELECT json_array(month, before) FROM (
       SELECT month, sum(sum(count)) OVER (ORDER BY month) - sum(count) AS before
       FROM ${PREFIX}event_months WHERE ${months.text} GROUP BY month
     ) WHERE before <= ? ORDER BY month DESC LIMIT 1`,
    [...months.values, offset - inFirst],
  );
  if (found === undefined) return { start, skipped: 0 };
  // The type is safe, because the statement above returns this pair.
  const [month, before] = JSON.parse(found) as readonly [string, number];
  return { start: { ...start, from: month }, skipped: inFirst + before };
};
