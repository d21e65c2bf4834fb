import { type CalendarEvent, claimsSlug, type EventRepository, eventSearchText } from "@kalends/core";
import { type EventDocument, toMembers } from "../database/documents.ts";
import { idsLinkedTo, LINKS, linkLocksOf, unlinkOrganizer, unlinkVenue } from "../queries/event-links.ts";
import { listEvents } from "../queries/event-list.ts";
import { toEntries } from "../queries/extension-entries.ts";
import { toEventValues } from "../queries/sortable-values.ts";
import { noteUsage } from "../queries/term-usage.ts";
import { toGrams } from "../queries/text-index.ts";
import type { Session } from "../transactions/session.ts";
import { createPostRepository } from "./post-repository.ts";
import { type PostSaving, savePosts } from "./post-saving.ts";

export const createEventRepository = (session: Session): EventRepository => ({
  ...createPostRepository<CalendarEvent>(session, "events"),
  list: (query) => session.coalesce(`events ${JSON.stringify(query)}`, () => listEvents(session, query)),
  save: (event) =>
    session.together("save events", event, (access, events) => savePosts(access, SAVING, events)),
  unlinkVenue: (id) => session.write((access) => unlinkVenue(access, id)),
  unlinkOrganizer: (id) => session.write((access) => unlinkOrganizer(access, id)),
  idsLinkedTo: (link, afterId, limit) => session.read((access) => idsLinkedTo(access, link, afterId, limit)),
  // Filled in by the adapters' parts of this feature.
  occurrencesOf: () => Promise.reject(new Error("Series are not kept yet.")),
  findOccurrence: () => Promise.reject(new Error("Series are not kept yet.")),
  nextOccurrences: () => Promise.reject(new Error("Series are not kept yet.")),
  saveOccurrences: () => Promise.reject(new Error("Series are not kept yet.")),
  settleSeries: () => Promise.reject(new Error("Series are not kept yet.")),
  seriesToExtend: () => Promise.reject(new Error("Series are not kept yet.")),
  occurrencesAfter: () => Promise.reject(new Error("Series are not kept yet.")),
});

const toDocument = (event: CalendarEvent): EventDocument => {
  const text = eventSearchText(event);
  return {
    ...toMembers(event),
    derived: {
      ...(!event.hideFromListings && { listed: event.status }),
      claimsSlug: claimsSlug(event),
      text,
      grams: toGrams(text.split("\n")),
      ...toEntries(event),
      ...toEventValues(event),
    },
  };
};

type OldEvent = Pick<EventDocument, keyof typeof LINKS | "slug" | "derived">;

const SAVING: PostSaving<CalendarEvent, OldEvent> = {
  kind: "event",
  collection: "events",
  old: { ...LINKS, slug: 1, "derived.claimsSlug": 1 },
  toDocument,
  locksOf: linkLocksOf,
  noteChanges: noteUsage,
};
