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

/** Methods that the repositories of events, venues and organizers have in common. */
export interface PostRepository<T extends Post, Query> {
  /** Returns the record with this id, whatever its status, or `undefined`. */
  find(id: number): Promise<T | undefined>;
  /**
   * Returns those of these records that exist, in no particular order. Ids may repeat; at most a few hundred.
   */
  findMany(ids: readonly number[]): Promise<readonly T[]>;
  /**
   * Returns the record with this slug, whatever its status. Among several (drafts), returns one that claims
   * the slug, else the one with the lowest id.
   */
  findBySlug(slug: string): Promise<T | undefined>;
  /** Returns a page of matches in the query's order. A page past the end has no items but the true total. */
  list(query: Query): Promise<Page<T>>;
  /**
   * Stores the record, replacing the one with its id. Returns false, and stores nothing, if the record claims
   * its slug (`claimsSlug`, model/text/slug) and another record of the kind has it.
   */
  save(record: T): Promise<boolean>;
  /** Returns records whose id is above `afterId`, by id, at most `limit`. Used for export and repair. */
  readAfter(afterId: number, limit: number): Promise<readonly T[]>;
  /**
   * Returns records that show this image, by id, at most `limit`. Their status is any, or one that `visible`
   * allows.
   */
  showing(imageId: number, limit: number, visible?: Visibility): Promise<readonly T[]>;
  /**
   * Returns records with status `future` whose `dateUtc` is at or before this UTC time, earliest first, at
   * most `limit`.
   */
  due(nowUtc: WallClock, limit: number): Promise<readonly T[]>;
}

/** Record that events are linked to. */
export type EventLink =
  | { readonly venueId: number }
  | { readonly organizerId: number }
  /** Id of a category or tag. */
  | { readonly termId: number };

/** Exact value of a plugin field: a text of any length, or a number. Fields with lists never match. */
export interface FieldValue extends FieldName {
  readonly value: Comparable;
}

/** Maximum number of occurrences that one call writes. */
export const OCCURRENCES_PER_WRITE = 100;

/**
 * Repository of single events, series and occurrences. Occurrences are returned as `toOccurrence` derives
 * them from their current series. `readAfter` and `due` leave occurrences out. `showing` returns only
 * occurrences that show the image of their series. An occurrence in the trash claims no slug. An adapter is
 * complete when it passes `@kalends/storage-contract`.
 */
export interface EventRepository extends PostRepository<CalendarEvent, EventQuery> {
  /**
   * Removes the venue from every event, whatever its status, and from the own values of occurrences.
   * `modified` is unchanged. The `revision` of each changed record increases; of an occurrence, its own
   * revision.
   */
  unlinkVenue(venueId: number): Promise<void>;
  /** Removes the organizer from every event in the same way. The other organizers keep their order. */
  unlinkOrganizer(organizerId: number): Promise<void>;
  /**
   * Returns ids above `afterId` of events with this link, whatever their status, ascending, at most `limit`.
   * Occurrences are represented by their series, each once.
   */
  idsLinkedTo(link: EventLink, afterId: number, limit: number): Promise<readonly number[]>;
  /**
   * Returns the matches of the query, by id above `afterId`, at most `limit`. Series replace their matching
   * occurrences. Used to read all matches in portions that writes in between do not shift. Order, page and
   * total do not apply.
   */
  listAfter(
    query: Omit<EventQuery, "order" | "page" | "perPage" | "firstOfSeries">,
    afterId: number,
    limit: number,
  ): Promise<readonly CalendarEvent[]>;
  /**
   * Returns the occurrences of a series, whatever their status, by `recurrenceId` from this one on, at most
   * `limit`.
   */
  occurrencesOf(seriesId: number, from: WallClock, limit: number): Promise<readonly CalendarEvent[]>;
  findOccurrence(seriesId: number, recurrenceId: WallClock): Promise<CalendarEvent | undefined>;
  /**
   * Returns the event with this value in a plugin field, whatever its status, even if listings hide it.
   * Returns the series instead of an occurrence. Among several, returns the one whose record has the lowest
   * id. Uses an index: the cost does not grow with the calendar.
   */
  findByField(field: FieldValue): Promise<CalendarEvent | undefined>;
  /**
   * Returns, for each of these series, the first occurrence that starts at or after this UTC time and is not
   * in the trash.
   */
  nextOccurrences(seriesIds: readonly number[], fromUtc: WallClock): Promise<readonly CalendarEvent[]>;
  /**
   * Stores at most `OCCURRENCES_PER_WRITE` new or changed occurrences. They may also have changed through
   * their series, or moved to another series. Lets waiting reads run afterwards. Their series must already be
   * stored. Lists compare values of the given records, so callers that change a series must save its
   * occurrences again. Returns the ids of occurrences that are not stored because another record has their
   * slug.
   */
  saveOccurrences(occurrences: readonly CalendarEvent[]): Promise<readonly number[]>;
  /**
   * Called last in a unit that wrote a series or its occurrences. Updates the usage counts of its terms. A
   * term counts a series once for each status in which an occurrence is listed. Also stores the start up to
   * which the series has occurrences; without one, it has all of them.
   */
  reconcileSeries(seriesId: number, expandedUntil?: WallClock): Promise<void>;
  /**
   * Returns series without all occurrences up to this start, whatever their status, by id above `afterId`, at
   * most `limit`.
   */
  seriesToExtend(until: WallClock, afterId: number, limit: number): Promise<readonly CalendarEvent[]>;
  /**
   * Returns occurrences whose id is above `afterId`, by id, at most `limit`. Includes every status, and
   * occurrences of events that no longer recur. Used for export.
   */
  occurrencesAfter(afterId: number, limit: number): Promise<readonly CalendarEvent[]>;
}

/** Repository of venues or organizers. */
export interface LinkedRepository<T extends Post, Query = LinkedQuery> extends PostRepository<T, Query> {
  /**
   * Returns the lowest id among records outside the trash whose folded name equals this folded name
   * (`foldText` of the trimmed text). If a description is given, the folded descriptions must be equal too.
   * If `visible` is given, only records that it allows count.
   * Source: rules/venues-organizers.md#reuse-by-name.
   */
  findDuplicate(name: string, description?: string, visible?: Visibility): Promise<T | undefined>;
  /**
   * Destroys the record and everything that it is found by, which frees its slug and id. Events linked to it
   * must have been unlinked before. Returns false if there is no such record. Requests only move records to
   * the trash.
   */
  remove(id: number): Promise<boolean>;
}

export type VenueRepository = LinkedRepository<Venue, VenueQuery>;
export type OrganizerRepository = LinkedRepository<Organizer>;
