import type { Unit, WeekDay } from "./rule-parts.ts";

/**
 * Period in which days are counted: the period that the rule has just named, a month, every month, or a year.
 */
export type Span = "named" | "month" | "every-month" | "year";

/**
 * Phrases of one language for the parts of a recurrence. All lists of numbers are ascending and not empty.
 * Negative numbers count from the end (-1: the last one) and come last. The phrases are parts of a sentence.
 * They are in lower case where the language allows it.
 */
export interface RecurrenceWords {
  /** Returns a phrase such as `every week` or `every 2 weeks`. */
  every(unit: Unit, interval: number): string;
  /**
   * Returns a phrase such as `in June and July`. `isOnly`: true if the rule excludes all other months.
   * `isNumbered`: months of another calendar, which are numbers.
   */
  months(months: readonly string[], isOnly: boolean, isNumbered: boolean): string;
  /** Returns a phrase such as `in week 20 of the year`. */
  weeks(numbers: readonly number[]): string;
  /** Returns a phrase such as `on 2 September`. */
  onDate(month: number, day: number): string;
  /** Returns a phrase such as `on the 1st and last day of the month`. */
  onDays(numbers: readonly number[], span: Span): string;
  /**
   * Returns a phrase such as `on Tuesday and Thursday`, for days of a week. With `span`, the phrase is such
   * as `on every Tuesday` or `on the 1st Friday of the month`.
   */
  onWeekDays(days: readonly WeekDay[], span: Span | undefined): string;
  /**
   * Returns a phrase for a day of the month or year inside a condition, such as `the 13th day of the month`.
   */
  aDay(numbers: readonly number[], span: Span): string;
  /**
   * Returns a phrase for weekdays inside a condition, such as `a Friday or Saturday` or `the 2nd Friday of
   * the month`.
   */
  aWeekDay(days: readonly WeekDay[], span: Span): string;
  /**
   * Returns a phrase such as `if it is the 13th day of the month and a Friday`. `whats`: results of `aDay`
   * and `aWeekDay`.
   */
  condition(whats: readonly string[]): string;
  /** Returns a phrase such as `at 9:00 and 10:00`. `times`: results of `timeText`. */
  atTimes(times: readonly string[]): string;
  /** Returns a phrase such as `in the hours 9 to 16` or `at the minutes 0 and 30`. */
  inParts(unit: "hour" | "minute" | "second", numbers: readonly number[]): string;
  /** Returns a phrase such as `of these only the last one in each month`. */
  positions(numbers: readonly number[], unit: Unit): string;
  /** Returns a phrase such as `weeks begin on Sunday`. `day`: 0 is Monday. */
  weekStart(day: number): string;
  /** Returns a phrase such as `by the Hebrew calendar`. `name`: name of the calendar in lower case. */
  calendar(name: string): string;
  /**
   * Returns a phrase such as `days that do not exist move to the one before`. `direction`: direction in which
   * these days move.
   */
  skip(direction: "backward" | "forward"): string;
  /** Returns a phrase such as `10 times`. */
  count(count: number): string;
  /** Returns a phrase such as `until 31 December 2031`. `date`: result of `date` or `dateTime`. */
  until(date: string): string;
  /** Returns a phrase such as `31 December 2031`. */
  date(year: number, month: number, day: number): string;
  /** Returns a date with a time, such as `31 December 2031 at 19:00`. */
  dateTime(date: string, time: string): string;
  /** Returns a time of day in the form that phrases contain, such as `19:00`. */
  clock(time: string): string;
  /** Returns a date with an end that differs from the usual end, such as `31 December 2031 (until 19:00)`. */
  ending(date: string, end: string): string;
  /** Text instead of a rule if the recurrence consists of dates only: `on the first date`. */
  readonly once: string;
  /**
   * Returns the phrase for additional dates: `also on`, then the dates. `more`: number of dates that are not
   * listed.
   */
  also(dates: readonly string[], more: number): string;
  /**
   * Returns the phrase for exceptions: `except on`, then the dates. `more`: number of dates that are not
   * listed.
   */
  except(dates: readonly string[], more: number): string;
  /** Separator between rules, additional dates and exceptions. */
  readonly separator: string;
}

/** Joins texts as a list: `a, b and c`. `word`: the word before the last text. */
export const joined = (texts: readonly string[], word: string): string =>
  texts.length < 2 ? (texts[0] ?? "") : `${texts.slice(0, -1).join(", ")} ${word} ${texts.at(-1)}`;

/** Converts numbers to texts. Three or more consecutive numbers become one text: 1, 3, `9 to 16`. */
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

/** True if the list contains all seven days of the week, without ordinals. */
export const isEveryDay = (days: readonly WeekDay[]): boolean =>
  days.length === 7 && days.every(({ ordinal }) => ordinal === undefined);

export const isFromStart = (number: number): boolean => number > 0;
