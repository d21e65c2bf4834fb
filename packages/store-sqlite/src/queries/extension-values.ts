import { createHash } from "node:crypto";
import type { Post } from "@kalends/core";
import {
  type ExtensionChoice,
  type ExtensionFilter,
  extensionEntries,
  filterEntries,
  isRange,
  type OriginFilter,
  originEntry,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { hasValue, valuesOfField } from "./sortable-values.ts";
import { oneOf, PREFIXED, raw, type Sql, sql } from "./sql.ts";

const digest = (entry: string): string => createHash("sha256").update(entry).digest("base64");

/**
 * Updates the rows of an event, venue or organizer in `extension_values`. Lists use them to filter by plugin
 * fields and by origin.
 */
export const saveExtensionValues = (connection: Connection, post: Post, isNew: boolean): void => {
  const entries = JSON.stringify(extensionEntries(post, digest));
  if (!isNew) {
    connection.run(
      `DELETE FROM ${PREFIX}extension_values WHERE record_id = ? AND entry NOT IN (SELECT value FROM json_each(?))`,
      [post.id, entries],
    );
  }
  if (entries === "[]") return;
  connection.run(
    `INSERT OR IGNORE INTO ${PREFIX}extension_values (record_id, entry) SELECT ?, value FROM json_each(?)`,
    [post.id, entries],
  );
};

/**
 * Condition that the record with this id passes the filter on a plugin field. It tests one record after
 * another, so that the query can stop when a page is full.
 */
export const hasExtension = (id: string, filter: ExtensionFilter): Sql =>
  isRange(filter) ? hasValue(id, valuesOfField(filter, filter.range)) : hasEntry(id, filter);

const hasEntry = (id: string, filter: ExtensionChoice): Sql =>
  sql`EXISTS (SELECT 1 FROM ${PREFIXED}extension_values x
    WHERE x.record_id = ${raw(id)} AND ${oneOf("x.entry", filterEntries(filter, digest))})`;

/**
 * Condition that the record with this id passes the filter on its origin. The condition tests one record
 * after another.
 */
export const hasOrigin = (id: string, filter: OriginFilter): Sql => {
  const { entry, isAbsent } = originEntry(filter, digest);
  return sql`${raw(isAbsent ? "NOT " : "")}EXISTS (SELECT 1 FROM ${PREFIXED}extension_values x
    WHERE x.record_id = ${raw(id)} AND x.entry = ${entry})`;
};
