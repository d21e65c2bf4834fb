import type { Parameters } from "@kalends/core";
import type { ListResult, ParameterValues } from "@kalends/core/interface";
import type { Records } from "../representation/records.ts";
import type { Members } from "./presentation.ts";

export type ListName = "events" | "venues" | "organizers" | "categories" | "tags" | "images";

/** Name of the member of an envelope that contains the entries of the list. */
type EntriesName = ListName | "accounts" | "duplicates";

const LINKED = "event has_events status search only_with_upcoming".split(" ");
const TERMS = "search exclude include order orderby hide_empty parent post event slug".split(" ");

/**
 * Order of the parameters in links of a list. Parameters without an entry follow in the order of their
 * declaration. Source: rules/interface.md#link-parameters.
 */
const ORDER: Readonly<Record<EntriesName, readonly string[]>> = {
  events: [
    ..."start_date end_date search geoloc geoloc_lat geoloc_lng status post_parent include".split(" "),
    ..."starts_before starts_after ends_before ends_after venue organizer featured categories tags".split(
      " ",
    ),
  ],
  venues: LINKED,
  organizers: LINKED,
  categories: TERMS,
  tags: TERMS,
  images: [],
  accounts: [],
  duplicates: [],
};

/** Matches texts that need no escapes in a URL. */
const PLAIN = /^[\w:,.-]*$/;

/**
 * Percent-encodes a text for a query. `:` and `,` stay unchanged, because they are harmless and easier to
 * read. Source: rules/interface.md#link-encoding.
 */
const encode = (text: string): string =>
  PLAIN.test(text) ? text : encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",");

const toText = (value: unknown): string | undefined => {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const texts = value.map(toText);
    return texts.includes(undefined) ? undefined : texts.join(",");
  }
  if (typeof value !== "object" || value === null || !("sent" in value)) return undefined;
  const { sent } = value;
  // Servers decode the entries of such lists twice, so `%` and `,` inside an entry are encoded twice.
  return Array.isArray(sent)
    ? sent.map((piece) => String(piece).replace(/[%,]/g, encodeURIComponent)).join(",")
    : toText(sent);
};

/**
 * Returns the query parameters, in order, of links from a list to other pages of the same list. Leaves out
 * `page` and `per_page`.
 * Source: rules/interface.md#list-links, rules/events.md#list-links.
 */
export const toLinkValues = (
  name: EntriesName,
  parameters: Parameters,
  understood: ParameterValues,
): readonly (readonly [name: string, value: string])[] => {
  const links: (readonly [string, string])[] = [];
  for (const parameter of new Set([...ORDER[name], ...Object.keys(parameters)])) {
    if (parameter === "page" || parameter === "per_page" || !Object.hasOwn(parameters, parameter)) continue;
    const text = toText(understood[parameter]);
    if (text !== undefined) links.push([parameter, text]);
  }
  return links;
};

const toAddress = (collection: string, ...queries: readonly string[]): string => {
  const query = queries.filter(Boolean).join("&");
  return query === "" ? collection : `${collection}?${query}`;
};

interface PresentedList {
  readonly body: Members;
  /** Headers with the total number of records and pages. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Parts of a list request that are needed for the links of the list. */
export interface ListRequest {
  readonly namespace: string;
  /** Path of the list below the namespace; by default, the name of the kind of record. */
  readonly path?: string;
  /** Parameters that the list declares. */
  readonly parameters: Parameters;
  /** True if the request contains the parameter `per_page`. */
  readonly sentPerPage: boolean;
  /** Facets of the list as JSON; absent if none were requested. */
  readonly facets?: Members | undefined;
}

/** Creates the envelope of a list. Source: rules/interface.md#list-envelope. */
export const presentList = (
  name: EntriesName,
  result: Omit<ListResult<unknown>, "items">,
  records: Records | readonly unknown[],
  { namespace, path = name, parameters, sentPerPage, facets }: ListRequest,
): PresentedList => {
  const { total, page, perPage } = result;
  const collection = `${namespace}/${path}/`;
  const isTerms = name === "categories" || name === "tags";
  // `per_page` is always in the links of events, venues, organizers and images. In links of terms, it is
  // present only if it was sent. Source: rules/interface.md#list-links, rules/terms.md#term-list-paging.
  const pairs = isTerms && !sentPerPage ? [] : [`per_page=${perPage}`];
  for (const [parameter, text] of toLinkValues(name, parameters, result.understood))
    pairs.push(`${encode(parameter)}=${encode(text)}`);
  const query = pairs.join("&");
  const linkTo = (wanted: number): string => toAddress(collection, query, wanted > 1 ? `page=${wanted}` : "");
  const totalPages = Math.ceil(total / perPage);
  const entries = { [name]: records };
  const urls: Members = {
    rest_url: toAddress(collection, isTerms ? "" : `page=${page}`, query),
  };
  const neighbours: Members = {};
  if (page < totalPages) neighbours.next_rest_url = linkTo(page + 1);
  if (page > 1) neighbours.previous_rest_url = linkTo(page - 1);
  const totals = { total, total_pages: totalPages, ...(facets && { facets }) };
  return {
    body: isTerms
      ? { ...urls, ...totals, ...entries, ...neighbours }
      : { ...entries, ...urls, ...neighbours, ...totals },
    headers: { "X-TEC-Total": String(total), "X-TEC-TotalPages": String(totalPages) },
  };
};
