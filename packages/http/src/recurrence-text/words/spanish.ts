import {
  isEveryDay,
  isFromStart,
  joined,
  type RecurrenceWords,
  type Span,
  withRuns,
} from "../recurrence-words.ts";
import type { Unit, WeekDay } from "../rule-parts.ts";

const DAYS = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];
const MONTHS = [
  "enero",
  "febrero",
  "marzo",
  "abril",
  "mayo",
  "junio",
  "julio",
  "agosto",
  "septiembre",
  "octubre",
  "noviembre",
  "diciembre",
];

const UNITS: Readonly<Record<Unit, readonly [one: string, several: string]>> = {
  year: ["año", "años"],
  month: ["mes", "meses"],
  week: ["semana", "semanas"],
  day: ["día", "días"],
  hour: ["hora", "horas"],
  minute: ["minuto", "minutos"],
  second: ["segundo", "segundos"],
};

const PARTS = {
  hour: ["en la hora", "en las horas"],
  minute: ["en el minuto", "en los minutos"],
  second: ["en el segundo", "en los segundos"],
} as const;

const CALENDARS: Readonly<Record<string, string>> = {
  chinese: "chino",
  hebrew: "hebreo",
};

/**
 * Ends of phrases for counted days, such as ` del mes` in `el día 3 del mes`. The key is the period in
 * which days are counted.
 */
const SPANS: Readonly<Record<Span, string>> = {
  named: "",
  month: " del mes",
  "every-month": " de cada mes",
  year: " del año",
};

const and = (texts: readonly string[]): string => joined(texts, "y");
const dayName = (day: number): string => DAYS[day] ?? "";
const severalDays = (day: number): string => (dayName(day).endsWith("s") ? dayName(day) : `${dayName(day)}s`);

/** Returns an ordinal before a masculine noun: 1.er, 2.º, 3.er. */
const ordinal = (number: number): string =>
  number % 10 === 3 || (number % 10 === 1 && number !== 11) ? `${number}.er` : `${number}.º`;

/** Returns a masculine noun with its ordinal: `el 2.º viernes`, `el último viernes`. */
const placed = (number: number, noun: string): string => {
  if (number > 0) return `el ${ordinal(number)} ${noun}`;
  if (number === -1) return `el último ${noun}`;
  return number === -2 ? `el penúltimo ${noun}` : `el ${ordinal(-number)} ${noun} desde el final`;
};

const date = (number: number): string => {
  if (number > 0) return `la ${number}.ª`;
  if (number === -1) return "la última";
  return number === -2 ? "la penúltima" : `la ${-number}.ª desde el final`;
};

/** Returns the text for days. `several`: text before more than one number. */
const days = (numbers: readonly number[], span: Span, several: string, word: "y" | "o"): string => {
  const counted = numbers.filter(isFromStart);
  const runs = and(withRuns(counted, String, "a"));
  const first = counted.length === 1 ? `el día ${runs}` : `${several} ${runs}`;
  const last = numbers.filter((number) => number < 0).map((number) => placed(number, "día"));
  return `${joined([...(counted.length === 0 ? [] : [first]), ...last], word)}${SPANS[span]}`;
};

const placedDays = (weekDays: readonly WeekDay[]): readonly string[] =>
  weekDays.flatMap(({ day, ordinal: at }) => (at === undefined ? [] : [placed(at, dayName(day))]));

const plainDays = (weekDays: readonly WeekDay[]): readonly number[] =>
  weekDays.filter((day) => day.ordinal === undefined).map(({ day }) => day);

/** Returns a time with its article, which is singular for one o'clock. */
const clock = (time: string): string => `${time.startsWith("1:") ? "la" : "las"} ${time}`;

const listed = (dates: readonly string[], more: number): string =>
  and(more > 0 ? [...dates, more === 1 ? "una fecha más" : `${more} fechas más`] : dates);

/** Spanish phrases of `recurrence.text`. */
export const SPANISH: RecurrenceWords = {
  every: (unit, interval) =>
    interval === 1 ? `cada ${UNITS[unit][0]}` : `cada ${interval} ${UNITS[unit][1]}`,
  months: (months, isOnly, isNumbered) => {
    const names = isNumbered ? months : months.map((month) => MONTHS[Number(month) - 1] ?? month);
    const numbered = months.length === 1 ? "el mes " : "los meses ";
    return `${isOnly ? "solo " : ""}en ${isNumbered ? numbered : ""}${and(names)}`;
  },
  weeks: (numbers) => {
    const counted = numbers.filter(isFromStart);
    const runs = and(withRuns(counted, String, "a"));
    const first = counted.length === 1 ? `la semana ${runs}` : `las semanas ${runs}`;
    const last = numbers.flatMap((number) => {
      if (number > 0) return [];
      if (number === -1) return ["la última semana"];
      return [number === -2 ? "la penúltima semana" : `la ${-number}.ª semana desde el final`];
    });
    return `en ${and([...(counted.length === 0 ? [] : [first]), ...last])} del año`;
  },
  onDate: (month, day) => `el ${day} de ${MONTHS[month - 1]}`,
  onDays: (numbers, span) => days(numbers, span, "los días", "y"),
  onWeekDays: (weekDays, span) => {
    if (isEveryDay(weekDays)) return "todos los días";
    const plain = plainDays(weekDays).map(severalDays);
    if (span === undefined) return `los ${and(plain)}`;
    const at = placedDays(weekDays);
    return and([
      ...(plain.length === 0 ? [] : [`todos los ${and(plain)}`]),
      ...(at.length === 0 ? [] : [`${and(at)}${SPANS[span]}`]),
    ]);
  },
  aDay: (numbers, span) => days(numbers, span, "uno de los días", "o"),
  aWeekDay: (weekDays, span) => {
    const at = placedDays(weekDays);
    const plain = plainDays(weekDays).map(dayName);
    return joined([...plain, ...(at.length === 0 ? [] : [`${joined(at, "o")}${SPANS[span]}`])], "o");
  },
  condition: (whats) => `si es ${whats.join(" y ")}`,
  atTimes: (times) =>
    times.some((time) => time.startsWith("1:"))
      ? and(times.map((time) => `a ${clock(time)}`))
      : `a las ${and(times)}`,
  inParts: (unit, numbers) =>
    `${PARTS[unit][numbers.length === 1 ? 0 : 1]} ${and(withRuns(numbers, String, "a"))}`,
  positions: (numbers, unit) => `de estas fechas solo ${and(numbers.map(date))} de cada ${UNITS[unit][0]}`,
  weekStart: (day) => `la semana empieza el ${dayName(day)}`,
  calendar: (name) => `según el calendario ${CALENDARS[name] ?? `«${name}»`}`,
  skip: (direction) =>
    direction === "backward"
      ? "los días que no existen pasan al día anterior"
      : "los días que no existen pasan al día siguiente",
  count: (count) => (count === 1 ? "una vez" : `${count} veces`),
  until: (text) => `hasta ${text}`,
  date: (year, month, day) => `el ${day} de ${MONTHS[month - 1]} de ${year}`,
  dateTime: (text, time) => `${text} a ${time}`,
  clock,
  ending: (text, end) => `${text} (hasta ${end})`,
  once: "en la primera fecha",
  also: (dates, more) => `además, ${listed(dates, more)}`,
  except: (dates, more) => `excepto ${listed(dates, more)}`,
  separator: "; ",
};
