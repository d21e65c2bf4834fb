import type { HtmlCleaner } from "@kalends/core";
import { textOf } from "./members.ts";

/** Returns a text without HTML, with entities decoded and white space collapsed. */
const toReadText = (value: unknown, cleaner: HtmlCleaner): string =>
  cleaner.toText(textOf(value)).normalize("NFC").replace(/\s+/g, " ").trim();

/**
 * True if two plain texts, such as titles, are equal apart from tags, entities and white space. False if the
 * source text is empty.
 */
export const isSameText = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  textOf(there) !== "" && toReadText(there, cleaner) === toReadText(here, cleaner);

/**
 * Returns HTML in a normalized form for comparison. Tags of paragraphs and line breaks are removed, because
 * each server adds its own. Text is normalized.
 */
const toForm = (html: string, cleaner: HtmlCleaner): string => {
  const parts = html.normalize("NFC").split(/(<[^<>]*>)/);
  return parts
    .map((part, index) => {
      if (index % 2 === 0)
        return toReadText(`${part} `, cleaner) === "" ? " " : ` ${toReadText(part, cleaner)} `;
      return /^<\/?(?:p|br)\b/i.test(part) ? " " : part.replace(/(?<!\s)\s*\/?>$/, ">");
    })
    .join("")
    .replace(/\s+/g, " ")
    .replace(/ ?(<[^<>]*>) ?/g, "$1")
    .trim();
};

/**
 * True if two HTML descriptions are equal apart from tags of paragraphs and line breaks, entities and white
 * space.
 */
export const isSameHtml = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  toForm(textOf(there), cleaner) === toForm(textOf(here), cleaner);

/** True if the local HTML equals the HTML of the source after the local cleaner removed disallowed tags. */
export const isCleanedHtml = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  toForm(cleaner.clean(textOf(there)), cleaner) === toForm(cleaner.clean(textOf(here)), cleaner);

const ADDRESS = /\b(href|src|srcset)="([^"]*)"/g;

/** Returns all URLs in an HTML text, in order. URLs of a `srcset` include their size descriptors. */
const addressesOf = (html: string): readonly string[] =>
  [...html.matchAll(ADDRESS)].flatMap(([, name, value = ""]) =>
    name === "srcset" ? value.split(/(?<!\s)\s*,\s+/) : [value],
  );

/**
 * True if two HTML texts differ only in URLs: in the source text they lead to the old site, in the local text
 * they do not. `own` is the local host, which may also be a host of the old site.
 */
export const isRelinkedHtml = (
  there: unknown,
  here: unknown,
  {
    cleaner,
    sites,
    own,
  }: { readonly cleaner: HtmlCleaner; readonly sites: readonly string[]; readonly own: string },
): boolean => {
  const isOld = (address: string): boolean => sites.some((site) => leadsTo(site, address));
  const [old, ours] = [there, here].map((html) => cleaner.clean(textOf(html)));
  if (old === undefined || ours === undefined) return false;
  const withoutAddresses = (html: string): string => toForm(html.replace(ADDRESS, '$1=""'), cleaner);
  if (withoutAddresses(old) !== withoutAddresses(ours)) return false;
  const [before, after] = [addressesOf(old), addressesOf(ours)];
  if (before.length !== after.length) return false;
  return before.every((address, index) => {
    const mine = after[index] ?? "";
    const isOurs = isOfPage(mine) || leadsTo(own, mine) || !isOld(mine);
    return address === mine || ((isOfPage(address) || isOld(address)) && isOurs);
  });
};

/**
 * True for a URL without a host, except a mere fragment such as `#top`. It leads to the site that shows the
 * text.
 */
const isOfPage = (address: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address);

const leadsTo = (site: string, address: string): boolean =>
  site !== "" && `${address}/`.includes(`//${site}/`);

/** Returns the host of a URL, with its port. Returns `""` if the value is not a URL. */
export const hostOf = (address: unknown): string => {
  try {
    return new URL(textOf(address)).host;
  } catch {
    return "";
  }
};
