import {
  isEveryDay,
  isFromStart,
  joined,
  type RecurrenceWords,
  type Span,
  withRuns,
} from "../recurrence-words.ts";
import type { WeekDay } from "../rule-parts.ts";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const and = (texts: readonly string[]): string => joined(texts, "and");
const dayName = (day: number): string => DAYS[day] ?? "";
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const ordinal = (number: number): string => {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;
};

const place = (number: number): string => {
  if (number > 0) return ordinal(number);
  return number === -1 ? "last" : `${ordinal(-number)} to last`;
};

/**
 * Ends of phrases for counted days, such as ` of the month` in `the 3rd day of the month`. The key is the
 * period in which days are counted.
 */
const SPANS: Readonly<Record<Span, string>> = {
  named: "",
  month: " of the month",
  "every-month": " of every month",
  year: " of the year",
};

const places = (numbers: readonly number[], word: "and" | "or"): string =>
  joined(withRuns(numbers, place, "to"), word);

/** Returns a text such as `every Tuesday, the 1st and last Friday of the month`. */
const weekDays = (days: readonly WeekDay[], span: Span, each: string, word: "and" | "or"): string => {
  const plain = days.filter((day) => day.ordinal === undefined).map(({ day }) => `${each} ${dayName(day)}`);
  const placed = days.flatMap(({ day, ordinal: at }) =>
    at === undefined ? [] : [`the ${place(at)} ${dayName(day)}`],
  );
  return `${joined([...plain, ...placed], word)}${placed.length > 0 ? SPANS[span] : ""}`;
};

/** English phrases of `recurrence.text`. */
export const ENGLISH: RecurrenceWords = {
  every: (unit, interval) => (interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`),
  months: (months, isOnly, isNumbered) => {
    const names = isNumbered ? months : months.map((month) => MONTHS[Number(month) - 1] ?? month);
    const numbered = months.length === 1 ? "month" : "months";
    return `${isOnly ? "only " : ""}in ${isNumbered ? `${numbered} ` : ""}${and(names)}`;
  },
  weeks: (numbers) => {
    const counted = numbers.filter(isFromStart);
    const runs = withRuns(counted, String, "to");
    const said = [
      ...(counted.length === 0 ? [] : [`${counted.length === 1 ? "week" : "weeks"} ${and(runs)}`]),
      ...numbers.filter((number) => number < 0).map((number) => `the ${place(number)} week`),
    ];
    return `in ${and(said)} of the year`;
  },
  onDate: (month, day) => `on ${day} ${MONTHS[month - 1]}`,
  onDays: (numbers, span) => `on the ${places(numbers, "and")} day${SPANS[span]}`,
  onWeekDays: (days, span) => {
    if (isEveryDay(days)) return "on every day";
    return span === undefined
      ? `on ${and(days.map(({ day }) => dayName(day)))}`
      : `on ${weekDays(days, span, "every", "and")}`;
  },
  aDay: (numbers, span) => `the ${places(numbers, "or")} day${SPANS[span]}`,
  aWeekDay: (days, span) => weekDays(days, span, "a", "or"),
  condition: (whats) => `if it is ${whats.join(" and ")}`,
  atTimes: (times) => `at ${and(times)}`,
  inParts: (unit, numbers) =>
    `${unit === "hour" ? "in" : "at"} the ${unit}${numbers.length === 1 ? "" : "s"} ${and(withRuns(numbers, String, "to"))}`,
  positions: (numbers, unit) => `of these only the ${and(numbers.map(place))} in each ${unit}`,
  weekStart: (day) => `weeks begin on ${dayName(day)}`,
  calendar: (name) => `by the ${capital(name)} calendar`,
  skip: (direction) =>
    direction === "backward"
      ? "days that do not exist move to the one before"
      : "days that do not exist move to the one after",
  count: (count) => (count === 1 ? "once" : `${count} times`),
  until: (date) => `until ${date}`,
  date: (year, month, day) => `${day} ${MONTHS[month - 1]} ${year}`,
  dateTime: (date, time) => `${date} at ${time}`,
  clock: (time) => time,
  ending: (date, end) => `${date} (until ${end})`,
  once: "on the first date",
  also: (dates, more) => `also on ${and(more > 0 ? [...dates, `${more} more`] : dates)}`,
  except: (dates, more) => `except on ${and(more > 0 ? [...dates, `${more} more`] : dates)}`,
  separator: "; ",
};
