import type { ListResult, Parameters } from "@kalends/core";
import { createLazyList } from "../response/lazy-list.ts";
import { type LinkValues, type ListName, toLinkValues } from "./list-links.ts";
import type { Members } from "./presentation.ts";

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
const recordLinks = (
  collection: string,
  { page, perPage }: ListResult<unknown>,
  query: LinkValues,
): Links => ({
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
  { perPage }: ListResult<unknown>,
  query: LinkValues,
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

/** What was asked for, and where. */
export interface ListRequest {
  readonly namespace: string;
  /** Those of the list. */
  readonly parameters: Parameters;
  /** Whether the request named `per_page`. */
  readonly sentPerPage: boolean;
}

/** The envelope of a list. Source: 00-overview section 6.2. */
export const presentList = <View>(
  name: ListName,
  result: ListResult<View>,
  present: (view: View) => Members,
  { namespace, parameters, sentPerPage }: ListRequest,
): PresentedList => {
  const { items, total, page, perPage } = result;
  const collection = `${namespace}/${name}/`;
  const isTerms = name === "categories" || name === "tags";
  const query = toLinkValues(name, parameters, result.understood);
  const links = isTerms
    ? termLinks(collection, result, query, sentPerPage)
    : recordLinks(collection, result, query);
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
