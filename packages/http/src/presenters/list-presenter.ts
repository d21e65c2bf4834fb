import type { Parameters } from "@kalends/core";
import type { ListResult } from "@kalends/core/interface";
import type { Records } from "../representation/records.ts";
import { type LinkValues, type ListName, toLinkValues, toQueryText } from "./list-links.ts";
import type { Members } from "./presentation.ts";

const toAddress = (collection: string, ...queries: readonly string[]): string => {
  const query = queries.filter((text) => text !== "").join("&");
  return query === "" ? collection : `${collection}?${query}`;
};

interface PresentedList {
  readonly body: Members;
  /** The totals once more. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What was asked for, and where. */
export interface ListRequest {
  readonly namespace: string;
  /** The path of the list there; by default the name of its records. */
  readonly path?: string;
  /** Those of the list. */
  readonly parameters: Parameters;
  /** Whether the request named `per_page`. */
  readonly sentPerPage: boolean;
}

/** The envelope of a list. Source: rules/interface.md#list-envelope. */
export const presentList = (
  name: ListName,
  result: Omit<ListResult<unknown>, "items">,
  records: Records | readonly unknown[],
  { namespace, path = name, parameters, sentPerPage }: ListRequest,
): PresentedList => {
  const { total, page, perPage } = result;
  const collection = `${namespace}/${path}/`;
  const isTerms = name === "categories" || name === "tags";
  // Links of events, venues and organizers name every parameter, those of terms only what the caller sent.
  // Source: rules/interface.md#list-links, rules/terms.md#term-list-paging.
  const size: LinkValues = isTerms && !sentPerPage ? [] : [["per_page", perPage]];
  const query = toQueryText([...size, ...toLinkValues(name, parameters, result.understood)]);
  const linkTo = (wanted: number): string => toAddress(collection, query, wanted > 1 ? `page=${wanted}` : "");
  const totalPages = Math.ceil(total / perPage);
  const entries = { [name]: records };
  const urls: Members = {
    rest_url: toAddress(collection, isTerms ? "" : `page=${page}`, query),
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
