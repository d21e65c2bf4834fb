import { type JsonSchema, MAX_ALT_LENGTH } from "@kalends/core";
import { address, integer, object, ref, text } from "./schema.ts";

const NAMESPACE = "https://calendar.example/wp-json/tribe/events/v1";

const URLS: JsonSchema = object(
  "Addresses in this interface.",
  {
    self: address("The category or tag itself.", `${NAMESPACE}/categories/21`),
    collection: address("The list of all.", `${NAMESPACE}/categories`),
  },
  { up: address("The parent category; absent at the top level and of tags.", `${NAMESPACE}/categories/20`) },
);

const MEMBERS: Readonly<Record<string, JsonSchema>> = {
  id: integer("The id, unique among categories and tags.", 21, { minimum: 1 }),
  count: integer("How many published, listed events have it.", 6, { minimum: 0 }),
  description: text("What there is to say about it.", "Live music"),
  name: text("The name, as HTML.", "Concerts"),
  slug: text("The name in addresses.", "concerts"),
  taxonomy: {
    type: "string",
    description: "Of which kind it is: tribe_events_cat for categories, post_tag for tags.",
    enum: ["tribe_events_cat", "post_tag"],
  },
  urls: URLS,
};

/** Source: rules/representations.md#category-members, rules/representations.md#tag-members. */
export const term: JsonSchema = object(
  "A category or a tag.",
  {
    ...MEMBERS,
    meta: { type: "array", description: "Always empty.", items: {}, maxItems: 0 },
    url: address(
      "The public page with its events.",
      "https://calendar.example/events/category/music/concerts/",
    ),
  },
  {
    parent: integer("The id of the parent category, 0 at the top level; tags have none.", 20, { minimum: 0 }),
  },
);

/** Source: rules/representations.md#event-term. */
export const eventTerm: JsonSchema = object("A category or a tag as it stands inside an event.", {
  ...MEMBERS,
  term_group: integer("Always 0.", 0),
  term_taxonomy_id: integer("The same as id.", 21, { minimum: 1 }),
  parent: integer("The id of the parent category, 0 at the top level and of tags.", 20, { minimum: 0 }),
  filter: text("Always raw.", "raw"),
});

/** Source: rules/representations.md#image-members. */
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
    alt: text("What is seen, for those who do not see it: plain text.", "A band on a pier at night", {
      minLength: 1,
      maxLength: MAX_ALT_LENGTH,
    }),
  },
);
