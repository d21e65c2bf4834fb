import type { CalendarEvent } from "@kalends/core";
import type { EventRepository } from "@kalends/core/storage";
import { OCCUPANCY_INDEX } from "../database/indexes.ts";
import { listPending } from "../merging/pending-merges.ts";
import { every, isVisible } from "../queries/clauses.ts";
import { idsLinkedTo, unlinkOrganizer, unlinkVenue } from "../queries/event-links.ts";
import { listEvents } from "../queries/event-list.ts";
import { countFacets } from "../queries/facets.ts";
import { isOccupying } from "../queries/occupancy.ts";
import { listAfter } from "../series/event-portions.ts";
import { createEventReader } from "../series/event-reader.ts";
import { EVENT_SAVING } from "../series/series-saving.ts";
import { idsToExtend, joinOccurrences, reconcileUsage, saveExpandedUntil } from "../series/series-state.ts";
import type { Session } from "../transactions/session.ts";
import { createPostRepository } from "./post-repository.ts";
import { savePosts } from "./post-saving.ts";

export const createEventRepository = (session: Session): EventRepository => {
  const reader = createEventReader(session);
  const { findMany, many, one, first } = reader;
  return {
    ...createPostRepository<CalendarEvent>(session, "events", reader),
    list: (query) => session.coalesce(`events ${JSON.stringify(query)}`, () => listEvents(session, query)),
    facets: (query, names) => countFacets(session, query, names),
    save: (event) =>
      session.batched("save events", event, (access, events) => savePosts(access, EVENT_SAVING, events)),
    unlinkVenue: (id) => session.write((access) => unlinkVenue(access, id)),
    unlinkOrganizer: (id) => session.write((access) => unlinkOrganizer(access, id)),
    idsLinkedTo: (link, afterId, limit) =>
      session.read((access) => idsLinkedTo(access, link, afterId, limit)),
    occurrencesOf: (seriesId, from, limit) =>
      many(
        { "occurrence.seriesId": seriesId, "occurrence.recurrenceId": { $gte: from } },
        { sort: { "occurrence.recurrenceId": 1, _id: 1 }, limit },
      ),
    findOccurrence: (seriesId, recurrenceId) =>
      one({ "occurrence.seriesId": seriesId, "occurrence.recurrenceId": recurrenceId }),
    listAfter: (...asked) => listAfter(session, ...asked),
    occupying: async (venueId, range, limit, listed) =>
      many(
        every([
          isOccupying(venueId, [range], await listPending(session)),
          ...(listed === undefined ? [] : [...isVisible("status", listed), { hideFromListings: false }]),
        ]),
        { sort: { "schedule.utcStart": 1, _id: 1 }, limit },
        OCCUPANCY_INDEX.name,
      ),
    async isOccupied(venueId, ranges, exceptId) {
      if (ranges.length === 0) return false;
      const isOther = { _id: { $ne: exceptId }, "occurrence.seriesId": { $ne: exceptId } };
      const filter = every([isOccupying(venueId, ranges, await listPending(session)), isOther]);
      const sort = { "schedule.utcStart": 1 } as const;
      return (await session.findFirst("events", { filter, sort })).length > 0;
    },
    async nextOccurrences(seriesIds, fromUtc) {
      const found = await Promise.all(
        [...new Set(seriesIds)].map((id) =>
          first({
            filter: {
              "occurrence.seriesId": id,
              "schedule.utcStart": { $gte: fromUtc },
              status: { $ne: "trash" },
            },
            sort: { "schedule.utcStart": 1, _id: 1 },
          }),
        ),
      );
      return found.filter((event) => event !== undefined);
    },
    saveOccurrences: (occurrences) =>
      session.write(async (access) => {
        const outcomes = await savePosts(access, EVENT_SAVING, occurrences);
        return outcomes.flatMap((outcome, place) => {
          if ("error" in outcome) throw outcome.error;
          return outcome.value ? [] : [occurrences[place]?.id ?? Number.NaN];
        });
      }),
    reconcileSeries: (seriesId, expandedUntil) =>
      session.write(async (access) => {
        await joinOccurrences(access, seriesId);
        await reconcileUsage(access, seriesId);
        await saveExpandedUntil(access, seriesId, expandedUntil);
      }),
    async seriesToExtend(until, afterId, limit) {
      const found = await findMany(
        await session.read((access) => idsToExtend(access, until, afterId, limit)),
      );
      return found.toSorted((one, other) => one.id - other.id);
    },
    occurrencesAfter: (afterId, limit) =>
      many({ _id: { $gt: afterId }, "occurrence.seriesId": { $exists: true } }, { sort: { _id: 1 }, limit }),
  };
};
