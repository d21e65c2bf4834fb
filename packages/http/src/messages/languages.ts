import type { MessageCatalogue, Translation } from "./catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";

/** The languages that there are texts in. Source: rules/description.md#languages. */
export const LANGUAGES = ["en", "fr", "es", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

export type Catalogues = Readonly<Record<Language, MessageCatalogue>>;

/** The languages other than English, as far as they are translated. */
export const TRANSLATIONS: Readonly<Record<Exclude<Language, "en">, Translation>> = { fr, es, de };

/** What is not translated is in English. */
const complete = (translation: Translation): MessageCatalogue => ({
  ...translation,
  errors: { ...en.errors, ...translation.errors },
  explanations: { ...en.explanations, ...translation.explanations },
  problems: { ...en.problems, ...translation.problems },
});

/** The texts of each language, none missing. */
export const CATALOGUES: Catalogues = { en, fr: complete(fr), es: complete(es), de: complete(de) };

/**
 * What plugins bring: their own descriptions and the texts of their own problems, translated, by language and English
 * sentence.
 */
export type FurtherTexts = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;

/** The catalogues with further texts; where two translate the same sentence, ours holds, else the first one. */
export const withTexts = (further: readonly FurtherTexts[]): Catalogues => {
  const extend = (language: Language): MessageCatalogue => {
    const { descriptions, ...rest } = CATALOGUES[language];
    const added = further.toReversed().map((texts) => texts[language]);
    return { ...rest, descriptions: Object.assign({}, ...added, descriptions) };
  };
  return { en, fr: extend("fr"), es: extend("es"), de: extend("de") };
};

/** The language of a tag such as `fr-CA`: regions have no texts of their own. English for what is no language here. */
export const toLanguage = (tag: string): Language =>
  LANGUAGES.find((language) => language === tag.split("-", 1)[0]?.toLowerCase()) ?? "en";
