import { createHash } from "node:crypto";
import type { CalendarEvent, ImportedList, Organizer, Term, Venue } from "@kalends/core";

/** Type of the local record for each list. */
export interface OwnRecords {
  readonly categories: Term;
  readonly tags: Term;
  readonly venues: Venue;
  readonly organizers: Organizer;
  readonly events: CalendarEvent;
}

/** A local record of a type that imports write. */
export type OwnRecord = OwnRecords[ImportedList];

/** True if the record was detached from its source, so that no import may change it. */
export const isDetached = (record: OwnRecord): boolean =>
  "isDetached" in record && record.isDetached === true;

/**
 * Members that the content digest ignores. They depend on where the record is stored, or belong to plugins
 * and host applications. `DigestOptions.fields` adds single plugin fields.
 */
const NOT_CONTENT: ReadonlySet<string> = new Set([
  "id",
  "revision",
  "sourceId",
  "lineage",
  "externalIds",
  "origin",
  "isDetached",
  "trashed",
  "extensions",
  "hostAuthorId",
  "usage",
]);

/** Members that the digest ignores if the source gives no publication and modification times. */
const DATES: ReadonlySet<string> = new Set(["date", "dateUtc", "modified", "modifiedUtc"]);

/** Members that the digest of an occurrence ignores. The series or the storage determines their values. */
const SERIES_MEMBERS: ReadonlySet<string> = new Set([
  ...DATES,
  ...["author", "slug", "recurrence", "occurrence", "hasRecurred", "parentId"],
]);

const isNotContent = (record: OwnRecord, name: string, isUndated: boolean): boolean =>
  NOT_CONTENT.has(name) ||
  (isUndated && DATES.has(name)) ||
  ("occurrence" in record && record.occurrence !== undefined && SERIES_MEMBERS.has(name));

export interface DigestOptions {
  /** Slug to include in the digest instead of the record's own slug. */
  readonly slug: string;
  /** Plugin fields to include in the digest, each as `plugin.field`. */
  readonly fields?: readonly string[];
  readonly isUndated?: boolean;
}

/**
 * Returns a digest of the content of a record. Equal digests mean that the import treats two records as
 * equal. The status `future` counts as `publish`, so publication at the scheduled time is not a change.
 * Source: rules/choices.md#import-conflicts.
 */
export const digestOf = (
  record: OwnRecord,
  { slug, fields = [], isUndated = false }: DigestOptions,
): string => {
  const content: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record))
    if (!isNotContent(record, name, isUndated)) content[name] = value;
  if (!isNotContent(record, "slug", isUndated)) content.slug = slug;
  if (content.status === "future") content.status = "publish";
  for (const field of fields) content[`extensions.${field}`] = extensionOf(record, field);
  return createHash("sha256").update(canonical(content)).digest("base64url");
};

/**
 * Returns the value of a plugin field, named as `plugin.field`. Returns `undefined` if the record does not
 * have the field.
 */
const extensionOf = ({ extensions }: OwnRecord, field: string): unknown => {
  const dot = field.indexOf(".");
  return extensions[field.slice(0, dot)]?.[field.slice(dot + 1)];
};

/** Returns a value as JSON with the members of all objects sorted. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/**
 * Content digests of one record: as last imported (`base`), as stored locally (`ours`), and as the source has
 * it (`theirs`).
 */
export interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Decides how an import treats a record that was imported before, by a three-way merge of its digests.
 * Source: rules/choices.md#import-conflicts.
 */
export const mergeOf = ({ base, ours, theirs }: Versions): "updated" | "unchanged" | "conflict" => {
  if (theirs === ours || base === "" || theirs === base) return "unchanged";
  return ours === base ? "updated" : "conflict";
};
