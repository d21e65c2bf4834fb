import { type DecimalMark, decimalMarkOf, type Post } from "@kalends/core";
import type { PostStatuses } from "@kalends/core/interface";
import { CATALOGUES, type Language, toLanguage } from "../messages/languages.ts";
import { createPageAddresses, type PageAddresses } from "../page-addresses/page-addresses.ts";
import type { KeepFragment } from "../representation/kept-fragments.ts";
import type { Addresses } from "../request/address/addresses.ts";
import type { HttpSettings } from "../settings.ts";
import { renderHtml } from "./html/rendered-text.ts";

/** How the site writes costs. Source: rules/representations.md#cost-text. */
interface MoneyFormat extends Pick<HttpSettings, "currencySymbol" | "currencyPosition" | "currencyCode"> {
  readonly decimalMark: DecimalMark;
  /** How a cost of nothing is called. */
  readonly free: string;
}

/**
 * By the language of the site, whatever the one of a request: a locale never changes data
 * (rules/choices.md#locale-never-data).
 */
export const toMoneyFormat = ({
  language,
  currencySymbol,
  currencyPosition,
  currencyCode,
}: Pick<HttpSettings, "language" | "currencySymbol" | "currencyPosition" | "currencyCode">): MoneyFormat => ({
  currencySymbol,
  currencyPosition,
  currencyCode,
  decimalMark: decimalMarkOf(language),
  free: CATALOGUES[toLanguage(language)].free,
});

/** What every presenter needs in addition to the record. */
export interface Presentation extends Pick<PostStatuses, "isPublic"> {
  readonly addresses: Addresses;
  readonly pages: PageAddresses;
  readonly money: MoneyFormat;
  /** `renderHtml`, which remembers: the same venues and organizers come again and again in one answer. */
  readonly html: (text: string) => string;
  /** What is made of an object that many records of one answer share, such as the recurrence of occurrences. */
  readonly once: (shared: object, make: () => Members) => Members;
  /** Of descriptions: that of the address. Source: rules/recurrence.md#recurrence-text. */
  readonly language: Language;
  /**
   * Whether records carry `json_ld`: on reads of a single one only. Source: rules/representations.md#structured-data.
   */
  readonly structured: boolean;
  /** For this presentation. */
  readonly keep: KeepFragment;
}

/** A JSON object under construction. */
export type Members = Record<string, unknown>;

/**
 * Adds a member unless its text is empty, as venues and organizers show them.
 * Source: rules/representations.md#empty-members.
 */
export const addText = (members: Members, name: string, text: string): void => {
  if (text !== "" && text !== "0") members[name] = text;
};

/**
 * The page of a record; one that only its writers see yet is named by its id.
 * Source: rules/representations.md#page-url.
 */
export const pageUrl = (
  kind: "event" | "venue" | "organizer",
  record: Post,
  { addresses: { site }, pages, isPublic }: Presentation,
): string => pages.ofPost(kind, record, isPublic(record.status) || record.status === "private", site);

type PresentationSettings = Omit<Presentation, "html" | "once" | "pages"> &
  Partial<Pick<Presentation, "pages">>;

const USUAL_PAGES = createPageAddresses();

/** For one answer: what it remembers is thrown away with it. */
export const createPresentation = (settings: PresentationSettings): Presentation => {
  const rendered = new Map<string, string>();
  const made = new Map<object, Members>();
  return {
    pages: USUAL_PAGES,
    ...settings,
    html(text) {
      if (text === "") return "";
      const known = rendered.get(text);
      if (known !== undefined) return known;
      const html = renderHtml(text);
      rendered.set(text, html);
      return html;
    },
    once(shared, make) {
      const members = made.get(shared) ?? make();
      made.set(shared, members);
      return members;
    },
  };
};
