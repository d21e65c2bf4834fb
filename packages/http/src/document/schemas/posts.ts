import { EVENT_STATUSES } from "@kalends/core";
import type { JsonSchema } from "@kalends/core/interface";
import { nextOccurrence } from "./recurrence.ts";
import {
  address,
  flag,
  integer,
  listOf,
  type Members,
  object,
  orEmptyList,
  ref,
  refAs,
  text,
  wallClock,
} from "./schema.ts";

/* Schemas of events, venues and organizers, and of the members that they share. */

const ID: JsonSchema = integer("record.id", 14, {
  minimum: 1,
});
const AUTHOR: JsonSchema = text("record.author", "3", {
  pattern: "^\\d+$",
});
const STATUS: JsonSchema = text("record.status", "publish", {
  "x-extensible-enum": ["publish", "future", "draft", "pending", "private", "trash"],
});
const SLUG: JsonSchema = text("record.slug", "harbour-jazz-night");

const TIMES: Members = {
  date: wallClock("record.date", "2031-03-02 10:15:00"),
  date_utc: wallClock("record.date_utc", "2031-03-02 09:15:00"),
  modified: wallClock("record.modified", "2031-03-04 08:00:12"),
  modified_utc: wallClock("record.modified_utc", "2031-03-04 07:00:12"),
};

const GLOBAL_ID: Members = {
  global_id: text("record.global_id", "calendar.example?id=14"),
  global_id_lineage: listOf({ type: "string" }, "record.global_id_lineage"),
};

const STRUCTURED: JsonSchema = {
  type: "object",
  description: "record.json_ld",
  additionalProperties: true,
};

/** Schema of the origin of a record. Source: rules/origin.md#origin-member. */
const ORIGIN: JsonSchema = {
  ...object(
    "record.origin",
    { importer: text("origin.importer", "icalendar") },
    { subscription: text("origin.subscription", "1234") },
  ),
  type: ["object", "null"],
};

const digits = (description: string, example: string, count: number): JsonSchema =>
  text(description, example, { pattern: `^\\d{${count}}$` });

/** Schema of the external ids of a record. Source: rules/external-ids.md#visible-external-ids. */
export const externalIds: JsonSchema = listOf(
  object("record.external_id", {
    source: text("record.external_id.source", "crm"),
    id: text("record.external_id.id", "4711"),
  }),
  "record.external_ids",
);

/**
 * Schema of a date that is split into year, month, day, hour, minutes and seconds. Source:
 * rules/representations.md#date-details.
 */
export const dateDetails: JsonSchema = object("dateDetails.about", {
  year: digits("dateDetails.year", "2031", 4),
  month: digits("dateDetails.month", "05", 2),
  day: digits("dateDetails.day", "16", 2),
  hour: digits("dateDetails.hour", "20", 2),
  minutes: digits("dateDetails.minutes", "30", 2),
  seconds: digits("dateDetails.seconds", "00", 2),
});

/** Schema of the details of a cost. Source: rules/representations.md#cost-details. */
export const costDetails: JsonSchema = object("costDetails.about", {
  currency_symbol: text("costDetails.currency_symbol", "€"),
  currency_code: text("costDetails.currency_code", ""),
  currency_position: {
    type: "string",
    description: "costDetails.currency_position",
    enum: ["", "prefix", "postfix"],
  },
  values: listOf({ type: "string" }, "costDetails.values"),
});

