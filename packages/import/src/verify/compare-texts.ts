import type { HtmlCleaner } from "@kalends/core";
import { textOf } from "./members.ts";

/** Runs of blanks as one, and entities as what they stand for. */
const toReadText = (value: unknown, cleaner: HtmlCleaner): string =>
  cleaner.toText(textOf(value)).normalize("NFC").replace(/\s+/g, " ").trim();

/** Whether people read the same, whatever the entities: of names, titles and other plain texts. */
export const isSameText = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  textOf(there) !== "" && toReadText(there, cleaner) === toReadText(here, cleaner);

/** Tags stay, but for those of paragraphs and lines, which each server makes by itself; blanks and entities are as in read text. */
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

/** Whether two descriptions are the same but for how they are put into paragraphs and which entities they use. */
export const isSameHtml = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  toForm(textOf(there), cleaner) === toForm(textOf(here), cleaner);

/** Whether ours is theirs without what is not allowed here. */
export const isCleanedHtml = (there: unknown, here: unknown, cleaner: HtmlCleaner): boolean =>
  toForm(cleaner.clean(textOf(there)), cleaner) === toForm(cleaner.clean(textOf(here)), cleaner);

const ADDRESS = /\b(href|src|srcset)="([^"]*)"/g;

/** In their order; of a `srcset` each with its descriptor. */
const addressesOf = (html: string): readonly string[] =>
  [...html.matchAll(ADDRESS)].flatMap(([, name, value = ""]) =>
    name === "srcset" ? value.split(/(?<!\s)\s*,\s+/) : [value],
  );

/**
 * Whether only addresses differ, each of which led to one of the hosts of the old site and now leads to ours, whose host is `own`; it may
 * be one of the old site.
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

/** One without a host leads to the site whose text it is in. */
const isOfPage = (address: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address);

const leadsTo = (site: string, address: string): boolean =>
  site !== "" && `${address}/`.includes(`//${site}/`);

/** The host of an address, with its port; `""` when it is none. */
export const hostOf = (address: unknown): string => {
  try {
    return new URL(textOf(address)).host;
  } catch {
    return "";
  }
};
