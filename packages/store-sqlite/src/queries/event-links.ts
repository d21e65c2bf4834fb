import { type CalendarEvent, type CountedTerms, usageChange } from "@kalends/core";
import type { Connection } from "../database/connection.ts";

/*
 * The links of events are in their JSON; the tables are the indexes that find events by them. They repeat what
 * lists look at, copied from the row of the event.
 */
const LISTING_COLUMNS = "status, author, published, hidden, featured, starts, ends, utc_starts, utc_ends";

/** What those columns hold. */
const toListing = ({ status, author, date, hideFromListings, featured, schedule }: CalendarEvent) => {
  const { start, end, utcStart, utcEnd } = schedule;
  return [status, author, date, hideFromListings, featured, start, end, utcStart, utcEnd];
};

/**
 * Brings links and usage of terms from what the event was to what its row says by now.
 * Source: rules/terms.md#term-count.
 */
export const saveLinks = (connection: Connection, event: CalendarEvent, old?: CalendarEvent): void => {
  const isListedAlike = old !== undefined && isSame(toListing(event), toListing(old));
  const hasSameOrganizers = old !== undefined && isSame(event.organizerIds, old.organizerIds);
  const hasSameTerms =
    old !== undefined && isSame(event.categoryIds, old.categoryIds) && isSame(event.tagIds, old.tagIds);
  if (!isListedAlike || !hasSameOrganizers) saveOrganizers(connection, event, old);
  if (!isListedAlike || !hasSameTerms) saveTerms(connection, event, old);
  const { lost, gained } = usageChange(event, old);
  countLess(connection, lost);
  countMore(connection, gained);
};

const isSame = (values: readonly unknown[], others: readonly unknown[]): boolean =>
  values.length === others.length && values.every((value, index) => value === others[index]);

const saveOrganizers = (
  connection: Connection,
  { id, organizerIds }: CalendarEvent,
  old: CalendarEvent | undefined,
): void => {
  if (old !== undefined) connection.run("DELETE FROM event_organizers WHERE event_id = ?", [id]);
  if (organizerIds.length === 0) return;
  connection.run(
    `INSERT OR IGNORE INTO event_organizers (organizer_id, event_id, ${LISTING_COLUMNS})
     SELECT value, events.id, ${LISTING_COLUMNS} FROM json_each(?) CROSS JOIN events WHERE events.id = ?`,
    [JSON.stringify(organizerIds), id],
  );
};

const saveTerms = (
  connection: Connection,
  { id, categoryIds, tagIds }: CalendarEvent,
  old: CalendarEvent | undefined,
): void => {
  if (old !== undefined) connection.run("DELETE FROM event_terms WHERE event_id = ?", [id]);
  const sql = `INSERT OR IGNORE INTO event_terms (term_id, taxonomy, event_id, ${LISTING_COLUMNS})
    SELECT value, ?, events.id, ${LISTING_COLUMNS} FROM json_each(?) CROSS JOIN events WHERE events.id = ?`;
  if (categoryIds.length > 0) connection.run(sql, ["category", JSON.stringify(categoryIds), id]);
  if (tagIds.length > 0) connection.run(sql, ["tag", JSON.stringify(tagIds), id]);
};

const countMore = (connection: Connection, { status, ids }: CountedTerms): void => {
  if (status === undefined || ids.length === 0) return;
  connection.run(
    `INSERT INTO term_usage (term_id, status, count) SELECT value, ?, 1 FROM json_each(?) WHERE true
     ON CONFLICT (term_id, status) DO UPDATE SET count = count + 1`,
    [status, JSON.stringify(ids)],
  );
};

const countLess = (connection: Connection, { status, ids }: CountedTerms): void => {
  if (status === undefined || ids.length === 0) return;
  const values = [status, JSON.stringify(ids)];
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

/** Takes a category or tag off every event; its usage goes with it. Source: rules/terms.md#term-deletion. */
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
