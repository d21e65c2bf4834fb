import {
  foldName,
  hasArea,
  type LinkedRepository,
  type Organizer,
  type OrganizerRepository,
  organizerSearchFields,
  type Venue,
  type VenueQuery,
  type VenueRepository,
  type Visibility,
  venueSearchFields,
} from "@kalends/core";
import type { Connection } from "../database/connection.ts";
import type { Session } from "../database/transactions.ts";
import { hasExtension, saveExtensionValues } from "../queries/extension-values.ts";
import { every, isVisible, raw, type Sql, sql, when } from "../queries/sql.ts";
import { lineHoldsAll, saveText } from "../queries/text-index.ts";
import {
  isByArea,
  isLocated,
  locatedVenues,
  saveLocation,
  withLocations,
} from "../queries/venue-locations.ts";
import { createPostRepository, isSlugTaken, SOURCES, toPostColumns } from "./post-repository.ts";
import { createReader, reserveId, saveRow } from "./records.ts";

/** What is different between venues and organizers. */
interface LinkedKind<T> {
  readonly kind: "venue" | "organizer";
  readonly table: "venues" | "organizers";
  searchFields(record: T): readonly string[];
  /** The events linked to `l`, as `e`, up to a WHERE clause that may be continued with AND. */
  readonly linkedEvents: string;
  /** `l` is linked to this event. */
  isLinkedTo(eventId: number): Sql;
  /** Keeps what only this kind is found by. */
  saveMore?(connection: Connection, record: T): void;
}

/** What the repositories of venues and organizers have in common. */
const createLinkedRepository = <T extends Venue | Organizer>(
  session: Session,
  linked: LinkedKind<T>,
): LinkedRepository<T, VenueQuery> => {
  const { kind, table, searchFields } = linked;
  return {
    ...createPostRepository<T, VenueQuery>(session, table, (query, connection) => {
      const from = toFrom(linked, query, isByArea(connection, query.location));
      const byDistance = raw(query.order === "distance" ? "v.km, " : "");
      return {
        page: sql`SELECT l.id ${from} ORDER BY ${byDistance}l.published DESC, l.id DESC LIMIT ? OFFSET ?`,
        total: sql`SELECT count(*) ${from}`,
      };
    }),
    save: (record) =>
      session.write((connection, deferred) => {
        if (isSlugTaken(connection, table, record)) return false;
        const isNew = reserveId(connection, kind, record.id);
        saveRow(connection, table, {
          ...toPostColumns(record),
          folded_name: foldName(record.name),
          folded_description: foldName(record.description),
          json: JSON.stringify(record),
        });
        saveText(
          connection,
          deferred,
          { index: kind, id: record.id, isNew },
          searchFields(record).join("\n"),
        );
        saveExtensionValues(connection, record, isNew);
        linked.saveMore?.(connection, record);
        return true;
      }),
    findDuplicate(name, description, visible) {
      const { text, values } = every([
        sql`status <> 'trash' AND folded_name = ${foldName(name)}`,
        ...when(description, (wanted) => sql`folded_description = ${foldName(wanted)}`),
        ...when(visible, (shown) => isVisible(table, shown)),
      ]);
      return createReader<T>(session, SOURCES[table]).one(
        `SELECT id FROM ${table} INDEXED BY ${table}_by_name WHERE ${text} ORDER BY id LIMIT 1`,
        values,
      );
    },
  };
};

export const createVenueRepository = (session: Session): VenueRepository =>
  createLinkedRepository(session, {
    kind: "venue",
    table: "venues",
    searchFields: venueSearchFields,
    linkedEvents: "SELECT 1 FROM events e INDEXED BY events_by_venue WHERE e.venue_id = l.id",
    isLinkedTo: (eventId) => sql`l.id = (SELECT venue_id FROM events WHERE id = ${eventId})`,
    saveMore: saveLocation,
  });

export const createOrganizerRepository = (session: Session): OrganizerRepository =>
  createLinkedRepository(session, {
    kind: "organizer",
    table: "organizers",
    searchFields: organizerSearchFields,
    linkedEvents: "SELECT 1 FROM event_organizers e WHERE e.organizer_id = l.id",
    isLinkedTo: (eventId) =>
      sql`l.id IN (SELECT organizer_id FROM event_organizers WHERE event_id = ${eventId})`,
  });

const toFrom = <T>(linked: LinkedKind<T>, query: VenueQuery, isNarrow: boolean): Sql => {
  const { visible, search = [], eventId, events, upcoming, extensions = [], location } = query;
  const hasEvent = (shown: Visibility, ...conditions: readonly Sql[]): Sql =>
    sql`EXISTS (${raw(linked.linkedEvents)} AND ${every([isVisible("e", shown), ...conditions])})`;
  const where = every([
    isVisible("l", visible),
    ...(search.length === 0 ? [] : [lineHoldsAll(linked.kind, "l.id", search)]),
    ...when(eventId, linked.isLinkedTo),
    ...when(
      events,
      (wanted) => sql`${raw(wanted.linked === "any" ? "" : "NOT ")}${hasEvent(wanted.visible)}`,
    ),
    ...when(upcoming, ({ from, clock, visible: shown }) =>
      hasEvent(shown, sql`e.hidden = 0 AND e.${raw(clock === "utc" ? "utc_starts" : "starts")} >= ${from}`),
    ),
    ...extensions.map((filter) => hasExtension("l.id", filter)),
    ...when(location, (filter) => isLocated("l.id", filter)),
  ]);
  return sql`FROM ${toTables(linked.table, query, isNarrow)} WHERE ${where}`;
};

/** The records as `l` and, where an area is asked for, where they are as `v`; the order is the way in. */
const toTables = (
  table: LinkedKind<never>["table"],
  { visible, eventId, location = {} }: VenueQuery,
  isNarrow: boolean,
): Sql => {
  const isOneStatus = visible.statuses.length === 1 && visible.own === undefined;
  const hint =
    eventId === undefined ? `INDEXED BY ${table}_by_${isOneStatus ? "status" : "date"}` : "NOT INDEXED";
  if (!hasArea(location)) return raw(`${table} l ${hint}`);
  const isAreaFirst = isNarrow && eventId === undefined;
  const records = raw(`${table} l ${isAreaFirst ? "NOT INDEXED" : hint}`);
  return withLocations(records, locatedVenues(location, isAreaFirst), "l.id", isAreaFirst);
};
