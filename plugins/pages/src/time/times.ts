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

/** Start and end of an event as pages display them. */
export interface Times {
  /**
   * Start on the displayed clock. This is the clock of the event, or the clock of the site if `displayZone`
   * is `site`.
   */
  readonly start: WallClock;
  readonly end: WallClock;
  readonly utcStart: WallClock;
  readonly utcEnd: WallClock;
  /**
   * First and last day of the event. The end is exclusive: an event that ends when a day begins does not take
   * place on that day.
   */
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly allDay: boolean;
  /** Abbreviation of the event's time zone. Empty if the site's clock shows the same time. */
  readonly zone: string;
}

/**
 * Returns the times of an event as pages display them. All-day events keep their own dates, whatever the time
 * zone of the site.
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

/** Returns the name of the site's time zone with its current abbreviation: `Europe/Rome (CEST)`. */
export const siteZone = (now: number, { timezone }: PluginDeps["site"]): string => {
  const abbreviation = abbreviationAt(utcText(now), timezone);
  return abbreviation === timezone ? timezone : `${timezone.replaceAll("_", " ")} (${abbreviation})`;
};
