import type { JsonSchema } from "@kalends/core";
import { address, integer, listOf, object, ref, text, wallClock } from "./schema.ts";

/** What events, venues and organizers tell alike. Source: 50-representations sections 1 to 3. */
export const ID: JsonSchema = integer("The id, unique among events, venues, organizers and images.", 14, {
  minimum: 1,
});
export const AUTHOR: JsonSchema = text("The id of the user who is the author, as text.", "3", {
  pattern: "^\\d+$",
});
export const STATUS: JsonSchema = text(
  "The status: publish, future, draft, pending, private or trash.",
  "publish",
  { "x-extensible-enum": ["publish", "future", "draft", "pending", "private", "trash"] },
);
export const SLUG: JsonSchema = text(
  "The name in addresses, percent-encoded where it is not ASCII; empty for a draft that has none yet.",
  "harbour-jazz-night",
);

export const TIMES: Readonly<Record<string, JsonSchema>> = {
  date: wallClock("When it was or will be published, in the time zone of the site.", "2031-03-02 10:15:00"),
  date_utc: wallClock(
    "The same in UTC; 0000-00-00 00:00:00 for a draft without a publication date.",
    "2031-03-02 09:15:00",
  ),
  modified: wallClock("When it was last changed, in the time zone of the site.", "2031-03-04 08:00:12"),
  modified_utc: wallClock("The same in UTC.", "2031-03-04 07:00:12"),
};

export const GLOBAL_ID: Readonly<Record<string, JsonSchema>> = {
  global_id: text("The id with the host of the site: unique among all sites.", "calendar.example?id=14"),
  global_id_lineage: listOf(
    { type: "string" },
    "The global id, then those under which the record was known elsewhere before.",
  ),
};

export const STRUCTURED: JsonSchema = {
  type: "object",
  description:
    "The record as structured data in the words of schema.org; only where a single record is read.",
  additionalProperties: true,
};

/** Source: 50-representations section 4. */
export const imageSize: JsonSchema = object(
  "One size of an image.",
  {
    width: integer("Width in pixels.", 300, { minimum: 0 }),
    height: integer("Height in pixels.", 169, { minimum: 0 }),
    "mime-type": text("The media type.", "image/jpeg"),
    url: address("The address of the file.", "https://calendar.example/media/jazz-300x169.jpg"),
  },
  { filesize: integer("The size of the file in bytes.", 14_020, { minimum: 0 }) },
);

export const image: JsonSchema = object(
  "An image. What is not known of it is absent.",
  {
    url: address("The address of the full size.", "https://calendar.example/media/jazz.jpg"),
    id: integer("The id of the image, which can be sent as the image of a record.", 11, { minimum: 1 }),
  },
  {
    extension: text("The extension of the file, without a dot.", "jpg"),
    width: integer("Width of the full size in pixels.", 1600, { minimum: 1 }),
    height: integer("Height of the full size in pixels.", 900, { minimum: 1 }),
    filesize: integer("The size of the file in bytes.", 245_810, { minimum: 1 }),
    sizes: {
      type: "object",
      description: "The other sizes by name, such as thumbnail or medium.",
      additionalProperties: ref("ImageSize"),
    },
  },
);
