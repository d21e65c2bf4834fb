import type { Cost } from "./cost.ts";
import type { Post } from "./post.ts";
import type { Occurrence } from "./recurrence/occurrence.ts";
import type { Recurrence } from "./recurrence/recurrence.ts";
import type { Schedule } from "./time/schedule.ts";
import type { WallClock } from "./time/wall-clock.ts";

/** Statuses of an event (schema.org `EventStatusType`). */
export const EVENT_STATUSES = ["scheduled", "cancelled", "postponed", "rescheduled", "moved_online"] as const;
/** Status of an event (schema.org `EventStatusType`). */
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** A single event, a series, or one occurrence of a series. */
export interface CalendarEvent extends Post {
  /** Title as sent: trimmed, not escaped. */
  readonly title: string;
  readonly schedule: Schedule;
  readonly cost: Cost;
  /** Web site; `undefined` if never set, which means the event's own page (rules/events.md#event-website). */
  readonly website?: string;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  readonly hideFromListings: boolean;
  readonly sticky: boolean;
  readonly featured: boolean;
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly venueId?: number;
  /** In the order in which they were linked, without duplicates. */
  readonly organizerIds: readonly number[];
  /** Id of the parent event; set only by imports, seeds and plugins (rules/events.md#filter-parent). */
  readonly parentId?: number;
  /** Absent means `scheduled`. */
  readonly eventStatus?: EventStatus;
  /** Reason for the status, as plain text; absent if none is given. */
  readonly statusReason?: string;
  /** Original start of a rescheduled event, on its wall clock. */
  readonly previousStart?: WallClock;
  /** Recurrence of the event. Set on a series, which is not listed itself, and on each of its occurrences. */
  readonly recurrence?: Recurrence;
  /**
   * Set on an event that has recurred and still has occurrences. They are all in the trash unless the event
   * recurs again.
   */
  readonly hasRecurred?: true;
  /**
   * Set on an occurrence: its series and its own values. Stores keep nothing else of an occurrence
   * (`toOccurrenceRow`).
   */
  readonly occurrence?: Occurrence;
}

/** True for events. Venues and organizers have no schedule. */
export const isEvent = (post: Post): post is CalendarEvent => "schedule" in post;
