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

/** A member whose value differs from the source. */
export interface UnequalMember {
  /** Path of the member, such as `title` or `venue.city`. */
  readonly member: string;
  /** JSON values at the source and here; absent if the record does not have the member. */
  readonly there?: unknown;
  readonly here?: unknown;
}

/** Entry of a report about one record. */
export interface ReportEntry {
  readonly outcome: ReportOutcome;
  readonly list: ImportedList | "images";
  /** Place where the record was found, for messages: an address, or a file and a line. */
  readonly place?: string;
  /** Id at the source, and the local id. */
  readonly sourceId?: number;
  readonly id?: number;
  /** Title or name of the record. */
  readonly name?: string;
  /** Reason for the outcome if it is not obvious, and other remarks, such as shortcodes in the texts. */
  readonly reason?: string;
  readonly members?: readonly UnequalMember[];
}

/** Returns the reasons joined into one; an empty object if there are none. */
export const withReason = (reasons: readonly string[]): { readonly reason?: string } =>
  reasons.length === 0 ? {} : { reason: reasons.join("; ") };
