import type { CalendarEvent, Organizer, PluginDeps, Term, Venue } from "@kalends/core/plugin";
import type { Kind } from "../deliveries/deliveries.ts";
import type { WebhookSettings } from "./subscriptions.ts";

type Filters = Pick<WebhookSettings, "categories" | "tags" | "venues" | "organizers" | "statuses">;

/** State of a record before or after a change. */
export type Changed = CalendarEvent | Venue | Organizer | Term | { readonly id: number };

/** True if at least one wanted value is present, or if none is wanted. */
const matchesAny = (wanted: readonly unknown[], present: readonly unknown[]): boolean =>
  wanted.length === 0 || present.some((value) => wanted.includes(value));

/**
 * True if a subscription includes this record. Events must match all filters, other records only the filters
 * of their kind. `categories`: categories of the subscription, including their subcategories.
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
 * Returns these categories and their subcategories. Deleted categories stay in the result, because an empty
 * list would match everything.
 */
export const categoriesOf = async (
  { categories }: Pick<Filters, "categories">,
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<readonly number[]> =>
  categories.length === 0
    ? categories
    : [...categories, ...(await calendar.unrestricted.categories.withDescendants(categories))];
