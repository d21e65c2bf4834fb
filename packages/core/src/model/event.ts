import type { Cost } from "./cost.ts";
import type { Post } from "./post.ts";
import type { Schedule } from "./time/schedule.ts";

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
}
