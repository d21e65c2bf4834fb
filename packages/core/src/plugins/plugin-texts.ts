type NamedTexts = Readonly<Record<string, string>>;

/**
 * Texts of a plugin by language and name: `{ en: { "parameter.audience": "…" }, fr: { "parameter.audience":
 * "…" } }`. The plugin itself uses the English text, for example `description:
 * englishOf(texts)("parameter.audience")`.
 *
 * - `en` is required. A translation whose name is missing in `en` stops the start.
 * - If the calendar or an earlier plugin translates the same English text, that translation is used.
 */
export interface PluginTexts {
  readonly en: NamedTexts;
  readonly [language: string]: NamedTexts;
}

/**
 * Returns a function that looks up the English text of a name. The function throws an `Error` if the name has
 * no text.
 */
export const englishOf =
  ({ en }: PluginTexts): ((name: string) => string) =>
  (name) => {
    const text = Object.hasOwn(en, name) ? en[name] : undefined;
    if (text === undefined) throw new Error(`No text is named "${name}".`);
    return text;
  };

/**
 * Returns the translations into a language, by their English texts. Texts without a translation are left out.
 */
export const translationsOf = (texts: PluginTexts, language: string): ReadonlyMap<string, string> => {
  const translations = texts[language] ?? {};
  return new Map(
    Object.entries(texts.en).flatMap(([name, sentence]) => {
      const translation = Object.hasOwn(translations, name) ? translations[name] : undefined;
      return translation === undefined ? [] : [[sentence, translation]];
    }),
  );
};
