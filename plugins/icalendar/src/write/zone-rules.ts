import { DAY, type zonePeriods } from "@kalends/core/plugin";

/** Change of the clocks in a time zone. */
export interface Onset {
  /** Time of the change on the clock before it, in milliseconds since 1970 as if it were UTC. */
  readonly wall: number;
  /** Offset from UTC in seconds before and after the change, positive in the east. */
  readonly from: number;
  readonly to: number;
  readonly abbreviation: string;
  readonly isDaylight: boolean;
}

/** Clock changes with the same offsets and abbreviation. They follow one rule, or are a list of dates. */
export interface Observance extends Pick<Onset, "from" | "to" | "abbreviation" | "isDaylight"> {
  readonly onsets: readonly Onset[];
  /** RRULE without an end. Absent if the changes are a list of dates. */
  readonly rule?: string;
}

/**
 * Maximum duration of daylight saving time. If the clocks go forward and back again within this time, the
 * time in between is daylight saving time.
 */
const MAX_SUMMER = 330 * DAY;

export const onsetsOf = (periods: ReturnType<typeof zonePeriods>): readonly Onset[] =>
  periods.slice(1).map(({ utcStart, offset: to, abbreviation }, index) => {
    const from = periods[index]?.offset ?? to;
    const next = periods[index + 2];
    const instant = instantOf(utcStart);
    const isShort = next !== undefined && instantOf(next.utcStart) - instant < MAX_SUMMER;
    const isDaylight = isShort && to > from && next.offset < to;
    return { wall: instant + from * 1000, from, to, abbreviation, isDaylight };
  });

export const instantOf = (utc: string): number => Date.parse(`${utc.replace(" ", "T")}Z`);

/** Minimum number of consecutive years for a rule. Changes in fewer years are written as dates. */
const MIN_RUN = 3;

/**
 * Groups clock changes into observances, sorted by their first change. Changes on the same day in consecutive
 * years, such as the last Sunday in March, become an observance with a rule.
 */
export const observancesOf = (onsets: readonly Onset[]): readonly Observance[] => {
  const kinds = new Map<string, Onset[]>();
  for (const onset of onsets) {
    const { from, to, abbreviation, isDaylight } = onset;
    const key = [from, to, abbreviation, isDaylight].join();
    kinds.set(key, [...(kinds.get(key) ?? []), onset]);
  }
  return [...kinds.values()].flatMap(runsOf).sort((one, other) => firstOf(one) - firstOf(other));
};

const firstOf = ({ onsets: [first] }: Observance): number => first?.wall ?? 0;

const runsOf = (onsets: readonly Onset[]): readonly Observance[] => {
  const runs: Observance[] = [];
  const single: Onset[] = [];
  for (let index = 0; index < onsets.length; ) {
    const { length, rule } = longestRun(onsets, index);
    const run = onsets.slice(index, index + length);
    if (length < MIN_RUN) single.push(...run);
    else runs.push({ ...kindOf(run), onsets: run, rule });
    index += length;
  }
  return single.length === 0 ? runs : [...runs, { ...kindOf(single), onsets: single }];
};

const kindOf = ([first]: readonly Onset[]): Omit<Observance, "onsets"> => {
  if (first === undefined) throw new Error("No onsets");
  const { from, to, abbreviation, isDaylight } = first;
  return { from, to, abbreviation, isDaylight };
};

interface Run {
  readonly length: number;
  readonly rule: string;
}

const longestRun = (onsets: readonly Onset[], start: number): Run => {
  const first = new Date(onsets[start]?.wall ?? 0);
  let longest: Run = { length: 1, rule: "" };
  for (const { rule, holds } of patternsOf(first)) {
    let length = 1;
    for (; ; length += 1) {
      const next = onsets[start + length];
      if (next === undefined || !follows(new Date(next.wall), first, length) || !holds(new Date(next.wall)))
        break;
    }
    if (length > longest.length) longest = { length, rule };
  }
  return longest;
};

/**
 * True if `next` is exactly this number of years after `first`, in the same month and at the same time of
 * day.
 */
const follows = (next: Date, first: Date, years: number): boolean =>
  next.getUTCFullYear() === first.getUTCFullYear() + years &&
  next.getUTCMonth() === first.getUTCMonth() &&
  next.getTime() % DAY === first.getTime() % DAY;

interface Pattern {
  readonly rule: string;
  /** True if the rule selects this day in its month. */
  holds(day: Date): boolean;
}

const WEEKDAYS: readonly string[] = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

const lastDayOf = (day: Date): number =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

/** Returns the rules that could select this day in each year, the most common ones first. */
const patternsOf = (first: Date): readonly Pattern[] => {
  const date = first.getUTCDate();
  const weekday = WEEKDAYS[first.getUTCDay()] ?? "";
  const prefix = `FREQ=YEARLY;BYMONTH=${first.getUTCMonth() + 1}`;
  const isSameDay = (day: Date): boolean => day.getUTCDay() === first.getUTCDay();
  const within = (from: number): Pattern => ({
    rule: `${prefix};BYMONTHDAY=${Array.from({ length: 7 }, (_, index) => from + index)};BYDAY=${weekday}`,
    holds: (day) => isSameDay(day) && day.getUTCDate() >= from && day.getUTCDate() < from + 7,
  });
  const ordinal = Math.ceil(date / 7);
  const last: Pattern = {
    rule: `${prefix};BYDAY=-1${weekday}`,
    holds: (day) => isSameDay(day) && day.getUTCDate() > lastDayOf(day) - 7,
  };
  return [
    ...(date > lastDayOf(first) - 7 ? [last] : []),
    ...(ordinal > 4 ? [] : [{ ...within(ordinal * 7 - 6), rule: `${prefix};BYDAY=${ordinal}${weekday}` }]),
    ...Array.from({ length: 7 }, (_, index) => date - index)
      .filter((from) => from >= 1 && from + 6 <= 28)
      .map(within),
    { rule: `${prefix};BYMONTHDAY=${date}`, holds: (day) => day.getUTCDate() === date },
  ];
};
