import type { RecordKind } from "../model/post.ts";

/**
 * Kinds of problem that a check of the stored data can find. Source: docs/how-to/maintain-the-storage.md,
 * "Check a store".
 */
export const FINDING_KINDS = [
  /** The storage itself has a problem, for example a damaged file. */
  "storage",
  /** An index, trigger or similar object is missing. */
  "layout",
  /** A record cannot be read, or its id differs from its key. */
  "unreadable",
  /** Two records have the same id, or the list of record ids lacks an id. */
  "id",
  /** Two records have the same slug. */
  "slug",
  /** The index of external ids differs from the records, or two records have the same external id. */
  "external-id",
  /** Values by which lists filter and sort differ from the record. */
  "columns",
  "text",
  /** The text index differs from the records. */
  "search",
  "place",
  /** The index of plugin fields and costs differs from the records. */
  "value",
  /** The index of events by organizer, category and tag differs from the records. */
  "link",
  /** The number of events that use a term is wrong. */
  "usage",
  /** The number of events that begin in a month is wrong. */
  "month",
  /** The index that finds series by their occurrences differs from the records. */
  "series",
  "occurrence",
  /** An id sequence could assign an id that is already in use. */
  "sequence",
  "document",
  "account",
  /** Accounts share an email address, or the name of one is the address of another. */
  "sign-in-name",
  "outbox",
  /** A record refers to a record that does not exist. */
  "reference",
  /** A version belongs to no record, or its content cannot be read. */
  "version",
  /** A job cannot be run, makes no progress, or has items or results without being stored. */
  "job",
  /** A record is its own ancestor. */
  "cycle",
  /** An image file is missing or faulty. */
  "file",
  /** A plain text contains HTML markup. */
  "markup",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** Record with the problem; absent if the problem does not concern a single record. */
  readonly record?: { readonly kind: RecordKind | "term" | "account"; readonly id: number };
  /**
   * English sentence for operators that describes the problem. If no repair is possible, it also says what to
   * do.
   */
  readonly detail: string;
  /**
   * Repairs the problem in a separate transaction: it computes derived data from the current records, escapes
   * markup, or removes a version that nothing can use. Absent if no automatic repair is possible. Rejects
   * with the same errors as a write.
   */
  repair?(): Promise<void>;
}

/** Checks of the data in a store that its repositories do not return, such as indexes. */
export interface Inspection {
  /**
   * Yields every problem when it is found. Other processes may write meanwhile.
   * Each comparison uses one state of the store, so regular writes cause no findings. `onProgress` is called
   * with the number of records that were checked so far.
   * It holds only a part of the records in memory. Callers must iterate to the end or close the iterator.
   */
  check(onProgress?: (records: number) => void): AsyncIterable<Finding>;
}
