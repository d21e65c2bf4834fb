import type { Context } from "koa";
import { LANGUAGES, type Language, toLanguage } from "../messages/languages.ts";

/** The language of a message that the client chooses by `Accept-Language`; the answer says that it depends on that. */
export type NegotiateLanguage = (ctx: Context) => Language;

/** Whoever says nothing, or nothing that we speak, is told in the language of the site. */
export const createLanguageNegotiation = (siteLanguage: string): NegotiateLanguage => {
  const ours = toLanguage(siteLanguage);
  const offered = [ours, ...LANGUAGES.filter((language) => language !== ours)];
  return (ctx) => {
    ctx.vary("Accept-Language");
    const accepted = ctx.acceptsLanguages(offered);
    return accepted === false ? ours : toLanguage(accepted);
  };
};
