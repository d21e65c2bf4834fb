import { hasArea, type VenueQuery, type Visibility } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { hasExtension } from "./extension-values.ts";
import { recordsWithExternalId } from "./external-ids.ts";
import type { ListStatements } from "./list-page.ts";
import { every, inTime, isVisible, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";
import { lineHoldsAll } from "./text-index.ts";
import { isByArea, isLocated, locatedVenues, withLocations } from "./venue-locations.ts";

type LinkedTable = "venues" | "organizers";

export const toLinkedStatements = (
  table: LinkedTable,
  query: VenueQuery,
  connection: Connection,
): ListStatements => {
  const from = toFrom(table, query, isByArea(connection, query.location));
  const byDistance = raw(query.order === "distance" ? "v.km, " : "");
  return {
    page: sql`SELECT l.id ${from} ORDER BY ${byDistance}l.published DESC, l.id DESC LIMIT ? OFFSET ?`,
    total: sql`SELECT count(*) ${from}`,
  };
};

const KINDS = { venues: "venue", organizers: "organizer" } as const;

/** Selects the events that are linked to `l`, as `e`, without series. More conditions can follow with AND. */
const LINKED_EVENTS = {
  venues: `SELECT 1 FROM ${PREFIX}events e INDEXED BY ${PREFIX}events_by_venue WHERE e.venue_id = l.id AND e.hidden < 2`,
  organizers: `SELECT 1 FROM ${PREFIX}event_organizers e WHERE e.organizer_id = l.id AND e.hidden < 2`,
} as const;

/** Condition that `l` is linked to this event. */
const isLinkedTo = (table: LinkedTable, eventId: number): Sql =>
  table === "venues"
    ? sql`l.id = (SELECT venue_id FROM ${PREFIXED}events WHERE id = ${eventId})`
    : sql`l.id IN (SELECT organizer_id FROM ${PREFIXED}event_organizers WHERE event_id = ${eventId})`;

/** Column of `e` that contains the id of the event. */
const EVENT_IDS = { venues: "e.id", organizers: "e.event_id" } as const;

const toFrom = (table: LinkedTable, query: VenueQuery, isNarrow: boolean): Sql => {
  const { visible, search = [], eventId, events, upcoming, extensions = [], location, externalId } = query;
  const hasEvent = (shown: Visibility, ...conditions: readonly Sql[]): Sql =>
    sql`EXISTS (${raw(LINKED_EVENTS[table])} AND ${inTime(EVENT_IDS[table])} AND ${every([isVisible("e", shown), ...conditions])})`;
  const where = every([
    inTime("l.id"),
    isVisible("l", visible),
    ...(search.length === 0 ? [] : [lineHoldsAll(KINDS[table], "l.id", search)]),
    ...when(eventId, (id) => isLinkedTo(table, id)),
    ...when(
      events,
      (wanted) => sql`${raw(wanted.linked === "any" ? "" : "NOT ")}${hasEvent(wanted.visible)}`,
    ),
    ...when(upcoming, ({ from, clock, visible: shown }) =>
      hasEvent(shown, sql`e.hidden = 0 AND e.${raw(clock === "utc" ? "utc_starts" : "starts")} >= ${from}`),
    ),
    ...when(externalId, (wanted) => sql`l.id IN (${recordsWithExternalId(KINDS[table], wanted)})`),
    ...extensions.map((filter) => hasExtension("l.id", filter)),
    ...when(location, (filter) => isLocated("l.id", filter)),
  ]);
  return sql`FROM ${toTables(table, query, isNarrow)} WHERE ${where}`;
};

/**
 * Returns the FROM clause with the records as `l` and, if the query has an area, their locations as `v`.
 * SQLite reads the tables in this order.
 */
const toTables = (
  table: LinkedTable,
  { visible, eventId, externalId, location = {} }: VenueQuery,
  isNarrow: boolean,
): Sql => {
  const isOneStatus = visible.statuses.length === 1 && visible.own === undefined;
  const isNamed = eventId !== undefined || externalId !== undefined;
  const hint = isNamed ? "NOT INDEXED" : `INDEXED BY ${PREFIX}${table}_by_${isOneStatus ? "status" : "date"}`;
  if (!hasArea(location)) return raw(`${PREFIX}${table} l ${hint}`);
  const isAreaFirst = isNarrow && !isNamed;
  const records = raw(`${PREFIX}${table} l ${isAreaFirst ? "NOT INDEXED" : hint}`);
  return withLocations(records, locatedVenues(location, isAreaFirst), "l.id", isAreaFirst);
};
