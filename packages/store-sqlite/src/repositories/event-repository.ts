import { setImmediate as nextTurn } from "node:timers/promises";
import type { CalendarEvent } from "@kalends/core";
import {
  type EventQuery,
  type EventRepository,
  eventSearchText,
  occupancyOf,
  titleOf,
  toOccurrenceRow,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { fromJson } from "../database/stored-json.ts";
import { idsLinkedTo, saveLinks, unlinkOrganizer, unlinkVenue } from "../queries/event-links.ts";
import { countFacets } from "../queries/events/facets.ts";
import { eventsOccupying, isOccupied } from "../queries/events/occupancy.ts";
import { hasFew, scan, toNamed } from "../queries/events/portions.ts";
import { saveExtensionValues } from "../queries/extension-values.ts";
import { requireFreeExternalIds, saveExternalIds, withIdsOf } from "../queries/external-ids.ts";
import { SOURCES } from "../queries/lists.ts";
import { reconcileSeries } from "../queries/series/reconcile-series.ts";
import { hiddenOf, isRow, type StoredEvent, textOf } from "../queries/series/stored-event.ts";
import { saveCosts, saveExtensionScalars } from "../queries/sortable-values.ts";
import { saveText } from "../queries/text-index.ts";
import type { DeferredWork } from "../transactions/transactions.ts";
import { createEventLoading } from "./event-loading.ts";
import { createPostRepository, isSlugTaken, POST_COLUMNS } from "./post-repository.ts";
import {
  type Column,
  createReader,
  createRowWriter,
  type ListingSession,
  reserveId,
  withinTime,
} from "./records.ts";

const COLUMNS: readonly Column<CalendarEvent>[] = [
  ...POST_COLUMNS,
  ["title", ({ title }) => titleOf(title)],
  ["hidden", hiddenOf],
  ["featured", ({ featured }) => Number(featured)],
  ["starts", ({ schedule }) => schedule.start],
  ["ends", ({ schedule }) => schedule.end],
  ["utc_starts", ({ schedule }) => schedule.utcStart],
  ["utc_ends", ({ schedule }) => schedule.utcEnd],
  ["venue_id", ({ venueId }) => venueId ?? null],
  ["parent_id", ({ parentId }) => parentId ?? null],
  ["series_id", ({ occurrence }) => occurrence?.seriesId ?? null],
  ["recurrence_id", ({ occurrence }) => occurrence?.recurrenceId ?? null],
  ["text_of", (event) => textOf(event) ?? null],
  ["has_image", ({ imageId }) => Number(imageId !== undefined)],
  ["occupancy", (event) => occupancyOf(event) ?? null],
  // For an occurrence, these columns contain only its own values.
  [
    "image_id",
    ({ imageId, occurrence }) => (occurrence === undefined ? imageId : occurrence.changes.imageId) ?? null,
  ],
  ["json", (event) => JSON.stringify(event.occurrence === undefined ? event : toOccurrenceRow(event))],
];

/** Writes the row of an event. If `COLUMNS` lists a column several times, the last entry is used. */
const saveRow = createRowWriter("events", [
  ...new Map(COLUMNS.map((column) => [column[0], column])).values(),
]);

const A_SERIES = `INSERT OR IGNORE INTO ${PREFIX}series (id) VALUES (?)`;
const OWN_TEXTS = `INSERT INTO ${PREFIX}series (id, has_own_texts) VALUES (?, 1)
  ON CONFLICT (id) DO UPDATE SET has_own_texts = 1 WHERE has_own_texts = 0`;

const hasIds = (stored: StoredEvent | undefined): boolean =>
  stored !== undefined && !isRow(stored) && stored.externalIds !== undefined;

/** Updates the columns of occurrences that follow their series without being saved again. */
const FOLLOW = `UPDATE ${PREFIX}events SET modified_utc = max(json ->> '$.modifiedUtc', ?),
  title = CASE WHEN json -> '$.occurrence.changes.title' IS NULL THEN ? ELSE title END WHERE series_id = ?`;

/**
 * Stores an event. Returns false if its slug is taken. Throws like `requireFreeExternalIds` and `reserveId`.
 */
export const saveEvent = (
  connection: Connection,
  { deferred, usage }: DeferredWork,
  event: CalendarEvent,
): boolean => {
  if (isSlugTaken(connection, "events", event)) return false;
  requireFreeExternalIds(connection, "event", event);
  const isNew = reserveId(connection, "event", event.id);
  const json = isNew
    ? undefined
    : connection.value<string>(`SELECT json FROM ${PREFIX}events WHERE id = ?`, [event.id]);
  saveRow(connection, event);
  if (event.occurrence !== undefined)
    connection.run(textOf(event) === undefined ? OWN_TEXTS : A_SERIES, [event.occurrence.seriesId]);
  const old = json === undefined ? undefined : fromJson<StoredEvent>(json);
  if (!isNew && event.occurrence === undefined)
    connection.run(FOLLOW, [event.modifiedUtc, titleOf(event.title), event.id]);
  saveLinks(connection, usage, event, old);
  const text = textOf(event) === undefined ? eventSearchText(event) : undefined;
  saveText(connection, deferred, { index: "event", id: event.id, isNew }, text);
  saveExtensionValues(connection, event, isNew);
  saveExtensionScalars(connection, event, isNew);
  saveCosts(connection, event, isNew);
  if (event.occurrence === undefined) saveExternalIds(connection, "event", event, isNew || !hasIds(old));
  return true;
};

const OCCURRENCES = `SELECT id FROM ${PREFIX}events INDEXED BY ${PREFIX}events_by_recurrence
  WHERE series_id = ? AND recurrence_id >= ? ORDER BY recurrence_id, id LIMIT ?`;
const OCCURRENCE = `SELECT id FROM ${PREFIX}events INDEXED BY ${PREFIX}events_by_recurrence
  WHERE series_id = ? AND recurrence_id = ? ORDER BY id LIMIT 1`;
const NEXT = `SELECT n.id FROM json_each(?) s JOIN ${PREFIX}events n ON n.id = (
    SELECT id FROM ${PREFIX}events INDEXED BY ${PREFIX}events_by_series_utc_start
    WHERE series_id = s.value AND utc_starts >= ? AND status <> 'trash' ORDER BY utc_starts, published, id LIMIT 1)`;
/** The unary plus makes SQLite read the rows in the order of ids. */
const AFTER = `SELECT id FROM ${PREFIX}events WHERE id > ? AND +series_id IS NOT NULL ORDER BY id LIMIT ?`;
const TO_EXTEND = `SELECT id FROM ${PREFIX}series WHERE id > ? AND expanded_until < ? ORDER BY id LIMIT ?`;

export const createEventRepository = (session: ListingSession): EventRepository => {
  const loading = createEventLoading();
  const { one, many } = createReader(session, SOURCES.events, loading);
  return {
    ...createPostRepository<CalendarEvent, EventQuery>(
      session,
      "events",
      (query) => ({ kind: "events", query }),
      loading,
    ),
    save: (event) => session.write((connection, later) => saveEvent(connection, later, event)),
    unlinkVenue: (venueId) => session.write((connection) => unlinkVenue(connection, venueId)),
    unlinkOrganizer: (organizerId) => session.write((connection) => unlinkOrganizer(connection, organizerId)),
    idsLinkedTo: (link, afterId, limit) =>
      session.read((connection) => idsLinkedTo(connection, link, afterId, limit)),
    facets: (query, names) =>
      session.longLists.count({ query, names }, (isOver) =>
        session.search((connection) =>
          withinTime(connection, isOver, () => countFacets(connection, { query, names })),
        ),
      ),
    async listAfter(conditions, afterId, limit) {
      const query = await session.read((connection) =>
        withIdsOf({ ...conditions, order: "start", page: 1, perPage: limit }, connection),
      );
      if (await session.read((connection) => hasFew(query, connection)))
        return session.read((connection, cache) => {
          const { text, values } = toNamed(query, connection, afterId);
          return loading.load(connection, cache, connection.column<number>(text, [...values, limit]));
        });
      const found: CalendarEvent[] = [];
      let from: number | undefined = afterId;
      while (from !== undefined && found.length < limit) {
        const behind: number = from;
        from = await session.read((connection) => {
          const { ids, until } = scan(query, connection, behind, limit - found.length);
          // These records are read without the cache. They would replace cached records that are needed more
          // often.
          found.push(...loading.load(connection, undefined, ids));
          return until;
        });
        await nextTurn();
      }
      return found;
    },
    async occurrencesOf(seriesId, from, limit) {
      const found = await many(OCCURRENCES, [seriesId, from, limit]);
      // Other work runs in between, because a long series is read in many steps.
      await nextTurn();
      return found;
    },
    findOccurrence: (seriesId, recurrenceId) => one(OCCURRENCE, [seriesId, recurrenceId]),
    occupying: (...asked) => {
      const { text, values } = eventsOccupying(...asked);
      return many(text, values);
    },
    isOccupied: (venueId, ranges, exceptId) =>
      session.read((connection) => isOccupied(connection, venueId, ranges, exceptId)),
    nextOccurrences: (seriesIds, fromUtc) => many(NEXT, [JSON.stringify([...new Set(seriesIds)]), fromUtc]),
    async saveOccurrences(occurrences) {
      const refused = await session.write((connection, later) =>
        occurrences.filter((event) => !saveEvent(connection, later, event)).map(({ id }) => id),
      );
      await nextTurn();
      return refused;
    },
    reconcileSeries: (seriesId, expandedUntil) =>
      session.write((connection, { usage }) => reconcileSeries(connection, usage, seriesId, expandedUntil)),
    seriesToExtend: (until, afterId, limit) => many(TO_EXTEND, [afterId, until, limit]),
    occurrencesAfter: (afterId, limit) => many(AFTER, [afterId, limit]),
  };
};
