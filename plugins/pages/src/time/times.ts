import {
  abbreviationAt,
  type CalendarEvent,
  millisecondsOf,
  type SiteSettings,
  toWallClock,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import { type Day, dayOf } from "./days.ts";

/** When an event takes place, as pages show it. */
export interface Times {
  /** On the clock that pages show it by: its own, or that of the site (`displayZone`). */
  readonly start: WallClock;
  readonly end: WallClock;
  readonly utcStart: WallClock;
  readonly utcEnd: WallClock;
  /** Days that it is on; one that ends as a day begins is not on that day. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly allDay: boolean;
  /** The abbreviation of its zone where its clock is not that of the site; else empty. */
  readonly zone: string;
}

/** An event that lasts all day keeps its own dates, whatever the clock of the site. */
export const timesOf = ({ schedule }: Pick<CalendarEvent, "schedule">, site: SiteSettings): Times => {
  const { utcStart, utcEnd, timezone, abbreviation, allDay } = schedule;
  const isSiteClock = site.displayZone === "site" && !allDay;
  const isElsewhere = timezone !== site.timezone;
  const siteStart = isElsewhere && !allDay ? toWallClock(utcStart, site.timezone) : schedule.start;
  const start = isSiteClock ? siteStart : schedule.start;
  const end = isSiteClock && isElsewhere ? toWallClock(utcEnd, site.timezone) : schedule.end;
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

/** What the clock of the site is called at an instant: `Europe/Rome (CEST)`. */
export const siteZone = (now: number, { timezone }: SiteSettings): string => {
  const abbreviation = abbreviationAt(utcText(now), timezone);
  return abbreviation === timezone ? timezone : `${timezone.replaceAll("_", " ")} (${abbreviation})`;
};
