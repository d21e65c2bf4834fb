import type { CalendarEvent, Organizer, PluginDeps, Term, Venue } from "@kalends/core/plugin";
import type { Kind } from "../deliveries/deliveries.ts";
import type { WebhookSettings } from "./subscriptions.ts";

type Filters = Pick<WebhookSettings, "categories" | "tags" | "venues" | "organizers" | "statuses">;

/** State of a record before or after a change. For images, only the id is given. */
export type Changed = CalendarEvent | Venue | Organizer | Term | { readonly id: number };

/** True if `wanted` is empty, or if `present` contains at least one of its values. */
const matchesAny = (wanted: readonly unknown[], present: readonly unknown[]): boolean =>
  wanted.length === 0 || present.some((value) => wanted.includes(value));

/**
 * True if the filters of a subscription match this record. An event must match all filters. Any other record
 * must match the filter for its kind and, if it has a status, the filter for statuses. `categories` must
 * already include the subcategories of the filter.
 */
export const includesRecord = (
  { tags, venues, organizers, statuses }: Filters,
  categories: readonly number[],
  kind: Kind,
  record: Changed,
): boolean => {
  if ("schedule" in record) {
    return (
      matchesAny(categories, record.categoryIds) &&
      matchesAny(tags, record.tagIds) &&
      matchesAny(venues, [record.venueId]) &&
      matchesAny(organizers, record.organizerIds) &&
      matchesAny(statuses, [record.status])
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
  return (
    matchesAny(ofKind[kind], [record.id]) && (!("status" in record) || matchesAny(statuses, [record.status]))
  );
};

/**
 * Returns the categories of the filter together with their subcategories. Deleted categories remain in the
 * list, because an empty list would match every event.
 */
export const categoriesOf = async (
  { categories }: Pick<Filters, "categories">,
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<readonly number[]> =>
  categories.length === 0
    ? categories
    : [...categories, ...(await calendar.unrestricted.categories.withDescendants(categories))];
