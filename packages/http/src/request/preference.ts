import type { Context } from "koa";
import { LANGUAGES, type Language, toLanguage } from "../messages/languages.ts";

/** The language of a message that the client chooses by `Accept-Language`; the answer says that it depends on that. */
type NegotiateLanguage = (ctx: Context) => Language;

/**
 * The language of the site for clients that name none, or none that we speak.
 * Source: rules/errors.md#error-language.
 */
export const createLanguageNegotiation = (siteLanguage: string): NegotiateLanguage => {
  const ours = toLanguage(siteLanguage);
  const offered = [ours, ...LANGUAGES.filter((language) => language !== ours)];
  return (ctx) => {
    ctx.vary("Accept-Language");
    const accepted = ctx.acceptsLanguages(offered);
    return accepted === false ? ours : toLanguage(accepted);
  };
};

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const VALUE = `(?:"(?:[^"\\\\]|\\\\.)*"|${TOKEN})`;
const PARAMETER = `\\s*;(?:\\s*${TOKEN}(?:\\s*=\\s*${VALUE})?)?`;

/** A preference with its value, if any, and parameters, which are ignored. Source: RFC 7240, section 2. */
const PREFERENCE = new RegExp(
  `(?:^|,)\\s*(${TOKEN})(?:\\s*=\\s*(${VALUE}))?(?:${PARAMETER})*\\s*(?=,|$)`,
  "g",
);

/** Whether a `Prefer` header asks for strict handling; of several that say how, the first one counts. */
export const prefersStrict = (header: string): boolean => {
  for (const [, name = "", value = ""] of header.matchAll(PREFERENCE)) {
    if (name.toLowerCase() === "handling") return /^"?strict"?$/i.test(value);
  }
  return false;
};

/** Whether a `Prefer` header has this preference, whatever its value. */
export const isPreferred = (header: string, preference: string): boolean =>
  [...header.matchAll(PREFERENCE)].some(([, name = ""]) => name.toLowerCase() === preference);
