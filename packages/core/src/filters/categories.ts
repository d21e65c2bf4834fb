import { type TermSelection, termSelection } from "../parameters/term-selection.ts";
import { type EventFilter, type EventFilterDeps, eventFilter } from "./event-filter.ts";

interface CategoryValues {
  readonly categories: TermSelection | undefined;
}

/** `categories`: events in one of them or in a descendant of one. Source: 10-events section 6, 90-decisions P23. */
export const createCategoriesFilter = (deps: EventFilterDeps): EventFilter =>
  eventFilter<CategoryValues>({
    parameters: {
      categories: termSelection(
        deps,
        "category",
        "Only events in one of these categories or a subcategory of one: IDs or slugs, as an array or a comma list.",
      ),
    },
    narrow: async (query, { categories }) =>
      categories === undefined
        ? query
        : { ...query, categoryIds: await deps.repositories.terms.withDescendants(categories.ids) },
    links: ({ categories }) => ({ ...(categories !== undefined && { categories: categories.link }) }),
  });
