import {
  isEveryDay,
  isFromStart,
  joined,
  type RecurrenceWords,
  type Span,
  withRuns,
} from "../recurrence-words.ts";
import type { Unit, WeekDay } from "../rule-parts.ts";

const DAYS = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"];
const MONTHS = [
  "Januar",
  "Februar",
  "März",
  "April",
  "Mai",
  "Juni",
  "Juli",
  "August",
  "September",
  "Oktober",
  "November",
  "Dezember",
];

/** Texts for a single unit, for several units, and for `in each` unit. */
const UNITS: Readonly<Record<Unit, readonly [each: string, several: string, inEach: string]>> = {
  year: ["jedes Jahr", "Jahre", "in jedem Jahr"],
  month: ["jeden Monat", "Monate", "in jedem Monat"],
  week: ["jede Woche", "Wochen", "in jeder Woche"],
  day: ["jeden Tag", "Tage", "an jedem Tag"],
  hour: ["jede Stunde", "Stunden", "in jeder Stunde"],
  minute: ["jede Minute", "Minuten", "in jeder Minute"],
  second: ["jede Sekunde", "Sekunden", "in jeder Sekunde"],
};

const PARTS = {
  hour: ["in der Stunde", "in den Stunden"],
  minute: ["in der Minute", "in den Minuten"],
  second: ["in der Sekunde", "in den Sekunden"],
} as const;

const CALENDARS: Readonly<Record<string, string>> = {
  chinese: "chinesischen",
  hebrew: "hebräischen",
};

/** German ordinals that count from the end: last, second to last and so on. */
const FROM_END = ["letzt", "vorletzt", "drittletzt", "viertletzt", "fünftletzt"];

const and = (texts: readonly string[]): string => joined(texts, "und");
const dayName = (day: number): string => DAYS[day] ?? "";

/** Returns an ordinal. `ending`: ending of the adjective in its grammatical case. */
const place =
  (ending: string) =>
  (number: number): string =>
    number > 0 ? `${number}.` : `${FROM_END[-number - 1] ?? `${-number}.-letzt`}${ending}`;

/**
 * Ends of phrases for counted days, such as ` des Monats` in `der 3. Tag des Monats`. The key is the period
 * in which days are counted.
 */
const SPANS: Readonly<Record<Span, string>> = {
  named: "",
  month: " des Monats",
  "every-month": " jedes Monats",
  year: " des Jahres",
};

const places = (numbers: readonly number[], ending: string, word: "und" | "oder"): string =>
  joined(withRuns(numbers, place(ending), "bis"), word);

const plainDays = (days: readonly WeekDay[]): readonly string[] =>
  days.filter(({ ordinal }) => ordinal === undefined).map(({ day }) => dayName(day));

const placedDays = (days: readonly WeekDay[], ending: string): readonly string[] =>
  days.flatMap(({ day, ordinal }) =>
    ordinal === undefined ? [] : [`${place(ending)(ordinal)} ${dayName(day)}`],
  );

const listed = (dates: readonly string[], more: number): string => {
  const rest = more === 1 ? "an einem weiteren Termin" : `an ${more} weiteren Terminen`;
  return and(more > 0 ? [...dates, rest] : dates);
};

/** German phrases of `recurrence.text`. */
export const GERMAN: RecurrenceWords = {
  every: (unit, interval) => (interval === 1 ? UNITS[unit][0] : `alle ${interval} ${UNITS[unit][1]}`),
  months: (months, isOnly, isNumbered) => {
    const names = isNumbered ? months : months.map((month) => MONTHS[Number(month) - 1] ?? month);
    const numbered = months.length === 1 ? "im Monat" : "in den Monaten";
    return `${isOnly ? "nur " : ""}${isNumbered ? numbered : "im"} ${and(names)}`;
  },
  weeks: (numbers) => {
    const counted = numbers.filter(isFromStart);
    const runs = and(withRuns(counted, String, "bis"));
    const weeks = counted.length === 1 ? `der Woche ${runs}` : `den Wochen ${runs}`;
    const last = numbers.filter((number) => number < 0).map((number) => `der ${place("en")(number)} Woche`);
    return `in ${and([...(counted.length === 0 ? [] : [weeks]), ...last])} des Jahres`;
  },
  onDate: (month, day) => `am ${day}. ${MONTHS[month - 1]}`,
  onDays: (numbers, span) => `am ${places(numbers, "en", "und")} Tag${SPANS[span]}`,
  onWeekDays: (days, span) => {
    if (isEveryDay(days)) return "an jedem Tag";
    const [plain, placed] = [plainDays(days), placedDays(days, "en")];
    if (span === undefined) return `am ${and(plain)}`;
    return and([
      ...(plain.length === 0 ? [] : [`an jedem ${and(plain)}`]),
      ...(placed.length === 0 ? [] : [`am ${and(placed)}${SPANS[span]}`]),
    ]);
  },
  aDay: (numbers, span) => `der ${places(numbers, "e", "oder")} Tag${SPANS[span]}`,
  aWeekDay: (days, span) => {
    const [plain, placed] = [plainDays(days), placedDays(days, "e")];
    return joined(
      [
        ...(plain.length === 0 ? [] : [`ein ${joined(plain, "oder")}`]),
        ...(placed.length === 0 ? [] : [`der ${joined(placed, "oder")}${SPANS[span]}`]),
      ],
      "oder",
    );
  },
  condition: (whats) => `wenn es ${whats.join(" und ")} ist`,
  atTimes: (times) => `um ${and(times)} Uhr`,
  inParts: (unit, numbers) =>
    `${PARTS[unit][numbers.length === 1 ? 0 : 1]} ${and(withRuns(numbers, String, "bis"))}`,
  positions: (numbers, unit) => `davon ${UNITS[unit][2]} nur der ${and(numbers.map(place("e")))} Termin`,
  weekStart: (day) => `die Woche beginnt am ${dayName(day)}`,
  calendar: (name) => `nach dem ${CALENDARS[name] ?? `„${name}“-`} Kalender`,
  skip: (direction) =>
    direction === "backward"
      ? "fehlende Tage rücken auf den Tag davor"
      : "fehlende Tage rücken auf den Tag danach",
  count: (count) => (count === 1 ? "einmal" : `${count}-mal`),
  until: (date) => `bis zum ${date}`,
  date: (year, month, day) => `${day}. ${MONTHS[month - 1]} ${year}`,
  dateTime: (date, time) => `${date} um ${time}`,
  clock: (time) => `${time} Uhr`,
  ending: (date, end) => `${date} (bis ${end})`,
  once: "am ersten Termin",
  also: (dates, more) => `außerdem am ${listed(dates, more)}`,
  except: (dates, more) => `nicht am ${listed(dates, more)}`,
  separator: "; ",
};
