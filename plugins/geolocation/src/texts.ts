import { createRequire } from "node:module";
import { englishOf, type PluginTexts } from "@kalends/core/plugin";

// Uses `createRequire`, because importing a JSON file prints a warning on Node 20.
const read = createRequire(import.meta.url);

const TEXTS: PluginTexts = {
  en: read("../locales/en.json"),
  fr: read("../locales/fr.json"),
  es: read("../locales/es.json"),
  de: read("../locales/de.json"),
};

/** Returns the English text of this plugin with the given key. */
export const english: (name: string) => string = englishOf(TEXTS);

/**
 * Returns the texts of the plugin with each `{name}` replaced by the value of that name. A
 * placeholder without a value stays as it is. Some texts contain configured values, such as the default
 * radius.
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
