import type { Schedule, WallClock } from "@kalends/core";
import { type DateTexts, timeText } from "./date-texts.ts";
import type { RecurrenceWords, Span } from "./recurrence-words.ts";
import { type RuleParts, readRule, UNITS, type Unit } from "./rule-parts.ts";

/** Maximum number of times of day that the text lists individually. */
const MAX_TIMES = 24;

const isAtLeast = (unit: Unit, than: Unit): boolean => UNITS.indexOf(unit) <= UNITS.indexOf(than);

const partOf = (wall: WallClock, from: number): number => Number(wall.slice(from, from + 2));

const weekDayOf = (wall: WallClock): number =>
  (new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;

/**
 * Adds the weekday, day or month that a rule takes from the first start if it does not define days (RFC 5545,
 * 3.3.10).
 */
const withFirstStart = (rule: RuleParts, first: WallClock): RuleParts => {
  const { unit, months, weeks, yearDays, monthDays, weekDays, calendar } = rule;
  // The first start is a Gregorian date, but other calendars number days differently.
  if (calendar !== undefined) return rule;
  const ofWeek = { ...rule, weekDays: [{ day: weekDayOf(first) }] };
  const ofMonth = { ...rule, monthDays: [partOf(first, 8)] };
  if (weekDays.length + monthDays.length + yearDays.length > 0) return rule;
  if (unit === "week" || (unit === "year" && weeks.length > 0)) return ofWeek;
  if (unit === "month" || (unit === "year" && months.length > 0)) return ofMonth;
  return unit === "year" ? { ...ofMonth, months: [String(partOf(first, 5))] } : rule;
};

/** Returns the texts for the months, weeks and days of a rule, and its conditions. */
const dayTexts = (
  rule: RuleParts,
  words: RecurrenceWords,
): readonly [texts: string[], conditions: string[]] => {
  const { unit, interval, months, weeks, yearDays, monthDays, weekDays, calendar } = rule;
  const texts: string[] = [];
  const isOnly = unit !== "year" && interval > 1;
  const [month, day] = [Number(months[0]), monthDays[0] ?? 0];
  const isDate =
    unit === "year" && months.length === 1 && monthDays.length === 1 && day > 0 && yearDays.length === 0;
  const isByDate = isDate && calendar === undefined;
  if (months.length > 0 && !isByDate) texts.push(words.months(months, isOnly, calendar !== undefined));
  if (weeks.length > 0) texts.push(words.weeks(weeks));
  const isOfYear = unit === "year" && months.length === 0;
  const counted: Span = unit === "month" ? "named" : "month";
  const weekDaySpan = isOfYear ? "year" : counted;
  const isOfWeek = unit === "week" || weeks.length > 0;
  const days: (readonly [text: () => string, condition: () => string])[] = [];
  if (yearDays.length > 0)
    days.push([() => words.onDays(yearDays, "year"), () => words.aDay(yearDays, "year")]);
  if (monthDays.length > 0)
    days.push([
      () =>
        isByDate ? words.onDate(month, day) : words.onDays(monthDays, isOfYear ? "every-month" : counted),
      () => words.aDay(monthDays, "month"),
    ]);
  if (weekDays.length > 0)
    days.push([
      () => words.onWeekDays(weekDays, isOfWeek ? undefined : weekDaySpan),
      () => words.aWeekDay(weekDays, weekDaySpan),
    ]);
  // In rules that repeat daily or more often, days are conditions.
  const [main, others] = isAtLeast(unit, "week") ? [days[0], days.slice(1)] : [undefined, days];
  if (main !== undefined) texts.push(main[0]());
  return [texts, others.map(([, condition]) => condition())];
};

/** Returns texts for the times of day. Returns no text if the rule uses only the time of the first start. */
const timeTexts = (
  { unit, hours, minutes, seconds }: RuleParts,
  first: WallClock,
  words: RecurrenceWords,
): readonly string[] => {
  const given = { hour: hours, minute: minutes, second: seconds } as const;
  if (hours.length + minutes.length + seconds.length === 0) return [];
  const [ofHour, ofMinute, ofSecond] = [
    hours.length > 0 ? hours : [partOf(first, 11)],
    minutes.length > 0 ? minutes : [partOf(first, 14)],
    seconds.length > 0 ? seconds : [partOf(first, 17)],
  ];
  if (isAtLeast(unit, "day") && ofHour.length * ofMinute.length * ofSecond.length <= MAX_TIMES) {
    const times = ofHour.flatMap((hour) =>
      ofMinute.flatMap((minute) => ofSecond.map((second) => timeText(hour, minute, second))),
    );
    return [words.atTimes(times)];
  }
  return (["hour", "minute", "second"] as const).flatMap((name) =>
    given[name].length === 0 ? [] : [words.inParts(name, given[name])],
  );
};

/** Returns the text for the end of the rule: its last day, or its last time. */
const untilText = (
  { unit, until, hours, minutes, seconds }: RuleParts,
  { start, allDay }: Schedule,
  dates: DateTexts,
  words: RecurrenceWords,
): readonly string[] => {
  if (until === undefined) return [];
  const hasOneTime = isAtLeast(unit, "day") && hours.length + minutes.length + seconds.length === 0;
  if (allDay || until.endsWith("23:59:59")) return [words.until(dates.date(until))];
  if (!hasOneTime) return [words.until(dates.dateTime(until))];
  const isBefore = until.slice(11) < start.slice(11);
  return [words.until(dates.date(isBefore ? dates.dayBefore(until) : until))];
};

/** True if the text must name the first day of the week, because the rule skips weeks or numbers them. */
const isWeekStartSaid = ({ unit, interval, weekStart, weeks, weekDays }: RuleParts): boolean =>
  weekStart !== 0 && ((unit === "week" && interval > 1 && weekDays.length > 1) || weeks.length > 0);

/** Describes one rule in lower case. `first`: schedule of the first event of the series. */
export const toRuleText = (
  written: string,
  first: Schedule,
  dates: DateTexts,
  words: RecurrenceWords,
): string => {
  const read = readRule(written);
  const rule = withFirstStart(read, first.start);
  const [texts, conditions] = dayTexts(rule, words);
  const sentence = [words.every(rule.unit, rule.interval), ...texts].join(" ");
  return [
    sentence,
    ...(conditions.length > 0 ? [words.condition(conditions)] : []),
    ...timeTexts(rule, first.start, words),
    ...(rule.positions.length > 0 ? [words.positions(rule.positions, rule.unit)] : []),
    ...(isWeekStartSaid(rule) ? [words.weekStart(rule.weekStart)] : []),
    ...(rule.calendar === undefined ? [] : [words.calendar(rule.calendar)]),
    ...(rule.skip === undefined ? [] : [words.skip(rule.skip)]),
    ...(rule.count === undefined ? [] : [words.count(rule.count)]),
    ...untilText(rule, first, dates, words),
  ].join(", ");
};
