import { type EventQuery, hasArea, type MemberOrder, type Paging, RANKED } from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import { extentOf } from "../event-months.ts";
import { along, MEMBER_COLUMNS } from "../event-order.ts";
import type { ListStatements } from "../list-page.ts";
import { rankedPages } from "../ranked-pages.ts";
import { every, inTime, oneOf, PREFIXED, raw, type Sql, sql, toLimit, when } from "../sql.ts";
import { isLocated, locatedVenues, withLocations } from "../venue-locations.ts";
import { hasLink, toLinks, toListed, toSearch } from "./conditions.ts";

/**
 * Lists in the order of a member. A page is read either in the order of an index, which skips events outside of
 * the list, or by collecting and sorting all matches. The number of matches decides which is shorter.
 */

/** Order of a list for which an index exists. */
type IndexedMember = "title" | "modified" | "date" | "id";

const isIndexed = (by: MemberOrder["by"]): by is IndexedMember =>
  by === "title" || by === "modified" || by === "date" || by === "id";

const COLUMNS = { ...MEMBER_COLUMNS, date: "published", id: "id" } as const;
const INDEXES = {
  title: `INDEXED BY ${PREFIX}events_by_title`,
  modified: `INDEXED BY ${PREFIX}events_by_modified`,
  date: `INDEXED BY ${PREFIX}events_by_published`,
  id: "NOT INDEXED",
} as const;

const NO_IDS = { firstId: 0, lastId: 0 };

/** Returns the statement for a page in the order of an index. */
const alongIndex = (query: EventQuery, by: IndexedMember, connection: Connection): Sql => {
  const { location, venueIds, start, hidden } = query;
  const events = raw(`${PREFIX}events m ${INDEXES[by]}`);
  const from = hasArea(location)
    ? withLocations(events, locatedVenues(location ?? {}, false), "m.venue_id", false)
    : events;
  // The table of events is read by id from the first event of the months of the date range.
  const isNarrow = by === "id" && start !== undefined && hidden === undefined;
  const { firstId, lastId } = isNarrow ? extentOf(connection, query) : NO_IDS;
  const where = every([
    ...(isNarrow ? [sql`m.id BETWEEN ${firstId} AND ${lastId}`] : []),
    inTime("m.id"),
    ...toListed(query),
    ...toLinks(query).map((links) => hasLink("m.id", links)),
    ...when(venueIds, (list) => oneOf("m.venue_id", list)),
    ...when(location, (filter) => isLocated("m.venue_id", filter)),
    ...toSearch("m", "id", query, connection),
  ]);
  const columns = by === "id" ? ["m.id"] : [`m.${COLUMNS[by]}`, "m.id"];
  return sql`SELECT m.id AS id FROM ${from} WHERE ${where}
    ORDER BY ${raw(along(query, columns).join(", "))} LIMIT ? OFFSET ?`;
};

/**
 * Returns the function that chooses how a page is read. `sorted` is the statement that sorts all matches; it is
 * undefined for a list without an index in its order. The other statement reads as many entries of the index
 * for each match as there are listed events for each match.
 */
export const chosenPage = (
  query: EventQuery,
  { by }: MemberOrder,
  sorted: Sql,
  connection: Connection,
): NonNullable<ListStatements["pageOf"]> => {
  const { ids, seriesIds, parentId, firstOfSeries } = query;
  const isNamed = [ids, seriesIds, parentId, firstOfSeries].some((filter) => filter !== undefined);
  return (total) => {
    if (isNamed || !isIndexed(by)) return { page: sorted };
    const [limit, offset] = toLimit(query);
    const { start: _start, featured: _featured, ...all } = query;
    const { count } = extentOf(connection, by === "id" ? query : all);
    const isShorter = total * total > (offset + limit) * count;
    return { page: isShorter ? alongIndex(query, by, connection) : sorted };
  };
};

/**
 * Returns the statements of a list by relevance. `inOrder` returns the statements of the same list in another
 * order.
 */
export const byRelevance = (
  { search }: EventQuery,
  isReversed: boolean,
  inOrder: (order: MemberOrder, paging: Paging) => ListStatements,
): ListStatements => {
  const paging = { page: 1, perPage: RANKED };
  const newest = inOrder({ by: "date", descending: true }, paging);
  const toPage = (statements: ListStatements, count: number): Sql =>
    statements.all === undefined
      ? (statements.pageOf?.(count) ?? statements).page
      : sql`${statements.all} LIMIT ? OFFSET ?`;
  const text = sql`(SELECT s.text FROM ${PREFIXED}events e CROSS JOIN ${PREFIXED}event_texts s
    ON s.id = coalesce(e.text_of, e.id) WHERE e.id = f.id)`;
  return {
    page: newest.page,
    total: newest.total,
    isUncancellable: newest.isUncancellable === true,
    pageOf: rankedPages({
      newest: (count) => toPage(newest, count),
      oldest: (count) => toPage(inOrder({ by: "date" }, paging), count),
      rank: sql`relevance(coalesce(${text}, ''), ${JSON.stringify(search?.all ?? [])})`,
      isReversed,
    }),
  };
};
