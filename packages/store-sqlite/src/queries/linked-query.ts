import {
  hasArea,
  type LinkedQuery,
  type OrderMember,
  type VenueQuery,
  type Visibility,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { hasExtension, hasOrigin } from "./extension-values.ts";
import { recordsWithExternalId } from "./external-ids.ts";
import type { ListStatements } from "./list-page.ts";
import { rankedPages } from "./ranked-pages.ts";
import { every, inTime, isVisible, oneOf, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";
import { lineHoldsAll } from "./text-index.ts";
import { isByArea, isLocated, locatedVenues, withLocations } from "./venue-locations.ts";

type LinkedTable = "venues" | "organizers";

export const toLinkedStatements = (
  table: LinkedTable,
  query: VenueQuery,
  connection: Connection,
): ListStatements => {
  const isNarrow = isByArea(connection, query.location);
  const from = toFrom(table, query, isNarrow);
  const total = sql`SELECT count(*) ${from}`;
  const { order } = query;
  if (order === undefined) return { page: inOrderOf(from, NEWEST, false), total };
  const { by, descending = false } = order === "distance" ? { by: order } : order;
  if (by === "relevance") return byRelevance(table, query, from, descending);
  return { page: inOrderOf(toFrom(table, query, isNarrow, by), KEYS[by], descending), total };
};

const NEWEST = ["l.published DESC", "l.id DESC"];

/** Terms of ORDER BY for each order that needs no ranking, ascending. */
const KEYS = {
  title: ["l.title ASC", "l.id ASC"],
  modified: ["l.modified_utc ASC", "l.id ASC"],
  date: ["l.published ASC", "l.id ASC"],
  id: ["l.id ASC"],
  distance: ["v.km ASC", ...NEWEST],
} as const;

const reversed = (term: string): string =>
  term.endsWith(" ASC") ? term.replace(/ASC$/, "DESC") : term.replace(/DESC$/, "ASC");

const inOrderOf = (from: Sql, terms: readonly string[], isReversed: boolean): Sql =>
  sql`SELECT l.id ${from} ORDER BY ${raw((isReversed ? terms.map(reversed) : terms).join(", "))} LIMIT ? OFFSET ?`;

/** Returns the statements of a list by relevance: see `rankedPages`. */
const byRelevance = (
  table: LinkedTable,
  { search = [] }: LinkedQuery,
  from: Sql,
  isReversed: boolean,
): ListStatements => {
  const total = sql`SELECT count(*) ${from}`;
  const newest = inOrderOf(from, NEWEST, false);
  const text = raw(`(SELECT text FROM ${PREFIX}${KINDS[table]}_texts s WHERE s.id = f.id)`);
  return {
    page: newest,
    total,
    pageOf: rankedPages({
      newest: () => newest,
      oldest: () => inOrderOf(from, NEWEST, true),
      rank: sql`relevance(coalesce(${text}, ''), ${JSON.stringify(search)})`,
      isReversed,
    }),
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

/** Returns the FROM and WHERE clause; `by` is the order whose index is used if no filter finds few records. */
const toFrom = (table: LinkedTable, query: VenueQuery, isNarrow: boolean, by?: OrderMember): Sql => {
  const {
    visible,
    search = [],
    eventId,
    events,
    upcoming,
    extensions = [],
    origin,
    location,
    externalId,
    authors,
    modified: { after, before } = {},
    hasImage,
  } = query;
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
    ...when(origin, (filter) => hasOrigin("l.id", filter)),
    ...when(location, (filter) => isLocated("l.id", filter)),
    ...when(authors, (ids) => oneOf("l.author", ids)),
    ...when(after, (time) => sql`l.modified_utc > ${time}`),
    ...when(before, (time) => sql`l.modified_utc < ${time}`),
    ...when(hasImage, (wanted) => raw(`l.image_id IS ${wanted ? "NOT " : ""}NULL`)),
  ]);
  return sql`FROM ${toTables(table, query, isNarrow, by)} WHERE ${where}`;
};

/**
 * Returns the FROM clause with the records as `l` and, if the query has an area, their locations as `v`.
 * SQLite reads the tables in this order.
 */
const toTables = (
  table: LinkedTable,
  { visible, eventId, externalId, authors, location = {} }: VenueQuery,
  isNarrow: boolean,
  by: OrderMember | undefined,
): Sql => {
  const isOneStatus = visible.statuses.length === 1 && visible.own === undefined && authors === undefined;
  const isNamed = eventId !== undefined || externalId !== undefined;
  const index = by === "title" || by === "modified" ? by : isOneStatus ? "status" : "date";
  const hint = isNamed ? "NOT INDEXED" : `INDEXED BY ${PREFIX}${table}_by_${index}`;
  if (!hasArea(location)) return raw(`${PREFIX}${table} l ${hint}`);
  const isAreaFirst = isNarrow && !isNamed;
  const records = raw(`${PREFIX}${table} l ${isAreaFirst ? "NOT INDEXED" : hint}`);
  return withLocations(records, locatedVenues(location, isAreaFirst), "l.id", isAreaFirst);
};
