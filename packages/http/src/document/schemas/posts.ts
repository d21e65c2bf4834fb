import { EVENT_STATUSES, type JsonSchema } from "@kalends/core";
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

/* What events, venues and organizers have in common. */

const ID: JsonSchema = integer("The id, unique among events, venues, organizers and images.", 14, {
  minimum: 1,
});
const AUTHOR: JsonSchema = text("The id of the user who is the author, as text.", "3", {
  pattern: "^\\d+$",
});
const STATUS: JsonSchema = text("The status: publish, future, draft, pending, private or trash.", "publish", {
  "x-extensible-enum": ["publish", "future", "draft", "pending", "private", "trash"],
});
const SLUG: JsonSchema = text(
  "The name in addresses, percent-encoded where it is not ASCII; empty for a draft that has none yet.",
  "harbour-jazz-night",
);

const TIMES: Members = {
  date: wallClock("When it was or will be published, in the time zone of the site.", "2031-03-02 10:15:00"),
  date_utc: wallClock(
    "The same in UTC; 0000-00-00 00:00:00 for a draft without a publication date.",
    "2031-03-02 09:15:00",
  ),
  modified: wallClock("When it was last changed, in the time zone of the site.", "2031-03-04 08:00:12"),
  modified_utc: wallClock("The same in UTC.", "2031-03-04 07:00:12"),
};

const GLOBAL_ID: Members = {
  global_id: text("The id with the host of the site: unique among all sites.", "calendar.example?id=14"),
  global_id_lineage: listOf(
    { type: "string" },
    "The global id, then those under which the record was known elsewhere before.",
  ),
};

const STRUCTURED: JsonSchema = {
  type: "object",
  description:
    "The record as structured data in the words of schema.org; only where a single record is read.",
  additionalProperties: true,
};

const digits = (description: string, example: string, count: number): JsonSchema =>
  text(description, example, { pattern: `^\\d{${count}}$` });

/** Source: rules/representations.md#date-details. */
export const dateDetails: JsonSchema = object("The parts of a date and time, as texts with leading zeros.", {
  year: digits("The year.", "2031", 4),
  month: digits("The month, 01 to 12.", "05", 2),
  day: digits("The day of the month, 01 to 31.", "16", 2),
  hour: digits("The hour, 00 to 23.", "20", 2),
  minutes: digits("The minutes, 00 to 59.", "30", 2),
  seconds: digits("The seconds, 00 to 59.", "00", 2),
});

/** Source: rules/representations.md#cost-details. */
export const costDetails: JsonSchema = object("What the cost of an event was made of.", {
  currency_symbol: text("The symbol that was sent with the cost; empty when there was none.", "€"),
  currency_code: text("The ISO 4217 code; empty when it is not known.", ""),
  currency_position: {
    type: "string",
    description: "Whether the symbol stands before or after the number; empty when it is not known.",
    enum: ["", "prefix", "postfix"],
  },
  values: listOf(
    { type: "string" },
    "The different numbers, ascending, as texts with a decimal point; for a cost in words, that text.",
  ),
});

