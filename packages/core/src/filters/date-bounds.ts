import { parseDate } from "../model/date-parsing/parse-date.ts";
import type { SiteSettings } from "../model/site.ts";
import { dayBounds } from "../model/time/schedule.ts";
import { toUtc, toWallClock } from "../model/time/time-zone.ts";
import { dateOf, type WallClock } from "../model/time/wall-clock.ts";
import type { ParameterContext, Resolution } from "../parameter.ts";
import type { Clock } from "../ports/clock.ts";

/** A date of a list as it was read, once, so that all agree on what "now" was. */
export interface ListDate {
  /** False when the default stands in. */
  readonly sent: boolean;
  /**
   * The time in UTC, where a text without offset and words are read. Where whole days count, its date is the day: that as
   * written, for instants that in UTC. Source: 10-events section 4, step 1, and section 5.
   */
  readonly utc: WallClock;
}

/** Reads the list parameter of this name. Source: 00-overview section 3.2, time. */
export const resolveListDate =
  (name: string, clock: Clock) =>
  (raw: unknown, context: ParameterContext): Resolution<ListDate> => {
    const isText = typeof raw === "string" || typeof raw === "number";
    const utc = isText ? parseDate(String(raw), "UTC", clock.now()) : undefined;
    return utc === undefined
      ? { problem: { reason: "not-a-date" } }
      : { value: { sent: isPresent(context.raw[name]), utc } };
  };

const isPresent = (raw: unknown): boolean => raw !== undefined && raw !== null;

/** One bound of a list. */
export interface Bound {
  /** On the clock that the list compares (70-dates section 7). */
  readonly at: WallClock;
  /** What is read as this bound again. */
  readonly text: string;
}

/** The first or the last second of the date's day. Source: 10-events section 4, steps 2-4. */
export const dayBound = (date: ListDate, edge: "first" | "last", site: SiteSettings): Bound => {
  const wallClock = dayBounds(dateOf(date.utc), site.dayCutoff)[edge];
  // With a cutoff a day ends on the next date, and a text with that date would mean the next day.
  const text = edge === "last" ? `${dateOf(date.utc)} 23:59:59` : wallClock;
  return { at: onListClock(wallClock, site), text };
};

/** The same in a list that reads its dates exactly, as defaults, which mean whole days, need it. */
export const exactDayBound = (date: ListDate, edge: "first" | "last", site: SiteSettings): Bound => {
  const wallClock = dayBounds(dateOf(date.utc), site.dayCutoff)[edge];
  return { at: onListClock(wallClock, site), text: toUtc(wallClock, site.timezone) };
};

/** The exact time, shown in the site zone. Source: 10-events section 5, D31. */
export const exactBound = ({ utc }: ListDate, site: SiteSettings): Bound => ({
  at: site.displayZone === "site" ? utc : toWallClock(utc, site.timezone),
  text: utc,
});

/** A wall clock of the site as the list compares it. Source: 70-dates section 7. */
const onListClock = (wallClock: WallClock, { displayZone, timezone }: SiteSettings): WallClock =>
  displayZone === "site" ? toUtc(wallClock, timezone) : wallClock;
