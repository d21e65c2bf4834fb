import { casual } from "chrono-node/en";

/** Shows up again where a reading took over the time of the present moment. */
const MARK = 7;

/** Our own rules decide on dates in figures and on zones: what they refused stays refused. */
const REFUSED = /\d[-/.]\d|[+@]|\b(?:utc|gmt)\b/;

const DAY_WORD = /\b(?:today|tomorrow|yesterday|weekend)\b/;

/**
 * English that the rules do not cover (`in two weeks`, `friday evening`): the wall clock it means, given the present one,
 * both in milliseconds as if they were UTC. `undefined` unless the whole text is one such phrase.
 */
export const readFreeText = (text: string, present: number): number | undefined => {
  if (REFUSED.test(text) || !/[a-z]{3}/.test(text)) return undefined;
  const instant = new Date(present - (present % 1000) + MARK);
  if (Number.isNaN(instant.getTime())) return undefined;
  const [found, another] = casual.parse(text, { instant, timezone: 0 }, { forwardDate: true });
  if (found === undefined || another !== undefined || found.text !== text || found.end) return undefined;
  const { start } = found;
  // An offset other than that of the given moment comes from the zone of the machine, which means nothing here.
  if (start.isCertain("timezoneOffset") && start.get("timezoneOffset") !== 0) return undefined;
  const wall = Math.floor(start.date().getTime() / 1000) * 1000;
  return start.isCertain("hour") || !isPlainDay(text, start) ? wall : midnight(wall);
};

/** Whether a day is meant, not a part of it, nor the present time on another day. */
const isPlainDay = (
  text: string,
  start: { get(component: "hour" | "millisecond"): number | null },
): boolean => {
  const keepsPresent = start.get("millisecond") === MARK;
  return keepsPresent ? DAY_WORD.test(text) : start.get("hour") === 12;
};

const midnight = (wall: number): number => {
  const day = 24 * 60 * 60 * 1000;
  return Math.floor(wall / day) * day;
};
