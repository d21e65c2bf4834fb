import type { PageContext } from "../../page/context.ts";
import { type Html, html } from "../../page/html.ts";
import { plain } from "./event-parts.ts";

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

const isSame = (one: readonly object[], other: readonly object[]): boolean =>
  one.length === other.length && one.every((record, index) => record === other[index]);

export const optionOf = ({ value, name }: Choice, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen && html` selected`}>${name}</option>`;

/**
 * Those that a visitor sees: the terms of most events, and the newest venues and organizers. What is made of records is kept by language for as long as stores answer the same objects.
 */
export const createFindChoices = (): FindChoices => {
  const kept = new Map<string, { readonly records: readonly object[]; readonly choices: Choices }>();
  return async ({ frame: { services }, formats, request: { present } }) => {
    const terms = { per_page: MOST, hide_empty: true, orderby: "count", order: "desc" } as const;
    // Looking which of them have events takes longer than all else of a page.
    const linked = { per_page: MOST };
    const [categories, tags, venues, organizers] = await Promise.all([
      services.listCategories(terms),
      services.listTags(terms),
      services.listVenues(linked),
      services.listOrganizers(linked),
    ]);
    const records = [
      ...categories.items.map(({ term }) => term),
      ...tags.items.map(({ term }) => term),
      ...venues.items.map(({ venue }) => venue),
      ...organizers.items.map(({ organizer }) => organizer),
    ];
    const known = kept.get(present.language);
    if (known !== undefined && isSame(known.records, records)) return known.choices;
    const toList = (choices: readonly Choice[]): ChoiceList => {
      const items = choices.toSorted((one, other) => formats.compare(one.name, other.name));
      return { items, options: html`${items.map((choice) => optionOf(choice, false))}` };
    };
    const choices: Choices = {
      categories: toList(categories.items.map(({ term }) => ({ value: term.slug, name: plain(term.name) }))),
      tags: toList(tags.items.map(({ term }) => ({ value: term.slug, name: plain(term.name) }))),
      venue: toList(venues.items.map(({ venue }) => ({ value: String(venue.id), name: plain(venue.name) }))),
      organizer: toList(
        organizers.items.map(({ organizer }) => ({
          value: String(organizer.id),
          name: plain(organizer.name),
        })),
      ),
    };
    kept.set(present.language, { records, choices });
    return choices;
  };
};

/** What a value that was sent is called: an id, a slug or a name; as it was sent where it is none of these choices. */
export const nameOf = ({ items }: ChoiceList, value: string): string =>
  value
    .split(",")
    .map((part) => items.find((choice) => choice.value === part)?.name ?? part)
    .join(", ");
