import type { CalendarEvent } from "@kalends/core";
import type { Connection } from "./connection.ts";

/** The links of events are in their JSON; the tables beside it are the indexes that find events by them. */
type Links = Pick<CalendarEvent, "status" | "hideFromListings" | "categoryIds" | "tagIds" | "organizerIds">;

const NO_LINKS: Links = { status: "", hideFromListings: true, categoryIds: [], tagIds: [], organizerIds: [] };

const toTermIds = (event: Links): string =>
  JSON.stringify([...new Set([...event.categoryIds, ...event.tagIds])]);

/** Brings the link tables and the usage of terms from what the event was to what it is. */
export const saveLinks = (connection: Connection, event: CalendarEvent, old: Links = NO_LINKS): void => {
  const [termIds, oldTermIds] = [toTermIds(event), toTermIds(old)];
  if (termIds !== oldTermIds) saveIds(connection, "event_terms", "term_id", event.id, termIds);
  const [organizerIds, oldOrganizerIds] = [event.organizerIds, old.organizerIds].map((ids) =>
    JSON.stringify(ids),
  );
  if (organizerIds !== undefined && organizerIds !== oldOrganizerIds) {
    saveIds(connection, "event_organizers", "organizer_id", event.id, organizerIds);
  }
  if (
    termIds === oldTermIds &&
    event.status === old.status &&
    event.hideFromListings === old.hideFromListings
  ) {
    return;
  }
  if (!old.hideFromListings) countLess(connection, old.status, oldTermIds);
  if (!event.hideFromListings) countMore(connection, event.status, termIds);
};

const saveIds = (
  connection: Connection,
  table: "event_terms" | "event_organizers",
  column: "term_id" | "organizer_id",
  eventId: number,
  ids: string,
): void => {
  connection.run(`DELETE FROM ${table} WHERE event_id = ?`, [eventId]);
  connection.run(`INSERT OR IGNORE INTO ${table} (${column}, event_id) SELECT value, ? FROM json_each(?)`, [
    eventId,
    ids,
  ]);
};

const countMore = (connection: Connection, status: string, termIds: string): void => {
  connection.run(
    `INSERT INTO term_usage (term_id, status, count) SELECT value, ?, 1 FROM json_each(?) WHERE true
     ON CONFLICT (term_id, status) DO UPDATE SET count = count + 1`,
    [status, termIds],
  );
};

const countLess = (connection: Connection, status: string, termIds: string): void => {
  const values = [status, termIds];
  const which = "WHERE status = ? AND term_id IN (SELECT value FROM json_each(?))";
  connection.run(`DELETE FROM term_usage ${which} AND count = 1`, values);
  connection.run(`UPDATE term_usage SET count = count - 1 ${which}`, values);
};

export const unlinkVenue = (connection: Connection, venueId: number): void => {
  connection.run(
    "UPDATE events SET venue_id = NULL, json = json_remove(json, '$.venueId') WHERE venue_id = ?",
    [venueId],
  );
};

export const unlinkOrganizer = (connection: Connection, organizerId: number): void => {
  connection.run(
    `UPDATE events SET json = ${without("organizerIds")}
     WHERE id IN (SELECT event_id FROM event_organizers WHERE organizer_id = ?)`,
    [organizerId, organizerId],
  );
  connection.run("DELETE FROM event_organizers WHERE organizer_id = ?", [organizerId]);
};

/** Takes a category or tag off every event; its usage goes with it. */
export const unlinkTerm = (connection: Connection, termId: number): void => {
  const which = "WHERE id IN (SELECT event_id FROM event_terms WHERE term_id = ?)";
  for (const member of ["categoryIds", "tagIds"] as const) {
    connection.run(`UPDATE events SET json = ${without(member)} ${which}`, [termId, termId]);
  }
  connection.run("DELETE FROM event_terms WHERE term_id = ?", [termId]);
  connection.run("DELETE FROM term_usage WHERE term_id = ?", [termId]);
};

/** The event's JSON with one id taken out of a list, the others in their order. */
const without = (member: "organizerIds" | "categoryIds" | "tagIds"): string =>
  `json_set(json, '$.${member}', json((
    SELECT json_group_array(value ORDER BY key) FROM json_each(events.json, '$.${member}') WHERE value <> ?
  )))`;
