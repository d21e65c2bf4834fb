/** Recurrence rule as values by the names of its parts (RFC 5545, 3.3.10). */
export type PlainRule = Readonly<Record<string, string>>;

const DAY = 86_400_000;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const UNITS: Readonly<Record<string, number>> = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1000 };

export const plainRule = (text: string): PlainRule =>
  Object.fromEntries(text.split(";").map((part) => part.split("=")));

const numbers = (list: string | undefined) => list?.split(",").map(Number);
const midnight = (year: number, month: number, day: number) =>
  new Date(0).setUTCFullYear(year, month - 1, day);

/** Returns the properties of a day that the conditions of a rule test. */
const dayOf = (at: number, weekStart: string) => {
  const date = new Date(at);
  const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const begin = at - ((date.getUTCDay() - WEEKDAYS.indexOf(weekStart) + 7) % 7) * DAY;
  const weekYear = new Date(begin + 3 * DAY).getUTCFullYear();
  // The first week of a year is the first one with at least four days in the year. It therefore contains the
  // fourth day.
  const firstWeek = (of: number) => {
    const fourth = midnight(of, 1, 4);
    return fourth - ((new Date(fourth).getUTCDay() - WEEKDAYS.indexOf(weekStart) + 7) % 7) * DAY;
  };
  return {
    at,
    year,
    month,
    monthDay,
    monthDays: new Date(midnight(year, month + 1, 0)).getUTCDate(),
    yearDay: (at - midnight(year, 1, 1)) / DAY + 1,
    yearDays: (midnight(year + 1, 1, 1) - midnight(year, 1, 1)) / DAY,
    weekday: WEEKDAYS[date.getUTCDay()] ?? "",
    begin,
    weekYear,
    week: (begin - firstWeek(weekYear)) / (7 * DAY) + 1,
    weeks: (firstWeek(weekYear + 1) - firstWeek(weekYear)) / (7 * DAY),
  };
};
type Day = ReturnType<typeof dayOf>;

const meets = (list: string | undefined, number: number, last: number): boolean =>
  list === undefined || numbers(list)?.some((n) => n === number || n === number - last - 1) === true;

const isDay = (rule: PlainRule, day: Day, first: Day): boolean => {
  const { FREQ, BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY } = rule;
  if (!meets(BYMONTH, day.month, 12) || !meets(BYMONTHDAY, day.monthDay, day.monthDays)) return false;
  if (!meets(BYYEARDAY, day.yearDay, day.yearDays) || !meets(BYWEEKNO, day.week, day.weeks)) return false;
  if (BYDAY !== undefined) return BYDAY.split(",").some((entry) => isWeekday(rule, entry, day));
  if (FREQ === "WEEKLY" || (BYWEEKNO ?? undefined) !== undefined)
    return (BYMONTHDAY ?? BYYEARDAY) !== undefined || day.weekday === first.weekday;
  if ((FREQ !== "MONTHLY" && FREQ !== "YEARLY") || (BYMONTHDAY ?? BYYEARDAY) !== undefined) return true;
  return (
    day.monthDay === first.monthDay &&
    (FREQ === "MONTHLY" || BYMONTH !== undefined || day.month === first.month)
  );
};

const isWeekday = ({ FREQ, BYMONTH }: PlainRule, entry: string, day: Day): boolean => {
  if (entry.slice(-2) !== day.weekday) return false;
  if (entry.length === 2) return true;
  const inMonth = FREQ === "MONTHLY" || BYMONTH !== undefined;
  const [place, length] = inMonth ? [day.monthDay, day.monthDays] : [day.yearDay, day.yearDays];
  const ordinal = Number(entry.slice(0, -2));
  return ordinal === Math.ceil(place / 7) || -ordinal === Math.ceil((length - place + 1) / 7);
};

/**
 * Returns the number of the period that contains a time. A period is for example a month if the rule is
 * monthly.
 */
