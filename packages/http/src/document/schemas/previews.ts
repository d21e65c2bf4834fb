import type { JsonSchema } from "@kalends/core/interface";
import { address, flag, integer, listOf, object, text } from "./schema.ts";

/* Schemas of preview links. Source: rules/preview.md#preview. */

const ID = text("preview.id", "5f0c2a9b7d1e4c38", { pattern: "^[0-9a-f]{16}$" });
const EXPIRES = text("preview.expires", "2031-05-06T10:10:00.000Z", { format: "date-time" });

/** Schema of a new preview link. */
export const preview: JsonSchema = object(
  "preview.about",
  {
    url: address("preview.url", "https://calendar.example/events/preview/5f0c2a9b7d1e4c38-…/"),
    expires: EXPIRES,
  },
  { id: ID },
);

/** Schema of the list of links to share. */
export const previewList: JsonSchema = object("previews.about", {
  previews: listOf(
    object(
      "preview.shared",
      {
        id: ID,
        created: text("preview.created", "2031-05-06T10:00:00.000Z", { format: "date-time" }),
        expires: EXPIRES,
      },
      {
        user: integer("preview.user", 3, { minimum: 1 }),
        made_with: text("preview.made_with", "editor screen"),
      },
    ),
    "previews.previews",
  ),
});

/** Schema of the response to the removal of a link. */
export const revokedPreview: JsonSchema = object("preview.revoked.about", {
  id: ID,
  revoked: flag("preview.revoked"),
});
