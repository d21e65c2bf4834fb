import type { Post, WallClock } from "./post.ts";

/** When an event takes place. The wall clock and its zone are the truth; UTC is derived from them (90-decisions P14). */
export interface Schedule {
  /** Wall clock in `timezone`. */
  readonly start: WallClock;
  /** Wall clock in `timezone`; never before `start`. */
  readonly end: WallClock;
  readonly utcStart: WallClock;
  readonly utcEnd: WallClock;
  /** As the author sent it: an IANA name (`Europe/Rome`), a UTC offset (`UTC+5:30`), a bare offset or an abbreviation. */
  readonly timezone: string;
  /** The abbreviation valid at the start (`CET`), or the offset text (70-dates section 4.2). */
  readonly abbreviation: string;
  readonly allDay: boolean;
}

/** Source: 10-events section 10.6. */
export interface Cost {
  /** The values as sent, cleaned; `[]` when there is no cost. */
  readonly values: readonly string[];
  /** The symbol found in the values, `""` when there is none. */
  readonly symbol: string;
  /** Side of the symbol, `""` when there is none. */
  readonly position: "" | "prefix" | "postfix";
}

export const NO_COST: Cost = { values: [], symbol: "", position: "" };

export interface CalendarEvent extends Post {
  /** As sent: trimmed, not escaped. */
  readonly title: string;
  readonly schedule: Schedule;
  readonly cost: Cost;
  /** `undefined` when never set: the event's own page stands in (10-events section 10.6). */
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
  /** The event this one belongs to; set by import, seed and plugins only (10-events section 6). */
  readonly parentId?: number;
}
