import { NO_COST } from "../../model/cost.ts";
import type { CalendarEvent } from "../../model/event.ts";

/** Event without any values, from which new events are created. Source: rules/events.md#create-defaults. */
export const BLANK: Omit<
  CalendarEvent,
  "id" | "author" | "title" | "schedule" | "status" | "date" | "dateUtc" | "modified" | "modifiedUtc"
> = {
  slug: "",
  description: "",
  excerpt: "",
  cost: NO_COST,
  showMap: false,
  showMapLink: false,
  hideFromListings: false,
  sticky: false,
  featured: false,
  categoryIds: [],
  tagIds: [],
  organizerIds: [],
  lineage: [],
  extensions: {},
};
