import type { ListResult, Parameters } from "@kalends/core";
import { createLazyList } from "../response/lazy-list.ts";
import { type LinkValues, type ListName, toLinkValues } from "./list-links.ts";
import type { Members } from "./presentation.ts";

/** Percent-encoded, except for what is harmless in a query and helps people to read it. */
/** Source: rules/interface.md#link-encoding. */
const encode = (text: string): string => encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",");

const toAddress = (collection: string, values: LinkValues): string =>
  values.length === 0
    ? collection
    : `${collection}?${values.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join("&")}`;

interface PresentedList {
  /** Its records are a `LazyList`. */
  readonly body: Members;
  /** The totals once more. */
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

/** The envelope of a list. Source: rules/interface.md#list-envelope. */
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
  // Links of events, venues and organizers name every parameter, those of terms only what the caller sent.
  // Source: rules/interface.md#list-links, rules/terms.md#term-list-paging.
  const size: LinkValues = isTerms && !sentPerPage ? [] : [["per_page", perPage]];
  const linkTo = (wanted: number): string =>
    toAddress(collection, [...size, ...query, ...(wanted > 1 ? [["page", wanted] as const] : [])]);
  const totalPages = Math.ceil(total / perPage);
  const entries = { [name]: createLazyList(items, present) };
  const urls: Members = {
    rest_url: toAddress(collection, [...(isTerms ? [] : [["page", page] as const]), ...size, ...query]),
  };
  const neighbours: Members = {};
  if (page < totalPages) neighbours.next_rest_url = linkTo(page + 1);
  if (page > 1) neighbours.previous_rest_url = linkTo(page - 1);
  const totals = { total, total_pages: totalPages };
  return {
    body: isTerms
      ? { ...urls, ...totals, ...entries, ...neighbours }
      : { ...entries, ...urls, ...neighbours, ...totals },
    headers: { "X-TEC-Total": String(total), "X-TEC-TotalPages": String(totalPages) },
  };
};
