import type { PageContext } from "../../page/context.ts";
import { type Html, html } from "../../page/html.ts";
import { toText } from "../../seo/plain.ts";

/** Maximum number of options in the list of a filter. */
const MAX_CHOICES = 100;

/** Option of a filter: its value in the URL and its displayed name. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

/** Options of a filter, sorted by name. */
export interface ChoiceList {
  readonly items: readonly Choice[];
  /** `<option>` elements for all items. None of them is selected. */
  readonly options: Html;
}

export type Choices = Readonly<Record<"categories" | "tags" | "venue" | "organizer", ChoiceList>>;

export type FindChoices = (context: PageContext) => Promise<Choices>;

export const optionOf = ({ value, name }: Choice, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen && html` selected`}>${name}</option>`;

/** Options of each filter, in the order in which the API returns them. */
type Found = Readonly<Record<keyof Choices, readonly Choice[]>>;

/**
 * Creates a function that returns the filter options for visitors: the terms with the most events, and the
 * newest venues and organizers. Sorted lists and their HTML are cached until the options change, because
 * creating them takes longer than the queries.
 */
export const createFindChoices = (): FindChoices => {
  const kept = new Map<string, { readonly text: string; readonly choices: Choices }>();
  return async ({ frame: { api }, formats, request: { present } }) => {
    const terms = { per_page: MAX_CHOICES, hide_empty: true, orderby: "count", order: "desc" } as const;
    // Venues and organizers without events are included, because checking each of them would take longer than
    // the rest of the page.
    const linked = { per_page: MAX_CHOICES };
    const [categories, tags, venues, organizers] = await Promise.all([
      api.categories.list(terms),
      api.tags.list(terms),
      api.venues.list(linked),
      api.organizers.list(linked),
    ]);
    const found: Found = {
      categories: categories.items.map(({ term }) => ({ value: term.slug, name: term.name })),
      tags: tags.items.map(({ term }) => ({ value: term.slug, name: term.name })),
      venue: venues.items.map(({ venue }) => ({ value: String(venue.id), name: venue.name })),
      organizer: organizers.items.map(({ organizer }) => ({
        ...{ value: String(organizer.id), name: organizer.name },
      })),
    };
    const text = JSON.stringify(found);
    const known = kept.get(present.language);
    if (known?.text === text) return known.choices;
    const toList = (all: readonly Choice[]): ChoiceList => {
      const items = all
        .map(({ value, name }) => ({ value, name: toText(name) }))
        .sort((one, other) => formats.compare(one.name, other.name));
      return { items, options: html`${items.map((choice) => optionOf(choice, false))}` };
    };
    const choices: Choices = {
      categories: toList(found.categories),
      tags: toList(found.tags),
      venue: toList(found.venue),
      organizer: toList(found.organizer),
    };
    kept.set(present.language, { text, choices });
    return choices;
  };
};

/**
 * Returns the displayed names of a filter value. A value that is not among the options is displayed itself.
 */
export const nameOf = ({ items }: ChoiceList, value: string): string =>
  value
    .split(",")
    .map((part) => items.find((choice) => choice.value === part)?.name ?? part)
    .join(", ");
