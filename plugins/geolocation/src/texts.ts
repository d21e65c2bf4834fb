import { createRequire } from "node:module";
import { englishOf, type PluginTexts } from "@kalends/core/plugin";

// An import of JSON prints a warning on Node 20.
const read = createRequire(import.meta.url);

const TEXTS: PluginTexts = {
  en: read("../locales/en.json"),
  fr: read("../locales/fr.json"),
  es: read("../locales/es.json"),
  de: read("../locales/de.json"),
};

/** Returns the English text with this name. */
export const english: (name: string) => string = englishOf(TEXTS);

/**
 * Returns the texts with each `{name}` replaced by its value. Some sentences contain settings of the
 * installation.
 */
export const createTexts = (values: Readonly<Record<string, string | number>>): PluginTexts => {
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (written, name: string) => String(values[name] ?? written));
  const filled = Object.entries(TEXTS).map(([language, texts]) => [
    language,
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)])),
  ]);
  return { ...TEXTS, ...Object.fromEntries(filled) };
};
