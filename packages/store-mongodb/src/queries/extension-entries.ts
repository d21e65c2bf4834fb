import { createHash } from "node:crypto";
import type { Post } from "@kalends/core";
import {
  type ExtensionFilter,
  extensionEntries,
  filterEntries,
  isRange,
  type OriginFilter,
  originEntry,
} from "@kalends/core/storage";
import { type Filter, oneOf } from "./clauses.ts";
import { isInRange } from "./sortable-values.ts";

const digest = (entry: string): string => createHash("sha256").update(entry).digest("base64");

/**
 * Returns the values by which the plugin fields and the origin of a record are found. Returns an empty object
 * if there are none.
 */
export const toEntries = (
  record: Pick<Post, "extensions" | "origin">,
): { readonly extensions?: readonly string[] } => {
  const entries = extensionEntries(record, digest);
  return entries.length === 0 ? {} : { extensions: entries };
};

/** Condition that the record passes the filter on a plugin field. */
export const hasExtension = (filter: ExtensionFilter): Filter =>
  isRange(filter) ? isInRange(filter) : oneOf("derived.extensions", filterEntries(filter, digest));

/** Condition that the record passes the filter on its origin. */
export const hasOrigin = (filter: OriginFilter): Filter => {
  const { entry, isAbsent } = originEntry(filter, digest);
  return { "derived.extensions": isAbsent ? { $ne: entry } : entry };
};
