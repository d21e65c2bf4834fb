import type { JsonSchema } from "@kalends/core/interface";
import { address, flag, integer, listOf, object, ref, text } from "./schema.ts";

const NAMESPACE = "https://calendar.example/wp-json/tribe/events/v1";

const change: JsonSchema = object(
  "changes.change",
  {
    kind: {
      type: "string",
      description: "record.kind",
      enum: ["event", "venue", "organizer", "category", "tag"],
    },
    id: integer("record.number", 14, { minimum: 1 }),
  },
  {
    record: {
      description: "changes.change.record",
      anyOf: [ref("Event"), ref("Venue"), ref("Organizer"), ref("Term")],
    },
    deleted: {
      ...flag("changes.change.deleted"),
      enum: [true],
    },
  },
);

/** Schema of a page of the change feed. Source: rules/changes.md#page. */
export const changes: JsonSchema = object(
  "changes.about",
  {
    changes: listOf(change, "changes.changes"),
    next_token: text("changes.next_token", "0f3a5b7c9d1e2f40.~0~~.128"),
    has_more: flag("changes.has_more"),
  },
  {
    begin: text("changes.begin", "0f3a5b7c9d1e2f40.~0~~.128.r0-0"),
    lists: object("changes.lists", {
      events: address("changes.lists.events", `${NAMESPACE}/events/`),
      venues: address("changes.lists.venues", `${NAMESPACE}/venues/`),
      organizers: address("changes.lists.organizers", `${NAMESPACE}/organizers/`),
      categories: address("changes.lists.categories", `${NAMESPACE}/categories/`),
      tags: address("changes.lists.tags", `${NAMESPACE}/tags/`),
    }),
  },
);
