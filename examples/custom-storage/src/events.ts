import { isDeepStrictEqual } from "node:util";
import * as core from "@kalends/core";
import * as storage from "@kalends/core/storage";
import { type Access, type Contents, without } from "./contents.ts";

/**
 * Returns all events and occurrences, sorted by id. Occurrences are stored only with their own values, so the
 * values of their series are filled in.
 */
export const eventsOf = ({ events, occurrences }: Readonly<Contents>): readonly core.CalendarEvent[] => {
  const series = new Map(events.map((event) => [event.id, event]));
  const made = occurrences.flatMap((row) => {
    const followed = series.get(row.occurrence.seriesId);
    return followed === undefined ? [] : [storage.toOccurrence(followed, row)];
  });
  return made.length === 0 ? events : [...events, ...made].toSorted(storage.byId);
};

/**
 * Stores a copy of an event. Of an occurrence, only its own values are stored. Returns false if another event
 * has the same slug. Throws if another event has one of its external ids.
 */
const save = (all: Contents, event: core.CalendarEvent): boolean => {
  const bars = (other: core.CalendarEvent): boolean =>
    other.id !== event.id && other.slug === event.slug && [other, event].every(storage.claimsSlug);
  if (eventsOf(all).some(bars)) return false;
  if (all.events.some((other) => other.id !== event.id && storage.sharesExternalId(other, event)))
    throw storage.externalIdTaken();
  const [kept, isOther] = [structuredClone(event), ({ id }: { readonly id: number }) => id !== event.id];
  const isRow = kept.occurrence !== undefined;
  const [events, rows] = [all.events.filter(isOther), all.occurrences.filter(isOther)];
  all.events = isRow ? events : [...events, kept].toSorted(storage.byId);
  all.occurrences = isRow ? [...rows, storage.toOccurrenceRow(kept)].toSorted(storage.byId) : rows;
  return true;
};

/**
 * Increments the revision of a record if it changed. Changes that the store makes itself, such as removing a
 * link, also count as writes.
 */
export const counted = <T extends core.Revised & object>(before: T, after: T): T =>
  isDeepStrictEqual(before, after) ? before : { ...after, revision: core.revisionOf(before) + 1 };

/** Applies `edited` to each event and `ownEdited` to the own values of each occurrence. */
export const editEvents = (
  all: Contents,
  edited: (event: core.CalendarEvent) => core.CalendarEvent,
  ownEdited: (changes: storage.OccurrenceChanges) => storage.OccurrenceChanges,
): void => {
  all.events = all.events.map((event) => counted(event, edited(event)));
  all.occurrences = all.occurrences.map((row) => {
    const { occurrence } = row;
    return {
      ...row,
      occurrence: counted(occurrence, { ...occurrence, changes: ownEdited(occurrence.changes) }),
    };
  });
};

/** Read methods that events share with venues and organizers. */
type Found = Pick<storage.EventRepository, "find" | "findMany" | "findBySlug" | "findByExternalId" | "due">;

