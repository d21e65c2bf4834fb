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
  /** Id of the parent event. Only imports, seeds and plugins set it (rules/events.md#filter-parent). */
  readonly parentId?: number;
  /** Status of the event; absent means `scheduled`. */
  readonly eventStatus?: EventStatus;
  /** Reason for the status, as plain text; absent if none is given. */
  readonly statusReason?: string;
  /** Original start of a rescheduled event, on the wall clock of the event. */
  readonly previousStart?: WallClock;
  /**
   * True if the event was detached from its source: no import or subscription changes it any more.
   * Source: rules/origin.md#detach.
   */
  readonly isDetached?: true;
  /**
   * Recurrence rules of the event. Present on a series and on each of its occurrences. Lists show the
   * occurrences, not the series.
   */
  readonly recurrence?: Recurrence;
  /**
   * Set on an event that was a series, no longer recurs, and still has stored occurrences. These occurrences
   * are in the trash until the event recurs again.
   */
  readonly hasRecurred?: true;
  /**
   * Present on an occurrence: the id of its series, and the values in which it differs from the series.
   * Stores save only this part of an occurrence (`toOccurrenceRow`).
   */
  readonly occurrence?: Occurrence;
}

/** True if the record is an event: only events have a schedule. */
export const isEvent = (post: Post): post is CalendarEvent => "schedule" in post;
