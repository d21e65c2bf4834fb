import { AUDIT_ACTIONS, AUDIT_KINDS, type JsonSchema } from "@kalends/core/interface";
import { flag, integer, listOf, object, text } from "./schema.ts";

const ID = "0001936713600000-000000007-5f0c1d2e3a4b5c6d";

const change: JsonSchema = object(
  "audit.change",
  { member: text("audit.change.member", "title") },
  {
    from: { description: "audit.change.from" },
    to: { description: "audit.change.to" },
    cut: {
      ...flag("audit.change.cut"),
      enum: [true],
    },
  },
);

const entry: JsonSchema = object(
  "audit.entry",
  {
    id: text("audit.entry.id", ID),
    time: text("audit.entry.time", "2031-05-16T12:00:00.000Z", { format: "date-time" }),
    kind: {
      type: "string",
      description: "audit.entry.kind",
      enum: AUDIT_KINDS,
    },
    record: integer("audit.entry.record", 14, { minimum: 0 }),
    action: { type: "string", description: "audit.entry.action", enum: AUDIT_ACTIONS },
    changes: listOf(change, "audit.entry.changes"),
  },
  {
    series: integer("audit.entry.series", 14, { minimum: 1 }),
    user: integer("audit.entry.user", 1, {
      minimum: 1,
    }),
    user_name: text("audit.entry.user_name", "ann"),
    host_user: {
      type: ["integer", "string"],
      description: "audit.entry.host_user",
      examples: ["ann@example.org"],
    },
    plugin: text("audit.entry.plugin", "geolocation"),
    request_id: text("audit.entry.request_id", "0b4f6a1c"),
    erased: { ...flag("audit.entry.erased"), enum: [true] },
  },
);

/** Schema of a page of the audit log. Source: rules/audit.md#page. */
export const auditPage: JsonSchema = object(
  "audit.about",
  {
    entries: listOf(entry, "audit.entries"),
    has_more: flag("audit.has_more"),
  },
  { next_cursor: text("audit.next_cursor", ID) },
);
