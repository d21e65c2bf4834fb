import { type EventQuery, hasArea } from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import { clockOf } from "../event-order.ts";
import { hasSeriesLink } from "../series/first-of-series.ts";
import { fewValues } from "../sortable-values.ts";
import { every, isVisible, isWithin, oneOf, PREFIXED, raw, type Sql, sql, when } from "../sql.ts";
import { matchesSearch } from "../text-index.ts";
import { isByArea, isLocated, locatedVenues, withLocations } from "../venue-locations.ts";
import { alongDates, toAccess } from "./access.ts";
import { hasLink, isLink, isListed, toLinks, toListed, toSearch } from "./conditions.ts";

/**
 * Reads all events that match a query in portions, ordered by id. If few events match, each portion collects
 * all of them. If many match, the records are scanned in the order of ids, once for all portions together.
 */

/** Maximum number of matching events that count as few. */
const FEW = 1000;

/** True if the filter that determines the index matches few events. See `toLead`. */
export const hasFew = (query: EventQuery, connection: Connection): boolean => {
  if ([query.ids, query.seriesIds, query.parentId].some((filter) => filter !== undefined)) return true;
  if (fewValues(query, connection) !== undefined) return true;
  const { text, values } =
    sql`SELECT count(*) FROM (SELECT 1 FROM ${toLead(query, connection)} LIMIT ${FEW})`;
  return connection.total(text, values) < FEW;
};

/**
 * Returns the FROM clause with the index that `toAccess` chooses, and a WHERE clause with the conditions that
 * this index contains.
 */
const toLead = (query: EventQuery, connection: Connection): Sql => {
  const { venueIds, location, start = {}, clock, visible } = query;
  const [links] = toLinks(query);
  const isInWindow = isWithin(`m.${clockOf(query)}starts`, start);
  if (venueIds !== undefined)
    return sql`${PREFIXED}events m INDEXED BY ${PREFIXED}events_by_venue WHERE ${oneOf("m.venue_id", venueIds)}`;
  if (hasArea(location) && isByArea(connection, location)) {
    const { from } = toAccess(query, connection);
    return sql`${from} WHERE ${isLocated("m.venue_id", location ?? { visible })}`;
  }
  // Links are ordered by the local clock, so the date range helps only for this clock.
  if (links !== undefined && !hasArea(location))
    return sql`${PREFIXED}${raw(links.table)} m WHERE ${every([isLink("m", links), ...(clock === "local" ? [isInWindow] : [])])}`;
  const isOneStatus = visible.statuses.length === 1 && visible.own === undefined;
  return sql`${alongDates(query)} WHERE ${isListed(query)} AND ${isInWindow} AND ${isOneStatus ? isVisible("m", visible) : raw("1")}`;
};

/**
 * Statement that selects the ids of single events and series after an id, ascending. It ends with `LIMIT ?`.
 */
export const toNamed = (query: EventQuery, connection: Connection, afterId: number): Sql => {
  const { from, conditions, isByLink } = toAccess(query, connection);
  const id = isByLink ? "m.event_id" : "m.id";
  const named = raw(`coalesce(m.series_id, ${id})`);
  return sql`SELECT DISTINCT ${named} AS named FROM ${from}
    WHERE ${every([...toListed(query), ...conditions])} AND ${named} > ${afterId} ORDER BY named LIMIT ?`;
};

/** Maximum number of records, and of series among them, that are scanned in one step. */
const [RECORDS, SERIES] = [2000, 50];
const NTH_RECORD = `SELECT id FROM ${PREFIX}records WHERE id > ? ORDER BY id LIMIT 1 OFFSET ${RECORDS - 1}`;
const NTH_SERIES = `SELECT id FROM ${PREFIX}series WHERE id > ? ORDER BY id LIMIT 1 OFFSET ${SERIES - 1}`;

