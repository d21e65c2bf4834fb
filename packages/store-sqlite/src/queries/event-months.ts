import type { EventQuery, WallClockRange } from "@kalends/core";
import type { Connection } from "../database/connection.ts";
import { every, isWithin, join, oneOf, type Sql, sql, toLimit, when } from "./sql.ts";

/*
 * `event_months` tells how many events that are not hidden start in each month, and between which ids these lie (bounds that may be
 * too wide, never too narrow), so that a window is counted without a look at each of its events, and a far page is begun near it.
 */

const CLOCKS = { local: "starts", utc: "utc_starts" } as const;

/** The length of `YYYY-MM`: what it is cut to keeps the order of texts. */
const MONTH = 7;

const toRow = (clock: keyof typeof CLOCKS, event: string, id: string): string =>
  `'${clock}', ${event}status, substr(${event}${CLOCKS[clock]}, 1, ${MONTH}), ${event}featured, ${id}`;

const countOne = (clock: keyof typeof CLOCKS): string => `
  INSERT INTO event_months (clock, status, month, featured, count, first_id, last_id)
    SELECT ${toRow(clock, "NEW.", "1, NEW.id, NEW.id")} WHERE NEW.hidden = 0
    ON CONFLICT DO UPDATE SET count = count + 1,
      first_id = min(first_id, excluded.first_id), last_id = max(last_id, excluded.last_id);`;

const uncountOne = (clock: keyof typeof CLOCKS): string => `
  UPDATE event_months SET count = count - 1 WHERE OLD.hidden = 0 AND clock = '${clock}' AND status = OLD.status
    AND month = substr(OLD.${CLOCKS[clock]}, 1, ${MONTH}) AND featured = OLD.featured;`;

const LOOKED_AT = ["status", "hidden", "featured", ...Object.values(CLOCKS)];

const row = (alias: string): string => LOOKED_AT.map((column) => `${alias}.${column}`).join(", ");

/** The table, and the triggers that keep it up, whoever writes. */
export const EVENT_MONTHS: string = `
CREATE TABLE event_months (
  clock TEXT NOT NULL,
  status TEXT NOT NULL,
  month TEXT NOT NULL,
  featured INTEGER NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  PRIMARY KEY (clock, status, month, featured)
) STRICT, WITHOUT ROWID;
${(["local", "utc"] as const)
  .map(
    (clock) => `INSERT INTO event_months
  SELECT ${toRow(clock, "", "count(*), min(id), max(id)")} FROM events WHERE hidden = 0 GROUP BY 1, 2, 3, 4;`,
  )
  .join("\n")}
CREATE TRIGGER events_insert_counted AFTER INSERT ON events BEGIN ${countOne("local")} ${countOne("utc")} END;
CREATE TRIGGER events_delete_counted AFTER DELETE ON events BEGIN ${uncountOne("local")} ${uncountOne("utc")} END;
CREATE TRIGGER events_update_counted AFTER UPDATE OF ${LOOKED_AT.join(", ")} ON events
  WHEN (${row("OLD")}) IS NOT (${row("NEW")})
BEGIN ${uncountOne("local")} ${uncountOne("utc")} ${countOne("local")} ${countOne("utc")} END;`;

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
  /** Their ids are between these. */
  readonly firstId: number;
  readonly lastId: number;
}

export const extentOf = (connection: Connection, query: EventQuery): Extent => {
  const { first, last } = edgesOf(query.start ?? {});
  const months = inMonths(query, range({ from: first, until: last }));
  const found = connection.value<string>(
    `SELECT json_array(coalesce(sum(count), 0), coalesce(min(first_id), 0), coalesce(max(last_id), 0))
     FROM event_months WHERE ${months.text}`,
    months.values,
  );
  // Three numbers, as it was just written.
  const [count = 0, firstId = 0, lastId = 0] = JSON.parse(found ?? "[]") as readonly number[];
  return { count, firstId, lastId };
};

/** Counts the events of a list that start within a range. */
type CountWithin = (range: WallClockRange) => Sql;

/** The number of all events of the query, which asks for nothing that the table does not know: whole months from there. */
export const countByMonths = (query: EventQuery, countWithin: CountWithin): Sql => {
  const { start = {} } = query;
  const { first, last } = edgesOf(start);
  if (first !== undefined && last !== undefined && first >= last) return countWithin(start);
  const { from, after, until, before } = start;
  const edges = [
    ...when(first, (month) => countWithin(range({ from, after, before: month + END }))),
    ...when(last, (month) => countWithin(range({ from: month, until, before }))),
  ];
  const months = inMonths(query, range({ after: first, before: last }));
  return sql`SELECT ${join(
    [sql`SELECT coalesce(sum(count), 0) FROM event_months WHERE ${months}`, ...edges].map(
      (part) => sql`(${part})`,
    ),
    " + ",
  )}`;
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
       FROM event_months WHERE ${months.text} GROUP BY month
     ) WHERE before <= ? ORDER BY month DESC LIMIT 1`,
    [...months.values, offset - inFirst],
  );
  if (found === undefined) return { start, skipped: 0 };
  // As it was just written.
  const [month, before] = JSON.parse(found) as readonly [string, number];
  return { start: { ...start, from: month }, skipped: inFirst + before };
};
