import { type EventQuery, hasArea } from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import { clockOf, LEADING } from "../event-order.ts";
import { alongValues, fewValues } from "../sortable-values.ts";
import { inTime, oneOf, PREFIXED, raw, type Sql, sql, when } from "../sql.ts";
import { isByArea, isLocated, locatedVenues, withLocations } from "../venue-locations.ts";
import { hasLink, isLink, isLinked, type Links, toLinks, toSearch } from "./conditions.ts";
import { fewEvents, withHidden } from "./member-filters.ts";

/** Tables and conditions by which the matching events are found. */
export interface Access {
  /**
   * FROM clause with the index to use: either events or their links, as `m`. Both have the columns that lists
   * filter by.
   * If the query has an area, `m` are events, and `v` are the locations of their venues.
   */
  readonly from: Sql;
  readonly conditions: readonly Sql[];
  /**
   * True if the alias `m` in `from` stands for links. A list first selects its page from the links, then
   * reads the events of the page.
   */
  readonly isByLink?: boolean;
  /** True if an event may be found more than once. */
  readonly isRepeating?: boolean;
  /** True if the alias `m` in `from` stands for all events of the date range. */
  readonly isAlongDates?: boolean;
}

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
