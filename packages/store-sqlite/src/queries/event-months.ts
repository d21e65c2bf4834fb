import type { EventQuery, WallClockRange } from "@kalends/core";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { every, isWithin, join, OURS, oneOf, raw, type Sql, sql, toLimit, when } from "./sql.ts";

/*
 * `kalends_event_months` tells how many events that are not hidden start in each month, and between which ids these lie (bounds that may be
 * too wide, never too narrow), so that a window is counted without a look at each of its events, and a far page is begun near it.
 */

const CLOCKS = { local: "starts", utc: "utc_starts" } as const;

/** The length of `YYYY-MM`: what it is cut to keeps the order of texts. */
const MONTH = 7;

/** What is counted by months: which events, and what stands for the id of one. */
interface Counted {
  readonly table: string;
  /** In the names of triggers. */
  readonly suffix: string;
  readonly isCounted: (event: string) => string;
  readonly id: (event: string) => string;
  readonly lookedAt: readonly string[];
  /** Whether a trigger has to look at such an event. */
  readonly when: (...events: readonly string[]) => string;
}

const EVENTS: Counted = {
  table: "event_months",
  suffix: "",
  isCounted: (event) => `${event}hidden = 0`,
  id: (event) => `${event}id`,
  lookedAt: ["status", "hidden", "featured", ...Object.values(CLOCKS)],
  when: () => "",
};

/** The same for occurrences, by the ids of the texts that they are found by. */
const OCCURRENCES: Counted = {
  table: "occurrence_months",
  suffix: "_of_series",
  isCounted: (event) => `${event}hidden = 0 AND ${event}series_id IS NOT NULL`,
  id: (event) => `coalesce(${event}text_of, ${event}id)`,
  lookedAt: [...EVENTS.lookedAt, "series_id", "text_of"],
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

/** Selects what the table has by one clock when its triggers have counted nothing that is gone. */
const toCounts = ({ isCounted, id }: Counted, clock: Clock): string =>
  `SELECT ${toRow(clock, "", `count(*), min(${id("")}), max(${id("")})`)} FROM ${PREFIX}events WHERE ${isCounted("")} GROUP BY 1, 2, 3, 4`;

/** The table, and the triggers that keep it up, whoever writes. */
const toTables = (counted: Counted): string => {
  const { table, suffix, lookedAt, when } = counted;
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
CREATE TRIGGER ${PREFIX}events_update_counted${suffix} AFTER UPDATE OF ${lookedAt.join(", ")} ON ${PREFIX}events
  ${when("OLD.", "NEW.") ? `${when("OLD.", "NEW.")} AND` : "WHEN"} (${row("OLD.", lookedAt)}) IS NOT (${row("NEW.", lookedAt)})
BEGIN ${uncount} ${count} END;`;
};

/** The tables, and what they would hold if they were filled by now. */
export const MONTH_COUNTS: readonly { readonly table: string; readonly counts: string }[] = [
  EVENTS,
  OCCURRENCES,
].map((counted) => ({
  table: counted.table,
  counts: `${toCounts(counted, "local")} UNION ALL ${toCounts(counted, "utc")}`,
}));

export const EVENT_MONTHS: string = toTables(EVENTS);
export const OCCURRENCE_MONTHS: string = toTables(OCCURRENCES);

/** Comes after every time of a month that it is put behind, and before the next month. */
const END = "~";

/** The closest bounds of a window on both sides, and the months they are in. */
const edgesOf = ({ from, after, until, before }: WallClockRange) => {
  const [first] = [from, after]
    .filter((time) => time !== undefined)
    .toSorted()
    .toReversed();
  const [last] = [until, before].filter((time) => time !== undefined).toSorted();
  return { first: first?.slice(0, MONTH), last: last?.slice(0, MONTH) };
};

/** Only those bounds that are there. */
const range = (bounds: { readonly [name in keyof WallClockRange]: string | undefined }): WallClockRange =>
  Object.fromEntries(Object.entries(bounds).filter(([, time]) => time !== undefined));

const inMonths = ({ clock, visible, featured }: EventQuery, months: WallClockRange): Sql =>
  every([
    sql`clock = ${clock}`,
    oneOf("status", [...visible.statuses, ...(visible.own?.statuses ?? [])]),
    isWithin("month", months),
    ...when(featured, (wanted) => sql`featured = ${Number(wanted)}`),
  ]);

/** What a window of dates holds at most, whatever else is asked for. */
export interface Extent {
  /** Events in the months of the window. */
  readonly count: number;
  /** The ids of their texts are between these. */
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
    // Three numbers or nulls, as it was just written.
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

/** Counts the events of a list that start within a range. */
type CountWithin = (range: WallClockRange) => Sql;

/** The number of all events of the query, or of those among them that are no occurrences, which asks for nothing that the table does not know: whole months from there. */
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
    sql`SELECT coalesce(sum(count), 0) FROM ${OURS}${raw(table)} WHERE ${months}`;
  const all = join(
    [inTable(EVENTS), ...edges].map((part) => sql`(${part})`),
    " + ",
  );
  return isSingle ? sql`SELECT ${all} - (${inTable(OCCURRENCES)})` : sql`SELECT ${all}`;
};

/** Where a page can begin to look. */
interface Start {
  /** Instead of the query's own. */
  readonly start: WallClockRange;
  /** So many events of the list come before that. */
  readonly skipped: number;
}

/** Pages nearer than this are not worth a look at the months. */
const FAR = 500;

/** The last whole month of such a query that begins no later than the event at this place. */
export const startOfPage = (connection: Connection, query: EventQuery, countWithin: CountWithin): Start => {
  const { start = {} } = query;
  const { first, last } = edgesOf(start);
  const [, offset] = toLimit(query);
  if (offset < FAR || (first !== undefined && last !== undefined && first >= last))
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
  // As it was just written.
  const [month, before] = JSON.parse(found) as readonly [string, number];
  return { start: { ...start, from: month }, skipped: inFirst + before };
};
