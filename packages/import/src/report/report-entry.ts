import type { ImportedList } from "@kalends/core";

/** Outcome of a record in an import or in a comparison with the source. */
export type ReportOutcome =
  | "added"
  | "updated"
  | "unchanged"
  | "conflict"
  | "kept out"
  | "failed"
  | "removed"
  | "equal"
  | "unequal"
  | "missing";

/** A member of a record whose local value differs from the source. */
export interface UnequalMember {
  /** Path of the member, such as `title` or `venue.city`. */
  readonly member: string;
  /**
   * JSON values at the source (`there`) and in this calendar (`here`). A value is absent if the record does
   * not have the member.
   */
  readonly there?: unknown;
  readonly here?: unknown;
}

/** Report entry about one record. */
export interface ReportEntry {
  readonly outcome: ReportOutcome;
  readonly list: ImportedList | "images";
  /** Place of the record in the source, for messages: a URL, or a file and a line. */
  readonly place?: string;
  /** Id of the record at the source; `id` is its local id. */
  readonly sourceId?: number;
  readonly id?: number;
  /** Title or name of the record. */
  readonly name?: string;
  /** Reason for the outcome if it is not obvious, and other remarks, such as shortcodes in texts. */
  readonly reason?: string;
  readonly members?: readonly UnequalMember[];
}

/** Returns the reasons as one text. Returns an empty object if the list of reasons is empty. */
export const withReason = (reasons: readonly string[]): { readonly reason?: string } =>
  reasons.length === 0 ? {} : { reason: reasons.join("; ") };
