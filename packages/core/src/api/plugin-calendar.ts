import type { CalendarEvent } from "../model/event.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import type { Venue } from "../model/venue.ts";
import type { EventQuery } from "../queries/event-query.ts";
import type { Comparable } from "../queries/values.ts";
import type { Actor, ActorRole } from "../rights/actor.ts";
import type { CalendarApi } from "./calendar-api.ts";
import type { StreamOptions } from "./records-api.ts";

/** The calendar, as plugins use it. Call it only after the start, not while services and contributions are created. */
export interface PluginCalendar {
  /**
   * Returns the calendar with the rights of this actor, whatever the plugin declares. The actor may be the caller of a
   * route, a visitor (`"anonymous"`), or a role without own records. Throws a `TypeError` for an unknown role.
   */
  as(actor: Actor | ActorRole): CalendarApi;
  /**
   * Returns the calendar with the declared `rights` of the plugin; without any, every call rejects. The actor has no `id`, but the name of the `plugin`.
   * Records that it creates have no author (0) unless it names one, and only users who may edit others' records can change them.
   *
   * `task` names one of several tasks of the plugin, such as a subscription: work is counted per task, so that an expensive one delays no other.
   */
  asPlugin(task?: string): CalendarApi;
  /** Reads the stored records of every status and author, whatever rights and policies say. */
  readonly unrestricted: StoredRecords;
}

/**
 * Stored records of one kind, not views: they have neither linked records nor members of plugins. `PostStatuses.canRead` says whether
 * a caller may see one.
 */
export interface StoredKind<Stored> {
  /**
   * Returns the record with this id, or with this slug as text, whatever its status; `undefined` if there is none.
   * Of several drafts with one slug, it is the one with the lowest id.
   */
  get(key: number | string): Promise<Stored | undefined>;
  /** Yields all records by id, read in batches, each after the previous one was consumed. */
  stream(options?: StreamOptions): AsyncIterable<Stored>;
}

/** Stored events. A stream has series, without their occurrences. */
export interface StoredEvents extends StoredKind<CalendarEvent> {
  /** Returns the existing events with these ids, in no particular order; at most a few hundred. */
  getMany(ids: readonly number[]): Promise<readonly CalendarEvent[]>;
  /**
   * Returns the event with this value in a field of the plugin, even if listings hide it; for an occurrence, its
   * series. Of several, it is the one with the lowest id. Uses an index: the cost does not grow with the calendar.
   */
  getByField(field: string, value: Comparable): Promise<CalendarEvent | undefined>;
  /**
   * Returns the number of matching events; each occurrence of a series counts. `visible` may be that of a caller:
   * `PostStatuses.visibleTo`.
   */
  count(query: Omit<EventQuery, "order" | "page" | "perPage">): Promise<number>;
  occurrences(seriesId: number): StoredOccurrences;
}

/** Stored occurrences of one series. */
export interface StoredOccurrences {
  /**
   * Yields all occurrences by original start, including those in the trash and those that no rule produces any
   * more.
   */
  stream(): AsyncIterable<CalendarEvent>;
  /** Returns the first occurrence that starts at or after this UTC time and is not in the trash. */
  next(fromUtc: WallClock): Promise<CalendarEvent | undefined>;
}

/** Stored categories. */
export interface StoredCategories extends StoredKind<Term> {
  /** Returns the ids of these categories and all their descendants, each once, without unknown ids. */
  withDescendants(ids: readonly number[]): Promise<readonly number[]>;
}

/** All stored records, for reading. */
export interface StoredRecords {
  readonly events: StoredEvents;
  readonly venues: StoredKind<Venue>;
  readonly organizers: StoredKind<Organizer>;
  readonly categories: StoredCategories;
  readonly tags: StoredKind<Term>;
}
