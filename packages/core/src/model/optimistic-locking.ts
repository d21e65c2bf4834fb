import { CalendarError } from "../errors.ts";

/** Record with a revision. */
export interface Revised {
  /**
   * Number that increases with each write of the record: the time of the write in milliseconds since 1970, or
   * the previous number plus one. The revision of an occurrence also increases with each write of its series.
   * Absent if the record was not written since revisions exist, which counts as 0. Clients only see it as a
   * part of the `ETag`.
   * Source: rules/interface.md#revisions.
   */
  readonly revision?: number;
}

/**
 * Revisions of which a record must have one to be written. `any` accepts every revision. `required` means
 * that the client sent none although one is required.
 * Source: RFC 9110 section 13.1.1, rules/interface.md#if-match.
 */
export type IfMatch = readonly number[] | "any" | "required";

export const revisionOf = ({ revision = 0 }: Revised): number => revision;

/**
 * Checks the revision of a record. Called inside the transaction that writes the record, after rights. Throws
 * `rest_precondition_failed`, `rest_precondition_required`.
 */
export const requireMatch = (record: Revised, ifMatch: IfMatch | undefined): void => {
  if (ifMatch === undefined || ifMatch === "any") return;
  if (ifMatch === "required") throw new CalendarError("rest_precondition_required");
  if (!ifMatch.includes(revisionOf(record))) throw new CalendarError("rest_precondition_failed");
};
