import {
  abbreviationAt,
  type CalendarEvent,
  millisecondsOf,
  type PluginDeps,
  toWallClock,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import { type Day, dayOf } from "./days.ts";

/** Start and end of an event as pages show them. */
export interface Times {
  /** Start on the displayed clock: that of the event or, by `displayZone`, that of the site. */
  readonly start: WallClock;
  readonly end: WallClock;
  readonly utcStart: WallClock;
  readonly utcEnd: WallClock;
  /** First and last day of the event. An event that ends exactly as a day begins is not on that day. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly allDay: boolean;
  /** Abbreviation of the event's zone if its clock differs from that of the site; otherwise empty. */
  readonly zone: string;
}

/**
 * Returns the displayed times of an event. All-day events keep their own dates, whatever the zone of the
 * site.
 */
export const timesOf = ({ schedule }: Pick<CalendarEvent, "schedule">, site: PluginDeps["site"]): Times => {
  const { utcStart, utcEnd, timezone, abbreviation, allDay } = schedule;
  const isSiteClock = site.displayZone === "site" && !allDay;
  const isInOtherZone = timezone !== site.timezone;
  const siteStart = isInOtherZone && !allDay ? toWallClock(utcStart, site.timezone) : schedule.start;
  const start = isSiteClock ? siteStart : schedule.start;
  const end = isSiteClock && isInOtherZone ? toWallClock(utcEnd, site.timezone) : schedule.end;
  const lastMoment = end > start ? utcText(millisecondsOf(end) - 1000) : end;
  return {
    start,
    end,
    utcStart,
    utcEnd,
    firstDay: dayOf(start, site),
    lastDay: dayOf(lastMoment, site),
    allDay,
    zone: isSiteClock || start === siteStart ? "" : abbreviation,
  };
};

/** Returns the name of the site's zone at an instant: `Europe/Rome (CEST)`. */
export const siteZone = (now: number, { timezone }: PluginDeps["site"]): string => {
  const abbreviation = abbreviationAt(utcText(now), timezone);
  return abbreviation === timezone ? timezone : `${timezone.replaceAll("_", " ")} (${abbreviation})`;
};
