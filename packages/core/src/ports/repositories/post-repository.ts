import type { CalendarEvent } from "../../model/event.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { Post } from "../../model/post.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import type { Venue } from "../../model/venue.ts";
import type { Visibility } from "../../queries/conditions.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import type { LinkedQuery, VenueQuery } from "../../queries/linked-query.ts";
import type { Page } from "../../queries/page.ts";
import type { Comparable, FieldName } from "../../queries/values.ts";

/** What the repositories of events, venues and organizers have in common. */
export interface PostRepository<T extends Post, Query> {
  /** The record with this id, whatever its status; `undefined` when there is none. */
  find(id: number): Promise<T | undefined>;
  /** Those of these records that exist, in no particular order. Ids may repeat; at most a few hundred. */
  findMany(ids: readonly number[]): Promise<readonly T[]>;
  /** The record with this slug, whatever its status; among several (drafts) one that holds it, else the lowest id. */
  findBySlug(slug: string): Promise<T | undefined>;
  /** Matches in the query's order. A page past the end has no items but the true total. */
  list(query: Query): Promise<Page<T>>;
  /**
   * Stores the record, replacing the one with its id if there is one. False, and nothing stored, when the record claims
   * its slug (`claimsSlug`, model/text/slug) and another record of the kind holds it.
   */
  save(record: T): Promise<boolean>;
  /** Records whose id is above `afterId`, by id, at most `limit`: for export and repair. */
  readAfter(afterId: number, limit: number): Promise<readonly T[]>;
  /** Records that show this image, by id, at most `limit`: of whatever status, or those that are visible. */
  showing(imageId: number, limit: number, visible?: Visibility): Promise<readonly T[]>;
  /** Records with status `future` whose `dateUtc` is at or before this UTC time, earliest first, at most `limit`. */
  due(nowUtc: WallClock, limit: number): Promise<readonly T[]>;
}

/** What events are linked to. */
export type EventLink =
  | { readonly venueId: number }
  | { readonly organizerId: number }
  /** A category or tag. */
  | { readonly termId: number };

/** A field of a plugin with exactly this value: a text of any length, or a number. Fields with lists have no such value. */
export interface FieldValue extends FieldName {
  readonly value: Comparable;
}

/** Occurrences that are written with one call, at most. */
export const OCCURRENCES_PER_WRITE = 100;

/**
 * Where events are kept: single ones, series, and occurrences, which are answered as `toOccurrence` makes them of their series as
 * it is by then. `readAfter` and `due` leave occurrences out, `showing` those that show the image of their series. An occurrence in
 * the trash holds no slug. An adapter is done when it passes `@kalends/storage-contract`.
 */
export interface EventRepository extends PostRepository<CalendarEvent, EventQuery> {
  /**
   * Takes the venue off every event, whatever its status, and off what occurrences have of their own. `modified` stays; the `revision` of what
   * is changed grows, of an occurrence the one of its own.
   */
  unlinkVenue(venueId: number): Promise<void>;
  /** Takes the organizer off every event in the same way; the others stay in order. */
  unlinkOrganizer(organizerId: number): Promise<void>;
  /**
   * The ids above `afterId` of the events that have this link, whatever their status, ascending, at most `limit`; occurrences are named
   * by their series, each once.
   */
  idsLinkedTo(link: EventLink, afterId: number, limit: number): Promise<readonly number[]>;
  /**
   * What the query finds, each series in place of its occurrences that match, by id, above `afterId`, at most `limit`: for reading all
   * of it in portions that no write between them shifts. Order, page and total do not count.
   */
  listAfter(
    query: Omit<EventQuery, "order" | "page" | "perPage" | "firstOfSeries">,
    afterId: number,
    limit: number,
  ): Promise<readonly CalendarEvent[]>;
  /** The occurrences of a series, whatever their status, by `recurrenceId`, from this one on; at most `limit`. */
  occurrencesOf(seriesId: number, from: WallClock, limit: number): Promise<readonly CalendarEvent[]>;
  findOccurrence(seriesId: number, recurrenceId: WallClock): Promise<CalendarEvent | undefined>;
  /**
   * The event that has this value in a field of a plugin, whatever its status, also where listings hide it; for an occurrence its series.
   * Among several the one with the record of the lowest id. Uses an index: the cost does not grow with the calendar.
   */
  findByField(field: FieldValue): Promise<CalendarEvent | undefined>;
  /** Of each of these series the first occurrence that starts at or after this UTC time and is not in the trash. */
  nextOccurrences(seriesIds: readonly number[], fromUtc: WallClock): Promise<readonly CalendarEvent[]>;
  /**
   * Stores occurrences, at most `OCCURRENCES_PER_WRITE`, new ones and such as have changed, also by their series or to another one;
   * it lets readers in afterwards. Their series are stored already. What lists look at is that of the record given: whoever
   * changes a series saves its occurrences again. Answers the ids of those that are not stored because another record has their slug.
   */
  saveOccurrences(occurrences: readonly CalendarEvent[]): Promise<readonly number[]>;
  /**
   * Comes last in a unit that wrote a series or its occurrences: brings up how often its terms are used (a term counts a series once in
   * each status in which one of its occurrences is listed), and remembers up to which start it has occurrences; without one it
   * has them all.
   */
  settleSeries(seriesId: number, expandedUntil?: WallClock): Promise<void>;
  /** Series that do not have all occurrences up to this start, whatever their status, by id, above `afterId`, at most `limit`. */
  seriesToExtend(until: WallClock, afterId: number, limit: number): Promise<readonly CalendarEvent[]>;
  /** Occurrences whose id is above `afterId`, whatever their status and also of what recurs no more, by id, at most `limit`: for export. */
  occurrencesAfter(afterId: number, limit: number): Promise<readonly CalendarEvent[]>;
}

/** Where venues or organizers are kept. */
export interface LinkedRepository<T extends Post, Query = LinkedQuery> extends PostRepository<T, Query> {
  /**
   * The lowest id among the records not in the trash whose folded name equals this one folded (`foldText` of the
   * trimmed text) and, where a description is given, whose folded description equals that; where `visible` is given,
   * among those that it shows. Source: rules/venues-organizers.md#reuse-by-name.
   */
  findDuplicate(name: string, description?: string, visible?: Visibility): Promise<T | undefined>;
  /**
   * Destroys the record, together with all that it is found by; its slug and its id are free then. Events that are linked to it must have
   * been unlinked. False when there is none. Requests only ever move records to the trash.
   */
  remove(id: number): Promise<boolean>;
}

export type VenueRepository = LinkedRepository<Venue, VenueQuery>;
export type OrganizerRepository = LinkedRepository<Organizer>;
