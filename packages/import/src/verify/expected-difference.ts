import type { HtmlCleaner, ImportedList, ImportedRecord } from "@kalends/core";
import type { Difference, Members } from "./members.ts";

/** A source record and the matching local record. */
export interface Pair {
  readonly list: ImportedList;
  readonly there: Members;
  readonly here: Members;
  /** Stored import state; `undefined` if there is none, as for some embedded terms. */
  readonly known: ImportedRecord | undefined;
  /** Local number of the author; `undefined` if none is stored. */
  readonly authorId: number | undefined;
  /** Local id of the parent at the source; `undefined` if it is unknown. */
  readonly parentId: number | undefined;
  /** True if the source gives no publication and modification times. */
  readonly isUndated: boolean;
}

export interface ComparisonContext {
  readonly cleaner: HtmlCleaner;
  /** Current time in UTC, in the format of record times. */
  readonly now: string;
}

/** A rule that allows a member to differ from the source. */
export interface ExpectedDifference {
  /** Anchor of the rule in `docs`. */
  readonly rule: string;
  /** Reason in plain words. */
  readonly why: string;
  readonly members: RegExp;
  /** Condition for the rule; true by default. */
  readonly when?: (difference: Difference, pair: Pair, context: ComparisonContext) => boolean;
}
