import { isTimeZone } from "../time/time-zone.ts";
import type { DateReading } from "./date-reading.ts";
import {
  AMOUNT,
  amountNumber,
  ORDINAL,
  ordinalNumber,
  type Rule,
  rule,
  shiftBy,
  UNIT,
  WEEKDAY,
  weekdayNumber,
} from "./words.ts";

/** Lookahead for the end of a word. A digit may follow without a blank, as in `tomorrow9am`. */
const WORD_END = "(?![a-z])";

const HOUR = "(?<hour>\\d{1,2})";
const MINUTE = "(?<minute>\\d{2})";
const SECOND = "(?<second>\\d{2})";

const toTime: Rule["read"] = ({ hour: digits, minute: minutes = "0", second: seconds = "0", half }) => {
  const [hour, minute, second] = [Number(digits), Number(minutes), Number(seconds)];
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  return {
    time: { hour: half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0), minute, second },
  };
};

/** Rules for times of day. Source: rules/dates.md#times-of-day. */
export const TIME_RULES: readonly Rule[] = [
  rule(`(?:at )?${HOUR}(?:[:.]${MINUTE}(?:[:.]${SECOND})?)? ?(?<half>[ap])\\.?m(?![a-z0-9])\\.?`, toTime),
  rule(`(?:at |t)?${HOUR}[:.]${MINUTE}(?:[:.]${SECOND}(?:[.,]\\d{1,9})?)?(?![\\d:])`, toTime),
  rule(`t(?<hour>\\d{2})${MINUTE}${SECOND}?(?![\\d:])`, toTime),
  rule(`(?:at )?noon${WORD_END}`, () => ({ time: { hour: 12, minute: 0, second: 0 } })),
];

const DAY_WORDS: Readonly<Record<string, number>> = { today: 0, midnight: 0, tomorrow: 1, yesterday: -1 };
/** Number of units by which a word such as `next` or `last` moves the date. */
const DIRECTIONS: Readonly<Record<string, number>> = { next: 1, this: 0, last: -1, previous: -1 };
const FROM_NOW = "(?: from now(?![a-z0-9])| later(?![a-z0-9]))?";
const DIRECTION = "(?<direction>next|this|last|previous)";

/**
 * Rules for words and shifts relative to the current time, such as `tomorrow`, `next friday` or `2 hours
 * ago`.
 * Source: rules/dates.md#date-words, rules/dates.md#relative-dates, rules/dates.md#month-edges.
 */
export const RELATIVE_RULES: readonly Rule[] = [
  rule(`now${WORD_END}`, () => ({ now: true })),
  rule(`(?:at )?(?<word>today|midnight|tomorrow|yesterday)${WORD_END}`, ({ word = "" }) => ({
    wholeDay: true,
    shift: shiftBy(DAY_WORDS[word] ?? 0, "day"),
  })),
  rule(`(?<word>first|last) day of${WORD_END}`, ({ word = "" }) => ({
    ofMonth: { position: ordinalNumber(word) },
  })),
  rule(`(?<word>${ORDINAL}) ${WEEKDAY} of${WORD_END}`, ({ word = "", weekday = "" }) => ({
    wholeDay: true,
    ofMonth: { position: ordinalNumber(word), weekday: weekdayNumber(weekday) },
  })),
  rule(`(?:on )?(?:${DIRECTION} )?${WEEKDAY}${WORD_END}\\.?`, ({ direction = "this", weekday = "" }) => ({
    weekday: { day: weekdayNumber(weekday), which: toWhich(direction) },
  })),
  rule(`${DIRECTION} ${UNIT}${WORD_END}`, ({ direction = "", unit = "" }) => ({
    shift: {
      ...shiftBy(DIRECTIONS[direction] ?? 0, unit),
      ...(unit.startsWith("week") && { byWeek: true }),
    },
  })),
  rule(
    `(?:in )?(?<sign>[+-]?) ?(?<amount>\\d{1,9}) ?${UNIT}${WORD_END}${FROM_NOW}`,
    ({ sign, amount, unit = "" }) => ({
      shift: shiftBy(sign === "-" ? -Number(amount) : Number(amount), unit),
    }),
  ),
  rule(`(?:in )?${AMOUNT} ${UNIT}${WORD_END}${FROM_NOW}`, ({ amount = "", unit = "" }) => ({
    shift: shiftBy(amountNumber(amount), unit),
  })),
  rule(`(?:in )?half an hour${WORD_END}${FROM_NOW}`, () => ({ shift: shiftBy(30, "minutes") })),
];

const toWhich = (direction: string): "next" | "last" | "this" => {
  if (direction === "previous") return "last";
  return direction === "next" || direction === "last" ? direction : "this";
};

const zone = (text: string): DateReading | undefined => (isTimeZone(text) ? { zone: text } : undefined);

/**
 * Rules for offsets and zone names.
 * Source: rules/dates.md#offsets-in-dates, rules/dates.md#no-letter-zones.
 */
export const ZONE_RULES: readonly Rule[] = [
  rule("(?:utc|gmt)?(?<offset>[+-]\\d{1,2}(?::?\\d{2})?)(?![\\d:.a-z])", ({ offset = "" }) => zone(offset)),
  rule(`z${WORD_END}`, () => zone("UTC")),
  rule("\\(?(?<name>[a-z][a-z0-9_+-]+(?:/[a-z0-9_+-]+)*)\\)?", ({ name = "" }) => zone(name)),
];
