/** What a text means, part by part, before it is applied to a moment. */
export interface DateReading {
  /** Calendar parts; a missing one is that of today. Days beyond the month roll on. */
  readonly date?: CalendarParts;
  readonly time?: TimeParts;
  /** The zone the text itself names, in a form `isTimeZone` accepts. */
  readonly zone?: string;
  /** Whether the text is about whole days: midnight unless a time is given. */
  readonly wholeDay?: boolean;
  /** What to move by; negative is earlier. */
  readonly shift?: Shift;
  readonly weekday?: WeekdayChoice;
  /** The first or the last day of the month arrived at, or one of its weekdays. */
  readonly ofMonth?: { readonly position: number; readonly weekday?: number };
  /** Whether the text has `now`. */
  readonly now?: boolean;
}

export interface CalendarParts {
  readonly year?: number;
  /** From 1; 0 is the December before. */
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
  /** Whether weeks were named by word (`next week`): a weekday then is the one in that week, Monday first. */
  readonly byWeek?: boolean;
}

/** A weekday from 0, Sunday; `next` is after today, `last` before today, `this` from today on. */
export interface WeekdayChoice {
  readonly day: number;
  readonly which: "next" | "last" | "this";
}

/** Both readings in one; `undefined` when they conflict: two dates, two times, two zones, two weekdays. */
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

/** The reading with its shift into the past (`ago`); `undefined` when it has none. */
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

/** Whether the reading has more than a zone. */
export const hasTime = ({ zone: _zone, ...rest }: DateReading): boolean => Object.keys(rest).length > 0;
