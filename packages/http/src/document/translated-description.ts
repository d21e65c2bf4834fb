import { translate } from "../messages/catalogue.ts";
import type { Catalogues, Language } from "../messages/languages.ts";

const SENTENCES: ReadonlySet<string> = new Set(["description", "summary"]);
/** Members that contain data, which is not translated. */
const DATA: ReadonlySet<string> = new Set(["example", "examples"]);

/** Applies `translate` to each paragraph of a text. */
const mapParagraphs = (text: string, translate: (sentence: string) => string): string =>
  text.split("\n\n").map(translate).join("\n\n");

const mapMembers = (
  object: object,
  translate: (sentence: string) => string,
  mapMember: (value: unknown) => unknown,
): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (DATA.has(name)) return [name, value];
      if (typeof value !== "string") return [name, mapMember(value)];
      return [name, SENTENCES.has(name) ? mapParagraphs(value, translate) : value];
    }),
  );

/**
 * Applies `translate` to each paragraph of the texts in a description of the interface. The description may
 * come from the namespace index or from `/doc`.
 */
export const mapSentences = (description: unknown, translate: (sentence: string) => string): unknown => {
  const mapMember = (value: unknown): unknown => mapSentences(value, translate);
  if (Array.isArray(description)) return description.map(mapMember);
  if (typeof description !== "object" || description === null) return description;
  return mapMembers(description, translate, mapMember);
};

/** Translates the texts of a description of the interface. Texts without a translation stay English. */
type TranslateDescription = (description: unknown, language: Language) => unknown;

/**
 * Creates the function that translates descriptions. It caches the translation of each member as long as that
 * member object exists, because the members of `/doc` are large and constant.
 */
export const createDescriptionTranslator = (catalogues: Catalogues): TranslateDescription => {
  const cache = new WeakMap<object, Map<Language, unknown>>();
  return (description, language) => {
    if (typeof description !== "object" || description === null) return description;
    // Translations are looked up by English sentences without line breaks.
    const toLanguage = (sentence: string): string =>
      translate(language === "en" ? sentence : sentence.replaceAll("\n", " "), catalogues[language]);
    return mapMembers(description, toLanguage, (member) => {
      if (typeof member !== "object" || member === null) return member;
      const translations = cache.get(member) ?? new Map<Language, unknown>();
      cache.set(member, translations);
      if (!translations.has(language)) translations.set(language, mapSentences(member, toLanguage));
      return translations.get(language);
    });
  };
};
