import type { Texts } from "./catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";

const TEXTS: Readonly<Record<string, Texts>> = { en, de, fr, es };

/** Those of the language of a tag such as `fr-CA`; in English where there are none. */
export const textsOf = (language: string): Texts =>
  TEXTS[language.split("-", 1)[0]?.toLowerCase() ?? ""] ?? en;
