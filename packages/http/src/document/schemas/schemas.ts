import type { JsonSchema } from "@kalends/core";
import { error, nestedError } from "./error.ts";
import { costDetails, dateDetails, event } from "./event.ts";
import { index, root, routeDescription } from "./index-schemas.ts";
import { organizer, venue } from "./linked.ts";
import { list } from "./list.ts";
import { image, imageSize } from "./records.ts";
import type { SchemaName } from "./schema.ts";
import { eventTerm, term } from "./term.ts";

/** The form of every answer, for `/doc`; what the presenters make satisfies them. Source: 40-describe section 2.4. */
export const SCHEMAS: Readonly<Record<SchemaName, JsonSchema>> = {
  ImageSize: imageSize,
  CostDetails: costDetails,
  Term: term,
  Image: image,
  DateDetails: dateDetails,
  Event: event,
  Venue: venue,
  Organizer: organizer,
  EventTerm: eventTerm,
  EventList: list("events", "Event"),
  VenueList: list("venues", "Venue"),
  OrganizerList: list("organizers", "Organizer"),
  CategoryList: list("categories", "Term"),
  TagList: list("tags", "Term"),
  ImageList: list("images", "Image"),
  Error: error,
  NestedError: nestedError,
  Root: root,
  Index: index,
  RouteDescription: routeDescription,
};
