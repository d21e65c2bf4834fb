import type { SiteSettings } from "../model/site.ts";
import type { Parameter, ParameterValues } from "../parameter.ts";
import type { Paging } from "../queries/page.ts";
import { positiveInteger } from "./scalars.ts";

/**
 * Returns the parameters `page` and `per_page`, with the default and the maximum page size of the site.
 * Source: rules/interface.md#page-parameter, rules/interface.md#per-page.
 */
export const pagingParameters = (
  site: SiteSettings,
): { readonly page: Parameter<number>; readonly per_page: Parameter<number> } => ({
  page: positiveInteger({
    description: "parameter.page",
    documented: { example: 1 },
    default: 1,
  }),
  per_page: positiveInteger(
    {
      description: "parameter.per_page",
      documented: { maximum: site.maxPerPage, example: 5 },
      default: String(site.perPage),
    },
    site.maxPerPage,
  ),
});

/** Returns the requested page from the parsed values of the paging parameters. */
export const pagingOf = (values: ParameterValues): Paging => {
  const { page, per_page: perPage } = values as { readonly page: number; readonly per_page: number };
  return { page, perPage };
};
