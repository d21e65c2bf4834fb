import { AUDIT_ACTIONS, type JsonSchema } from "@kalends/core";
import { flag, integer, listOf, object, text } from "./schema.ts";

const ID = "0001936713600000-000000007-5f0c1d2e3a4b5c6d";

const change: JsonSchema = object(
  "A member that the write has changed.",
  { member: text("Its name in the interface; that of a field of a plugin is plugin.field.", "title") },
  {
    from: { description: "What it was; absent where it had no value." },
    to: { description: "What it has become; absent where it has no value." },
    cut: {
      ...flag("Values are too long: what is here is their beginning, as a text, or they are left out."),
      enum: [true],
    },
  },
);

const entry: JsonSchema = object(
  "A write of one record.",
  {
    id: text("The id of the entry.", ID),
    time: text("When it was written, in UTC.", "2031-05-16T12:00:00.000Z", { format: "date-time" }),
    kind: {
      type: "string",
      description: "What it is.",
      enum: ["event", "venue", "organizer", "category", "tag", "image"],
    },
    record: integer("The id of the record.", 14, { minimum: 1 }),
    action: { type: "string", description: "What was done with it.", enum: AUDIT_ACTIONS },
    changes: listOf(change, "What has changed; nothing where the record is new."),
  },
  {
    series: integer("Of an occurrence: the id of its series.", 14, { minimum: 1 }),
    user: integer("Who has written it, by the number that authors have; absent where it was no user.", 1, {
      minimum: 1,
    }),
    user_name: text("What this user is called now; absent where there is no such account.", "ann"),
    host_user: {
      type: ["integer", "string"],
      description: "What the host calls this user, where the users are those of a host.",
      examples: ["ann@example.org"],
    },
    plugin: text("The plugin that has written it.", "geolocation"),
    request_id: text("The X-Request-Id of the request.", "0b4f6a1c"),
    erased: { ...flag("Values were taken away because they were to be erased."), enum: [true] },
  },
);

/** Source: rules/audit.md#page. */
export const auditPage: JsonSchema = object(
  "Who has written what, the newest first.",
  {
    entries: listOf(entry, "There may be fewer than were asked for, or none, although more follow."),
    has_more: flag("Whether more follow."),
  },
  { next_cursor: text("The cursor to ask with next; absent on the last page.", ID) },
);
