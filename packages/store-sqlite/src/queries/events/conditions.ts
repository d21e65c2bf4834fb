import type { Taxonomy } from "@kalends/core";
import type { EventQuery } from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import { type Extent, extentOf } from "../event-months.ts";
import { clockOf } from "../event-order.ts";
import { hasExtension, hasOrigin } from "../extension-values.ts";
import { hasValue, valuesOfRange } from "../sortable-values.ts";
import { every, inTime, isVisible, isWithin, oneOf, PREFIXED, raw, type Sql, sql, when } from "../sql.ts";
import { matchesSearch } from "../text-index.ts";

/**
 * Returns the limits for the events in the date range of the list. Returns `undefined` if the query has no
 * date range for starts, or if it has `ids`.
 */
export const extentOfWindow = (query: EventQuery, connection: Connection): Extent | undefined =>
  query.ids === undefined && query.start !== undefined && query.hidden === undefined
    ? extentOf(connection, query)
    : undefined;

/**
 * Values of the column `hidden` of the listed events, by `EventQuery.hidden`: of single events and occurrences,
 * and of series too. A list shows the event of a series only if the query contains its id.
 */
const HIDDEN = {
  none: ["= 0", "IN (0, 2)"],
  include: ["IN (0, 1)", "IN (0, 1, 2, 3)"],
  only: ["= 1", "IN (1, 3)"],
} as const;

export const isListed = ({ hidden, ids }: EventQuery): Sql =>
  raw(`m.hidden ${HIDDEN[hidden ?? "none"][ids === undefined ? 0 : 1]}`);

/** Returns the conditions on columns that both events and their links have. */
export const toListed = (query: EventQuery): readonly Sql[] => [
  isListed(query),
  isVisible("m", query.visible),
  ...when(query.start, (range) => isWithin(`m.${clockOf(query)}starts`, range)),
  ...when(query.end, (range) => isWithin(`m.${clockOf(query)}ends`, range)),
  ...when(query.featured, (featured) => sql`m.featured = ${Number(featured)}`),
  ...when(query.authors, (authors) => oneOf("m.author", authors)),
];

/** Returns the conditions on columns that only the table of events has. */
const toOwn = ({ modified, hasImage }: EventQuery, alias: string): readonly Sql[] => [
  ...when(hasImage, (wanted) => sql`${raw(alias)}.has_image = ${Number(wanted)}`),
  ...when(modified, ({ after, before }) =>
    isWithin(`${alias}.modified_utc`, {
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    }),
  ),
];

/** Filter by links: an event must be linked to at least one of several organizers or terms. */
export interface Links {
  readonly table: "event_organizers" | "event_terms";
  readonly column: "organizer_id" | "term_id";
  readonly taxonomy?: Taxonomy;
  readonly ids: readonly number[];
}

/**
 * Returns the link filters of a query: organizers, then tags, then categories. Filters that usually select
 * fewer events come first.
 */
export const toLinks = ({ organizerIds, tagIds, categoryIds }: EventQuery): readonly Links[] => {
  const terms = { table: "event_terms", column: "term_id" } as const;
  return [
    ...(organizerIds
      ? [{ table: "event_organizers", column: "organizer_id", ids: organizerIds } as const]
      : []),
    ...(tagIds ? [{ ...terms, taxonomy: "tag", ids: tagIds } as const] : []),
    ...(categoryIds ? [{ ...terms, taxonomy: "category", ids: categoryIds } as const] : []),
  ];
};

export const isLink = (alias: string, { column, taxonomy, ids }: Links): Sql =>
  every([
    oneOf(`${alias}.${column}`, ids),
    ...when(taxonomy, (name) => sql`${raw(alias)}.taxonomy = ${name}`),
  ]);

/**
 * Condition that an event is among all linked events in the date range. The unary plus, here and below,
 * prevents SQLite from using the column to find rows.
 */
export const isLinked = (id: string, links: Links, query: EventQuery): Sql => {
  const { start = {} } = query.ids === undefined ? query : {};
  const within = isWithin(`o.${clockOf(query)}starts`, start);
  return sql`+${raw(id)} IN (SELECT o.event_id FROM ${PREFIXED}${raw(links.table)} o
    WHERE ${every([inTime("o.event_id"), isLink("o", links), within])})`;
};

/**
 * Condition that an event has one of the links. It tests one event after another, so use it if few events
 * remain.
 */
export const hasLink = (id: string, links: Links): Sql =>
  sql`EXISTS (SELECT 1 FROM ${raw(`${PREFIX}${links.table} o INDEXED BY ${PREFIX}${links.table}_by_event`)}
    WHERE o.event_id = ${raw(id)} AND ${isLink("+o", links)})`;

/**
 * Returns the conditions for image, time of change, plugin fields, origin, cost and search text. SQLite tests
 * them on each event that the chosen index yields.
 */
export const toSearch = (
  alias: string,
  column: "id" | "event_id",
  query: EventQuery,
  connection: Connection,
  extent: Extent | undefined = extentOfWindow(query, connection),
): readonly Sql[] => {
  const { search, cost, origin, extensions = [] } = query;
  const id = `${alias}.${column}`;
  const textId = `coalesce(${alias}.text_of, ${id})`;
  const own = toOwn(query, column === "id" ? alias : "w");
  return [
    ...(column === "id" || own.length === 0
      ? own
      : [sql`EXISTS (SELECT 1 FROM ${PREFIXED}events w WHERE ${every([raw(`w.id = ${id}`), ...own])})`]),
    ...extensions.map((filter) => hasExtension(id, filter)),
    ...when(origin, (filter) => hasOrigin(id, filter)),
    ...when(cost, (filter) => hasValue(id, valuesOfRange(filter))),
    ...when(search, (wanted) => matchesSearch(connection, "event", textId, wanted, extent)),
  ];
};
