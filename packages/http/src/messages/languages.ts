import type { MessageCatalogue, Translation } from "./catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";

/** The languages that there are texts in. Source: 90-decisions P5. */
export const LANGUAGES = ["en", "fr", "es", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

/** What there is beside English, as far as it is translated. */
export const TRANSLATIONS: Readonly<Record<Exclude<Language, "en">, Translation>> = { fr, es, de };

/** What is not translated is told in English. */
const complete = (translation: Translation): MessageCatalogue => ({
  ...translation,
  errors: { ...en.errors, ...translation.errors },
  problems: { ...en.problems, ...translation.problems },
});

/** The texts of each language, none missing. */
export const CATALOGUES: Readonly<Record<Language, MessageCatalogue>> = {
  en,
  fr: complete(TRANSLATIONS.fr),
  es: complete(TRANSLATIONS.es),
  de: complete(TRANSLATIONS.de),
};

/** The language of a tag such as `fr-CA`: regions have no texts of their own. English for what is no language here. */
export const toLanguage = (tag: string): Language =>
  LANGUAGES.find((language) => language === tag.split("-", 1)[0]?.toLowerCase()) ?? "en";
