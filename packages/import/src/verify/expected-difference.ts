import type { HtmlCleaner, ImportedList, ImportedRecord } from "@kalends/core";
import type { Difference, Members } from "./members.ts";

/** A record of the source and ours. */
export interface Pair {
  readonly list: ImportedList;
  readonly there: Members;
  readonly here: Members;
  /** What the import remembers of it; `undefined`: nothing, as of terms that another record embeds. */
  readonly known: ImportedRecord | undefined;
  /** Our number for the author; `undefined` where the import remembers none. */
  readonly authorId: number | undefined;
  /** Our id of the parent that the source names; `undefined` where nobody knows. */
  readonly parentId: number | undefined;
  /** The source does not say when it was published and changed. */
  readonly isUndated: boolean;
}

export interface ComparisonContext {
  readonly cleaner: HtmlCleaner;
  /** The present in UTC, as times of records are written. */
  readonly now: string;
}

/** Why a member of a record here may differ from the source's. */
export interface ExpectedDifference {
  /** Its place in `docs`. */
  readonly rule: string;
  /** In plain words. */
  readonly why: string;
  readonly members: RegExp;
  /** True by default. */
  readonly when?: (difference: Difference, pair: Pair, context: ComparisonContext) => boolean;
}
