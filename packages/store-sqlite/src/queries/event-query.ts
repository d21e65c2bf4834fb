import {
  type EventQuery,
  isValueOrder,
  type MemberOrder,
  type Paging,
  type ValueOrder,
  type WallClockRange,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { countByMonths, extentOf, startOfPage } from "./event-months.ts";
import { along, clockOf, datesOf, directionOf, isMemberOrder, ORDERED, toOrder } from "./event-order.ts";
import { alongDates, toAccess } from "./events/access.ts";
import { extentOfWindow, hasLink, toLinks, toListed, toSearch } from "./events/conditions.ts";
import { BY_CHANGE } from "./events/member-filters.ts";
import { byRelevance, chosenPage } from "./events/member-lists.ts";
import type { ListStatements } from "./list-page.ts";
import { hasSeriesLink, isBySeries, mergedWithFirsts, rankedFirsts } from "./series/first-of-series.ts";
import { alongValues, hasValue, valuesOfOrder } from "./sortable-values.ts";
import { every, inTime, oneOf, raw, type Sql, sql, when } from "./sql.ts";
import { isIndexed, isShort, matchesSearch } from "./text-index.ts";

export const toEventStatements = (query: EventQuery, connection: Connection): ListStatements => {
  if (isMemberOrder(query.order)) return toMemberStatements(query, query.order, connection);
  if (isPlain(query)) return toPlainStatements(query, connection);
  if (isBySeries(query, connection)) return toMergedStatements(query, connection);
  return toSortedStatements(query, connection);
};

/** Returns the statements of a list in the order of a member. */
const toMemberStatements = (
  query: EventQuery,
  order: MemberOrder,
  connection: Connection,
): ListStatements => {
  const { by, descending } = order;
  const inOrder = (other: EventQuery["order"], paging?: Paging): ListStatements =>
    toEventStatements({ ...query, ...paging, order: other }, connection);
  if (by === "relevance") return byRelevance(query, descending === true, inOrder);
  if ((by === "start" || by === "distance") && descending !== true) return inOrder(by);
  const sorted = toSortedStatements(query, connection);
  // The total does not depend on the order, and `kalends_event_months` may contain it.
  const { total } = query.firstOfSeries === true ? sorted : inOrder("start");
  return { ...sorted, total, pageOf: chosenPage(query, order, sorted.page, connection) };
};

/** Returns the statements that find all matches by one index and sort them. */
const toSortedStatements = (query: EventQuery, connection: Connection): ListStatements => {
  const { from, conditions, isByLink, isRepeating, isAlongDates } = toAccess(query, connection);
  const id = isByLink ? "event_id" : "id";
  const where = every([inTime(`m.${id}`), ...toListed(query), ...conditions]);
  const toFound = (tables: Sql): Sql => sql`FROM ${tables} WHERE ${where}`;
  if (query.firstOfSeries === true) return rankedFirsts(query, id, toFound, from);
  const total =
    query.hidden === "include"
      ? totalOfBoth(query, connection)
      : sql`SELECT count(${raw(isRepeating ? `DISTINCT m.${id}` : "*")}) ${toFound(toCounted(query, isAlongDates, from))}`;
  if (isValueOrder(query.order) && isAlongDates === true && isWide(query, connection))
    return { ...toValueParts(query, query.order, conditions), total };
  const { join: joined, leading, key } = toOrder(query, `m.${id}`);
  const keys = [...datesOf(query), id].map((column) => `m.${column}`);
  const columns = [`${keys.at(-1)} AS id`, ...keys.slice(0, -1), ...key].join(", ");
  const all = sql`SELECT ${raw(isRepeating ? "DISTINCT " : "")}${raw(columns)} ${toFound(sql`${from}${joined}`)}
    ORDER BY ${raw([...leading, ...along(query, keys)].join(", "))}`;
  return { page: sql`${all} LIMIT ? OFFSET ?`, total, ...bySearch(query, all, connection) };
};

/** Returns the FROM clause with which the matches are counted; `from` is that of the page. */
const toCounted = ({ modified, hidden }: EventQuery, isAlongDates: boolean | undefined, from: Sql): Sql =>
  isAlongDates === true && modified !== undefined && hidden === undefined ? BY_CHANGE : from;

/** Counts the matches that are hidden from lists and those that are not. */
const totalOfBoth = ({ hidden: _hidden, ...query }: EventQuery, connection: Connection): Sql => {
  const totalOf = (part: EventQuery): Sql => toEventStatements({ ...part, order: "start" }, connection).total;
  return sql`SELECT (${totalOf(query)}) + (${totalOf({ ...query, hidden: "only" })})`;
};

/**
 * Number of events above which reading all values in order is faster than sorting the events of the date
 * range.
 */
const WIDE = 5000;

/**
 * True if the date range has many events. A search with the text index is excluded, because it collects its
 * matches anyway.
 */
const isWide = (query: EventQuery, connection: Connection): boolean =>
  query.search?.all.some(isIndexed) !== true && extentOf(connection, query).count >= WIDE;

/**
 * Returns the statements for the two parts of a list sorted by a value: first the events with a value in its
 * order, then the events without one by date.
 */
const toValueParts = (
  query: EventQuery,
  order: ValueOrder,
  conditions: readonly Sql[],
): Omit<ListStatements, "total"> => {
  const values = valuesOfOrder(order);
  const where = every([inTime("m.id"), ...toListed(query), ...conditions]);
  const first = sql`FROM ${alongValues(values, ORDERED)} WHERE ${values.condition(ORDERED)} AND ${where}`;
  const dates = [...datesOf(query), "id"].map((column) => `m.${column}`).join(", ");
  return {
    page: sql`SELECT m.id ${first} ORDER BY ${raw(`${ORDERED}.${values.value}${directionOf(order)}, ${dates}`)} LIMIT ? OFFSET ?`,
    rest: {
      page: sql`SELECT m.id FROM ${alongDates(query)} WHERE ${where} AND NOT ${hasValue("m.id", values)}
        ORDER BY ${raw(dates)} LIMIT ? OFFSET ?`,
      before: sql`SELECT count(*) ${first}`,
    },
  };
};

/**
 * For a search with the text index: returns a statement that selects all matches (`all`) if the date range
 * has few events. Otherwise marks the query as uncancellable, because the query may compare long lists of ids
 * without returning a row. Returns an empty object for a query without such a search.
 */
const bySearch = (
  query: EventQuery,
  all: Sql,
  connection: Connection,
): Pick<ListStatements, "all" | "isUncancellable"> => {
  if (query.search?.all.some(isIndexed) !== true) return {};
  // If the index is searched for the total anyway, the page is read with the same statement.
  return isShort(extentOfWindow(query, connection)) ? { all } : { isUncancellable: true };
};

/**
 * True if `kalends_event_months`, the number of events of each month, has columns for all filters of the
 * query, and the query sorts by start.
 */
const isPlain = (query: EventQuery): boolean => {
  const { visible, end, search, ids, parentId, location, cost, extensions = [], order } = query;
  const { seriesIds, firstOfSeries, origin, authors, modified, hasImage, hidden } = query;
  const others = [
    authors,
    modified,
    hasImage,
    hidden,
    origin,
    visible.own,
    end,
    search,
    query.venueIds,
    ids,
    parentId,
    location,
    cost,
    seriesIds,
  ];
  return (
    order === "start" &&
    firstOfSeries !== true &&
    extensions.length + toLinks(query).length === 0 &&
    others.every((condition) => condition === undefined)
  );
};

const toPlainStatements = (query: EventQuery, connection: Connection): ListStatements => {
  const within = (start: WallClockRange): Sql =>
    sql`FROM ${alongDates(query)} WHERE ${every(toListed({ ...query, start }))}`;
  const countWithin = (range: WallClockRange): Sql => sql`SELECT count(*) ${within(range)}`;
  const { start, skipped } = startOfPage(connection, query, countWithin);
  return {
    page: sql`SELECT m.id ${within(start)} ORDER BY ${raw(`m.${clockOf(query)}starts`)}, m.published, m.id LIMIT ? OFFSET ?`,
    total: countByMonths(query, countWithin),
    skipped,
  };
};

/**
 * Returns the statements that merge single events, sorted by date, with the first occurrence of each series.
 */
const toMergedStatements = (query: EventQuery, connection: Connection): ListStatements => {
  const single = raw("m.series_id IS NULL");
  const { firstOfSeries: _, ...others } = query;
  const { from, conditions, isByLink, isRepeating } = toAccess(others, connection);
  const id = isByLink ? "m.event_id" : "m.id";
  const where = every([inTime(id), ...toListed(query), single, ...conditions]);
  const countWithin = (start: WallClockRange): Sql =>
    sql`SELECT count(*) FROM ${alongDates(query)} WHERE ${every([...toListed({ ...query, start }), single])}`;
  const links = toLinks(query);
  return mergedWithFirsts(query, {
    singles: sql`FROM ${from} WHERE ${where}`,
    id,
    count: isPlain(others)
      ? countByMonths(query, countWithin, true)
      : sql`SELECT count(${raw(isRepeating ? `DISTINCT ${id}` : "*")}) FROM ${from} WHERE ${where}`,
    isRepeating: isRepeating === true,
    occurrence: every([
      inTime("m.id"),
      ...toListed(query),
      ...links.map((each) => hasLink("m.id", each)),
      ...when(query.venueIds, (list) => oneOf("m.venue_id", list)),
      ...toSearch("m", "id", query, connection),
    ]),
    series: every([
      ...links.map((each) => hasSeriesLink(each.column === "organizer_id" ? "organizer" : "term", each.ids)),
      ...when(query.venueIds, (list) => hasSeriesLink("venue", list)),
      ...when(
        query.search,
        (search) =>
          sql`(s.has_own_texts = 1 OR ${matchesSearch(connection, "event", "s.id", search, extentOfWindow(query, connection))})`,
      ),
    ]),
    isUncancellable: bySearch(query, raw(""), connection).isUncancellable === true,
  });
};
