import type { RecordKind } from "../model/post.ts";

/** What can be wrong with what is stored. Source: docs/storage.md, "Check a store". */
export const FINDING_KINDS = [
  /** The storage itself, whatever it holds. */
  "storage",
  /** An index, a trigger or the like is missing. */
  "layout",
  /** A record that cannot be read, or is another one than its place says. */
  "unreadable",
  /** Two records with one id, or an id that is not known to be that of a record. */
  "id",
  /** Two records hold one slug. */
  "slug",
  /** What lists compare of a record is not what the record says. */
  "columns",
  "text",
  /** The index of texts. */
  "search",
  "place",
  /** What fields of plugins and costs are found by. */
  "value",
  /** What finds events by organizers, categories and tags. */
  "link",
  /** How often a term is used. */
  "usage",
  /** How many events begin in a month. */
  "month",
  /** What finds a series by its occurrences. */
  "series",
  "occurrence",
  /** An id that is there could be handed out again. */
  "sequence",
  "document",
  "account",
  "outbox",
  /** A record names one that is not there. */
  "reference",
  /** A record is above itself. */
  "cycle",
  /** The file of an image. */
  "file",
  /** A text that was typed as text holds markup. */
  "markup",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** What it is about, if it is one record. */
  readonly record?: { readonly kind: RecordKind | "term" | "account"; readonly id: number };
  /** What is wrong, and what can be done where nothing is derived: a sentence in English, for operators. */
  readonly detail: string;
  /**
   * Brings it up to what the records say by then, or escapes markup, in a transaction of its own. Absent: nothing can do that by itself.
   * Rejects as writes do.
   */
  repair?(): Promise<void>;
}

/** What a store knows to look at in itself, beyond what its repositories show. */
export interface Inspection {
  /**
   * Everything that is wrong, as it is found, while others write: each part is compared within one state of the store, and what is written
   * properly is never a finding. `onProgress` is told how many records have been looked at. Takes memory for a part of the records only.
   * What is not given up halfway must be iterated to its end.
   */
  check(onProgress?: (records: number) => void): AsyncIterable<Finding>;
}
