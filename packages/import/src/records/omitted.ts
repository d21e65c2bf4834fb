import type { CalendarEvent, ImportedList, Venue } from "@kalends/core";
import type { OwnRecord } from "../merge/content-digest.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { SourceRecord } from "./source-record.ts";

/** Local field names, each with the source members that supply the field. */
type FieldMembers = Readonly<Record<string, readonly string[]>>;

/** Fields of events, with the source members that supply each. `allDay` is part of the schedule field. */
const EVENT_FIELDS = {
  description: ["description"],
  excerpt: ["excerpt"],
  imageId: ["image"],
  allDay: ["all_day"],
  cost: ["cost", "cost_details"],
  website: ["website"],
  showMap: ["show_map"],
  showMapLink: ["show_map_link"],
  hideFromListings: ["hide_from_listings"],
  sticky: ["sticky"],
  featured: ["featured"],
  categoryIds: ["categories"],
  tagIds: ["tags"],
  venueId: ["venue"],
  organizerIds: ["organizer"],
  parentId: ["post_parent"],
  eventStatus: ["event_status"],
  statusReason: ["event_status"],
  previousStart: ["event_status"],
} as const satisfies Readonly<Partial<Record<keyof CalendarEvent | "allDay", readonly string[]>>>;

/**
 * Fields of venues that are not texts, with the source members that supply each. If such a member is missing,
 * its value is unknown. Missing texts are empty instead: see `LINKED_TEXTS`.
 */
const VENUE_FIELDS = {
  showMap: ["show_map"],
  showMapLink: ["show_map_link"],
  coordinates: ["geo_lat", "geo_lng"],
} as const satisfies Readonly<Partial<Record<keyof Venue, readonly string[]>>>;

/**
 * Text fields of venues and organizers. A missing member means an empty text; null means that the text is
 * unknown.
 */
const LINKED_TEXTS: FieldMembers = {
  ...{ description: ["description"], excerpt: ["excerpt"], website: ["website"], imageId: ["image"] },
  ...{ address: ["address"], city: ["city"], country: ["country"], zip: ["zip"], phone: ["phone"] },
  ...{ province: ["province"], state: ["state"], stateProvince: ["stateprovince"], email: ["email"] },
};

const TERM_FIELDS = { description: ["description"], parentId: ["parent"] } as const;

const FIELDS: Readonly<Record<ImportedList, FieldMembers>> = {
  events: EVENT_FIELDS,
  venues: VENUE_FIELDS,
  organizers: {},
  categories: TERM_FIELDS,
  tags: TERM_FIELDS,
};

/**
 * Fields that a password-protected record hides. The import ignores the values of the placeholder for these
 * fields.
 */
const PLACEHOLDER_FIELDS: Readonly<Record<ImportedList, readonly string[]>> = {
  events: Object.keys(EVENT_FIELDS),
  venues: [
    ...[
      "name",
      "address",
      "city",
      "country",
      "province",
      "state",
      "zip",
      "phone",
      "stateProvince",
      "website",
    ],
    ...["description", "excerpt", "imageId", ...Object.keys(VENUE_FIELDS)],
  ],
  organizers: ["name", "phone", "email", "website", "description", "excerpt", "imageId"],
  categories: [],
  tags: [],
};

/** True if the source does not give the member: the member is missing or null. */
export const isOmitted = (record: SourceRecord, member: string): boolean =>
  (record.value(member) ?? undefined) === undefined;

const namesOf = (fields: FieldMembers, isMissing: (member: string) => boolean): readonly string[] =>
  Object.entries(fields).flatMap(([field, members]) => (members.every(isMissing) ? [field] : []));

/**
 * Returns the names of the local fields that the source does not give. An update keeps their local values.
 * Source: rules/choices.md#import-omitted.
 */
export const omittedFields = (list: ImportedList, record: SourceRecord): readonly string[] => {
  if (isPlaceholder(list, record)) return PLACEHOLDER_FIELDS[list];
  const omitted = namesOf(FIELDS[list], (member) => isOmitted(record, member));
  if (list !== "venues" && list !== "organizers") return omitted;
  return [...omitted, ...namesOf(LINKED_TEXTS, (member) => record.value(member) === null)];
};

/** Returns the source record with the named fields copied from the local record. */
export const withOmitted = <R extends OwnRecord>(theirs: R, ours: R, fields: readonly string[]): R => {
  if (fields.length === 0) return theirs;
  const filled: Record<string, unknown> = { ...theirs };
  const known: Readonly<Record<string, unknown>> = { ...ours };
  for (const field of fields) {
    if (known[field] === undefined) delete filled[field];
    else filled[field] = known[field];
  }
  if (fields.includes("allDay") && "schedule" in theirs && "schedule" in ours)
    filled.schedule = { ...theirs.schedule, allDay: ours.schedule.allDay };
  // The cast is safe: each field comes from a record of the same list.
  return filled as R;
};
