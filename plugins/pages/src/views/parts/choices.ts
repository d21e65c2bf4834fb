import type { PageContext } from "../../page/context.ts";
import { type Html, html } from "../../page/html.ts";
import { toText } from "../../seo/plain.ts";

/** Maximum number of choices in a list. */
const MAX_CHOICES = 100;

/** Possible value of a filter: value in the address and display name. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

/** Choices of a filter, sorted by name. */
export interface ChoiceList {
  readonly items: readonly Choice[];
  /** Option elements of the list; none is selected. */
  readonly options: Html;
}

export type Choices = Readonly<Record<"categories" | "tags" | "venue" | "organizer", ChoiceList>>;

export type FindChoices = (context: PageContext) => Promise<Choices>;

export const optionOf = ({ value, name }: Choice, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen && html` selected`}>${name}</option>`;

/** Choices of each kind, in the order of the API. */
type Found = Readonly<Record<keyof Choices, readonly Choice[]>>;

/**
 * Creates a function that finds the choices visible to visitors: the terms with the most events, and the
 * newest venues and organizers. The sorted lists and their HTML are cached until the choices change, because
 * creating them takes longer than the queries.
 */
export const createFindChoices = (): FindChoices => {
  const kept = new Map<string, { readonly text: string; readonly choices: Choices }>();
  return async ({ frame: { api }, formats, request: { present } }) => {
    const terms = { per_page: MAX_CHOICES, hide_empty: true, orderby: "count", order: "desc" } as const;
    // Finding out which of them have events would take longer than the rest of the page.
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

/** Returns the display name of a filter value; the value itself if it is none of the choices. */
export const nameOf = ({ items }: ChoiceList, value: string): string =>
  value
    .split(",")
    .map((part) => items.find((choice) => choice.value === part)?.name ?? part)
    .join(", ");