const periodOf = ({ FREQ: frequency = "", BYWEEKNO }: PlainRule, day: Day, at: number): number => {
  // A week belongs to the year in which most of its days lie.
  if (frequency === "YEARLY") return BYWEEKNO === undefined ? day.year : day.weekYear;
  if (frequency === "MONTHLY") return day.year * 12 + day.month;
  if (frequency === "WEEKLY") return Math.floor(day.begin / (7 * DAY));
  return Math.floor(at / (UNITS[frequency] ?? DAY));
};

const range = (length: number) => Array.from({ length }, (_, index) => index);

/**
 * Yields the starts of a rule from `first` on, in milliseconds of the local time as if it were UTC. It tests
 * every day until `until`, and every second of the day that the rule allows.
 */
export function* plainSearch(rule: PlainRule, first: number, until: number): Generator<number> {
  const { FREQ = "", INTERVAL = "1", WKST = "MO", BYHOUR, BYMINUTE, BYSECOND, BYSETPOS } = rule;
  const rank = ["SECONDLY", "MINUTELY", "HOURLY"].indexOf(FREQ);
  const start = new Date(first);
  const seconds = numbers(BYSECOND) ?? (rank === 0 ? range(60) : [start.getUTCSeconds()]);
  const minutes = numbers(BYMINUTE) ?? (rank === 0 || rank === 1 ? range(60) : [start.getUTCMinutes()]);
  const hours = numbers(BYHOUR) ?? (rank >= 0 ? range(24) : [start.getUTCHours()]);
  const firstDay = dayOf(first - (((first % DAY) + DAY) % DAY), WKST);
  const firstPeriod = periodOf(rule, firstDay, first);
  const sorted = (list: readonly number[]) => [...list].sort((one, other) => one - other);

  let period = firstPeriod;
  let found: number[] = [];
  const chosen = () => {
    const all = found;
    found = [];
    return sorted([
      ...new Set(
        BYSETPOS === undefined
          ? all
          : numbers(BYSETPOS)?.flatMap((place) => all.at(place > 0 ? place - 1 : place) ?? []),
      ),
    ]).filter((at) => at >= first);
  };
  // Positions (BYSETPOS) count from the beginning of the first period, which may begin up to a year before
  // `first`.
  const before = rank < 0 ? 366 * DAY : 0;
  for (let at = firstDay.at - before; at <= until + before; at += DAY) {
    const day = dayOf(at, WKST);
    if (!isDay(rule, day, firstDay)) continue;
    for (const hour of sorted(hours))
      for (const minute of sorted(minutes))
        for (const second of sorted(seconds)) {
          const time = at + hour * 3_600_000 + minute * 60_000 + second * 1000;
          const own = periodOf(rule, day, time);
          if (second > 59 || own < firstPeriod || (own - firstPeriod) % Number(INTERVAL) !== 0) continue;
          if (own !== period) yield* chosen();
          period = own;
          found.push(time);
        }
  }
  yield* chosen();
}

/** Yields the starts of a rule. COUNT and UNTIL limit them too; UNTIL is a local time as if it were UTC. */
export function* plainStarts(rule: PlainRule, first: number, until: number): Generator<number> {
  const { COUNT, UNTIL } = rule;
  const last = UNTIL === undefined ? until : Math.min(until, instantOf(UNTIL));
  let count = 0;
  for (const at of plainSearch(rule, first, last)) {
    count += 1;
    if (at > last || count > Number(COUNT ?? Infinity)) return;
    yield at;
  }
}

const instantOf = (text: string): number => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const time = Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000;
  return midnight(Number(year), Number(month), Number(day)) + time;
};

/**
 * Returns the number of days that can be searched quickly. It is smaller if many seconds of each day must be
 * tested.
 */
export const searchableDays = ({ FREQ = "", BYHOUR, BYMINUTE, BYSECOND }: PlainRule): number => {
  const rank = ["SECONDLY", "MINUTELY", "HOURLY"].indexOf(FREQ);
  const size = (list: string | undefined, all: number, isAll: boolean) =>
    list?.split(",").length ?? (isAll ? all : 1);
  const times =
    size(BYHOUR, 24, rank >= 0) *
    size(BYMINUTE, 60, rank === 0 || rank === 1) *
    size(BYSECOND, 60, rank === 0);
  return Math.min(6 * 366, Math.max(3, Math.floor(200_000 / times)));
};