export const createEvents = ({ read, change }: Access, found: Found): storage.EventRepository => {
  const some = (
    test: (event: core.CalendarEvent) => boolean,
    order: storage.Comparison<core.CalendarEvent>,
    limit: number,
  ) => read((all) => eventsOf(all).filter(test).toSorted(order).slice(0, limit));
  const ofSeries = (seriesId: number, from: core.WallClock, limit: number) =>
    some(
      ({ occurrence }) => occurrence?.seriesId === seriesId && occurrence.recurrenceId >= from,
      storage.byText(({ occurrence }) => occurrence?.recurrenceId ?? ""),
      limit,
    );
  return {
    ...found,
    list: (query) => read((all) => storage.evaluateEventQuery(query, eventsOf(all), all.venues)),
    facets: (query, names) =>
      read((all) => storage.evaluateEventFacets(query, names, eventsOf(all), all.venues, all.terms)),
    save: (event) => change((all) => save(all, event)),
    readAfter: (after, limit) => read((all) => all.events.filter(({ id }) => id > after).slice(0, limit)),
    showing: (imageId, limit, visible, afterId = 0) =>
      some(
        (event) =>
          event.id > afterId &&
          (event.occurrence === undefined ? event : event.occurrence.changes).imageId === imageId &&
          (visible === undefined || storage.isVisible(event, visible)),
        storage.byId,
        limit,
      ),
    occupying: (venueId, range, limit, listed) =>
      some(
        (event) =>
          storage.isOccupying(event, venueId, range) &&
          (listed === undefined || (!event.hideFromListings && storage.isVisible(event, listed))),
        storage.byText(({ schedule }) => schedule.utcStart),
        limit,
      ),
    isOccupied: (venueId, ranges, exceptId) =>
      read((all) =>
        eventsOf(all).some(
          (event) =>
            event.id !== exceptId &&
            event.occurrence?.seriesId !== exceptId &&
            ranges.some((range) => storage.isOccupying(event, venueId, range)),
        ),
      ),
    unlinkVenue: (id) =>
      change((all) =>
        editEvents(
          all,
          ({ venueId = id, ...event }) => (venueId === id ? event : { ...event, venueId }),
          (changes) => (changes.venueId === id ? { ...changes, venueId: null } : changes),
        ),
      ),
    unlinkOrganizer: (id) =>
      change((all) =>
        editEvents(
          all,
          (event) => ({ ...event, organizerIds: without(event.organizerIds, id) }),
          (changes) => withoutId(changes, ["organizerIds"], id),
        ),
      ),
    idsLinkedTo: (link, after, limit) =>
      read((all) => {
        const named = eventsOf(all)
          .filter((event) => isLinked(event, link))
          .map(({ id, occurrence }) => occurrence?.seriesId ?? id);
        return [...new Set(named)]
          .filter((id) => id > after)
          .toSorted((a, b) => a - b)
          .slice(0, limit);
      }),
    occurrencesOf: ofSeries,
    findOccurrence: async (seriesId, recurrenceId) => {
      const [found] = await ofSeries(seriesId, recurrenceId, 1);
      return found?.occurrence?.recurrenceId === recurrenceId ? found : undefined;
    },
    listAfter: (conditions, after, limit) =>
      read((all) => {
        const query = { ...conditions, order: "start", page: 1, perPage: Number.MAX_SAFE_INTEGER } as const;
        const { items } = storage.evaluateEventQuery(query, eventsOf(all), all.venues);
        const named = new Set(items.map(({ id, occurrence }) => occurrence?.seriesId ?? id));
        return all.events.filter(({ id }) => named.has(id) && id > after).slice(0, limit);
      }),
    nextOccurrences: (seriesIds, fromUtc) =>
      read((all) => {
        const byStart = storage.byText<core.CalendarEvent>(({ schedule }) => schedule.utcStart);
        const later = eventsOf(all).filter(
          ({ schedule, status }) => schedule.utcStart >= fromUtc && status !== "trash",
        );
        return [...new Set(seriesIds)].flatMap((seriesId) =>
          later
            .filter(({ occurrence }) => occurrence?.seriesId === seriesId)
            .toSorted(byStart)
            .slice(0, 1),
        );
      }),
    saveOccurrences: (occurrences) =>
      change((all) => occurrences.filter((event) => !save(all, event)).map(({ id }) => id)),
    reconcileSeries: (id, until) =>
      change((all) => {
        const others = all.expanded.filter((series) => series.id !== id);
        all.expanded = until === undefined ? others : [...others, { id, until }].toSorted(storage.byId);
      }),
    seriesToExtend: (until, after, limit) =>
      read((all) => {
        const wanted = all.expanded.filter((series) => series.id > after && series.until < until);
        const ids = new Set(wanted.map(({ id }) => id));
        return all.events.filter(({ id }) => ids.has(id)).slice(0, limit);
      }),
    occurrencesAfter: (after, limit) =>
      some(({ id, occurrence }) => occurrence !== undefined && id > after, storage.byId, limit),
  };
};

/** Record with lists of linked ids. Each list may be missing. */
type Lists = { readonly [Name in "organizerIds" | "categoryIds" | "tagIds"]?: readonly number[] | null };

/** Returns the record with `id` removed from the lists that `names` gives. */
export const withoutId = <T extends Lists>(owner: T, names: readonly (keyof Lists)[], id: number): T => ({
  ...owner,
  ...Object.fromEntries(names.flatMap((name) => (owner[name] ? [[name, without(owner[name], id)]] : []))),
});

const isLinked = (event: core.CalendarEvent, link: storage.EventLink): boolean => {
  if ("venueId" in link) return event.venueId === link.venueId;
  if ("organizerId" in link) return event.organizerIds.includes(link.organizerId);
  if ("imageId" in link) return event.imageId === link.imageId;
  return [...event.categoryIds, ...event.tagIds].includes(link.termId);
};
