import type { Unit, WeekDay } from "./rule-parts.ts";

/** Of what days are counted: of the period that was named before, of a month, of every month, or of a year. */
export type Span = "named" | "month" | "every-month" | "year";

/**
 * How a language says the parts of a recurrence set. Numbers are ascending, those from the end (-1: the last one) come last; none
 * of the lists is empty. What is answered stands inside a sentence: in lower case where the language has it so.
 */
export interface RecurrenceWords {
  /** `every week`, `every 2 weeks`. */
  every(unit: Unit, interval: number): string;
  /** `in June and July`; of other calendars by their numbers. `isOnly`: in no others. */
  months(months: readonly string[], isOnly: boolean, isNumbered: boolean): string;
  /** `in week 20 of the year`. */
  weeks(numbers: readonly number[]): string;
  /** `on 2 September`. */
  onDate(month: number, day: number): string;
  /** `on the 1st and last day of the month`. */
  onDays(numbers: readonly number[], span: Span): string;
  /** `on Tuesday and Thursday`, all of a week; with `span` all of it: `on every Tuesday`, `on the 1st Friday of the month`. */
  onWeekDays(days: readonly WeekDay[], span: Span | undefined): string;
  /** What a day is in a condition: `the 13th day of the month`. */
  aDay(numbers: readonly number[], span: Span): string;
  /** `a Friday or Saturday`, `the 2nd Friday of the month`. */
  aWeekDay(days: readonly WeekDay[], span: Span): string;
  /** `if it is` all of these. */
  condition(whats: readonly string[]): string;
  /** `at 9:00 and 10:00`; texts as `time` makes them. */
  atTimes(times: readonly string[]): string;
  /** `in the hours 9 to 16`, `at the minutes 0 and 30`. */
  inParts(unit: "hour" | "minute" | "second", numbers: readonly number[]): string;
  /** `of these only the last one in each month`. */
  positions(numbers: readonly number[], unit: Unit): string;
  /** `weeks begin on Sunday`; from 0 (Monday). */
  weekStart(day: number): string;
  /** `by the Hebrew calendar`; its name in lower case. */
  calendar(name: string): string;
  /** Where a day that a month lacks is moved to. */
  skip(direction: "backward" | "forward"): string;
  /** `10 times`. */
  count(count: number): string;
  /** `until 31 December 2031`; a text as `date` makes it, perhaps with `time`. */
  until(date: string): string;
  /** `31 December 2031`. */
  date(year: number, month: number, day: number): string;
  /** The time of a date: `31 December 2031 at 19:00`. */
  dateTime(date: string, time: string): string;
  /** A time as it stands behind `until`. */
  clock(time: string): string;
  /** A date that ends otherwise than the rest. */
  ending(date: string, end: string): string;
  /** In place of a rule where there are only dates: `on the first date`. */
  readonly once: string;
  /** `also on` these dates, and so many more. */
  also(dates: readonly string[], more: number): string;
  /** `except on` these dates, and so many more. */
  except(dates: readonly string[], more: number): string;
  /** Between rules, further dates and exceptions. */
  readonly separator: string;
}

/** `a, b and c`. */
export const joined = (texts: readonly string[], word: string): string =>
  texts.length < 2 ? (texts[0] ?? "") : `${texts.slice(0, -1).join(", ")} ${word} ${texts.at(-1)}`;

/** Numbers as texts, three and more in a row as one: 1, 3, `9 to 16`. */
export const withRuns = (
  numbers: readonly number[],
  toText: (number: number) => string,
  to: string,
): readonly string[] => {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === number - 1 && number > 0) run.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) =>
    run.length < 3 ? run.map(toText) : [`${toText(run[0] ?? 0)} ${to} ${toText(run.at(-1) ?? 0)}`],
  );
};

/** Whether these are all days of the week, each one of them. */
export const isEveryDay = (days: readonly WeekDay[]): boolean =>
  days.length === 7 && days.every(({ ordinal }) => ordinal === undefined);

export const isFromStart = (number: number): boolean => number > 0;
