import type { JsonSchema } from "@kalends/core";
import { address, flag, integer, listOf, object, ref, text } from "./schema.ts";

const NAMESPACE = "https://calendar.example/wp-json/tribe/events/v1";

const change: JsonSchema = object(
  "A record that has changed: as it is now, or that it is gone.",
  {
    kind: {
      type: "string",
      description: "What it is.",
      enum: ["event", "venue", "organizer", "category", "tag"],
    },
    id: integer("The id of the record.", 14, { minimum: 1 }),
  },
  {
    record: {
      description: "The record as lists show it to the caller; absent where it is gone.",
      anyOf: [ref("Event"), ref("Venue"), ref("Organizer"), ref("Term")],
    },
    deleted: {
      ...flag("It is not there for the caller any more, whether it was deleted or hidden."),
      enum: [true],
    },
  },
);

/** Source: rules/changes.md#page. */
export const changes: JsonSchema = object(
  "What has changed since a token.",
  {
    changes: listOf(change, "Each record once; there may be none although has_more is true."),
    next_token: text("What to ask with next.", "0f3a5b7c9d1e2f40.~0~~.128"),
    has_more: flag("Whether there is more already."),
  },
  {
    begin: text(
      "Only without since: a token that leads through all records, page by page, and then on to what has changed meanwhile.",
      "0f3a5b7c9d1e2f40.~0~~.128.r0-0",
    ),
    lists: object("Only without since: the lists of everything, to be read after this answer.", {
      events: address("All events.", `${NAMESPACE}/events/`),
      venues: address("All venues.", `${NAMESPACE}/venues/`),
      organizers: address("All organizers.", `${NAMESPACE}/organizers/`),
      categories: address("All categories.", `${NAMESPACE}/categories/`),
      tags: address("All tags.", `${NAMESPACE}/tags/`),
    }),
  },
);
