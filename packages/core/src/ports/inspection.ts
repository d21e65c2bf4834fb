import type { RecordKind } from "../model/post.ts";

/** Kinds of problem in stored data. Source: docs/how-to/maintain-the-storage.md, "Check a store". */
export const FINDING_KINDS = [
  /** Problem of the storage itself. */
  "storage",
  /** A missing index, trigger or the like. */
  "layout",
  /** A record that cannot be read, or that has another id than its key. */
  "unreadable",
  /** Two records with one id, or an id that is missing in the list of record ids. */
  "id",
  /** Two records with one slug. */
  "slug",
  /** Values that lists compare differ from the record. */
  "columns",
  "text",
  /** Text index. */
  "search",
  "place",
  /** Index of plugin fields and costs. */
  "value",
  /** Index of events by organizer, category and tag. */
  "link",
  /** Usage counts of terms. */
  "usage",
  /** Number of events that begin in a month. */
  "month",
  /** Index of series by their occurrences. */
  "series",
  "occurrence",
  /** An existing id could be assigned again. */
  "sequence",
  "document",
  "account",
  "outbox",
  /** A record refers to a missing one. */
  "reference",
  /** A record is its own ancestor. */
  "cycle",
  /** A missing or faulty image file. */
  "file",
  /** A plain text that contains markup. */
  "markup",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** Affected record, if it is a single one. */
  readonly record?: { readonly kind: RecordKind | "term" | "account"; readonly id: number };
  /** Problem as an English sentence for operators. If the data cannot be derived, it also says what to do. */
  readonly detail: string;
  /**
   * Repairs the problem in a transaction of its own: updates derived data from the current records, or
   * escapes markup. Absent if no automatic repair is possible. Rejects like writes.
   */
  repair?(): Promise<void>;
}

/** Checks of a store that go beyond what its repositories show. */
export interface Inspection {
  /**
   * Yields every problem as it is found, while others write. Each part is compared within one state of the
   * store, so regular writes never cause findings. Calls `onProgress` with the number of records checked so
   * far. Holds only a part of the records in memory. Must be iterated to its end unless the iteration is
   * ended early.
   */
  check(onProgress?: (records: number) => void): AsyncIterable<Finding>;
}
