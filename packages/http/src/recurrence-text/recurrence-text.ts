import type { Recurrence, Schedule } from "@kalends/core";
import type { Language } from "../messages/languages.ts";
import { createDateTexts, type DateTexts } from "./date-texts.ts";
import type { RecurrenceWords } from "./recurrence-words.ts";
import { toRuleText } from "./rule-text.ts";
import { ENGLISH } from "./words/english.ts";
import { FRENCH } from "./words/french.ts";
import { GERMAN } from "./words/german.ts";
import { SPANISH } from "./words/spanish.ts";

const WORDS: Readonly<Record<Language, RecurrenceWords>> = {
  en: ENGLISH,
  fr: FRENCH,
  es: SPANISH,
  de: GERMAN,
};

/** Maximum number of additional dates, and of exceptions, that the text lists individually. */
const MAX_DATES = 10;

/** Describes a start in words. `date`: a start, or a period in the form `START/END`. */
const toDateText = (
  date: string,
  { start: first, allDay }: Schedule,
  isTimed: boolean,
  texts: DateTexts,
  words: RecurrenceWords,
): string => {
  const [start = first, end] = date.split("/");
  const said = isTimed ? texts.dateTime(start) : texts.date(start);
  if (end === undefined) return said;
  if (allDay) return words.ending(said, texts.date(end));
  const isSameDay = end.slice(0, 10) === start.slice(0, 10);
  return words.ending(said, isSameDay ? texts.time(end) : texts.dateTime(end));
};

const OFTEN = /FREQ=(HOURLY|MINUTELY|SECONDLY)|BY(HOUR|MINUTE|SECOND)=/;

/**
 * Describes a recurrence in words of one of the available languages. The text does not depend on the locale
 * data of the runtime. `first`: schedule of the first event. Source: rules/recurrence.md#recurrence-text.
 */
export const recurrenceText = (
  { rules, dates, except }: Recurrence,
  first: Schedule,
  language: Language,
): string => {
  const words = WORDS[language];
  const texts = createDateTexts(words);
  // The text includes times only if some dates have another time than the first event.
  const time = first.start.slice(11);
  const isTimed =
    !first.allDay &&
    (rules.some((rule) => OFTEN.test(rule)) ||
      [...dates, ...except].some((date) => date.slice(11, 19) !== time || date.includes("/")));
  const listed = (all: readonly string[]): readonly string[] =>
    all.slice(0, MAX_DATES).map((date) => toDateText(date, first, isTimed, texts, words));
  const more = (all: readonly string[]): number => Math.max(0, all.length - MAX_DATES);
  const additionalDates = rules.length === 0 ? dates.filter((date) => date !== first.start) : dates;
  const parts = [
    ...rules.map((rule) => toRuleText(rule, first, texts, words)),
    ...(rules.length === 0 ? [words.once] : []),
    ...(additionalDates.length > 0 ? [words.also(listed(additionalDates), more(additionalDates))] : []),
    ...(except.length > 0 ? [words.except(listed(except), more(except))] : []),
  ];
  const text = parts.join(words.separator);
  return text.charAt(0).toUpperCase() + text.slice(1);
};
