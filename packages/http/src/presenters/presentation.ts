import { type DecimalMark, decimalMarkOf, type Post, type Term } from "@kalends/core";
import type { PostStatuses } from "@kalends/core/interface";
import { CATALOGUES, type Language, toLanguage } from "../messages/languages.ts";
import { createPageAddresses, type PageAddresses } from "../page-addresses/page-addresses.ts";
import type { CacheFragment } from "../representation/fragment-cache.ts";
import type { Addresses } from "../request/address/addresses.ts";
import type { HttpSettings } from "../settings.ts";
import { renderHtml } from "./html/rendered-text.ts";

/** Format of costs on this site. Source: rules/representations.md#cost-text. */
interface MoneyFormat extends Pick<HttpSettings, "currencySymbol" | "currencyPosition" | "currencyCode"> {
  readonly decimalMark: DecimalMark;
  /** Text for a cost of zero. */
  readonly free: string;
}

/**
 * Returns the format of costs in the language of the site, not of the request, because a locale never changes
 * data (rules/choices.md#locale-never-data).
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

/** Context that every presenter needs in addition to the record. */
export interface Presentation extends Pick<PostStatuses, "isPublic"> {
  readonly addresses: Addresses;
  readonly pages: PageAddresses;
  readonly money: MoneyFormat;
  /**
   * Same as `renderHtml`, with a cache, because a response often contains the same venue or organizer several
   * times.
   */
  readonly html: (text: string) => string;
  /** Renders a text that the response contains once: `renderHtml`. */
  readonly htmlOnce: (text: string) => string;
  /**
   * Returns the JSON members of an object that many records of a response share, such as the recurrence of
   * occurrences. Calls `make` for the first of these records, and returns the same result for all of them.
   */
  readonly once: (shared: object, make: () => Members) => Members;
  /**
   * Language of descriptions, which is the language of the address. Source:
   * rules/recurrence.md#recurrence-text.
   */
  readonly language: Language;
  /**
   * True if records contain `json_ld`, which is the case in reads of a single record. Source:
   * rules/representations.md#structured-data.
   */
  readonly structured: boolean;
  /** True if every response shows external ids. Source: rules/external-ids.md#visible-external-ids. */
  readonly publicExternalIds: boolean;
  /**
   * True for a record that the caller may edit; set if the request has `context=edit`. Such records show more
   * members. Source: rules/origin.md#context-edit.
   */
  readonly mayEdit?: ((record: Post | Term) => boolean) | undefined;
  /** Function that caches JSON fragments of records for this presentation. */
  readonly keep: CacheFragment;
}

/** JSON object whose members are being added. */
export type Members = Record<string, unknown>;

/**
 * Adds a member to a venue or organizer, except if its text is empty or `0`. Source:
 * rules/representations.md#empty-members.
 */
export const addText = (members: Members, name: string, text: string): void => {
  if (text !== "" && text !== "0") members[name] = text;
};

/**
 * Adds the member `external_ids` to the JSON members of a record, if the response shows it. Occurrences do
 * not have it.
 * Source: rules/external-ids.md#visible-external-ids.
 */
export const addExternalIds = (
  members: Members,
  record: Post | Term,
  { publicExternalIds, mayEdit }: Presentation,
): void => {
  const isOccurrence = "occurrence" in record && record.occurrence !== undefined;
  if (isOccurrence || !(publicExternalIds || mayEdit?.(record) === true)) return;
  members.external_ids = (record.externalIds ?? []).map(({ source, id }) => ({ source, id }));
};

/**
 * Adds the external ids if the response shows them, and the origin if the caller may edit the record. Source:
 * rules/origin.md#origin-member.
 */
export const addEditorMembers = (members: Members, record: Post, presentation: Presentation): void => {
  addExternalIds(members, record, presentation);
  if (presentation.mayEdit?.(record) === true) members.origin = record.origin ?? null;
};

/**
 * Returns the URL of a record's web page. The URL of a record that is neither public nor private contains its
 * id instead of its slug. Source: rules/representations.md#page-url.
 */
export const pageUrl = (
  kind: "event" | "venue" | "organizer",
  record: Post,
  { addresses: { site }, pages, isPublic }: Presentation,
): string => pages.ofPost(kind, record, isPublic(record.status) || record.status === "private", site);

type PresentationSettings = Omit<Presentation, "html" | "htmlOnce" | "once" | "pages" | "publicExternalIds"> &
  Partial<Pick<Presentation, "pages" | "publicExternalIds">>;

const USUAL_PAGES = createPageAddresses();

/** Creates the presentation for one response. Its caches are used for that response only. */
export const createPresentation = (settings: PresentationSettings): Presentation => {
  const rendered = new Map<string, string>();
  const made = new Map<object, Members>();
  return {
    pages: USUAL_PAGES,
    publicExternalIds: false,
    ...settings,
    htmlOnce: renderHtml,
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
