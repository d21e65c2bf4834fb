import {
  byFrequency,
  type EventQuery,
  type FacetCount,
  type FacetCounts,
  type FacetName,
  type FacetValue,
  includingCategories,
} from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import { readJson } from "../../repositories/records.ts";
import { extentOf } from "../event-months.ts";
import { clockOf } from "../event-order.ts";
import { alongDates, toAccess } from "../event-query.ts";
import { withIdsOf } from "../external-ids.ts";
import { every, inTime, oneOf, PREFIXED, raw, type Sql, sql } from "../sql.ts";
import { toListed } from "./conditions.ts";

/** Counting of a list by facets, as plain data, which can be sent to another thread. */
export interface FacetRequest {
  readonly query: EventQuery;
  readonly names: readonly FacetName[];
}

/** Rows to be counted, as `m`: events, or their links. */
interface Rows {
  readonly from: Sql;
  readonly where: Sql;
  /** Column with the id of the event. */
  readonly id: "id" | "event_id";
  /** True if the rows are looked up by the ids of events. */
  readonly isByEvent?: boolean;
}

type LinkTable = "event_terms" | "event_organizers";

/** Returns the rows of the matching events, in an index that is suitable for this facet. */
interface Matches {
  events(name: FacetName): Rows;
  links(table: LinkTable): Rows;
}

/**
 * Number of matching events above which testing all events or links of the date range is faster than looking
 * up each of them.
 */
const MANY = 20_000;

/**
 * Counts the matches of a query by the values of facets. The rows of dates, statuses and `featured` are
 * counted in an index or in the links. For all other filters, the ids of the matches are read first. `many`
 * replaces `MANY` in tests.
 */
export const countFacets = (
  connection: Connection,
  { query: asked, names }: FacetRequest,
  many: number = MANY,
): FacetCounts => {
  const query = withIdsOf(asked, connection);
  const matches = toMatches(query, connection, many);
  const countsOf = (name: FacetName): ReadonlyMap<FacetValue, number> => {
    switch (name) {
      case "categories":
        return countCategories(connection, query, matches.links("event_terms"));
      case "tags":
        return countBy(connection, query, ofTaxonomy(matches.links("event_terms"), "tag"), "m.term_id");
      case "organizer":
        return countBy(connection, query, matches.links("event_organizers"), "m.organizer_id");
      case "month":
        return countBy(connection, query, matches.events(name), "substr(m.starts, 1, 7)");
      case "venue":
        return countBy(connection, query, withVenue(matches.events(name)), "m.venue_id");
      case "status":
      case "author":
        return countBy(connection, query, matches.events(name), `m.${name}`);
    }
  };
  return Object.fromEntries(names.map((name) => [name, byFrequency(countsOf(name))]));
};

const toMatches = (query: EventQuery, connection: Connection, many: number): Matches => {
  const { from, conditions, isByLink, isRepeating, isAlongDates } = toAccess(query, connection);
  const listed = every(toListed(query));
  const isPlain = isAlongDates === true && conditions.length === 0 && query.hidden === undefined;
  if (isPlain && extentOf(connection, query).count > many)
    return {
      events: (name) => ({
        from: toEvents(query, name),
        where: sql`${inTime("m.id")} AND ${listed}`,
        id: "id",
      }),
      links: (table) => ({
        from: raw(`${PREFIX}${table} m`),
        where: sql`${inTime("m.event_id")} AND ${listed}`,
        id: "event_id",
      }),
    };
  const id = `m.${isByLink ? "event_id" : "id"}`;
  const all = sql`SELECT ${raw(isRepeating ? "DISTINCT " : "")}${raw(id)} FROM ${from}
    WHERE ${every([inTime(id), listed, ...conditions])}`;
  const ids = connection.column<number>(all.text, all.values);
  const found = sql`json_each(${JSON.stringify(ids)})`;
  const isFew = query.ids !== undefined || ids.length <= many;
  const isFound = (column: string): Sql =>
    sql`${inTime(`m.${column}`)} AND ${listed} AND +m.${raw(column)} IN (SELECT value FROM ${found})`;
  return {
    events: (name) =>
      isFew
        ? {
            from: sql`${found} f CROSS JOIN ${raw(`${PREFIX}events`)} m ON m.id = f.value`,
            where: raw(inTime("m.id").text),
            id: "id",
          }
        : { from: toEvents(query, name), where: isFound("id"), id: "id" },
    links: (table) =>
      isFew
        ? {
            from: sql`${found} f CROSS JOIN ${raw(`${PREFIX}${table} m INDEXED BY ${PREFIX}${table}_by_event`)}
              ON m.event_id = f.value`,
            where: inTime("m.event_id"),
            id: "event_id",
            isByEvent: true,
          }
        : { from: raw(`${PREFIX}${table} m`), where: isFound("event_id"), id: "event_id" },
  };
};

