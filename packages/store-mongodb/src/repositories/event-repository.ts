import { type CalendarEvent, claimsSlug, type EventRepository, eventSearchText } from "@kalends/core";
import { type EventDocument, toMembers } from "../database/documents.ts";
import { LINKS, linkLocksOf, unlinkOrganizer, unlinkVenue } from "../queries/event-links.ts";
import { listEvents } from "../queries/event-list.ts";
import { toEntries } from "../queries/extension-entries.ts";
import { noteUsage } from "../queries/term-usage.ts";
import { toGrams } from "../queries/text-index.ts";
import type { Session } from "../transactions/session.ts";
import { createPostRepository, reserveSlug } from "./post-repository.ts";

const OLD = { ...LINKS, slug: 1, "derived.claimsSlug": 1 } as const;

export const createEventRepository = (session: Session): EventRepository => ({
  ...createPostRepository<CalendarEvent>(session, "events"),
  list: (query) => session.coalesce(`events ${JSON.stringify(query)}`, () => listEvents(session, query)),
  save: (event) =>
    session.write(async (access) => {
      const { events, reading, writing } = access;
      const reserved = await reserveSlug(access, "event", event, {
        findOld: () => events.findOne({ _id: event.id }, { ...reading, projection: OLD }),
        locksOf: (old) => linkLocksOf(access, event, old),
      });
      if (reserved === undefined) return false;
      await noteUsage(access, event, reserved.old);
      const { _id, ...replacement } = toDocument(event);
      await events.replaceOne({ _id }, replacement, { ...writing, upsert: true });
      return true;
    }),
  unlinkVenue: (id) => session.write((access) => unlinkVenue(access, id)),
  unlinkOrganizer: (id) => session.write((access) => unlinkOrganizer(access, id)),
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
    },
  };
};
