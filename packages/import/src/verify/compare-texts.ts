import type { HtmlCleaner } from "@kalends/core";
import { textOf } from "./members.ts";

/** Returns plain text with decoded entities and with white space collapsed. */
const toReadText = (value: unknown, cleaner: HtmlCleaner): string =>
  cleaner.toText(textOf(value)).normalize("NFC").replace(/\s+/g, " ").trim();

/** True if two plain texts, such as titles, read the same apart from entities and white space. */
export const isSameText = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  textOf(there) !== "" && toReadText(there, cleaner) === toReadText(here, cleaner);

/**
 * Returns HTML in a comparable form: without tags of paragraphs and line breaks, which each server adds
 * itself, and with normalized text.
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

/** True if two descriptions are equal apart from paragraphs and entities. */
export const isSameHtml = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  toForm(textOf(there), cleaner) === toForm(textOf(here), cleaner);

/** True if the local text equals the source's text after cleaning. */
export const isCleanedHtml = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  toForm(cleaner.clean(textOf(there)), cleaner) === toForm(cleaner.clean(textOf(here)), cleaner);

const ADDRESS = /\b(href|src|srcset)="([^"]*)"/g;

/** Returns all addresses of an HTML text in order; those of a `srcset` include their descriptors. */
const addressesOf = (html: string): readonly string[] =>
  [...html.matchAll(ADDRESS)].flatMap(([, name, value = ""]) =>
    name === "srcset" ? value.split(/(?<!\s)\s*,\s+/) : [value],
  );

/**
 * True if two texts differ only in addresses that led to the old site and now lead to this one. `own` is the
 * local host, which may also be one of the old site.
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

/** True for an address without a host, which leads to the site of its text. */
const isOfPage = (address: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address);

const leadsTo = (site: string, address: string): boolean =>
  site !== "" && `${address}/`.includes(`//${site}/`);

/** Returns the host of an address with its port; `""` if it is not an address. */
export const hostOf = (address: unknown): string => {
  try {
    return new URL(textOf(address)).host;
  } catch {
    return "";
  }
};
