import type { Cost } from "./cost.ts";
import type { Post } from "./post.ts";
import type { Occurrence } from "./recurrence/occurrence.ts";
import type { Recurrence } from "./recurrence/recurrence.ts";
import type { Schedule } from "./time/schedule.ts";
import type { WallClock } from "./time/wall-clock.ts";

/** Whether and how an event takes place (schema.org `EventStatusType`). */
export const EVENT_STATUSES = ["scheduled", "cancelled", "postponed", "rescheduled", "moved_online"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export interface CalendarEvent extends Post {
  /** As sent: trimmed, not escaped. */
  readonly title: string;
  readonly schedule: Schedule;
  readonly cost: Cost;
  /** `undefined` when never set: then it is the event's own page (rules/events.md#event-website). */
  readonly website?: string;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  readonly hideFromListings: boolean;
  readonly sticky: boolean;
  readonly featured: boolean;
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly venueId?: number;
  /** In link order, without duplicates. */
  readonly organizerIds: readonly number[];
  /** The event this one belongs to; set by import, seed and plugins only (rules/events.md#filter-parent). */
  readonly parentId?: number;
  /** Absent: scheduled. */
  readonly eventStatus?: EventStatus;
  /** Why it is not as planned: plain text; absent where nothing is said. */
  readonly statusReason?: string;
  /** Of one that is rescheduled: when it was to start, on its wall clock. */
  readonly previousStart?: WallClock;
  /** When it takes place again: of a series, which is not listed itself, and in each of its occurrences. */
  readonly recurrence?: Recurrence;
  /** It recurred once, and has occurrences, all of them in the trash unless it recurs again. */
  readonly hasRecurred?: true;
  /** Of what series it is an occurrence, and what it has of its own; stores keep nothing else of it (`toOccurrenceRow`). */
  readonly occurrence?: Occurrence;
}

/** True for events alone: neither venues nor organizers have times. */
export const isEvent = (post: Post): post is CalendarEvent => "schedule" in post;
