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
import { extentOf, groupByMonths } from "../event-months.ts";
import { clockOf } from "../event-order.ts";
import { withIdsOf } from "../external-ids.ts";
import { every, inTime, oneOf, raw, type Sql, sql } from "../sql.ts";
import { alongDates, toAccess } from "./access.ts";
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
  /**
   * True if statuses can be counted from `kalends_event_months`, and months too with the local clock. The
   * query then has many matches, and filters only by columns of this table.
   */
  readonly isPlain: boolean;
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
        return countTags(connection, query, matches.links("event_terms"));
      case "organizer":
        return countBy(connection, query, matches.links("event_organizers"), "m.organizer_id");
      case "month":
        return matches.isPlain && query.clock === "local"
          ? countByTable(connection, query, "month")
          : countBy(connection, query, matches.events(name), MONTH);
      case "venue":
        return countBy(connection, query, withVenue(matches.events(name)), "m.venue_id");
      case "status":
        if (matches.isPlain) return countByTable(connection, query, "status");
        return countBy(connection, query, matches.events(name), "m.status");
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
      isPlain:
        query.firstOfSeries !== true &&
        [query.visible.own, query.end, query.authors].every((filter) => filter === undefined),
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
    isPlain: false,
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

const MONTH = "substr(m.starts, 1, 7)";

const countByTable = (
  connection: Connection,
  query: EventQuery,
  column: "month" | "status",
): ReadonlyMap<FacetValue, number> => {
  const value = column === "month" ? MONTH : "m.status";
  const statements = groupByMonths(
    query,
    column,
    (
      start,
    ) => sql`SELECT json_object('value', ${raw(value)}, 'count', count(*)) FROM ${toEvents(query, column)}
      WHERE ${every(toListed({ ...query, start }))} GROUP BY ${raw(value)}`,
  );
  const counts = new Map<FacetValue, number>();
  for (const { text, values } of statements)
    for (const { value: one, count } of readJson<FacetCount>(connection, text, values))
      counts.set(one, (counts.get(one) ?? 0) + count);
  return counts;
};

/** Leaves out events without a venue, because the index by venue does not contain them. */
const withVenue = (rows: Rows): Rows => ({ ...rows, where: sql`${rows.where} AND m.venue_id IS NOT NULL` });

const ofTerms = (rows: Rows, taxonomy: "category" | "tag", ids: readonly number[]): Rows => ({
  ...rows,
  where: sql`${rows.where} AND m.taxonomy = ${taxonomy} AND ${oneOf(rows.isByEvent === true ? "+m.term_id" : "m.term_id", ids)}`,
});

const TAGS = `SELECT id FROM ${PREFIX}terms WHERE taxonomy = 'tag'`;

const countTags = (connection: Connection, query: EventQuery, links: Rows): ReadonlyMap<FacetValue, number> =>
  countBy(connection, query, ofTerms(links, "tag", connection.column<number>(TAGS)), "m.term_id");

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
 * Counts by categories. An event counts once for a category and all its descendants together, so the events of
 * categories with relatives are read. Sets are several times as fast as SQLite's DISTINCT.
 */
const countCategories = (
  connection: Connection,
  query: EventQuery,
  links: Rows,
): ReadonlyMap<FacetValue, number> => {
  const including = includingCategories(readJson(connection, CATEGORIES, []));
  const below = new Map<number, number[]>();
  for (const [id, ancestors] of including)
    for (const one of ancestors) below.set(one, [...(below.get(one) ?? []), id]);
  const isAlone = (id: number): boolean => including.get(id)?.length === 1 && below.get(id)?.length === 1;
  const [alone, related] = [
    [...below.keys()].filter(isAlone),
    [...below.keys()].filter((id) => !isAlone(id)),
  ];
  const counts = new Map(
    alone.length === 0 ? [] : countBy(connection, query, ofTerms(links, "category", alone), "m.term_id"),
  );
  const keysOf = readKeys(connection, query, links, related);
  for (const id of related) {
    const keys = new Set<number>();
    for (const one of below.get(id) ?? []) for (const key of keysOf(one)) keys.add(key);
    if (keys.size > 0) counts.set(id, keys.size);
  }
  return counts;
};

/** Returns a function that returns the counted keys of the events with a term: the event, or its series. */
const readKeys = (
  connection: Connection,
  query: EventQuery,
  links: Rows,
  termIds: readonly number[],
): ((termId: number) => readonly number[]) => {
  const keys = new Map<number, readonly number[]>();
  const key = keyOf(query, links) || `m.${links.id}`;
  if (links.isByEvent === true) {
    const { from, where } = ofTerms(links, "category", termIds);
    const { text, values } = sql`SELECT json_object('term', m.term_id, 'keys', json_group_array(${raw(key)}))
      FROM ${from} WHERE ${where} GROUP BY m.term_id`;
    for (const one of readJson<{ readonly term: number; readonly keys: readonly number[] }>(
      connection,
      text,
      values,
    ))
      keys.set(one.term, one.keys);
    return (id) => keys.get(id) ?? [];
  }
  const { text, values } = sql`SELECT ${raw(key)} FROM ${links.from} WHERE ${links.where} AND m.term_id = `;
  return (id) => {
    const known = keys.get(id) ?? connection.column<number>(`${text} ?`, [...values, id]);
    keys.set(id, known);
    return known;
  };
};
