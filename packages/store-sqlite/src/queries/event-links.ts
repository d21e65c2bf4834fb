import type { CalendarEvent, Taxonomy, Term } from "@kalends/core";
import { type EventLink, usageChange } from "@kalends/core/storage";
import type { Connection, Value } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { hiddenOf, isRow, type StoredEvent, textOf } from "./series/stored-event.ts";
import type { UsageCounts } from "./usage-counts.ts";

/**
 * Returns the SQL that increases the revision of a record. A record whose links change because another record
 * is written counts as written.
 * Source: rules/interface.md#revisions.
 */
export const toRevised = (json: string, path = "$.revision"): string =>
  `json_set(${json}, '${path}', coalesce(json ->> '${path}', 0) + 1)`;

export const OWN_REVISION = "$.occurrence.revision";

/**
 * Columns of events that the link tables repeat, because lists filter by them. The JSON of an event contains
 * its links; the link tables are indexes for finding events.
 */
const LISTING_COLUMNS =
  "status, author, published, hidden, featured, starts, ends, utc_starts, utc_ends, series_id, text_of";
const LISTING_VALUES = LISTING_COLUMNS.replaceAll(/\w+/g, "?");

const ADD_ORGANIZER = `INSERT OR IGNORE INTO ${PREFIX}event_organizers (organizer_id, event_id, ${LISTING_COLUMNS})
  VALUES (?, ?, ${LISTING_VALUES})`;
const ADD_TERM = `INSERT OR IGNORE INTO ${PREFIX}event_terms (term_id, taxonomy, event_id, ${LISTING_COLUMNS})
  VALUES (?, ?, ?, ${LISTING_VALUES})`;

/** Returns the values of an event for the columns in `LISTING_COLUMNS`. */
const toListing = (event: CalendarEvent): readonly Value[] => {
  const { status, author, date, featured, schedule, occurrence } = event;
  const { start, end, utcStart, utcEnd } = schedule;
  const own = [status, author, date, hiddenOf(event), Number(featured), start, end, utcStart, utcEnd];
  return [...own, occurrence?.seriesId ?? null, textOf(event) ?? null];
};

/**
 * Returns a single event unchanged, because its terms count it directly. Returns a series or occurrence
 * marked as hidden, so that its terms do not count it directly: `reconcileSeries` counts it.
 */
const withDirectlyCountedTerms = (event: CalendarEvent): CalendarEvent =>
  event.recurrence === undefined && event.occurrence === undefined
    ? event
    : { ...event, hideFromListings: true };

/**
 * Updates the links and usage counts when an event replaces the stored one. The row of the event must exist.
 * Links of an occurrence are always written again, because its stored row does not contain the previous
 * links.
 * Source: rules/terms.md#term-count.
 */
export const saveLinks = (
  connection: Connection,
  usage: UsageCounts,
  event: CalendarEvent,
  stored: StoredEvent | undefined,
): void => {
  const isNew = stored === undefined;
  const old = isNew || isRow(stored) ? undefined : stored;
  const isListedAlike = old !== undefined && isSame(toListing(event), toListing(old));
  const hasSameOrganizers = old !== undefined && isSame(event.organizerIds, old.organizerIds);
  const hasSameTerms =
    old !== undefined && isSame(event.categoryIds, old.categoryIds) && isSame(event.tagIds, old.tagIds);
  if (!isListedAlike || !hasSameOrganizers) saveOrganizers(connection, event, isNew);
  if (!isListedAlike || !hasSameTerms) saveTerms(connection, event, isNew);
  const { lost, gained } = usageChange(withDirectlyCountedTerms(event), old && withDirectlyCountedTerms(old));
  usage.add(lost, -1);
  usage.add(gained, 1);
};

const isSame = (values: readonly unknown[], others: readonly unknown[]): boolean =>
  values.length === others.length && values.every((value, index) => value === others[index]);

const saveOrganizers = (connection: Connection, event: CalendarEvent, isNew: boolean): void => {
  const { id, organizerIds } = event;
  if (!isNew) connection.run(`DELETE FROM ${PREFIX}event_organizers WHERE event_id = ?`, [id]);
  const listing = toListing(event);
  for (const organizerId of organizerIds) {
    connection.run(ADD_ORGANIZER, [organizerId, id, ...listing]);
  }
};

const saveTerms = (connection: Connection, event: CalendarEvent, isNew: boolean): void => {
  const { id, categoryIds, tagIds } = event;
  if (!isNew) connection.run(`DELETE FROM ${PREFIX}event_terms WHERE event_id = ?`, [id]);
  const listing = toListing(event);
  const add = (taxonomy: Taxonomy, termIds: readonly number[]): void => {
    for (const termId of termIds) {
      connection.run(ADD_TERM, [termId, taxonomy, id, ...listing]);
    }
  };
  add("category", categoryIds);
  add("tag", tagIds);
};

