import { existsSync } from "node:fs";
import { join } from "node:path";
import { HIGHEST_ARCHIVED_ID } from "@kalends/import";
import joi, { type ObjectSchema } from "joi";

/**
 * The archive is a folder of JSON lines, one file an aggregate, each line a record as it is stored, and a manifest that
 * says in which version of this format; the files of images lie next to them in `media`.
 * Source: rules/choices.md#archive-contents.
 */
export const ARCHIVE_FORMAT = "kalends-archive";
export const ARCHIVE_VERSION = 4;

/** In the order of an import: what is referred to comes before what refers to it. */
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

/** What is no record: the numbers of a host's users, and the documents of plugins. */
export const FURTHER = ["users", "documents"] as const;

export type Further = (typeof FURTHER)[number];

export interface Manifest {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly version: number;
  /** The highest ids handed out. */
  readonly sequences: Readonly<Record<"record" | "term" | "account", number>>;
  readonly counts: Readonly<Record<Aggregate | Further, number>>;
  /** The version of the time zone data that the times were computed with; absent: nobody knows. */
  readonly zones?: string;
}

const sequence = joi
  .number()
  .max(HIGHEST_ARCHIVED_ID)
  .required()
  .messages({ "*": `{#label} is not a number up to ${HIGHEST_ARCHIVED_ID}.` });

/** The form of versions of time zone data, which sort as texts. */
const ZONE_DATA = /^\d{4}[a-z]$/;

/** What an import looks at. Version 1 had no files of images, version 2 nothing of `FURTHER`, version 3 no occurrences. */
export const MANIFEST: ObjectSchema<Manifest> = joi
  .object<Manifest>({
    format: joi.valid(ARCHIVE_FORMAT).required(),
    version: joi.valid(1, 2, 3, ARCHIVE_VERSION).required(),
    sequences: joi.object({ record: sequence, term: sequence, account: sequence }).unknown().required(),
    zones: joi.string().pattern(ZONE_DATA),
  })
  .unknown()
  .prefs({ convert: false, errors: { label: "key", wrap: { label: false } } });

/** As terms are archived: how often one is used follows from the events. */
export const withoutUsage = <T extends { readonly usage?: unknown }>({
  usage: _,
  ...term
}: T): Omit<T, "usage"> => term;

export const manifestFile = (folder: string): string => join(folder, "archive.json");

export const isArchive = (folder: string): boolean => existsSync(manifestFile(folder));

export const aggregateFile = (folder: string, aggregate: Aggregate): string =>
  join(folder, `${aggregate}.jsonl`);

export const furtherFile = (folder: string, further: Further): string => join(folder, `${further}.jsonl`);
