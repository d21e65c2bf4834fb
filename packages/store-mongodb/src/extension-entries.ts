import { createHash } from "node:crypto";
import type { ExtensionFilter, Post } from "@kalends/core";
import { type Filter, oneOf } from "./clauses.ts";

/** Longer entries of the index, in UTF-16 units, stand in it as their digest. */
const MAX_ENTRY = 200;

/** Plugin, field and value as one text that says the type of the value, too. */
const toEntry = (plugin: string, field: string, value: unknown): string => {
  const entry = JSON.stringify([plugin, field, value]);
  return entry.length <= MAX_ENTRY ? entry : createHash("sha256").update(entry).digest("base64");
};

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** What the extensions of a record can be found by: each value, and each entry of a list; absent when there is nothing. */
export const toEntries = ({
  extensions,
}: Pick<Post, "extensions">): { readonly extensions?: readonly string[] } => {
  const entries = new Set<string>();
  for (const [plugin, fields] of Object.entries(extensions)) {
    for (const [field, value] of Object.entries(fields)) {
      for (const scalar of Array.isArray(value) ? value : [value])
        if (isScalar(scalar)) entries.add(toEntry(plugin, field, scalar));
    }
  }
  return entries.size === 0 ? {} : { extensions: [...entries] };
};

/** The record passes the filter. */
export const hasExtension = ({ plugin, field, anyOf }: ExtensionFilter): Filter =>
  oneOf(
    "derived.extensions",
    anyOf.map((value) => toEntry(plugin, field, value)),
  );