/** Source: rules/representations.md#event-members. */
export const event: JsonSchema = object(
  "An event. Every member is always present, whether it is empty or not, but for json_ld and what only some events have.",
  {
    id: ID,
    ...GLOBAL_ID,
    author: AUTHOR,
    status: STATUS,
    ...TIMES,
    url: address("The public page of the event.", "https://calendar.example/event/harbour-jazz-night/"),
    rest_url: address(
      "The address of the event in this interface.",
      "https://calendar.example/wp-json/tribe/events/v1/events/14",
    ),
    title: text("The title, as HTML.", "Harbour Jazz Night"),
    description: text("What there is to say, as HTML with paragraphs.", "<p>Live jazz by the water.</p>"),
    excerpt: text("A short description, as HTML with paragraphs.", "<p>Live jazz by the water.</p>"),
    slug: SLUG,
    image: {
      description: "The image, or false when there is none.",
      anyOf: [ref("Image"), { type: "boolean", enum: [false] }],
    },
    all_day: flag("Whether the event lasts whole days."),
    start_date: wallClock("The start, in the time zone of the event."),
    start_date_details: refAs("DateDetails", "The parts of start_date."),
    end_date: wallClock("The end, in the time zone of the event.", "2031-05-16 23:00:00"),
    end_date_details: refAs("DateDetails", "The parts of end_date."),
    utc_start_date: wallClock("The start in UTC.", "2031-05-16 18:30:00"),
    utc_start_date_details: refAs("DateDetails", "The parts of utc_start_date."),
    utc_end_date: wallClock("The end in UTC.", "2031-05-16 21:00:00"),
    utc_end_date_details: refAs("DateDetails", "The parts of utc_end_date."),
    timezone: text("The time zone: an IANA name or a UTC offset.", "Europe/Rome"),
    timezone_abbr: text("The abbreviation of the zone that holds at the start.", "CEST"),
    cost: text("What taking part costs, to be shown, as HTML; empty when nothing was said.", "15€ – 25€"),
    cost_details: ref("CostDetails"),
    website: text(
      "The website of the event, as HTML; the public page when none was ever given.",
      "https://jazz.example/",
    ),
    show_map: flag("Whether clients show a map of the venue."),
    show_map_link: flag("Whether clients show a link to a map of the venue."),
    hide_from_listings: flag("Whether all lists leave the event out."),
    sticky: flag("Whether the event comes first in the calendar view."),
    featured: flag("Whether the event is featured on the site."),
    event_status: text("Whether and how the event takes place.", "scheduled", { enum: EVENT_STATUSES }),
    is_recurring: flag("Whether the event is a series or an occurrence of one."),
    categories: listOf(ref("EventTerm"), "The categories, by name."),
    tags: listOf(ref("EventTerm"), "The tags, by name."),
    venue: { description: "The venue, or an empty list when there is none.", ...orEmptyList(ref("Venue")) },
    organizer: listOf(ref("Organizer"), "The organizers, in their order."),
    custom_fields: {
      description: "Further fields by name, or an empty list when there are none.",
      ...orEmptyList({
        type: "object",
        additionalProperties: object("A field.", {
          label: text("How it is called.", "Dress code"),
          value: text("What it says.", "Casual"),
        }),
      }),
    },
  },
  {
    status_reason: text("Why the event does not take place as planned.", "The hall is flooded."),
    previous_start_date: wallClock(
      "Of a rescheduled event: when it was to start, in its time zone.",
      "2031-05-09 20:30:00",
    ),
    recurrence: ref("Recurrence"),
    next_occurrence: nextOccurrence,
    json_ld: STRUCTURED,
  },
);

const orNull = (schema: JsonSchema = {}): JsonSchema => ({
  ...schema,
  type: typeof schema.type === "string" ? [schema.type, "null"] : ["null"],
});

/** Source: rules/recurrence.md#occurrence-list. */
export const occurrence: JsonSchema = {
  ...event,
  description: "An event that is an occurrence; where none is kept, id, global_id and rest_url are null.",
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
    { id: ID, status: STATUS, ...TIMES, url: address("The public page.", url), ...always, ...GLOBAL_ID },
    {
      author: AUTHOR,
      ...optional,
      description: text("What there is to say, as HTML with paragraphs.", "<p>Old friends of jazz.</p>"),
      excerpt: text("A short description, as HTML with paragraphs.", "<p>Since 1988.</p>"),
      slug: SLUG,
      image: ref("Image"),
      json_ld: STRUCTURED,
    },
  );

const degrees = (description: string, maximum: number, example: number): JsonSchema => ({
  type: "number",
  description,
  minimum: -maximum,
  maximum,
  examples: [example],
});

/** Source: rules/representations.md#venue-members. */
export const venue: JsonSchema = linked(
  "A venue. What is empty is absent.",
  "https://calendar.example/venue/pier-nine-hall/",
  {
    show_map: flag("Whether events at the venue show a map of it."),
    show_map_link: flag("Whether events at the venue show a link to a map of it."),
  },
  {
    venue: text("The name, as HTML.", "Pier Nine Hall"),
    address: text("Street and number.", "Molo Nuovo 9"),
    city: text("The city.", "Genova"),
    country: text("The country.", "Italy"),
    province: text("The province.", "GE"),
    state: text("The state.", "NY"),
    zip: text("The postal code.", "16126"),
    phone: text("The phone number.", "+39 010 555 0199"),
    website: text("The website.", "https://pier9.example/"),
    stateprovince: text("State or province, whichever the country has.", "GE"),
    geo_lat: degrees("Latitude in degrees.", 90, 44.4042),
    geo_lng: degrees("Longitude in degrees.", 180, 8.9283),
  },
);

/** Source: rules/representations.md#organizer-members. */
export const organizer: JsonSchema = linked(
  "An organizer. What is empty is absent.",
  "https://calendar.example/organizer/blue-note-society/",
  {},
  {
    organizer: text("The name, as HTML.", "Blue Note Society"),
    phone: text("The phone number.", "+39 010 555 0142"),
    website: text("The website.", "https://bluenote.example/"),
    email: text("The e-mail address.", "hello@bluenote.example"),
  },
);
