import type { PageContext } from "../../page/context.ts";
import { type Html, html } from "../../page/html.ts";
import { toText } from "../../seo/plain.ts";

/** Entries of one list of choices at most. */
const MOST = 100;

/** What a filter can be set to: the value of the address and its name. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

/** By name. */
export interface ChoiceList {
  readonly items: readonly Choice[];
  /** Elements of a list in a form, of which none is chosen. */
  readonly options: Html;
}

export type Choices = Readonly<Record<"categories" | "tags" | "venue" | "organizer", ChoiceList>>;

export type FindChoices = (context: PageContext) => Promise<Choices>;

export const optionOf = ({ value, name }: Choice, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen && html` selected`}>${name}</option>`;

/** A list of each kind, in the order in which they came. */
type Found = Readonly<Record<keyof Choices, readonly Choice[]>>;

/**
 * Those that a visitor sees: the terms of most events, and the newest venues and organizers. What is made of them is kept for as long
 * as they are the same: sorting and writing them takes longer than looking.
 */
export const createFindChoices = (): FindChoices => {
  const kept = new Map<string, { readonly text: string; readonly choices: Choices }>();
  return async ({ frame: { api }, formats, request: { present } }) => {
    const terms = { per_page: MOST, hide_empty: true, orderby: "count", order: "desc" } as const;
    // Looking which of them have events takes longer than all else of a page.
    const linked = { per_page: MOST };
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

/** What a value that was sent is called: an id, a slug or a name; as it was sent where it is none of these choices. */
export const nameOf = ({ items }: ChoiceList, value: string): string =>
  value
    .split(",")
    .map((part) => items.find((choice) => choice.value === part)?.name ?? part)
    .join(", ");
