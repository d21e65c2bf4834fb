import { createHash } from "node:crypto";
import {
  type ExtensionFilter,
  extensionEntries,
  type FieldValue,
  filterEntries,
  isRange,
  type Post,
} from "@kalends/core";
import { type Filter, oneOf } from "./clauses.ts";
import { isInRange } from "./sortable-values.ts";

const digest = (entry: string): string => createHash("sha256").update(entry).digest("base64");

/** What the extensions of a record can be found by; absent when there is nothing. */
export const toEntries = (record: Pick<Post, "extensions">): { readonly extensions?: readonly string[] } => {
  const entries = extensionEntries(record, digest);
  return entries.length === 0 ? {} : { extensions: entries };
};

/** The record passes the filter. */
export const hasExtension = (filter: ExtensionFilter): Filter =>
  isRange(filter) ? isInRange(filter) : oneOf("derived.extensions", filterEntries(filter, digest));

/** The field has exactly this value: the entry says so of whole texts, but also of values in lists, which are in no range. */
export const hasFieldValue = ({ value, ...field }: FieldValue): readonly Filter[] => [
  hasExtension({ ...field, anyOf: [value] }),
  hasExtension({ ...field, range: { from: value, until: value } }),
];
