import type { ListResult } from "@kalends/core";
import { createLazyList } from "../response/lazy-list.ts";
import type { Members } from "./presentation.ts";

export type ListName = "events" | "venues" | "organizers" | "categories" | "tags" | "images";

/** Names in the order of the links, with what they say. */
type LinkValues = readonly (readonly [name: string, value: string | number])[];

/** Percent-encoded, except for what is harmless in a query and helps people to read it. */
const encode = (text: string): string => encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",");

const toAddress = (collection: string, values: LinkValues): string =>
  values.length === 0
    ? collection
    : `${collection}?${values.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join("&")}`;

interface Links {
  /** `undefined` stands for the page itself. */
  to(page: number | undefined): string;
}

/** Links of events, venues and organizers name every parameter. Source: 00-overview section 6.3. */
const recordLinks = (collection: string, { page, perPage, query }: ListResult<unknown>): Links => ({
  to: (wanted) =>
    toAddress(
      collection,
      wanted === undefined
        ? [["page", page], ["per_page", perPage], ...query]
        : [["per_page", perPage], ...query, ...(wanted > 1 ? [["page", wanted] as const] : [])],
    ),
});

/** Links of terms name only what the caller sent. Source: 30-terms section 2.3, D18. */
const termLinks = (
  collection: string,
  { perPage, query }: ListResult<unknown>,
  sentPerPage: boolean,
): Links => {
  const kept: LinkValues = [...(sentPerPage ? [["per_page", perPage] as const] : []), ...query];
  return {
    to: (wanted) =>
      toAddress(collection, wanted === undefined || wanted <= 1 ? kept : [...kept, ["page", wanted]]),
  };
};

export interface PresentedList {
  /** Its records are a `LazyList`. */
  readonly body: Members;
  /** The totals once more. Source: 00-overview section 6.2. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The envelope of a list. `sentPerPage` tells whether the request named `per_page`. Source: 00-overview section 6.2.
 */
export const presentList = <View>(
  name: ListName,
  result: ListResult<View>,
  present: (view: View) => Members,
  namespace: string,
  sentPerPage: boolean,
): PresentedList => {
  const { items, total, page, perPage } = result;
  const collection = `${namespace}/${name}/`;
  const isTerms = name === "categories" || name === "tags";
  const links = isTerms ? termLinks(collection, result, sentPerPage) : recordLinks(collection, result);
  const totalPages = Math.ceil(total / perPage);
  const entries = { [name]: createLazyList(items, present) };
  const urls: Members = { rest_url: links.to(undefined) };
  const neighbours: Members = {};
  if (page < totalPages) neighbours.next_rest_url = links.to(page + 1);
  if (page > 1) neighbours.previous_rest_url = links.to(page - 1);
  const totals = { total, total_pages: totalPages };
  return {
    body: isTerms
      ? { ...urls, ...totals, ...entries, ...neighbours }
      : { ...entries, ...urls, ...neighbours, ...totals },
    headers: { "X-TEC-Total": String(total), "X-TEC-TotalPages": String(totalPages) },
  };
};