/**
 * Statement that selects the ids of events, with the id of the series instead of its occurrences. The unary
 * plus prevents SQLite from using the column to find rows.
 */
const namedOnce = (from: string, id: string): string =>
  `SELECT DISTINCT coalesce(series_id, ${id}) AS named FROM ${from} = ? AND coalesce(series_id, +${id}) > ?
   ORDER BY named LIMIT ?`;

const LINKED = {
  venue: namedOnce(`${PREFIX}events INDEXED BY ${PREFIX}events_by_venue WHERE venue_id`, "id"),
  organizer: namedOnce(`${PREFIX}event_organizers WHERE organizer_id`, "event_id"),
  term: namedOnce(`${PREFIX}event_terms WHERE term_id`, "event_id"),
  image: namedOnce(`${PREFIX}events INDEXED BY ${PREFIX}events_by_image WHERE image_id`, "id"),
} as const;

const toLinked = (link: EventLink): readonly [statement: string, id: number] => {
  if ("venueId" in link) return [LINKED.venue, link.venueId];
  if ("organizerId" in link) return [LINKED.organizer, link.organizerId];
  return "termId" in link ? [LINKED.term, link.termId] : [LINKED.image, link.imageId];
};

export const idsLinkedTo = (
  connection: Connection,
  link: EventLink,
  afterId: number,
  limit: number,
): readonly number[] => {
  const [statement, id] = toLinked(link);
  return connection.column<number>(statement, [id, afterId, limit]);
};

export const unlinkVenue = (connection: Connection, venueId: number): void => {
  const own = "$.occurrence.changes.venueId";
  connection.run(
    `UPDATE ${PREFIX}events SET venue_id = NULL, occupancy = NULL, json = CASE
       WHEN series_id IS NULL THEN ${toRevised("json_remove(json, '$.venueId')")}
       WHEN json ->> '${own}' IS NOT NULL THEN ${toRevised(`json_set(json, '${own}', NULL)`, OWN_REVISION)}
       ELSE json END
     WHERE venue_id = ?`,
    [venueId],
  );
};

export const unlinkOrganizer = (connection: Connection, organizerId: number): void => {
  const ofOrganizer = `SELECT event_id FROM ${PREFIX}event_organizers WHERE organizer_id = ?`;
  removeFromLists(connection, "organizerIds", organizerId, ofOrganizer, organizerId);
  connection.run(`DELETE FROM ${PREFIX}event_organizers WHERE organizer_id = ?`, [organizerId]);
};

/**
 * Removes a category or tag from at most this many events. Returns the number of events that were changed.
 * Source: rules/terms.md#term-deletion.
 */
export const unlinkTerm = (
  connection: Connection,
  { id: termId, taxonomy }: Pick<Term, "id" | "taxonomy">,
  limit: number,
): number => {
  const ids = connection.column<number>(
    `SELECT event_id FROM ${PREFIX}event_terms WHERE term_id = ? LIMIT ?`,
    [termId, limit],
  );
  const these = JSON.stringify(ids);
  const member = taxonomy === "category" ? "categoryIds" : "tagIds";
  removeFromLists(connection, member, termId, "SELECT value FROM json_each(?)", these);
  connection.run(
    `DELETE FROM ${PREFIX}event_terms WHERE term_id = ? AND event_id IN (SELECT value FROM json_each(?))`,
    [termId, these],
  );
  return ids.length;
};

/** Removes the usage counts and series links of a category or tag that no event has any more. */
export const removeTermUsage = (connection: Connection, usage: UsageCounts, termId: number): void => {
  usage.write(connection);
  connection.run(`DELETE FROM ${PREFIX}term_usage WHERE term_id = ?`, [termId]);
  connection.run(`DELETE FROM ${PREFIX}series_links WHERE kind = 'term' AND link_id = ?`, [termId]);
};

/**
 * Removes an id from a list in these events, and from the own values of occurrences among them. The other ids
 * stay in the same order.
 */
const removeFromLists = (
  connection: Connection,
  member: "organizerIds" | "categoryIds" | "tagIds",
  id: number,
  eventIds: string,
  ofEvents: Value,
): void => {
  const without = (path: string): string =>
    `json_set(json, '${path}', json((
      SELECT json_group_array(value ORDER BY key) FROM json_each(${PREFIX}events.json, '${path}') WHERE value <> ?
    )))`;
  const own = `$.occurrence.changes.${member}`;
  connection.run(
    `UPDATE ${PREFIX}events SET json = CASE
       WHEN series_id IS NULL THEN ${toRevised(without(`$.${member}`))}
       WHEN json -> '${own}' IS NOT NULL THEN ${toRevised(without(own), OWN_REVISION)}
       ELSE json END
     WHERE id IN (${eventIds})`,
    [id, id, ofEvents],
  );
};
