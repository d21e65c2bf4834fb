import type { Taxonomy } from "../../model/term.ts";
import { toSlug } from "../../model/text/slug.ts";
import { foldText } from "../../model/text/text-search.ts";
import type { ListResult, TermView } from "../../model/views.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { TermOrder, TermQuery } from "../../queries/term-query.ts";
import type { TermListDeps, TermListValues } from "./term-parameters.ts";
import type { TermViews } from "./term-views.ts";

/**
 * Order for each value of the parameter `orderby`; other values sort by name. `constant` sorts by ascending
 * id, whatever the parameter `order` is.
 * Source: rules/terms.md#term-order.
 */
const ORDERS: ReadonlyMap<string, TermOrder | "constant"> = new Map<string, TermOrder | "constant">([
  ["id", "id"],
  ["term_id", "id"],
  ["name", "name"],
  ["slug", "slug"],
  ["term_group", "constant"],
  ["description", "description"],
  ["count", "count"],
  ["parent", "parent"],
  ["include", "ids"],
  ["none", "constant"],
]);

/** Creates the operation that lists categories or tags. Source: rules/terms.md#term-list-paging. */
export const createListTerms =
  (
    taxonomy: Taxonomy,
    { store, postStatuses }: TermListDeps,
    toViews: TermViews,
  ): ((raw: ParameterValues) => Promise<ListResult<TermView>>) =>
  async (raw) => {
    // The type is safe, because the parameters of the list have parsed the values.
    const values = raw as TermListValues;
    const { search, include, exclude, slug, parent } = values;
    const event = values.event ?? values.post;
    const externalId = values.external_id?.externalId;
    const query: TermQuery = {
      taxonomy,
      page: values.page,
      perPage: values.per_page,
      ...(search !== undefined && { search: foldText(search.trim()) }),
      ...(include !== undefined && { ids: include.ids }),
      // Source: rules/terms.md#include-exclude.
      ...(include === undefined && exclude !== undefined && { excludeIds: exclude.ids }),
      ...(slug !== undefined && { slug: toSlug(slug) }),
      ...(parent !== undefined && { parentId: parent }),
      ...(event !== undefined && { eventId: event }),
      ...(externalId !== undefined && { externalId }),
      // Source: rules/external-ids.md#external-id-filter.
      hideEmpty:
        values.hide_empty.value && (externalId === undefined || values.hide_empty.sent !== undefined),
      countedStatuses: postStatuses.publicNames,
      order: toOrder(values),
    };
    const { items, total } = await store.terms.list(query);
    return {
      items: await toViews(items, store),
      total,
      page: query.page,
      perPage: query.perPage,
      understood: raw,
    };
  };

const toOrder = ({ order, orderby, include }: TermListValues): TermQuery["order"] => {
  const by = ORDERS.get((orderby ?? "name").trim().toLowerCase()) ?? "name";
  if (by === "constant") return { by: "id", descending: false };
  const descending = order !== undefined && order.trim().toLowerCase() !== "asc";
  return { by: by === "ids" && include === undefined ? "name" : by, descending };
};
