import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import type { Texts } from "./texts.ts";

// The texts are modules instead of JSON: browsers and bundlers load modules unchanged, and Node 20 warns
// about JSON imports.
const TEXTS: Readonly<Record<string, Texts>> = { en: EN, de: DE, fr: FR, es: ES };

/** Returns the texts of a language; English texts if the element is not translated into it. */
export const textsOf = (language: string): Texts => TEXTS[new Intl.Locale(language).language] ?? EN;

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (written, name: string) => String(values[name] ?? written));
