import type { PageContext } from "../../page/context.ts";
import { plain } from "./event-parts.ts";

/** Entries of one list of choices at most. */
const MOST = 100;

/** What a filter can be set to: the value of the address and its name, by name. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

export type Choices = Readonly<Record<"categories" | "tags" | "venue" | "organizer", readonly Choice[]>>;

/** Those that a visitor sees: the terms of most events, and the newest venues and organizers that have events. */
export const findChoices = async ({ frame: { services }, formats }: PageContext): Promise<Choices> => {
  const byName = (choices: readonly Choice[]): readonly Choice[] =>
    choices.toSorted((one, other) => formats.compare(one.name, other.name));
  const terms = { per_page: MOST, hide_empty: true, orderby: "count", order: "desc" } as const;
  const linked = { per_page: MOST, has_events: true };
  const [categories, tags, venues, organizers] = await Promise.all([
    services.listCategories(terms),
    services.listTags(terms),
    services.listVenues(linked),
    services.listOrganizers(linked),
  ]);
  return {
    categories: byName(categories.items.map(({ term }) => ({ value: term.slug, name: plain(term.name) }))),
    tags: byName(tags.items.map(({ term }) => ({ value: term.slug, name: plain(term.name) }))),
    venue: byName(venues.items.map(({ venue }) => ({ value: String(venue.id), name: plain(venue.name) }))),
    organizer: byName(
      organizers.items.map(({ organizer }) => ({ value: String(organizer.id), name: plain(organizer.name) })),
    ),
  };
};

/** What a value that was sent is called: an id, a slug or a name; as it was sent where it is none of these choices. */
export const nameOf = (choices: readonly Choice[], value: string): string =>
  value
    .split(",")
    .map((part) => choices.find((choice) => choice.value === part)?.name ?? part)
    .join(", ");
