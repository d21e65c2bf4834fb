import { type JsonSchema, MAX_ALT_LENGTH } from "@kalends/core/interface";
import { externalIds } from "./posts.ts";
import { address, integer, object, ref, text } from "./schema.ts";

const NAMESPACE = "https://calendar.example/wp-json/tribe/events/v1";

const URLS: JsonSchema = object(
  "term.urls",
  {
    self: address("term.urls.self", `${NAMESPACE}/categories/21`),
    collection: address("term.urls.collection", `${NAMESPACE}/categories`),
  },
  { up: address("term.urls.up", `${NAMESPACE}/categories/20`) },
);

const MEMBERS: Readonly<Record<string, JsonSchema>> = {
  id: integer("term.id", 21, { minimum: 1 }),
  count: integer("term.count", 6, { minimum: 0 }),
  description: text("term.description", "Live music"),
  name: text("record.name", "Concerts"),
  slug: text("term.slug", "concerts"),
  taxonomy: {
    type: "string",
    description: "term.taxonomy",
    enum: ["tribe_events_cat", "post_tag"],
  },
  urls: URLS,
};

/**
 * Schema of a category or tag. Source: rules/representations.md#category-members,
 * rules/representations.md#tag-members.
 */
export const term: JsonSchema = object(
  "term.about",
  {
    ...MEMBERS,
    meta: { type: "array", description: "term.meta", items: {}, maxItems: 0 },
    url: address("term.url", "https://calendar.example/events/category/music/concerts/"),
  },
  {
    parent: integer("term.parent", 20, { minimum: 0 }),
    external_ids: externalIds,
  },
);

/** Schema of a category or tag inside an event. Source: rules/representations.md#event-term. */
export const eventTerm: JsonSchema = object("eventTerm.about", {
  ...MEMBERS,
  term_group: integer("eventTerm.term_group", 0),
  term_taxonomy_id: integer("eventTerm.term_taxonomy_id", 21, { minimum: 1 }),
  parent: integer("eventTerm.parent", 20, { minimum: 0 }),
  filter: text("eventTerm.filter", "raw"),
});

/** Schema of one size of an image. Source: rules/representations.md#image-members. */
export const imageSize: JsonSchema = object(
  "imageSize.about",
  {
    width: integer("imageSize.width", 300, { minimum: 0 }),
    height: integer("imageSize.height", 169, { minimum: 0 }),
    "mime-type": text("file.media_type", "image/jpeg"),
    url: address("file.url", "https://calendar.example/media/jazz-300x169.jpg"),
  },
  { filesize: integer("file.size", 14_020, { minimum: 0 }) },
);

export const image: JsonSchema = object(
  "image.about",
  {
    url: address("image.url", "https://calendar.example/media/jazz.jpg"),
    id: integer("image.id", 11, { minimum: 1 }),
  },
  {
    extension: text("image.extension", "jpg"),
    width: integer("image.width", 1600, { minimum: 1 }),
    height: integer("image.height", 900, { minimum: 1 }),
    filesize: integer("file.size", 245_810, { minimum: 1 }),
    sizes: {
      type: "object",
      description: "image.sizes",
      additionalProperties: ref("ImageSize"),
    },
    alt: text("image.alt", "A band on a pier at night", {
      minLength: 1,
      maxLength: MAX_ALT_LENGTH,
    }),
  },
);
