import { createHash } from "node:crypto";
import type { Post } from "@kalends/core";
import {
  type ExtensionFilter,
  extensionEntries,
  type FieldValue,
  filterEntries,
  isRange,
} from "@kalends/core/storage";
import { type Filter, oneOf } from "./clauses.ts";
import { isInRange } from "./sortable-values.ts";

const digest = (entry: string): string => createHash("sha256").update(entry).digest("base64");

/** Returns the values by which the extensions of a record are found; absent if there are none. */
export const toEntries = (record: Pick<Post, "extensions">): { readonly extensions?: readonly string[] } => {
  const entries = extensionEntries(record, digest);
  return entries.length === 0 ? {} : { extensions: entries };
};

/** Condition that the record passes the filter. */
export const hasExtension = (filter: ExtensionFilter): Filter =>
  isRange(filter) ? isInRange(filter) : oneOf("derived.extensions", filterEntries(filter, digest));

/**
 * Condition that the field has exactly this value. The entry also matches values in lists, which are in no
 * range.
 */
export const hasFieldValue = ({ value, ...field }: FieldValue): readonly Filter[] => [
  hasExtension({ ...field, anyOf: [value] }),
  hasExtension({ ...field, range: { from: value, until: value } }),
];
