import type { PageContext } from "../../page/context.ts";
import { type Html, html, NOTHING } from "../../page/html.ts";
import { FILTERS, type FilterName, type Filters, hasFilters, searchOf } from "../filters.ts";
import { type ChoiceList, type Choices, nameOf, optionOf } from "./choices.ts";

const LISTS = ["categories", "tags", "venue", "organizer"] as const;

/** Returns the displayed name of a filter. */
const labelOf = ({ texts }: PageContext, name: FilterName): string =>
  ({
    search: texts.search,
    categories: texts.category,
    tags: texts.tag,
    venue: texts.venue,
    organizer: texts.organizer,
    featured: texts.featured,
  })[name];

const select = (
  context: PageContext,
  name: FilterName,
  { items, options }: ChoiceList,
  chosen: string | undefined,
): Html => {
  if (items.length === 0 && chosen === undefined) return NOTHING;
  // The current value must remain selected. It may not be among the options, for example if it consists of
  // several values.
  const isKnown = chosen === undefined || items.some(({ value }) => value === chosen);
  return html`<p><label for="f-${name}">${labelOf(context, name)}</label>
<select id="f-${name}" name="${name}"><option value="">${context.texts.any}</option>${
    !isKnown && html`<option value="${chosen}" selected>${chosen}</option>`
  }${
    chosen === undefined || !isKnown
      ? options
      : items.map((choice) => optionOf(choice, choice.value === chosen))
  }</select></p>`;
};

/**
 * Returns the form with search and filters. It leads to the same page. `kept` are the other query parameters
 * of the page.
 */
export const filterForm = (
  context: PageContext,
  path: string,
  filters: Filters,
  choices: Choices,
  kept: Readonly<Record<string, string>>,
): Html => {
  const { texts, base } = context;
  const isOpen = FILTERS.some((name) => name !== "search" && filters[name] !== undefined);
  return html`<form class="filters" role="search" action="${base}${path}">
${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="search"><label class="vh" for="f-search">${texts.searchWords}</label>
<input id="f-search" type="search" name="search" placeholder="${texts.searchWords}" maxlength="200" value="${filters.search}">
<button>${texts.search}</button></p>
<details${isOpen && html` open`}><summary>${texts.filters}</summary>
<div class="fields">${LISTS.map((name) => select(context, name, choices[name], filters[name]))}
<p class="check"><input type="checkbox" id="f-featured" name="featured" value="1"${filters.featured !== undefined && html` checked`}>
<label for="f-featured">${texts.onlyFeatured}</label></p>
<p class="do"><button class="primary">${texts.apply}</button></p></div></details>
</form>`;
};

/** Returns the active filters. Each one links to the page without that filter. */
export const filterChips = (
  context: PageContext,
  path: string,
  filters: Filters,
  choices: Choices,
  kept: Readonly<Record<string, string>>,
): Html => {
  if (!hasFilters(filters)) return NOTHING;
  const { texts, base } = context;
  const chips = FILTERS.flatMap((name) => {
    const { [name]: value, ...others } = filters;
    if (value === undefined) return [];
    const isList = name !== "search" && name !== "featured";
    const text =
      name === "featured"
        ? labelOf(context, name)
        : `${labelOf(context, name)}: ${isList ? nameOf(choices[name], value) : value}`;
    return [
      html`<li><a rel="nofollow" href="${base}${path}${searchOf(others, kept)}" aria-label="${texts.remove(text)}">${text} <span aria-hidden="true">×</span></a></li>`,
    ];
  });
  return html`<nav class="chips" aria-label="${texts.activeFilters}"><ul class="plain">${chips}
<li><a rel="nofollow" class="all" href="${base}${path}${searchOf({}, kept)}">${texts.removeAll}</a></li></ul></nav>`;
};
