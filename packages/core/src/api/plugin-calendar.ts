import type { CalendarEvent } from "../model/event.ts";
import type { ExternalId } from "../model/external-id.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import type { Venue } from "../model/venue.ts";
import type { EventQuery } from "../queries/event-query.ts";
import type { Actor, ActorRole } from "../rights/actor.ts";
import type { CalendarApi } from "./calendar-api.ts";
import type { StreamOptions } from "./records-api.ts";

/**
 * Calendar in the form in which plugins use it. Call it only after the start, not while services and
 * contributions are created.
 */
export interface PluginCalendar {
  /**
   * Returns the calendar with the rights of this actor, regardless of the plugin's own `rights`.
   * The actor may be the caller of a route, a visitor (`"anonymous"`), or a role, which then has no records
   * of its own. Throws a `TypeError` for an unknown role.
   */
  as(actor: Actor | ActorRole): CalendarApi;
  /**
   * Returns the calendar with the plugin's own `rights`. If the plugin declares no rights, every call
   * rejects. The actor has no `id`; its member `plugin` is the plugin's name.
   * Records that the actor creates have no author (0), unless the call sets one. To change such records,
   * every actor, including the plugin, needs the right to edit records of others.
   *
   * `task` names one of several tasks of the plugin, such as a subscription. Work is limited for each task,
   * so that an expensive task does not delay the others.
   */
  asPlugin(task?: string): CalendarApi;
  /** All stored records, of every status and author, read-only. Rights and policies do not apply. */
  readonly unrestricted: StoredRecords;
}

/**
 * Stored records of one kind, without linked records and without members of plugins. `PostStatuses.canRead`
 * tests if a caller may see a record.
 */
export interface StoredKind<Stored> {
  /**
   * Returns the record with this id (number) or slug (text), of any status. Returns `undefined` if it does
   * not exist. Several drafts and pending records can share a slug: a record with another status then wins,
   * otherwise the lowest id. If the record was merged, it returns the record into which it was merged.
   */
  get(key: number | string): Promise<Stored | undefined>;
  /**
   * Returns the record with this external id, of any status. Several records can have the same id of the
   * source `ical`; the result is then the record with the lowest id. The lookup uses an index.
   * Source: rules/external-ids.md#plugins-and-external-ids.
   */
  getByExternalId(externalId: ExternalId): Promise<Stored | undefined>;
  /**
   * Yields all records, ordered by id. They are read in batches, each after the previous one was consumed.
   */
  stream(options?: StreamOptions): AsyncIterable<Stored>;
}

/** Stored events. `stream` yields single events and series, but no occurrences. */
export interface StoredEvents extends StoredKind<CalendarEvent> {
  /**
   * Returns the events with these ids, in no particular order. Ids without an event are skipped. Pass at most
   * a few hundred ids; the call does not check this.
   */
  getMany(ids: readonly number[]): Promise<readonly CalendarEvent[]>;
  /**
   * Returns the number of matching events. Each occurrence of a series counts. To count what a caller may
   * see, pass `PostStatuses.visibleTo` as `visible`.
   */
  count(query: Omit<EventQuery, "order" | "page" | "perPage">): Promise<number>;
  occurrences(seriesId: number): StoredOccurrences;
}

/** Stored occurrences of one series. */
export interface StoredOccurrences {
  /**
   * Yields all occurrences, ordered by original start. It includes those in the trash and those that no rule
   * produces any more.
   */
  stream(): AsyncIterable<CalendarEvent>;
  /** Returns the first occurrence outside of the trash that starts at this UTC time or later. */
  next(fromUtc: WallClock): Promise<CalendarEvent | undefined>;
}

/** Stored categories. */
export interface StoredCategories extends StoredKind<Term> {
  /**
   * Returns the ids of these categories and of all their descendants, without duplicates. Ids without a
   * category are left out.
   */
  withDescendants(ids: readonly number[]): Promise<readonly number[]>;
}

/** All stored records, read-only. */
export interface StoredRecords {
  readonly events: StoredEvents;
  readonly venues: StoredKind<Venue>;
  readonly organizers: StoredKind<Organizer>;
  readonly categories: StoredCategories;
  readonly tags: StoredKind<Term>;
}