interface Stretch {
  /** Ids of matching single events and series, ascending. */
  readonly ids: readonly number[];
  /**
   * Last id of the scanned range; `undefined` if no more records follow. If `ids` has as many entries as the
   * limit, more ids up to `until` may match.
   */
  readonly until: number | undefined;
}

/** Continues the scan after an id. */
export const scan = (query: EventQuery, connection: Connection, afterId: number, limit: number): Stretch => {
  const [record, series] = [NTH_RECORD, NTH_SERIES].map((statement) =>
    connection.value<number>(statement, [afterId]),
  );
  const end = Math.min(record ?? Number.MAX_SAFE_INTEGER, series ?? Number.MAX_SAFE_INTEGER);
  const find = (toStatement: typeof toSingles, until: number): readonly number[] => {
    const { text, values } = toStatement(query, connection, afterId, until);
    return connection.column<number>(text, [...values, limit]);
  };
  const singles = find(toSingles, end);
  const last = singles.length < limit ? end : (singles.at(-1) ?? end);
  const ids = [...new Set([...singles, ...find(toSeries, last)])].sort((a, b) => a - b);
  return { ids: ids.slice(0, limit), until: end === Number.MAX_SAFE_INTEGER ? undefined : end };
};

/**
 * Returns a FROM clause with the events as `m`, and the locations of their venues if the query has an area.
 */
const withVenues = ({ location }: EventQuery, events: Sql): Sql =>
  hasArea(location)
    ? withLocations(events, locatedVenues(location ?? {}, false), "m.venue_id", false)
    : events;

const conditionsOf = (query: EventQuery): readonly Sql[] => [
  ...toListed(query),
  ...toLinks(query).map((links) => hasLink("m.id", links)),
  ...when(query.venueIds, (list) => oneOf("m.venue_id", list)),
  ...when(query.location, (filter) => isLocated("m.venue_id", filter)),
];

const toSingles = (query: EventQuery, connection: Connection, afterId: number, until: number): Sql => {
  const extent = { firstId: afterId + 1, lastId: until, count: RECORDS };
  const where = every([
    sql`m.id > ${afterId} AND m.id <= ${until}`,
    ...conditionsOf(query),
    raw("m.series_id IS NULL"),
    ...toSearch("m", "id", query, connection, extent),
  ]);
  return sql`SELECT m.id FROM ${withVenues(query, raw(`${PREFIX}events m NOT INDEXED`))} WHERE ${where} ORDER BY m.id LIMIT ?`;
};

const toSeries = (query: EventQuery, connection: Connection, afterId: number, until: number): Sql => {
  const { visible, venueIds, search } = query;
  const extent = { firstId: afterId + 1, lastId: until, count: SERIES };
  const occurrences = raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_series_${clockOf(query)}start`);
  const matches = every([
    raw("m.series_id = s.id"),
    ...conditionsOf(query),
    ...toSearch("m", "id", query, connection),
  ]);
  // In the trash, the occurrences of a series may have other links than the event of the series.
  // The links of a series are those of its occurrences that are not hidden.
  const isLinkedAlike =
    query.hidden === undefined && ![...visible.statuses, ...(visible.own?.statuses ?? [])].includes("trash");
  const where = every([
    sql`s.id > ${afterId} AND s.id <= ${until}`,
    ...(isLinkedAlike
      ? [
          ...toLinks(query).map(({ column, ids }) =>
            hasSeriesLink(column === "organizer_id" ? "organizer" : "term", ids),
          ),
          ...when(venueIds, (list) => hasSeriesLink("venue", list)),
        ]
      : []),
    ...when(
      search,
      (wanted) => sql`(s.has_own_texts = 1 OR ${matchesSearch(connection, "event", "s.id", wanted, extent)})`,
    ),
    sql`EXISTS (SELECT 1 FROM ${withVenues(query, occurrences)} WHERE ${matches})`,
  ]);
  return sql`SELECT s.id FROM ${PREFIXED}series s WHERE ${where} ORDER BY s.id LIMIT ?`;
};
