import type { JsonSchema } from "@kalends/core";
import { AUTHOR, GLOBAL_ID, ID, SLUG, STATUS, STRUCTURED, TIMES } from "./records.ts";
import { address, flag, listOf, object, orEmptyList, ref, refAs, text, wallClock } from "./schema.ts";

const digits = (description: string, example: string, count: number): JsonSchema =>
  text(description, example, { pattern: `^\\d{${count}}$` });

/** Source: 50-representations section 5. */
export const dateDetails: JsonSchema = object("The parts of a date and time, as texts with leading zeros.", {
  year: digits("The year.", "2031", 4),
  month: digits("The month, 01 to 12.", "05", 2),
  day: digits("The day of the month, 01 to 31.", "16", 2),
  hour: digits("The hour, 00 to 23.", "20", 2),
  minutes: digits("The minutes, 00 to 59.", "30", 2),
  seconds: digits("The seconds, 00 to 59.", "00", 2),
});

/** Source: 50-representations section 6.2. */
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

/** Source: 50-representations section 1. */
export const event: JsonSchema = object(
  "An event. Every member is always present, whether it is empty or not, but for json_ld.",
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
  { json_ld: STRUCTURED },
);
