import type { Cost } from "./cost.ts";
import type { Post } from "./post.ts";
import type { Occurrence } from "./recurrence/occurrence.ts";
import type { Recurrence } from "./recurrence/recurrence.ts";
import type { Schedule } from "./time/schedule.ts";
import type { WallClock } from "./time/wall-clock.ts";

/** Values of `EventStatus`. */
export const EVENT_STATUSES = ["scheduled", "cancelled", "postponed", "rescheduled", "moved_online"] as const;
/**
 * Event status, such as `cancelled` (schema.org `EventStatusType`). It is independent of the `PostStatus` of
 * the event.
 */
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Event of the calendar: a single event, a series, or one occurrence of a series. */
export interface CalendarEvent extends Post {
  /** Title with white space trimmed, and without HTML escaping. */
  readonly title: string;
  readonly schedule: Schedule;
  readonly cost: Cost;
  /**
   * URL of the event's web site. `undefined` if it was never set; clients then get the URL of the event's own
   * page (rules/events.md#event-website).
   */
  readonly website?: string;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  readonly hideFromListings: boolean;
  readonly sticky: boolean;
  readonly featured: boolean;
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly venueId?: number;
  /** Ids of the organizers, without duplicates, in the order in which the author listed them. */
  readonly organizerIds: readonly number[];
  /**
   * Id of the parent event. Only imports of archives, and programs that write to the store directly, set it
   * (rules/events.md#filter-parent).
   */
  readonly parentId?: number;
  /** Event status; absent means `scheduled`. */
  readonly eventStatus?: EventStatus;
  /** Reason for `eventStatus`, as plain text; absent if none is given. */
  readonly statusReason?: string;
  /** Original start of a rescheduled event, on the wall clock of the event. */
  readonly previousStart?: WallClock;
  /**
   * True if the event was detached from its source: no import or subscription changes it any more.
   * Source: rules/origin.md#detach.
   */
  readonly isDetached?: true;
  /**
   * Recurrence rules of the event. Present on a series and on each of its occurrences, as long as the series
   * recurs. Lists show the occurrences, not the series.
   */
  readonly recurrence?: Recurrence;
  /**
   * Set on an event that was a series, no longer recurs, and still has stored occurrences. These occurrences
   * are in the trash until the event recurs again.
   */
  readonly hasRecurred?: true;
  /**
   * Present on an occurrence: the id of its series, and the values in which it differs from the series.
   * Stores save only the `OccurrenceRow` of an occurrence (`toOccurrenceRow`).
   */
  readonly occurrence?: Occurrence;
}

/** True if the record is an event: only events have a schedule. */
export const isEvent = (post: Post): post is CalendarEvent => "schedule" in post;
