import {
  type EventQuery,
  hasArea,
  isValueOrder,
  type MemberOrder,
  type Paging,
  type ValueOrder,
  type WallClockRange,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { countByMonths, extentOf, startOfPage } from "./event-months.ts";
import {
  along,
  clockOf,
  datesOf,
  directionOf,
  isMemberOrder,
  LEADING,
  ORDERED,
  toOrder,
} from "./event-order.ts";
import {
  extentOfWindow,
  hasLink,
  isLink,
  isLinked,
  type Links,
  toLinks,
  toListed,
  toSearch,
} from "./events/conditions.ts";
import { fewEvents, withHidden } from "./events/member-filters.ts";
import { byRelevance, chosenPage } from "./events/member-lists.ts";
import type { ListStatements } from "./list-page.ts";
import { hasSeriesLink, isBySeries, mergedWithFirsts, rankedFirsts } from "./series/first-of-series.ts";
import { alongValues, fewValues, hasValue, valuesOfOrder } from "./sortable-values.ts";
import { every, inTime, oneOf, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";
import { isIndexed, isShort, matchesSearch } from "./text-index.ts";
import { isByArea, isLocated, locatedVenues, withLocations } from "./venue-locations.ts";

/** Tables and conditions by which the matching events are found. */
export interface Access {
  /**
   * FROM clause with the index to use: either events or their links, as `m`. Both have the columns that lists
   * filter by.
   * If the query has an area, `m` are events, and `v` are the locations of their venues.
   */
  readonly from: Sql;
  readonly conditions: readonly Sql[];
  /** True if `m` are links. A list then reads the events of its page afterwards. */
  readonly isByLink?: boolean;
  /** True if an event may be found more than once. */
  readonly isRepeating?: boolean;
  /** True if `m` are all events of the date range. */
  readonly isAlongDates?: boolean;
}

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
  // The total does not depend on the order, and the table with counts of months may contain it.
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
  const total = sql`SELECT count(${raw(isRepeating ? `DISTINCT m.${id}` : "*")}) ${toFound(from)}`;
  if (isValueOrder(query.order) && isAlongDates === true && isWide(query, connection))
    return { ...toValueParts(query, query.order, conditions), total };
  const { join: joined, leading, key } = toOrder(query, `m.${id}`);
  const keys = [...datesOf(query), id].map((column) => `m.${column}`);
  const columns = [`${keys.at(-1)} AS id`, ...keys.slice(0, -1), ...key].join(", ");
  const all = sql`SELECT ${raw(isRepeating ? "DISTINCT " : "")}${raw(columns)} ${toFound(sql`${from}${joined}`)}
    ORDER BY ${raw([...leading, ...along(query, keys)].join(", "))}`;
  return { page: sql`${all} LIMIT ? OFFSET ?`, total, ...bySearch(query, all, connection) };
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

/** True if the table with counts of months contains all filters of the query. */
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

/** Returns the FROM clause for events in the order of their start. */
export const alongDates = (query: EventQuery): Sql => {
  const { visible, authors, hidden } = query;
  const isOneStatus = visible.statuses.length === 1 && visible.own === undefined && authors === undefined;
  if (hidden !== undefined) return withHidden(hidden, `${PREFIX}events_by_${clockOf(query)}start`);
  return raw(
    `${PREFIX}events m INDEXED BY ${PREFIX}events_by_${isOneStatus ? "status_" : ""}${clockOf(query)}start`,
  );
};

/**
 * Chooses the index by the filter that selects the fewest events: id or series, link, parent, venue, area,
 * value range, then date. In a query with an area, links never determine the index.
 * The index is named explicitly, because SQLite has no better information about the data.
 * A value range of prices or plugin fields counts only if few values match. Searches and other filters on
 * plugin fields never determine the index, because almost all events may match them. Testing each event of a
 * date range takes little longer than counting these events.
 */
export const toAccess = (query: EventQuery, connection: Connection): Access => {
  const [leading, ...others] = toLinks(query);
  const isFew = query.ids !== undefined || query.seriesIds !== undefined;
  return leading !== undefined && !isFew && !hasArea(query.location)
    ? toLinkAccess(query, leading, others, connection)
    : toEventAccess(query, connection);
};

const toLinkAccess = (
  query: EventQuery,
  leading: Links,
  others: readonly Links[],
  connection: Connection,
): Access => ({
  from: raw(`${PREFIX}${leading.table} m`),
  isByLink: true,
  isRepeating: leading.ids.length !== 1,
  conditions: [
    isLink("m", leading),
    // An organizer has few events, so the other link filters are tested for each of these events.
    ...others.map((links) =>
      leading.column === "organizer_id" ? hasLink("m.event_id", links) : isLinked("m.event_id", links, query),
    ),
    ...when(query.parentId, (id) => ofEvents(sql`parent_id = ${id}`)),
    ...when(query.venueIds, (list) => ofEvents(oneOf("venue_id", list))),
    ...when(query.location, (filter) =>
      isLocated(`(SELECT venue_id FROM ${PREFIX}events WHERE id = m.event_id)`, filter),
    ),
    ...toSearch("m", "event_id", query, connection),
  ],
});

const toEventAccess = (query: EventQuery, connection: Connection): Access => {
  const { ids, seriesIds, parentId, venueIds, location } = query;
  const isFew = [ids, seriesIds, parentId, venueIds].some((filter) => filter !== undefined);
  const isAreaFirst = !isFew && isByArea(connection, location);
  const few = isFew || hasArea(location) ? undefined : fewValues(query, connection);
  const lead = isFew || hasArea(location) || few !== undefined ? undefined : fewEvents(query, connection);
  const events = few === undefined ? (lead ?? toEvents(query, isAreaFirst)) : alongValues(few, LEADING);
  return {
    from: hasArea(location)
      ? withLocations(events, locatedVenues(location ?? {}, isAreaFirst), "m.venue_id", isAreaFirst)
      : events,
    conditions: [
      ...when(few, ({ condition }) => condition(LEADING)),
      ...when(ids, (list) => oneOf("m.id", list)),
      ...when(seriesIds, (list) => oneOf("m.series_id", list)),
      ...toLinks(query).map((links) => (isFew ? hasLink("m.id", links) : isLinked("m.id", links, query))),
      ...when(parentId, (id) => sql`m.parent_id = ${id}`),
      ...when(venueIds, (list) => oneOf("m.venue_id", list)),
      ...when(location, (filter) => isLocated("m.venue_id", filter)),
      ...toSearch("m", "id", query, connection),
    ],
    isAlongDates: !isFew && !hasArea(location) && few === undefined && lead === undefined,
  };
};

const toEvents = (query: EventQuery, isAreaFirst: boolean): Sql => {
  if (query.ids !== undefined) return raw(`${PREFIX}events m NOT INDEXED`);
  if (query.seriesIds !== undefined)
    return raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_series_${clockOf(query)}start`);
  if (query.parentId !== undefined) return raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_parent`);
  if (query.venueIds !== undefined || isAreaFirst)
    return raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_venue`);
  return alongDates(query);
};

/** Returns a condition for columns that only the table of events has. */
const ofEvents = (condition: Sql): Sql =>
  sql`+m.event_id IN (SELECT id FROM ${PREFIXED}events WHERE ${inTime("id")} AND ${condition})`;
