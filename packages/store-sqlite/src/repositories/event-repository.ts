import { type CalendarEvent, type EventQuery, type EventRepository, eventSearchText } from "@kalends/core";
import type { Value } from "../database/connection.ts";
import { fromJson } from "../database/stored-json.ts";
import type { Session } from "../database/transactions.ts";
import { saveLinks, unlinkOrganizer, unlinkVenue } from "../queries/event-links.ts";
import { saveExtensionValues } from "../queries/extension-values.ts";
import { saveText } from "../queries/text-index.ts";
import { createPostRepository, isSlugTaken, toPostColumns } from "./post-repository.ts";
import { reserveId, saveRow } from "./records.ts";

const toColumns = (event: CalendarEvent): Readonly<Record<string, Value>> => ({
  ...toPostColumns(event),
  hidden: Number(event.hideFromListings),
  featured: Number(event.featured),
  starts: event.schedule.start,
  ends: event.schedule.end,
  utc_starts: event.schedule.utcStart,
  utc_ends: event.schedule.utcEnd,
  venue_id: event.venueId ?? null,
  parent_id: event.parentId ?? null,
  json: JSON.stringify(event),
});

export const createEventRepository = (session: Session): EventRepository => ({
  ...createPostRepository<CalendarEvent, EventQuery>(session, "events", (query) => ({
    kind: "events",
    query,
  })),
  save: (event) =>
    session.write((connection, deferred) => {
      if (isSlugTaken(connection, "events", event)) return false;
      const isNew = reserveId(connection, "event", event.id);
      const json = isNew
        ? undefined
        : connection.value<string>("SELECT json FROM events WHERE id = ?", [event.id]);
      saveRow(connection, "events", toColumns(event));
      saveLinks(connection, event, json === undefined ? undefined : fromJson<CalendarEvent>(json));
      saveText(connection, deferred, { index: "event", id: event.id, isNew }, eventSearchText(event));
      saveExtensionValues(connection, event, isNew);
      return true;
    }),
  unlinkVenue: (venueId) => session.write((connection) => unlinkVenue(connection, venueId)),
  unlinkOrganizer: (organizerId) => session.write((connection) => unlinkOrganizer(connection, organizerId)),
});
