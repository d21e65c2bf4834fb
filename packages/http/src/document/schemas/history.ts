import type { JsonSchema } from "@kalends/core/interface";
import { integer, listOf, type Members, object, refAs, type SchemaName, text, wallClock } from "./schema.ts";

const VERSION: Members = {
  revision: integer("revision.revision", 1_936_713_600_000, { minimum: 0 }),
  date_utc: wallClock("revision.date_utc", "2031-03-04 07:00:12"),
  author: text("revision.author", "3", { pattern: "^\\d+$" }),
  changed: listOf({ type: "string" }, "revision.changed"),
};

/** Schema of the list of earlier contents of a record. Source: rules/history.md#version-members. */
export const revisionList: JsonSchema = object("revisions.about", {
  revisions: listOf(object("revision.about", VERSION), "revisions.revisions"),
});

/** Returns the schema of one earlier content of a record. */
export const revisionOf = (record: SchemaName): JsonSchema =>
  object("revision.about", { ...VERSION, record: refAs(record, "revision.record") });
