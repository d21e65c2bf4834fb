import { existsSync } from "node:fs";
import { join } from "node:path";
import { HIGHEST_ARCHIVED_ID } from "@kalends/import";
import joi, { type ObjectSchema } from "joi";

/**
 * Format of archives: a folder with one JSON Lines file for each kind of record (aggregate), and a manifest
 * with the format version. Each line is one record in its stored form. Image files are in the subfolder
 * `media`.
 * Source: rules/choices.md#archive-contents.
 */
export const ARCHIVE_FORMAT = "kalends-archive";
export const ARCHIVE_VERSION = 4;

/** Kinds of records in the order of an import. A record comes after the records that it refers to. */
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

/**
 * Files of an archive that contain no calendar records: the numbers of a host's users, and plugin records.
 */
export const ADDITIONAL_FILES = ["users", "documents"] as const;

/**
 * File of an archive that contains no calendar records. The file `versions` contains the history and is
 * optional.
 */
export type AdditionalFile = (typeof ADDITIONAL_FILES)[number] | "versions";

export interface Manifest {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly version: number;
  /** Highest id that each sequence has assigned so far. */
  readonly sequences: Readonly<Record<"record" | "term" | "account", number>>;
  readonly counts: Readonly<Record<Exclude<Aggregate | AdditionalFile, "versions">, number>> & {
    readonly versions?: number;
  };
  /** Version of the time zone data with which the times in the archive were computed; absent if unknown. */
  readonly zones?: string;
}

const sequence = joi
  .number()
  .max(HIGHEST_ARCHIVED_ID)
  .required()
  .messages({ "*": `{#label} is not a number up to ${HIGHEST_ARCHIVED_ID}.` });

/** Matches versions of time zone data, such as `2026a`. Sorting them as texts gives their order. */
const ZONE_DATA = /^\d{4}[a-z]$/;

/**
 * Schema for the members of the manifest that an import reads. Version 1 of the format had no image files,
 * version 2 no additional files, and version 3 no occurrences.
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

/** Returns a term without its usage count, which is computed from events and not archived. */
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