/** Schema of an event. Source: rules/representations.md#event-members. */
export const event: JsonSchema = object(
  "event.about",
  {
    id: ID,
    ...GLOBAL_ID,
    author: AUTHOR,
    status: STATUS,
    ...TIMES,
    url: address("event.url", "https://calendar.example/event/harbour-jazz-night/"),
    rest_url: address("event.rest_url", "https://calendar.example/wp-json/tribe/events/v1/events/14"),
    title: text("event.title", "Harbour Jazz Night"),
    description: text("record.description", "<p>Live jazz by the water.</p>"),
    excerpt: text("record.excerpt", "<p>Live jazz by the water.</p>"),
    slug: SLUG,
    image: {
      description: "event.image",
      anyOf: [ref("Image"), { type: "boolean", enum: [false] }],
    },
    all_day: flag("event.all_day"),
    start_date: wallClock("event.start_date"),
    start_date_details: refAs("DateDetails", "event.start_date_details"),
    end_date: wallClock("event.end_date", "2031-05-16 23:00:00"),
    end_date_details: refAs("DateDetails", "event.end_date_details"),
    utc_start_date: wallClock("event.utc_start_date", "2031-05-16 18:30:00"),
    utc_start_date_details: refAs("DateDetails", "event.utc_start_date_details"),
    utc_end_date: wallClock("event.utc_end_date", "2031-05-16 21:00:00"),
    utc_end_date_details: refAs("DateDetails", "event.utc_end_date_details"),
    timezone: text("event.timezone", "Europe/Rome"),
    timezone_abbr: text("event.timezone_abbr", "CEST"),
    cost: text("event.cost", "15€ – 25€"),
    cost_details: ref("CostDetails"),
    website: text("event.website", "https://jazz.example/"),
    show_map: flag("event.show_map"),
    show_map_link: flag("event.show_map_link"),
    hide_from_listings: flag("event.hide_from_listings"),
    sticky: flag("event.sticky"),
    featured: flag("event.featured"),
    event_status: text("event.event_status", "scheduled", { enum: EVENT_STATUSES }),
    is_recurring: flag("event.is_recurring"),
    categories: listOf(ref("EventTerm"), "event.categories"),
    tags: listOf(ref("EventTerm"), "event.tags"),
    venue: { description: "event.venue", ...orEmptyList(ref("Venue")) },
    organizer: listOf(ref("Organizer"), "event.organizer"),
    custom_fields: {
      description: "event.custom_fields",
      ...orEmptyList({
        type: "object",
        additionalProperties: object("event.custom_fields.field", {
          label: text("event.custom_fields.label", "Dress code"),
          value: text("event.custom_fields.value", "Casual"),
        }),
      }),
    },
  },
  {
    status_reason: text("event.status_reason", "The hall is flooded."),
    previous_start_date: wallClock("event.previous_start_date", "2031-05-09 20:30:00"),
    recurrence: ref("Recurrence"),
    next_occurrence: nextOccurrence,
    external_ids: externalIds,
    json_ld: STRUCTURED,
    origin: ORIGIN,
  },
);

const orNull = (schema: JsonSchema = {}): JsonSchema => ({
  ...schema,
  type: typeof schema.type === "string" ? [schema.type, "null"] : ["null"],
});

/** Schema of an occurrence of a series. Source: rules/recurrence.md#occurrence-list. */
export const occurrence: JsonSchema = {
  ...event,
  description: "occurrence.about",
  properties: {
    ...event.properties,
    id: orNull(event.properties?.id),
    global_id: orNull(event.properties?.global_id),
    rest_url: orNull(event.properties?.rest_url),
  },
};

const linked = (description: string, url: string, always: Members, optional: Members): JsonSchema =>
  object(
    description,
    { id: ID, status: STATUS, ...TIMES, url: address("linked.url", url), ...always, ...GLOBAL_ID },
    {
      author: AUTHOR,
      ...optional,
      description: text("record.description", "<p>Old friends of jazz.</p>"),
      excerpt: text("record.excerpt", "<p>Since 1988.</p>"),
      slug: SLUG,
      image: ref("Image"),
      external_ids: externalIds,
      json_ld: STRUCTURED,
      origin: ORIGIN,
    },
  );

const degrees = (description: string, maximum: number, example: number): JsonSchema => ({
  type: "number",
  description,
  minimum: -maximum,
  maximum,
  examples: [example],
});

/** Schema of a venue. Source: rules/representations.md#venue-members. */
export const venue: JsonSchema = linked(
  "venue.about",
  "https://calendar.example/venue/pier-nine-hall/",
  {
    show_map: flag("venue.show_map"),
    show_map_link: flag("venue.show_map_link"),
  },
  {
    venue: text("record.name", "Pier Nine Hall"),
    address: text("venue.address", "Molo Nuovo 9"),
    city: text("venue.city", "Genova"),
    country: text("venue.country", "Italy"),
    province: text("venue.province", "GE"),
    state: text("venue.state", "NY"),
    zip: text("venue.zip", "16126"),
    phone: text("linked.phone", "+39 010 555 0199"),
    website: text("linked.website", "https://pier9.example/"),
    stateprovince: text("venue.stateprovince", "GE"),
    geo_lat: degrees("venue.geo_lat", 90, 44.4042),
    geo_lng: degrees("venue.geo_lng", 180, 8.9283),
  },
);

/** Schema of an organizer. Source: rules/representations.md#organizer-members. */
export const organizer: JsonSchema = linked(
  "organizer.about",
  "https://calendar.example/organizer/blue-note-society/",
  {},
  {
    organizer: text("record.name", "Blue Note Society"),
    phone: text("linked.phone", "+39 010 555 0142"),
    website: text("linked.website", "https://bluenote.example/"),
    email: text("organizer.email", "hello@bluenote.example"),
  },
);
