import type { HtmlCleaner, ImportedList, ImportedRecord } from "@kalends/core";
import type { Difference, Members } from "./members.ts";

/** A source record (`there`) and the local record with which it is compared (`here`). */
export interface Pair {
  readonly list: ImportedList;
  readonly there: Members;
  readonly here: Members;
  /** Stored import state of the record; `undefined` if none exists, as for some embedded terms. */
  readonly known: ImportedRecord | undefined;
  /** Local user number of the source author; `undefined` if none is stored. */
  readonly authorId: number | undefined;
  /**
   * Local id of the record that is the parent at the source; 0 if it has no parent, `undefined` if unknown.
   */
  readonly parentId: number | undefined;
  /** True if the source gives no publication and modification times. */
  readonly isUndated: boolean;
}

export interface ComparisonContext {
  readonly cleaner: HtmlCleaner;
  /** Current time in UTC, such as `2031-05-16 20:30:00`. */
  readonly now: string;
}

/** A documented reason why a member may differ from the source. */
export interface ExpectedDifference {
  /** File and anchor of the rule in the folder `docs`. */
  readonly rule: string;
  /** Explanation for the operator. */
  readonly why: string;
  readonly members: RegExp;
  /** Condition under which the reason applies. Defaults to always. */
  readonly when?: (difference: Difference, pair: Pair, context: ComparisonContext) => boolean;
}
