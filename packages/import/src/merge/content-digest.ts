import { createHash } from "node:crypto";
import type { CalendarEvent, ImportedList, Organizer, Term, Venue } from "@kalends/core";

/** Type of the local records of each list. */
export interface OwnRecords {
  readonly categories: Term;
  readonly tags: Term;
  readonly venues: Venue;
  readonly organizers: Organizer;
  readonly events: CalendarEvent;
}

/** A local record that an import may write. */
export type OwnRecord = OwnRecords[ImportedList];

/**
 * Members that are not content: they depend on where the record is stored, or belong to plugins and hosts.
 */
const NOT_CONTENT: ReadonlySet<string> = new Set([
  "id",
  "revision",
  "sourceId",
  "lineage",
  "origin",
  "trashed",
  "extensions",
  "hostAuthorId",
  "usage",
]);

/** Members that do not count if the source has no publication and modification times. */
const DATES: ReadonlySet<string> = new Set(["date", "dateUtc", "modified", "modifiedUtc"]);

/** Members of an occurrence that come from its series or from its storage. */
const SERIES_MEMBERS: ReadonlySet<string> = new Set([
  ...DATES,
  ...["author", "slug", "recurrence", "occurrence", "hasRecurred", "parentId"],
]);

const isNotContent = (record: OwnRecord, name: string, isUndated: boolean): boolean =>
  NOT_CONTENT.has(name) ||
  (isUndated && DATES.has(name)) ||
  ("occurrence" in record && record.occurrence !== undefined && SERIES_MEMBERS.has(name));

export interface DigestOptions {
  /** Slug that is used instead of that of the record. */
  readonly slug: string;
  /** Plugin fields that count as content, each as `plugin.field`. */
  readonly fields?: readonly string[];
  readonly isUndated?: boolean;
}

/**
 * Returns a digest of the content of a record. Two records with the same digest are equal for an import. A
 * scheduled post counts as published, so reaching its date is not a change.
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

/** Returns the value of a plugin field; `undefined` if the record does not have it. */
const extensionOf = ({ extensions }: OwnRecord, field: string): unknown => {
  const dot = field.indexOf(".");
  return extensions[field.slice(0, dot)]?.[field.slice(dot + 1)];
};

/** Returns JSON with sorted object members. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** Digests of a known record: as last imported, as it is here now, and as the source has it. */
export interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Returns the outcome of the three-way merge of a known record.
 * Source: rules/choices.md#import-conflicts.
 */
export const mergeOf = ({ base, ours, theirs }: Versions): "updated" | "unchanged" | "conflict" => {
  if (theirs === ours || base === "" || theirs === base) return "unchanged";
  return ours === base ? "updated" : "conflict";
};
