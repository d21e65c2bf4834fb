import {
  isEveryDay,
  isFromStart,
  joined,
  type RecurrenceWords,
  type Span,
  withRuns,
} from "../recurrence-words.ts";
import type { Unit, WeekDay } from "../rule-parts.ts";

const DAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"];
const MONTHS = [
  "janvier",
  "février",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "août",
  "septembre",
  "octobre",
  "novembre",
  "décembre",
];

const UNITS: Readonly<Record<Unit, readonly [one: string, several: string]>> = {
  year: ["année", "tous les {n} ans"],
  month: ["mois", "tous les {n} mois"],
  week: ["semaine", "toutes les {n} semaines"],
  day: ["jour", "tous les {n} jours"],
  hour: ["heure", "toutes les {n} heures"],
  minute: ["minute", "toutes les {n} minutes"],
  second: ["seconde", "toutes les {n} secondes"],
};

const PARTS = {
  hour: ["pendant l’heure", "pendant les heures"],
  minute: ["à la minute", "aux minutes"],
  second: ["à la seconde", "aux secondes"],
} as const;

const CALENDARS: Readonly<Record<string, string>> = {
  chinese: "chinois",
  hebrew: "hébraïque",
};

/**
 * Ends of phrases for counted days, such as ` du mois` in `le 3e jour du mois`. The key is the period in
 * which days are counted.
 */
const SPANS: Readonly<Record<Span, string>> = {
  named: "",
  month: " du mois",
  "every-month": " de chaque mois",
  year: " de l’année",
};

const and = (texts: readonly string[]): string => joined(texts, "et");
const dayName = (day: number): string => DAYS[day] ?? "";

/** Returns a masculine noun with its ordinal: `le 2e vendredi`, `l’avant-dernier vendredi`. */
const placed = (number: number, noun: string): string => {
  if (number > 0) return `le ${number === 1 ? "1er" : `${number}e`} ${noun}`;
  if (number === -1) return `le dernier ${noun}`;
  return number === -2 ? `l’avant-dernier ${noun}` : `le ${-number}e ${noun} en partant de la fin`;
};

/** Returns a feminine noun with its ordinal. */
const placedOne = (number: number, noun: string): string => {
  if (number > 0) return `la ${number === 1 ? "1re" : `${number}e`} ${noun}`;
  if (number === -1) return `la dernière ${noun}`;
  return number === -2 ? `l’avant-dernière ${noun}` : `la ${-number}e ${noun} en partant de la fin`;
};

/** Returns the text for days. `several`: text before more than one number. */
const days = (numbers: readonly number[], span: Span, several: string, word: "et" | "ou"): string => {
  const counted = numbers.filter(isFromStart);
  const first =
    counted.length === 1
      ? placed(counted[0] ?? 1, "jour")
      : `${several} ${and(withRuns(counted, String, "à"))}`;
  const last = numbers.filter((number) => number < 0).map((number) => placed(number, "jour"));
  return `${joined([...(counted.length === 0 ? [] : [first]), ...last], word)}${SPANS[span]}`;
};

const placedDays = (weekDays: readonly WeekDay[]): readonly string[] =>
  weekDays.flatMap(({ day, ordinal }) => (ordinal === undefined ? [] : [placed(ordinal, dayName(day))]));

const plainDays = (weekDays: readonly WeekDay[]): readonly string[] =>
  weekDays.filter(({ ordinal }) => ordinal === undefined).map(({ day }) => dayName(day));

/** Returns the text for an end: `au` before a date with `le`, `à` before a time. */
const until = (text: string): string =>
  text.startsWith("le ") ? `jusqu’au ${text.slice(3)}` : `jusqu’à ${text}`;

const listed = (dates: readonly string[], more: number): string =>
  and(more > 0 ? [...dates, more === 1 ? "une autre date" : `${more} autres dates`] : dates);

/** French phrases of `recurrence.text`. */
export const FRENCH: RecurrenceWords = {
  every: (unit, interval) =>
    interval === 1 ? `chaque ${UNITS[unit][0]}` : UNITS[unit][1].replace("{n}", String(interval)),
  months: (months, isOnly, isNumbered) => {
    const names = isNumbered ? months : months.map((month) => MONTHS[Number(month) - 1] ?? month);
    const numbered = months.length === 1 ? "au mois" : "aux mois";
    return `${isOnly ? "seulement " : ""}${isNumbered ? numbered : "en"} ${and(names)}`;
  },
  weeks: (numbers) => {
    const counted = numbers.filter(isFromStart);
    const runs = and(withRuns(counted, String, "à"));
    const first = counted.length === 1 ? `la semaine ${runs}` : `les semaines ${runs}`;
    const last = numbers.filter((number) => number < 0).map((number) => placedOne(number, "semaine"));
    return `dans ${and([...(counted.length === 0 ? [] : [first]), ...last])} de l’année`;
  },
  onDate: (month, day) => `le ${day === 1 ? "1er" : day} ${MONTHS[month - 1]}`,
  onDays: (numbers, span) => days(numbers, span, "les jours", "et"),
  onWeekDays: (weekDays, span) => {
    if (isEveryDay(weekDays)) return "tous les jours";
    const plain = plainDays(weekDays);
    if (span === undefined) return and(plain.map((day) => `le ${day}`));
    const at = placedDays(weekDays);
    return and([
      ...(plain.length === 0 ? [] : [`tous les ${and(plain.map((day) => `${day}s`))}`]),
      ...(at.length === 0 ? [] : [`${and(at)}${SPANS[span]}`]),
    ]);
  },
  aDay: (numbers, span) => days(numbers, span, "un des jours", "ou"),
  aWeekDay: (weekDays, span) => {
    const at = placedDays(weekDays);
    const plain = plainDays(weekDays).map((day) => `un ${day}`);
    return joined([...plain, ...(at.length === 0 ? [] : [`${joined(at, "ou")}${SPANS[span]}`])], "ou");
  },
  condition: (whats) => `si c’est ${whats.join(" et ")}`,
  atTimes: (times) => `à ${and(times)}`,
  inParts: (unit, numbers) =>
    `${PARTS[unit][numbers.length === 1 ? 0 : 1]} ${and(withRuns(numbers, String, "à"))}`,
  positions: (numbers, unit) =>
    `dont seulement ${and(numbers.map((number) => placedOne(number, "date")))} de chaque ${UNITS[unit][0]}`,
  weekStart: (day) => `la semaine commence le ${dayName(day)}`,
  calendar: (name) => `selon le calendrier ${CALENDARS[name] ?? name}`,
  skip: (direction) =>
    direction === "backward"
      ? "les jours qui n’existent pas passent à la veille"
      : "les jours qui n’existent pas passent au lendemain",
  count: (count) => (count === 1 ? "une fois" : `${count} fois`),
  until,
  date: (year, month, day) => `le ${day === 1 ? "1er" : day} ${MONTHS[month - 1]} ${year}`,
  dateTime: (date, time) => `${date} à ${time}`,
  clock: (time) => time,
  ending: (date, end) => `${date} (${until(end)})`,
  once: "à la première date",
  also: (dates, more) => `également ${listed(dates, more)}`,
  except: (dates, more) => `sauf ${listed(dates, more)}`,
  separator: "\u202f; ",
};
