import type { Context } from "koa";
import { LANGUAGES, type Language, toLanguage } from "../messages/languages.ts";

/** Returns the language for messages according to `Accept-Language`, and adds this header to `Vary`. */
type NegotiateLanguage = (ctx: Context) => Language;

/**
 * Creates the language negotiation. Clients that accept none of the available languages get the language of
 * the site. Source: rules/errors.md#error-language.
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

/**
 * Matches a preference in a `Prefer` header with its optional value and parameters. The parameters are
 * ignored. Source: RFC 7240, section 2.
 */
const PREFERENCE = new RegExp(
  `(?:^|,)\\s*(${TOKEN})(?:\\s*=\\s*(${VALUE}))?(?:${PARAMETER})*\\s*(?=,|$)`,
  "g",
);

/**
 * True if a `Prefer` header requests strict handling. If the header has several `handling` preferences, the
 * first one counts.
 */
export const prefersStrict = (header: string): boolean => {
  for (const [, name = "", value = ""] of header.matchAll(PREFERENCE)) {
    if (name.toLowerCase() === "handling") return /^"?strict"?$/i.test(value);
  }
  return false;
};

/** True if a `Prefer` header contains the preference, with any value. */
export const isPreferred = (header: string, preference: string): boolean =>
  [...header.matchAll(PREFERENCE)].some(([, name = ""]) => name.toLowerCase() === preference);
