import type { CalendarEvent, EventQuery, EventRepository, Page } from "@kalends/core";
import { claimsSlug, eventSearchText } from "@kalends/core";
import type { Collection } from "mongodb";
import { toLimits } from "./clauses.ts";
import { type EventDocument, toMembers } from "./documents.ts";
import { LINKS, saveLinks, unlinkOrganizer, unlinkVenue } from "./event-links.ts";
import { findEvents, listByDistance } from "./event-pages.ts";
import { toEventSearch } from "./event-query.ts";
import { toEntries } from "./extension-entries.ts";
import { findPlaces } from "./places.ts";
import { claimPost, createPostLookups, type PostDocument } from "./posts.ts";
import type { Session } from "./session.ts";
import { toGrams } from "./text-index.ts";

const OLD = { ...LINKS, slug: 1, "derived.claimsSlug": 1 } as const;

export const createEventRepository = (session: Session): EventRepository => ({
  ...createPostLookups<CalendarEvent>(
    session,
    // Look-ups see less of the documents.
    ({ events }) => events as unknown as Collection<PostDocument>,
  ),
  list: (query) => session.readOnce(`events ${JSON.stringify(query)}`, () => listEvents(session, query)),
  save: (event) =>
    session.write(async (access) => {
      const { events, reading, writing } = access;
      const old = await events.findOne({ _id: event.id }, { ...reading, projection: OLD });
      if (!(await claimPost(access, "event", event, old))) return false;
      await saveLinks(access, event, old);
      const { _id, ...replacement } = toDocument(event);
      await events.replaceOne({ _id }, replacement, { ...writing, upsert: true });
      return true;
    }),
  unlinkVenue: (id) => session.write((access) => unlinkVenue(access, id)),
  unlinkOrganizer: (id) => session.write((access) => unlinkOrganizer(access, id)),
});

const listEvents = async (session: Session, query: EventQuery): Promise<Page<CalendarEvent>> => {
  const places = query.location && (await findPlaces(session, query.location));
  if (query.order === "distance" && places !== undefined) return listByDistance(session, query, places);
  const search = toEventSearch(query, places);
  const [items, total] = await Promise.all([
    findEvents(session, search, toLimits(query)),
    session.read(({ events, reading }) => events.countDocuments(search.filter, reading), search.hint),
  ]);
  return { items, total };
};

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
