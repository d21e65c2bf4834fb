import type { CalendarEvent } from "../../model/event.ts";
import type { ExternalId } from "../../model/external-id.ts";
import type { UtcRange } from "../../model/occupancy.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { Post } from "../../model/post.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import type { Venue } from "../../model/venue.ts";
import type { Visibility } from "../../queries/conditions.ts";
import type { VenuePair } from "../../queries/duplicate-venues.ts";
import type { FacetCounts, FacetName } from "../../queries/event-facets.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import type { LinkedQuery, VenueQuery } from "../../queries/linked-query.ts";
import type { Page, Paging } from "../../queries/page.ts";

/** Functions that the repositories of events, venues and organizers have in common. */
export interface PostRepository<T extends Post, Query> {
  /** Returns the record with this id, of any status, or `undefined`. */
  find(id: number): Promise<T | undefined>;
  /**
   * Returns the records with these ids, in no particular order. Ids without a record are skipped. `ids` may
   * contain duplicates, and at most a few hundred entries.
   */
  findMany(ids: readonly number[]): Promise<readonly T[]>;
  /**
   * Returns the record with this slug, of any status. Several records can have the slug, because drafts need
   * no unique slug. Then it returns the one for which the slug must be unique (`claimsSlug`), otherwise the
   * one with the lowest id.
   */
  findBySlug(slug: string): Promise<T | undefined>;
  /**
   * Returns the record with this external id, of any status. Occurrences have no external ids. Several
   * records can have the same id of the source `ical`; then it returns the one with the lowest id. It must
   * use an index.
   */
  findByExternalId(externalId: ExternalId): Promise<T | undefined>;
  /**
   * Returns a page of the records that match the query, in the query's order. If the page is past the end, it
   * has no items, but the correct total.
   */
  list(query: Query): Promise<Page<T>>;
  /**
   * Stores the record and replaces the one with the same id.
   * If its slug must be unique (`claimsSlug`, model/text/slug) and another record of the kind has it, stores
   * nothing and returns false.
   * Rejects with `rest_external_id_taken` and stores nothing if another record of the kind, of any status,
   * has one of its external ids. The source `ical` is exempt (`isUniqueSource`).
   */
  save(record: T): Promise<boolean>;
  /**
   * Returns at most `limit` records whose ids are greater than `afterId`, ordered by id. Used for export and
   * repair.
   */
  readAfter(afterId: number, limit: number): Promise<readonly T[]>;
  /**
   * Returns at most `limit` records that use this image and whose ids are greater than `afterId` (by default
   * 0), ordered by id. If `visible` is given, it returns only records that `visible` allows.
   */
  showing(imageId: number, limit: number, visible?: Visibility, afterId?: number): Promise<readonly T[]>;
  /**
   * Returns at most `limit` records with the status `future` whose `dateUtc` is at or before this UTC time,
   * earliest first.
   */
  due(nowUtc: WallClock, limit: number): Promise<readonly T[]>;
}

/** Link by which events are found: a venue, an organizer, a term or an image. */
export type EventLink =
  | { readonly venueId: number }
  | { readonly organizerId: number }
  /** Id of a category or tag. */
  | { readonly termId: number }
  | { readonly imageId: number };

/** Maximum number of ranges in one call of `isOccupied`. */
export const MAX_RANGES = 100;

/** Maximum number of occurrences in one call of `saveOccurrences`. */
export const OCCURRENCES_PER_WRITE = 100;

/**
 * Repository of single events, series and occurrences.
 *
 * - Occurrences are returned as complete events, which `toOccurrence` derives from their current series.
 * - `readAfter` and `due` return no occurrences. `showing` returns an occurrence only if it has an image of
 *   its own, not for the image of its series.
 * - The slug of an occurrence in the trash need not be unique.
 * - An adapter must pass the tests of `@kalends/storage-contract`.
 */
