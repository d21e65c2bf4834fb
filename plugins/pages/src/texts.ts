import { createRequire } from "node:module";
import { englishOf, type PluginTexts } from "@kalends/core/plugin";
import type { Texts } from "./texts/catalogue.ts";
import type { DetailTexts } from "./texts/details.ts";

/** Templates of a text, by the plural forms of the language, such as `one` and `other`. */
type Plural = Readonly<Record<string, string>> & { readonly other: string };

/**
 * Texts as the JSON files contain them. A text with values is a template with placeholders such as `{name}`.
 */
type Written<T, Plurals> = {
  readonly [Name in keyof T]: Name extends Plurals
    ? Plural
    : T[Name] extends (...values: never) => string
      ? string
      : T[Name];
};

interface WrittenTexts {
  readonly views: Written<Texts, "more" | "moreShort" | "count">;
  readonly details: Written<DetailTexts, never>;
}

// Uses `createRequire`, because importing a JSON file prints a warning on Node 20.
const read = createRequire(import.meta.url);

const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

const toTexts = (language: string): { readonly views: Texts; readonly details: DetailTexts } => {
  const { views, details }: WrittenTexts = read(`../locales/${language}.json`);
  const rules = new Intl.PluralRules(language);
  const formOf = (plural: Plural, count: number): string => plural[rules.select(count)] ?? plural.other;
  return {
    views: {
      ...views,
      eventsOf: (what) => fill(views.eventsOf, { what }),
      weekOf: (days) => fill(views.weekOf, { days }),
      pageOf: (page, pages) => fill(views.pageOf, { page, pages }),
      remove: (filter) => fill(views.remove, { filter }),
      more: (count, day) => fill(formOf(views.more, count), { count, day }),
      moreShort: (count) => fill(formOf(views.moreShort, count), { count }),
      notShown: (count) => fill(views.notShown, { count }),
      count: (text, count) => fill(formOf(views.count, count), { text }),
      until: (time) => fill(views.until, { time }),
      timesIn: (zone) => fill(views.timesIn, { zone }),
      ownTimes: (zone) => fill(views.ownTimes, { zone }),
      badValue: (parameter, value) => fill(views.badValue, { parameter, value }),
    },
    details: {
      ...details,
      before: (date) => fill(details.before, { date }),
      mailHint: (days) => fill(details.mailHint, { days }),
    },
  };
};

const ENGLISH = toTexts("en");
const TEXTS: Readonly<Record<string, typeof ENGLISH>> = {
  en: ENGLISH,
  de: toTexts("de"),
  fr: toTexts("fr"),
  es: toTexts("es"),
};

/**
 * Returns the texts for a language tag such as `fr-CA`. Returns the English texts if the language has none.
 */
const ofLanguage = (tag: string): typeof ENGLISH =>
  TEXTS[tag.split("-", 1)[0]?.toLowerCase() ?? ""] ?? ENGLISH;

/** Returns the texts of the page frame and the calendar views in this language. */
export const textsOf = (language: string): Texts => ofLanguage(language).views;

/** Returns the texts of record pages and of the form in this language. */
export const detailTextsOf = (language: string): DetailTexts => ofLanguage(language).details;

/** Texts of the routes of looks. Pages do not show them. */
export const LOOK_TEXTS: PluginTexts = {
  en: read("../locales/en.json").looks,
  fr: read("../locales/fr.json").looks,
  es: read("../locales/es.json").looks,
  de: read("../locales/de.json").looks,
};

/** Returns the English text of a route of looks with the given key. */
export const english: (name: string) => string = englishOf(LOOK_TEXTS);
