import type { SiteSettings } from "../model/site.ts";
import type { Parameter } from "../parameter.ts";
import { positiveInteger } from "./scalars.ts";

/** Which part of a list is wanted. Source: rules/interface.md#page-parameter, rules/interface.md#per-page. */
export const pagingParameters = (
  site: SiteSettings,
): { readonly page: Parameter<number>; readonly per_page: Parameter<number> } => ({
  page: positiveInteger({
    description:
      "The page of the list to return, from 1. A page beyond the last one is an error, except in lists of terms.",
    documented: { example: 1 },
    default: 1,
  }),
  per_page: positiveInteger({
    description:
      "How many records a page holds, from 1. Numbers above the maximum are reduced to it, without an error.",
    documented: { maximum: site.maxPerPage, example: 5 },
    default: String(site.perPage),
  }),
});
