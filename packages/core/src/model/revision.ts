import { CalendarError } from "../errors.ts";

/** What has a revision: every record. */
export interface Revised {
  /**
   * Grows with each write of the record; the time of the write in milliseconds since 1970, or the number after the one before. Of an
   * occurrence also with each write of its series. Absent: not written since records have revisions, which counts as 0. Public as a part
   * of the `ETag` alone. Source: rules/interface.md#revisions.
   */
  readonly revision?: number;
}

/**
 * The revisions one of which a record must have to be written; `any`: whichever; `required`: nobody has named one although that is asked for.
 * Source: RFC 9110 section 13.1.1, rules/interface.md#if-match.
 */
export type IfMatch = readonly number[] | "any" | "required";

export const revisionOf = ({ revision = 0 }: Revised): number => revision;

/** Inside the transaction that writes the record, after rights. Throws `rest_precondition_failed`, `rest_precondition_required`. */
export const demandMatch = (record: Revised, ifMatch: IfMatch | undefined): void => {
  if (ifMatch === undefined || ifMatch === "any") return;
  if (ifMatch === "required") throw new CalendarError("rest_precondition_required");
  if (!ifMatch.includes(revisionOf(record))) throw new CalendarError("rest_precondition_failed");
};