export interface EventRepository extends PostRepository<CalendarEvent, EventQuery> {
  /**
   * Removes the venue from every event, of any status, and from the own values of occurrences.
   * `modified` stays unchanged. The `revision` of each changed record increases; for an occurrence, its own
   * revision.
   */
  unlinkVenue(venueId: number): Promise<void>;
  /**
   * Removes the organizer from every event, like `unlinkVenue`. The other organizers of an event stay in the
   * same order.
   */
  unlinkOrganizer(organizerId: number): Promise<void>;
  /**
   * Counts the matches of the query by the values of these facets. The order and page of the query do not
   * apply. A count is the total of the query with the value as an additional condition: of a category, the
   * events of its descendants count too, and with `firstOfSeries`, each series counts once for a value.
   * Returns the values in the order of `byFrequency` (queries/event-facets). Values without matches are left
   * out; so are ids of categories without a category. Source: rules/facets.md#facet-counts.
   */
  facets(query: EventQuery, names: readonly FacetName[]): Promise<FacetCounts>;
  /**
   * Returns at most `limit` ids of events with this link, of any status, that are greater than `afterId`,
   * ascending. If an occurrence has the link, the id of its series is returned once.
   */
  idsLinkedTo(link: EventLink, afterId: number, limit: number): Promise<readonly number[]>;
  /**
   * Returns at most `limit` matches of the query whose ids are greater than `afterId`, ordered by id. A
   * series is returned instead of its matching occurrences.
   * Used to read all matches in portions: writes between two calls cannot shift the matches. Order, page and
   * total do not apply.
   */
  listAfter(
    query: Omit<EventQuery, "order" | "page" | "perPage" | "firstOfSeries">,
    afterId: number,
    limit: number,
  ): Promise<readonly CalendarEvent[]>;
  /**
   * Returns at most `limit` occurrences of a series, of any status, ordered by `recurrenceId` and beginning
   * with `from`.
   */
  occurrencesOf(seriesId: number, from: WallClock, limit: number): Promise<readonly CalendarEvent[]>;
  findOccurrence(seriesId: number, recurrenceId: WallClock): Promise<CalendarEvent | undefined>;
  /**
   * Returns at most `limit` events that use the venue in this range (`isOccupying`), ordered by `utcStart`
   * and id. If `listed` is given, only events that `listed` allows and that are not hidden from listings
   * count; otherwise all events count, even hidden ones. It must use an index, so that the time depends only
   * on the events near the range.
   */
  occupying(
    venueId: number,
    range: UtcRange,
    limit: number,
    listed?: Visibility,
  ): Promise<readonly CalendarEvent[]>;
  /**
   * True if an event uses the venue in one of these ranges, of which there are at most `MAX_RANGES`. The
   * event `exceptId` and, if it is a series, its occurrences do not count. It must use an index.
   */
  isOccupied(venueId: number, ranges: readonly UtcRange[], exceptId: number): Promise<boolean>;
  /**
   * Returns the next occurrence of each of these series: the first one outside of the trash that starts at
   * this UTC time or later.
   */
  nextOccurrences(seriesIds: readonly number[], fromUtc: WallClock): Promise<readonly CalendarEvent[]>;
  /**
   * Stores at most `OCCURRENCES_PER_WRITE` new or changed occurrences, whose series must be stored already.
   *
   * - Occurrences also count as changed if their series changed, or if they move to another series.
   * - Lists use the values of the occurrences as given here. After a change of a series, save its occurrences
   *   again. A change of its title or of its modification time alone does not need this: in orders and filters,
   *   occurrences follow the stored series (see `toOccurrence`).
   * - After each call, waiting reads of other callers can run.
   * - Returns the ids of occurrences that were not stored because another record has their slug.
   */
  saveOccurrences(occurrences: readonly CalendarEvent[]): Promise<readonly number[]>;
  /**
   * Completes the data of a series. Call it at the end of a unit of work that wrote the series or its
   * occurrences.
   * It updates the usage counts of terms. A term counts a series once for each status in which lists show one
   * of its occurrences.
   * It also stores `expandedUntil`, the start up to which the series has occurrences. It is absent if the
   * series has all its occurrences.
   */
  reconcileSeries(seriesId: number, expandedUntil?: WallClock): Promise<void>;
  /**
   * Returns at most `limit` series, of any status, that lack occurrences up to this start. Their ids are
   * greater than `afterId`, in ascending order.
   */
  seriesToExtend(until: WallClock, afterId: number, limit: number): Promise<readonly CalendarEvent[]>;
  /**
   * Returns at most `limit` occurrences whose ids are greater than `afterId`, ordered by id. They may have
   * any status, and their event may no longer recur. Used for export.
   */
  occurrencesAfter(afterId: number, limit: number): Promise<readonly CalendarEvent[]>;
}

/** Repository of venues or organizers. */
export interface LinkedRepository<T extends Post, Query = LinkedQuery> extends PostRepository<T, Query> {
  /**
   * Returns the record outside of the trash whose folded name equals `name`, which must be folded too
   * (`foldText` of the trimmed text). If several match, returns the one with the lowest id.
   * If a description is given, the folded descriptions must also be equal. If `visible` is given, only
   * records that it allows count.
   * Source: rules/venues-organizers.md#reuse-by-name.
   */
  findDuplicate(name: string, description?: string, visible?: Visibility): Promise<T | undefined>;
  /**
   * Destroys the record with all its index entries. Its slug and id become free.
   * Events must not be linked to it any more. Returns false if it does not exist. HTTP requests never call
   * this; they only move records to the trash.
   */
  remove(id: number): Promise<boolean>;
}

/** Repository of venues. */
export interface VenueRepository extends LinkedRepository<Venue, VenueQuery> {
  /**
   * Returns a page of pairs of `visible` venues outside of the trash that may be the same (`sharedReasons`).
   * For each reason, a venue is paired only with the matching venue of the lowest id. Several equal venues
   * thus give few pairs. Pairs are ordered by the first id, then by the other one.
   */
  duplicates(visible: Visibility, paging: Paging): Promise<Page<VenuePair>>;
}
export type OrganizerRepository = LinkedRepository<Organizer>;
