import type { Post } from "../model/post.ts";
import type { ExtensionFilter } from "./query.ts";

/** Longer entries, in UTF-16 units, stand in an index as their digest. */
const MAX_ENTRY = 200;

/** Makes a text short: texts that differ have different digests. */
type Digest = (text: string) => string;

/** Plugin, field and value as one text that says the type of the value, too. */
const toEntry = (plugin: string, field: string, value: unknown, digest: Digest): string => {
  const entry = JSON.stringify([plugin, field, value]);
  return entry.length <= MAX_ENTRY ? entry : digest(entry);
};

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** What an index finds the extensions of a record by: each scalar and each scalar in a list, once. */
export const extensionEntries = (
  { extensions }: Pick<Post, "extensions">,
  digest: Digest,
): readonly string[] => {
  const entries = Object.entries(extensions).flatMap(([plugin, fields]) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      return values.filter(isScalar).map((scalar) => toEntry(plugin, field, scalar, digest));
    }),
  );
  return [...new Set(entries)];
};

/** The entries of which a record must have one to pass the filter. */
export const filterEntries = ({ plugin, field, anyOf }: ExtensionFilter, digest: Digest): readonly string[] =>
  anyOf.map((value) => toEntry(plugin, field, value, digest));
