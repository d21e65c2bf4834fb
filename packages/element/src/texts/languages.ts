import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import type { Texts } from "./texts.ts";

// Modules, not JSON: browsers and bundlers load them as they are, and Node 20 warns of imports of JSON.
const TEXTS: Readonly<Record<string, Texts>> = { en: EN, de: DE, fr: FR, es: ES };

/** English for languages that are not built in. */
export const textsOf = (language: string): Texts => TEXTS[new Intl.Locale(language).language] ?? EN;

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (written, name: string) => String(values[name] ?? written));
