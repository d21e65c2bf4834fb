import type { Problem } from "../errors.ts";
import { parseCalendarDate, parseDate } from "../model/date-input.ts";
import type { WallClock } from "../model/post.ts";
import { dayBounds } from "../model/schedule.ts";
import type { SiteSettings } from "../model/site.ts";
import { toUtc, toWallClock } from "../model/time-zone.ts";
import type { ParameterContext, Resolution } from "../parameter.ts";
import type { Clock } from "../ports/clock.ts";

/** Longer texts are no dates. */
const MAX_LENGTH = 200;

/** A date of a list as it was read, once, so that the list and its links agree on what "now" was. */
export interface ListDate {
  /** False when the default stands in. */
  readonly sent: boolean;
  /** `YYYY-MM-DD`: the date as written, words and instants in UTC. Source: 10-events section 4, step 1. */
  readonly day: string;
  /** The exact instant in UTC: a text without offset is read as UTC. Source: 10-events section 5. */
  readonly utc: WallClock;
}

const NOT_A_DATE: { readonly problem: Problem } = { problem: { reason: "not-a-date" } };

/** Reads the list parameter of this name. Source: 00-overview section 3.2, time. */
export const resolveListDate =
  (name: string, clock: Clock) =>
  (raw: unknown, context: ParameterContext): Resolution<ListDate> => {
    if (typeof raw !== "string" && typeof raw !== "number") return NOT_A_DATE;
    const text = String(raw);
    const now = clock.now();
    const day = text.length > MAX_LENGTH ? undefined : parseCalendarDate(text, now);
    const utc = day === undefined ? undefined : parseDate(text, "UTC", now);
    if (day === undefined || utc === undefined) return NOT_A_DATE;
    return { value: { sent: isPresent(context.raw[name]), day, utc } };
  };

const isPresent = (raw: unknown): boolean => raw !== undefined && raw !== null;

/** One bound of a list. */
export interface Bound {
  /** On the clock that the list compares (70-dates section 7). */
  readonly at: WallClock;
  /** What a link carries so that it is read as this bound again. */
  readonly link: string;
}

/** The first or the last second of the date's day. Source: 10-events section 4, steps 2-4. */
export const dayBound = (date: ListDate, edge: "first" | "last", site: SiteSettings): Bound => {
  const wallClock = dayBounds(date.day, site.dayCutoff)[edge];
  // With a cutoff a day ends on the next date, and a link with that date would mean the next day.
  return { at: onListClock(wallClock, site), link: edge === "last" ? `${date.day} 23:59:59` : wallClock };
};

/** The same in a list that reads the dates of its links exactly, as defaults, which mean whole days, need it. */
export const exactDayBound = (date: ListDate, edge: "first" | "last", site: SiteSettings): Bound => {
  const wallClock = dayBounds(date.day, site.dayCutoff)[edge];
  return { at: onListClock(wallClock, site), link: toUtc(wallClock, site.timezone) };
};

/** The exact time, shown in the site zone. Source: 10-events section 5, D31. */
export const exactBound = ({ utc }: ListDate, site: SiteSettings): Bound => ({
  at: site.displayZone === "site" ? utc : toWallClock(utc, site.timezone),
  link: utc,
});

/** A wall clock of the site as the list compares it. Source: 70-dates section 7. */
const onListClock = (wallClock: WallClock, { displayZone, timezone }: SiteSettings): WallClock =>
  displayZone === "site" ? toUtc(wallClock, timezone) : wallClock;
