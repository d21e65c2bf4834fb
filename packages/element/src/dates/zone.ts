import type { Day } from "./day.ts";

export const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the local date and time in a time zone, `YYYY-MM-DD HH:MM:SS`. `zone`: a name that `Intl` accepts;
 * by default, the visitor's time zone.
 */
export const wallClockIn = (moment: Date, zone: string | undefined): string => {
  const parts = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(moment);
  const part = (type: string): string => parts.find((found) => found.type === type)?.value ?? "";
  const day = [part("year").padStart(4, "0"), part("month"), part("day")].join("-");
  return `${day} ${part("hour")}:${part("minute")}:${part("second")}`;
};

export const todayIn = (now: Date, zone: string | undefined): Day => wallClockIn(now, zone).slice(0, 10);

/** Returns the short name of a time zone at a moment, such as `CET`. */
export const zoneNameAt = (moment: Date, zone: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "short" })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName")?.value ?? zone;
