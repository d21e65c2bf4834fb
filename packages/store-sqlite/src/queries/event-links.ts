import { type CalendarEvent, type EventLink, type Taxonomy, usageChange } from "@kalends/core";
import type { Connection, Value } from "../database/connection.ts";
import type { UsageCounts } from "./usage-counts.ts";

/*
 * The links of events are in their JSON; the tables are the indexes that find events by them. They repeat what
 * lists look at of the event.
 */
const LISTING_COLUMNS = "status, author, published, hidden, featured, starts, ends, utc_starts, utc_ends";
const LISTING_VALUES = LISTING_COLUMNS.replaceAll(/\w+/g, "?");

const ADD_ORGANIZER = `INSERT OR IGNORE INTO event_organizers (organizer_id, event_id, ${LISTING_COLUMNS})
  VALUES (?, ?, ${LISTING_VALUES})`;
const ADD_TERM = `INSERT OR IGNORE INTO event_terms (term_id, taxonomy, event_id, ${LISTING_COLUMNS})
  VALUES (?, ?, ?, ${LISTING_VALUES})`;

/** What those columns hold. */
const toListing = ({
  status,
  author,
  date,
  hideFromListings,
  featured,
  schedule,
}: CalendarEvent): readonly Value[] => {
  const { start, end, utcStart, utcEnd } = schedule;
  return [status, author, date, Number(hideFromListings), Number(featured), start, end, utcStart, utcEnd];
};

/**
 * Brings links and usage of terms from what the event was to what it is by now; its row is there.
 * Source: rules/terms.md#term-count.
 */
export const saveLinks = (
  connection: Connection,
  usage: UsageCounts,
  event: CalendarEvent,
  old?: CalendarEvent,
): void => {
  const isListedAlike = old !== undefined && isSame(toListing(event), toListing(old));
  const hasSameOrganizers = old !== undefined && isSame(event.organizerIds, old.organizerIds);
  const hasSameTerms =
    old !== undefined && isSame(event.categoryIds, old.categoryIds) && isSame(event.tagIds, old.tagIds);
  if (!isListedAlike || !hasSameOrganizers) saveOrganizers(connection, event, old);
  if (!isListedAlike || !hasSameTerms) saveTerms(connection, event, old);
  const { lost, gained } = usageChange(event, old);
  usage.add(lost, -1);
  usage.add(gained, 1);
};

const isSame = (values: readonly unknown[], others: readonly unknown[]): boolean =>
  values.length === others.length && values.every((value, index) => value === others[index]);

const saveOrganizers = (
  connection: Connection,
  event: CalendarEvent,
  old: CalendarEvent | undefined,
): void => {
  const { id, organizerIds } = event;
  if (old !== undefined) connection.run("DELETE FROM event_organizers WHERE event_id = ?", [id]);
  const listing = toListing(event);
  for (const organizerId of organizerIds) {
    connection.run(ADD_ORGANIZER, [organizerId, id, ...listing]);
  }
};

const saveTerms = (connection: Connection, event: CalendarEvent, old: CalendarEvent | undefined): void => {
  const { id, categoryIds, tagIds } = event;
  if (old !== undefined) connection.run("DELETE FROM event_terms WHERE event_id = ?", [id]);
  const listing = toListing(event);
  const add = (taxonomy: Taxonomy, termIds: readonly number[]): void => {
    for (const termId of termIds) {
      connection.run(ADD_TERM, [termId, taxonomy, id, ...listing]);
    }
  };
  add("category", categoryIds);
  add("tag", tagIds);
};

const LINKED = {
  venue: "SELECT id FROM events INDEXED BY events_by_venue WHERE venue_id = ? AND id > ? ORDER BY id LIMIT ?",
  organizer: `SELECT event_id FROM event_organizers WHERE organizer_id = ? AND +event_id > ?
    ORDER BY +event_id LIMIT ?`,
  term: "SELECT event_id FROM event_terms WHERE term_id = ? AND +event_id > ? ORDER BY +event_id LIMIT ?",
} as const;

export const idsLinkedTo = (
  connection: Connection,
  link: EventLink,
  afterId: number,
  limit: number,
): readonly number[] => {
  const [statement, id] =
    "venueId" in link
      ? [LINKED.venue, link.venueId]
      : "organizerId" in link
        ? [LINKED.organizer, link.organizerId]
        : [LINKED.term, link.termId];
  return connection.column<number>(statement, [id, afterId, limit]);
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
export const unlinkTerm = (connection: Connection, usage: UsageCounts, termId: number): void => {
  usage.write(connection);
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
