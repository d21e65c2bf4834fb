import { createRequire } from "node:module";
import { LANGUAGES, type Language, type PluginTexts, translationsOf } from "@kalends/core/interface";
import type { MessageCatalogue } from "./catalogue.ts";

export { LANGUAGES, type Language };

export type Catalogues = Readonly<Record<Language, MessageCatalogue>>;

// An `import` of JSON prints a warning on Node 20.
const read = createRequire(import.meta.url);

const ofEach = <T>(make: (language: Language) => T): Readonly<Record<Language, T>> => ({
  en: make("en"),
  fr: make("fr"),
  es: make("es"),
  de: make("de"),
});

/** Texts of each language. */
export const CATALOGUES: Catalogues = ofEach((language) => read(`../../locales/${language}.json`));

const OURS: PluginTexts = ofEach((language) => CATALOGUES[language].descriptions);

/**
 * Adds the texts of plugins to the built-in texts. If several texts translate the same sentence, the built-in
 * text wins, then the text of the first plugin.
 */
export const withTexts = (further: readonly PluginTexts[]): Catalogues =>
  ofEach((language) => {
    const { descriptions, ...rest } = CATALOGUES[language];
    const translations = [OURS, ...further]
      .toReversed()
      .flatMap((texts) => [...translationsOf(texts, language)]);
    return { ...rest, descriptions: { ...Object.fromEntries(translations), ...descriptions } };
  });

/**
 * Returns the language of a tag such as `fr-CA`, without its region. Returns English for languages without
 * texts.
 */
export const toLanguage = (tag: string): Language =>
  LANGUAGES.find((language) => language === tag.split("-", 1)[0]?.toLowerCase()) ?? "en";
