import { createRequire } from "node:module";
import { type PluginTexts, translationsOf } from "@kalends/core/interface";
import type { MessageCatalogue } from "./catalogue.ts";

/** The languages that there are texts in. Source: rules/description.md#languages. */
export const LANGUAGES = ["en", "fr", "es", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

export type Catalogues = Readonly<Record<Language, MessageCatalogue>>;

// An import of JSON prints a warning on Node 20.
const read = createRequire(import.meta.url);

const ofEach = <T>(make: (language: Language) => T): Readonly<Record<Language, T>> => ({
  en: make("en"),
  fr: make("fr"),
  es: make("es"),
  de: make("de"),
});

/** The texts of each language. */
export const CATALOGUES: Catalogues = ofEach((language) => read(`../../locales/${language}.json`));

const OURS: PluginTexts = ofEach((language) => CATALOGUES[language].descriptions);

/** The catalogues with the texts of plugins; where two translate the same sentence, ours holds, else the first one. */
export const withTexts = (further: readonly PluginTexts[]): Catalogues =>
  ofEach((language) => {
    const { descriptions, ...rest } = CATALOGUES[language];
    const translations = [OURS, ...further]
      .toReversed()
      .flatMap((texts) => [...translationsOf(texts, language)]);
    return { ...rest, descriptions: { ...Object.fromEntries(translations), ...descriptions } };
  });

/** The language of a tag such as `fr-CA`: regions have no texts of their own. English for what is no language here. */
export const toLanguage = (tag: string): Language =>
  LANGUAGES.find((language) => language === tag.split("-", 1)[0]?.toLowerCase()) ?? "en";
