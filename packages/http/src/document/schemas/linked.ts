import type { JsonSchema } from "@kalends/core";
import { AUTHOR, GLOBAL_ID, ID, SLUG, STATUS, STRUCTURED, TIMES } from "./records.ts";
import { address, flag, object, ref, text } from "./schema.ts";

type Members = Readonly<Record<string, JsonSchema>>;

const linked = (description: string, url: string, always: Members, optional: Members): JsonSchema =>
  object(
    description,
    {
      id: ID,
      status: STATUS,
      ...TIMES,
      url: address("The public page.", url),
      ...always,
      ...GLOBAL_ID,
    },
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

const phone = (example: string): JsonSchema => text("The phone number.", example);
const website = (example: string): JsonSchema => text("The website.", example);

/** Source: 50-representations section 2. */
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
    phone: phone("+39 010 555 0199"),
    website: website("https://pier9.example/"),
    stateprovince: text("State or province, whichever the country has.", "GE"),
    geo_lat: {
      type: "number",
      description: "Latitude in degrees.",
      minimum: -90,
      maximum: 90,
      examples: [44.4042],
    },
    geo_lng: {
      type: "number",
      description: "Longitude in degrees.",
      minimum: -180,
      maximum: 180,
      examples: [8.9283],
    },
  },
);

/** Source: 50-representations section 3. */
export const organizer: JsonSchema = linked(
  "An organizer. What is empty is absent.",
  "https://calendar.example/organizer/blue-note-society/",
  {},
  {
    organizer: text("The name, as HTML.", "Blue Note Society"),
    phone: phone("+39 010 555 0142"),
    website: website("https://bluenote.example/"),
    email: text("The e-mail address.", "hello@bluenote.example"),
  },
);
