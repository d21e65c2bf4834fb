import type { CalendarEvent, Organizer, PluginDeps, Term, Venue } from "@kalends/core/plugin";
import type { Kind } from "../deliveries/deliveries.ts";
import type { Wishes } from "./subscriptions.ts";

type Filters = Pick<Wishes, "categories" | "tags" | "venues" | "organizers" | "statuses">;

/** A record that a change is about, as it was before or is after. */
export type Changed = CalendarEvent | Venue | Organizer | Term | { readonly id: number };

/** Whether one of the wanted is there; whoever wants none takes everything. */
const meets = (wanted: readonly unknown[], there: readonly unknown[]): boolean =>
  wanted.length === 0 || there.some((value) => wanted.includes(value));

/**
 * Whether a subscription is about this record: an event by all of its filters, anything else by those that are of its kind.
 * `categories` are those that it names with all below them.
 */
export const isAbout = (
  { tags, venues, organizers, statuses }: Filters,
  categories: readonly number[],
  kind: Kind,
  record: Changed,
): boolean => {
  if ("schedule" in record) {
    return (
      meets(categories, record.categoryIds) &&
      meets(tags, record.tagIds) &&
      meets(venues, [record.venueId]) &&
      meets(organizers, record.organizerIds) &&
      meets(statuses, [record.status])
    );
  }
  const ofKind = {
    event: [],
    venue: venues,
    organizer: organizers,
    category: categories,
    tag: tags,
    image: [],
  };
  return meets(ofKind[kind], [record.id]) && (!("status" in record) || meets(statuses, [record.status]));
};

/** These categories and all below them; a category that is gone stays, so that its subscription is not about everything. */
export const categoriesOf = async (
  { categories }: Pick<Filters, "categories">,
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<readonly number[]> =>
  categories.length === 0
    ? categories
    : [...categories, ...(await calendar.unrestricted.categories.withDescendants(categories))];
