import type { ImportedList } from "@kalends/core";

/** What became of a record: in an import, or when it was compared with what the source has. */
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

/** A member that is not as the source has it. */
export interface UnequalMember {
  /** Such as `title` or `venue.city`. */
  readonly member: string;
  /** At the source and here, as JSON knows them; absent: the record has no such member. */
  readonly there?: unknown;
  readonly here?: unknown;
}

/** One record of a report. */
export interface ReportEntry {
  readonly outcome: ReportOutcome;
  readonly list: ImportedList | "images";
  /** Where it was found, for people: an address, a file and a line. */
  readonly place?: string;
  /** Its number at the source, and ours. */
  readonly sourceId?: number;
  readonly id?: number;
  /** Its title or name. */
  readonly name?: string;
  /** Why, where that is not obvious; also what else there is to know of it, such as shortcodes in its texts. */
  readonly reason?: string;
  readonly members?: readonly UnequalMember[];
}

/** The reasons of an entry in one; nothing where there are none. */
export const withReason = (reasons: readonly string[]): { readonly reason?: string } =>
  reasons.length === 0 ? {} : { reason: reasons.join("; ") };
