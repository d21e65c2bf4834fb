/** Meaning of a date text or of a part of it, not yet applied to the current time. */
export interface DateReading {
  /**
   * Year, month and day in the text. Missing parts are those of today. A day beyond the end of the month
   * continues in the next month.
   */
  readonly date?: CalendarParts;
  readonly time?: TimeParts;
  /** Time zone in the text, in a form that `isTimeZone` accepts. */
  readonly zone?: string;
  /** True if the text means complete days. The time is then midnight, unless the text also has a time. */
  readonly wholeDay?: boolean;
  /** Amount by which the date moves; negative amounts move it back. */
  readonly shift?: Shift;
  readonly weekday?: WeekdayChoice;
  /**
   * Day of the resulting month: the first (1) or the last (-1). With a weekday, `position` counts only such
   * weekdays, up to the fifth (5).
   */
  readonly ofMonth?: { readonly position: number; readonly weekday?: number };
  /** True if the text contains `now` by itself. In `2 days from now`, the word is part of the shift. */
  readonly now?: boolean;
}

export interface CalendarParts {
  readonly year?: number;
  /** Month from 1. The value 0 means December of the previous year. */
  readonly month?: number;
  readonly day?: number;
}

interface TimeParts {
  /** Hour from 0 to 24. */
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export interface Shift {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
  /**
   * True if the text names a week, as in `next week`. A weekday in the text is then a day of that week, which
   * begins on Monday.
   */
  readonly byWeek?: boolean;
}

/**
 * Weekday; Sunday is 0. `next` is the first such day after today, and `last` is the last such day before
 * today. `this` is today or the first such day after today. If the text has a date, that date counts as
 * today. See `daysToWeekday`.
 */
export interface WeekdayChoice {
  readonly day: number;
  readonly which: "next" | "last" | "this";
}

/**
 * Merges the meanings of two parts of a text. Returns `undefined` if they conflict: two dates, times, zones,
 * weekdays or days of a month (`ofMonth`).
 */
export const combine = (some: DateReading, more: DateReading): DateReading | undefined => {
  const once = ["date", "time", "zone", "weekday", "ofMonth"] as const;
  if (once.some((part) => some[part] !== undefined && more[part] !== undefined)) return undefined;
  const shift = some.shift && more.shift && addShifts(some.shift, more.shift);
  return { ...some, ...more, ...(shift !== undefined && { shift }) };
};

const addShifts = (some: Shift, more: Shift): Shift => ({
  months: some.months + more.months,
  days: some.days + more.days,
  seconds: some.seconds + more.seconds,
  byWeek: some.byWeek === true || more.byWeek === true,
});

/**
 * Reverses the shift of a reading, as the word `ago` does. Returns `undefined` if the reading has no shift.
 */
export const negated = (reading: DateReading): DateReading | undefined =>
  reading.shift && {
    ...reading,
    shift: {
      ...reading.shift,
      months: -reading.shift.months,
      days: -reading.shift.days,
      seconds: -reading.shift.seconds,
    },
  };

/** True if the reading contains anything other than a zone. */
export const hasTime = ({ zone: _zone, ...rest }: DateReading): boolean => Object.keys(rest).length > 0;
