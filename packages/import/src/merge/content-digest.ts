import { createHash } from "node:crypto";
import type { CalendarEvent, ImportedList, Organizer, Term, Venue } from "@kalends/core";

/** What an import stores of each list. */
export interface OwnRecords {
  readonly categories: Term;
  readonly tags: Term;
  readonly venues: Venue;
  readonly organizers: Organizer;
  readonly events: CalendarEvent;
}

/** A record of ours that an import may write. */
export type OwnRecord = OwnRecords[ImportedList];

/** What is not content: what follows from where a record is, and what plugins and hosts keep with it. */
const ASIDE: ReadonlySet<string> = new Set([
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

/** Of a record whose source does not say when it was published and changed, these are none, too. */
const DATES: ReadonlySet<string> = new Set(["date", "dateUtc", "modified", "modifiedUtc"]);

/** Of an occurrence, what it has of its series, and how it is kept. */
const OF_SERIES: ReadonlySet<string> = new Set([
  ...DATES,
  ...["author", "slug", "recurrence", "occurrence", "hasRecurred", "parentId"],
]);

const isAside = (record: OwnRecord, name: string, isUndated: boolean): boolean =>
  ASIDE.has(name) ||
  (isUndated && DATES.has(name)) ||
  ("occurrence" in record && record.occurrence !== undefined && OF_SERIES.has(name));

export interface DigestOptions {
  /** In place of that of the record. */
  readonly slug: string;
  /** The fields of plugins that count, each as `plugin.field`. */
  readonly fields?: readonly string[];
  readonly isUndated?: boolean;
}

/**
 * What stands for the content of a record: two with the same digest are the same for an import. What is to be published
 * counts as published: that it is in time is no change. Source: rules/choices.md#import-conflicts.
 */
export const digestOf = (
  record: OwnRecord,
  { slug, fields = [], isUndated = false }: DigestOptions,
): string => {
  const content: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record))
    if (!isAside(record, name, isUndated)) content[name] = value;
  if (!isAside(record, "slug", isUndated)) content.slug = slug;
  if (content.status === "future") content.status = "publish";
  for (const field of fields) content[`extensions.${field}`] = extensionOf(record, field);
  return createHash("sha256").update(canonical(content)).digest("base64url");
};

/** `undefined` where the record has none. */
const extensionOf = ({ extensions }: OwnRecord, field: string): unknown => {
  const dot = field.indexOf(".");
  return extensions[field.slice(0, dot)]?.[field.slice(dot + 1)];
};

/** JSON with the members of objects in one order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** Of a record that is known: as it was stored last, as it is here now, and as its source has it, all digests. */
export interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** What is to become of a known record. Source: rules/choices.md#import-conflicts. */
export const mergeOf = ({ base, ours, theirs }: Versions): "updated" | "unchanged" | "conflict" => {
  if (theirs === ours || base === "" || theirs === base) return "unchanged";
  return ours === base ? "updated" : "conflict";
};
