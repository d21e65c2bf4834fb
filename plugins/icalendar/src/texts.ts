import { createRequire } from "node:module";
import { englishOf, type PluginTexts } from "@kalends/core/plugin";

// Uses `createRequire`, because importing a JSON file prints a warning on Node 20.
const read = createRequire(import.meta.url);

export const TEXTS: PluginTexts = {
  en: read("../locales/en.json"),
  fr: read("../locales/fr.json"),
  es: read("../locales/es.json"),
  de: read("../locales/de.json"),
};

/** Returns the English text of this plugin with the given key. */
export const english: (name: string) => string = englishOf(TEXTS);