/** Returns the FROM clause for all events, in the index that contains the values of the facet. */
const toEvents = (query: EventQuery, name: FacetName): Sql => {
  if (query.hidden !== undefined) return alongDates(query);
  const isByAuthor = name === "author" && query.end === undefined && query.featured === undefined;
  const others = isByAuthor ? "author" : `${clockOf(query)}start`;
  return raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_${name === "venue" ? name : others}`);
};

/** Leaves out events without a venue, because the index by venue does not contain them. */
const withVenue = (rows: Rows): Rows => ({ ...rows, where: sql`${rows.where} AND m.venue_id IS NOT NULL` });

const ofTaxonomy = (rows: Rows, taxonomy: "category" | "tag"): Rows => ({
  ...rows,
  where: sql`${rows.where} AND m.taxonomy = ${taxonomy} AND ${raw(rows.isByEvent ? "+" : "")}m.term_id IN (
    SELECT id FROM ${PREFIXED}terms WHERE taxonomy = ${taxonomy})`,
});

/** Returns the expression that counts a series once if the list shows only its first occurrence. */
const keyOf = ({ firstOfSeries }: EventQuery, { id }: Rows): string =>
  firstOfSeries === true ? `coalesce(m.series_id, m.${id})` : "";

const countBy = (
  connection: Connection,
  query: EventQuery,
  rows: Rows,
  value: string,
): ReadonlyMap<FacetValue, number> => {
  const key = keyOf(query, rows);
  const { text, values } =
    sql`SELECT json_object('value', ${raw(value)}, 'count', count(${raw(key === "" ? "*" : `DISTINCT ${key}`)}))
    FROM ${rows.from} WHERE ${rows.where} GROUP BY ${raw(value)}`;
  return new Map(readJson<FacetCount>(connection, text, values).map(({ value: one, count }) => [one, count]));
};

/** Statement that selects the categories of the calendar, as far as their order is concerned. */
const CATEGORIES = `SELECT json_object('id', id, 'taxonomy', taxonomy, 'parentId', parent_id)
  FROM ${PREFIX}terms WHERE taxonomy = 'category'`;

/**
 * Counts by categories. An event counts once for a category and all its descendants together, so the events
 * of each category with descendants are counted separately.
 */
const countCategories = (
  connection: Connection,
  query: EventQuery,
  links: Rows,
): ReadonlyMap<FacetValue, number> => {
  const rows = ofTaxonomy(links, "category");
  const own = countBy(connection, query, rows, "m.term_id");
  const including = includingCategories(readJson(connection, CATEGORIES, []));
  const below = new Map<number, number[]>();
  for (const [id, ancestors] of including)
    if (own.has(id)) for (const one of ancestors) below.set(one, [...(below.get(one) ?? []), id]);
  const counts = new Map<FacetValue, number>();
  for (const [id, ids] of below) {
    const [only] = ids;
    counts.set(
      id,
      ids.length === 1 && only !== undefined
        ? (own.get(only) ?? 0)
        : countDistinct(connection, query, links, ids),
    );
  }
  return counts;
};

/** Counts the events with at least one of these terms. A set is several times as fast as SQLite's DISTINCT. */
const countDistinct = (
  connection: Connection,
  query: EventQuery,
  rows: Rows,
  termIds: readonly number[],
): number => {
  const key = keyOf(query, rows) || `m.${rows.id}`;
  const { text, values } = sql`SELECT ${raw(key)} FROM ${rows.from}
    WHERE ${rows.where} AND ${oneOf(rows.isByEvent ? "+m.term_id" : "m.term_id", termIds)}`;
  return new Set(connection.column<number>(text, values)).size;
};
