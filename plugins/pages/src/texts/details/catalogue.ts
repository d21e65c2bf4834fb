import { de } from "./de.ts";
import type { DetailTexts } from "./details.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";

const TEXTS: Readonly<Record<string, DetailTexts>> = { en, de, fr, es };

/** Those of the language of a tag such as `fr-CA`; in English where there are none. */
export const detailTextsOf = (language: string): DetailTexts =>
  TEXTS[language.split("-", 1)[0]?.toLowerCase() ?? ""] ?? en;
