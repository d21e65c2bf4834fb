/** Parts of a date text, parsed but not yet applied to a moment. */
export interface DateReading {
  /** Calendar parts; a missing part is taken from today. Days beyond the end of the month roll over. */
  readonly date?: CalendarParts;
  readonly time?: TimeParts;
  /** Zone named in the text, in a form that `isTimeZone` accepts. */
  readonly zone?: string;
  /** True if the text is about whole days: the time is midnight unless the text gives one. */
  readonly wholeDay?: boolean;
  /** Amount to move by; negative moves to an earlier time. */
  readonly shift?: Shift;
  readonly weekday?: WeekdayChoice;
  /** First or last day of the resulting month, or a weekday in it. */
  readonly ofMonth?: { readonly position: number; readonly weekday?: number };
  /** True if the text contains `now`. */
  readonly now?: boolean;
}

export interface CalendarParts {
  readonly year?: number;
  /** Month from 1; 0 is the December of the year before. */
  readonly month?: number;
  readonly day?: number;
}

interface TimeParts {
  /** 0 to 24. */
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export interface Shift {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
  /**
   * True for weeks named by word (`next week`). A weekday is then the one in that week, which starts on
   * Monday.
   */
  readonly byWeek?: boolean;
}

/** Weekday, counted from 0 for Sunday. `next` is after today, `last` before today, `this` today or later. */
export interface WeekdayChoice {
  readonly day: number;
  readonly which: "next" | "last" | "this";
}

/**
 * Returns both readings merged. Returns `undefined` if they conflict: two dates, two times, two zones or two
 * weekdays.
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

/** Returns the reading with its shift turned into the past (`ago`), or `undefined` if it has no shift. */
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

/** True if the reading contains more than a zone. */
export const hasTime = ({ zone: _zone, ...rest }: DateReading): boolean => Object.keys(rest).length > 0;
