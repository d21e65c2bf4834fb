import { existsSync } from "node:fs";
import { join } from "node:path";
import { HIGHEST_ARCHIVED_ID } from "@kalends/import";
import joi, { type ObjectSchema } from "joi";

/**
 * Format of archives: a folder with one JSON lines file for each aggregate and a manifest with the format
 * version. Each line is one record in its stored form. Image files are in the subfolder `media`.
 * Source: rules/choices.md#archive-contents.
 */
export const ARCHIVE_FORMAT = "kalends-archive";
export const ARCHIVE_VERSION = 4;

/** Aggregates in the order of an import: referenced records come before those that refer to them. */
export const AGGREGATES = [
  "accounts",
  "images",
  "terms",
  "venues",
  "organizers",
  "events",
  "occurrences",
] as const;

export type Aggregate = (typeof AGGREGATES)[number];

/** Additional files that contain no records: the numbers of a host's users, and the documents of plugins. */
export const ADDITIONAL_FILES = ["users", "documents"] as const;

export type AdditionalFile = (typeof ADDITIONAL_FILES)[number];

export interface Manifest {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly version: number;
  /** Highest ids assigned so far. */
  readonly sequences: Readonly<Record<"record" | "term" | "account", number>>;
  readonly counts: Readonly<Record<Aggregate | AdditionalFile, number>>;
  /** Version of the time zone data with which the times were computed; absent if unknown. */
  readonly zones?: string;
}

const sequence = joi
  .number()
  .max(HIGHEST_ARCHIVED_ID)
  .required()
  .messages({ "*": `{#label} is not a number up to ${HIGHEST_ARCHIVED_ID}.` });

/** Form of versions of time zone data. They sort correctly as texts. */
const ZONE_DATA = /^\d{4}[a-z]$/;

/**
 * Members of the manifest that an import reads. Version 1 had no image files, version 2 no `FURTHER` files,
 * version 3 no occurrences.
 */
export const MANIFEST: ObjectSchema<Manifest> = joi
  .object<Manifest>({
    format: joi.valid(ARCHIVE_FORMAT).required(),
    version: joi.valid(1, 2, 3, ARCHIVE_VERSION).required(),
    sequences: joi.object({ record: sequence, term: sequence, account: sequence }).unknown().required(),
    zones: joi.string().pattern(ZONE_DATA),
  })
  .unknown()
  .prefs({ convert: false, errors: { label: "key", wrap: { label: false } } });

/** Returns a term as it is archived. Its usage count is omitted, because it follows from the events. */
export const withoutUsage = <T extends { readonly usage?: unknown }>({
  usage: _,
  ...term
}: T): Omit<T, "usage"> => term;

export const manifestFile = (folder: string): string => join(folder, "archive.json");

export const isArchive = (folder: string): boolean => existsSync(manifestFile(folder));

export const aggregateFile = (folder: string, aggregate: Aggregate): string =>
  join(folder, `${aggregate}.jsonl`);

export const additionalFile = (folder: string, further: AdditionalFile): string =>
  join(folder, `${further}.jsonl`);
