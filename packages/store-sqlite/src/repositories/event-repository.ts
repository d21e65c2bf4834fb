import { type CalendarEvent, type EventQuery, type EventRepository, eventSearchText } from "@kalends/core";
import { fromJson } from "../database/stored-json.ts";
import { idsLinkedTo, saveLinks, unlinkOrganizer, unlinkVenue } from "../queries/event-links.ts";
import { saveExtensionValues } from "../queries/extension-values.ts";
import { saveCosts, saveExtensionScalars } from "../queries/sortable-values.ts";
import { saveText } from "../queries/text-index.ts";
import type { Session } from "../transactions/transactions.ts";
import { createPostRepository, isSlugTaken, POST_COLUMNS } from "./post-repository.ts";
import { createRowWriter, reserveId } from "./records.ts";

const saveRow = createRowWriter<CalendarEvent>("events", [
  ...POST_COLUMNS,
  ["hidden", ({ hideFromListings }) => Number(hideFromListings)],
  ["featured", ({ featured }) => Number(featured)],
  ["starts", ({ schedule }) => schedule.start],
  ["ends", ({ schedule }) => schedule.end],
  ["utc_starts", ({ schedule }) => schedule.utcStart],
  ["utc_ends", ({ schedule }) => schedule.utcEnd],
  ["venue_id", ({ venueId }) => venueId ?? null],
  ["parent_id", ({ parentId }) => parentId ?? null],
]);

export const createEventRepository = (session: Session): EventRepository => ({
  ...createPostRepository<CalendarEvent, EventQuery>(session, "events", (query) => ({
    kind: "events",
    query,
  })),
  save: (event) =>
    session.write((connection, { deferred, usage }) => {
      if (isSlugTaken(connection, "events", event)) return false;
      const isNew = reserveId(connection, "event", event.id);
      const json = isNew
        ? undefined
        : connection.value<string>("SELECT json FROM events WHERE id = ?", [event.id]);
      saveRow(connection, event);
      saveLinks(connection, usage, event, json === undefined ? undefined : fromJson<CalendarEvent>(json));
      saveText(connection, deferred, { index: "event", id: event.id, isNew }, eventSearchText(event));
      saveExtensionValues(connection, event, isNew);
      saveExtensionScalars(connection, event, isNew);
      saveCosts(connection, event, isNew);
      return true;
    }),
  unlinkVenue: (venueId) => session.write((connection) => unlinkVenue(connection, venueId)),
  unlinkOrganizer: (organizerId) => session.write((connection) => unlinkOrganizer(connection, organizerId)),
  idsLinkedTo: (link, afterId, limit) =>
    session.read((connection) => idsLinkedTo(connection, link, afterId, limit)),
  // Filled in by the adapters' parts of this feature.
  occurrencesOf: () => Promise.reject(new Error("Series are not kept yet.")),
  findOccurrence: () => Promise.reject(new Error("Series are not kept yet.")),
  nextOccurrences: () => Promise.reject(new Error("Series are not kept yet.")),
  saveOccurrences: () => Promise.reject(new Error("Series are not kept yet.")),
  settleSeries: () => Promise.reject(new Error("Series are not kept yet.")),
  seriesToExtend: () => Promise.reject(new Error("Series are not kept yet.")),
  occurrencesAfter: () => Promise.reject(new Error("Series are not kept yet.")),
});
