import type { EventQuery } from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import { extentOf } from "../event-months.ts";
import { along, clockOf, datesOf, toOrder } from "../event-order.ts";
import type { ListStatements } from "../list-page.ts";
import { oneOf, PREFIXED, raw, type Sql, sql } from "../sql.ts";

/**
 * Number of series above which reading all events of the date range is faster than looking up each series.
 * This does not apply if the range has more events than series.
 */
const MANY = 2000;

/**
 * True if the first occurrence of each series should be looked up separately. Otherwise it is found among all
 * matches.
 */
export const isBySeries = (query: EventQuery, connection: Connection): boolean => {
  const { firstOfSeries, order, ids, seriesIds, parentId, location, visible, hidden } = query;
  // The event of a series that no longer recurs is listed as a single event. In the trash, lists show its
  // occurrences too.
  const statuses = [...visible.statuses, ...(visible.own?.statuses ?? [])];
  return (
    firstOfSeries === true &&
    order === "start" &&
    !statuses.includes("trash") &&
    [ids, seriesIds, parentId, location, hidden].every((filter) => filter === undefined) &&
    (hasFewerSeries(connection, MANY) || hasFewerSeries(connection, extentOf(connection, query).count))
  );
};

const hasFewerSeries = (connection: Connection, limit: number): boolean =>
  connection.total(`SELECT count(*) FROM (SELECT 1 FROM ${PREFIX}series LIMIT ?)`, [limit]) < limit;

/**
 * Condition that one of the listed occurrences of the series `s` had one of these links when the links of the
 * series were last stored.
 */
export const hasSeriesLink = (kind: "venue" | "organizer" | "term", ids: readonly number[]): Sql =>
  sql`s.id IN (SELECT series_id FROM ${PREFIXED}series_links WHERE kind = ${kind} AND ${oneOf("link_id", ids)})`;

interface Merged {
  /** FROM and WHERE clause for the single events, as `m`. */
  readonly singles: Sql;
  /** Column with the id of the event in this clause. */
  readonly id: string;
  /** True if the clause may return an event more than once. */
  readonly isRepeating: boolean;
  /** Statement that counts the single events. */
  readonly count: Sql;
  /** Condition that the occurrence `m` matches the query. */
  readonly occurrence: Sql;
  /** Condition that the series `s` may have a matching occurrence. */
  readonly series: Sql;
  readonly isUncancellable: boolean;
}

export const mergedWithFirsts = (query: EventQuery, merged: Merged): ListStatements => {
  const { singles, id, isRepeating, count, occurrence, series, isUncancellable } = merged;
  const start = `${clockOf(query)}starts`;
  const toPlace = (column: string): Sql => raw(`m.${start}, m.published, ${column}`);
  const [dates, ofOccurrence] = [toPlace(id), toPlace("m.id")];
  const page = sql`SELECT ${raw(isRepeating ? "DISTINCT " : "")}json_array(${dates}) ${singles} ORDER BY ${dates} LIMIT ? OFFSET ?`;
  const first = sql`SELECT m.id FROM ${PREFIXED}events m INDEXED BY ${raw(`${PREFIX}events_by_series_${start.slice(0, -1)}`)}
    WHERE m.series_id = s.id AND ${occurrence} ORDER BY ${ofOccurrence} LIMIT 1`;
  return {
    page,
    total: count,
    mergedStatement: sql`SELECT json_group_array(json_array(${ofOccurrence}) ORDER BY ${ofOccurrence})
      FROM ${PREFIXED}series s CROSS JOIN ${PREFIXED}events m ON m.id = (${first}) WHERE ${series}`,
    isUncancellable,
  };
};

/**
 * Selects the first matching occurrence of each series. To count the total, it must read the complete list.
 */
export const rankedFirsts = (
  query: EventQuery,
  id: string,
  toFound: (tables: Sql) => Sql,
  from: Sql,
): ListStatements => {
  const { join: joined, key, outer } = toOrder(query, `m.${id}`);
  const start = `${clockOf(query)}starts`;
  const columns = [
    `m.${id} AS id`,
    `m.${start}`,
    "m.published",
    `coalesce(m.series_id, m.${id}) AS series`,
    ...key,
  ];
  const all = sql`SELECT id FROM (
    SELECT *, row_number() OVER (PARTITION BY series ORDER BY ${raw(start)}, published, id) AS place FROM (
      SELECT ${raw(columns.join(", "))} ${toFound(sql`${from}${joined}`)}
    )) WHERE place = 1 ORDER BY ${raw([...outer, ...along(query, [...datesOf(query), "id"])].join(", "))}`;
  return { page: all, total: sql`SELECT count(*) FROM (${all})`, all };
};
