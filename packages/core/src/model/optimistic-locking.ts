import { CalendarError } from "../errors.ts";

/** Record with a revision number, used to detect concurrent changes. */
export interface Revised {
  /**
   * Revision number, which increases with each write of the record.
   * A write sets it to the current time in milliseconds since 1970, or to the previous revision plus one if
   * that is higher.
   * The revision of an occurrence also increases with each write of its series.
   * Absent on records that were last written by a version of Kalends without revisions; this counts as 0.
   * Clients see the revision only as part of the `ETag`.
   * Source: rules/interface.md#revisions.
   */
  readonly revision?: number;
}

/**
 * Precondition of a write, from the `If-Match` header.
 * A list contains the accepted revisions, and `any` accepts every revision.
 * `required` means that the client must send `If-Match` but did not.
 * Source: RFC 9110 section 13.1.1, rules/interface.md#if-match.
 */
export type IfMatch = readonly number[] | "any" | "required";

export const revisionOf = ({ revision = 0 }: Revised): number => revision;

/**
 * Checks the record's revision against the precondition. Without `ifMatch`, every revision is accepted. Call
 * it inside the transaction that writes the record, after the check of rights.
 * Throws `rest_precondition_failed` or `rest_precondition_required`.
 */
export const requireMatch = (record: Revised, ifMatch: IfMatch | undefined): void => {
  if (ifMatch === undefined || ifMatch === "any") return;
  if (ifMatch === "required") throw new CalendarError("rest_precondition_required");
  if (!ifMatch.includes(revisionOf(record))) throw new CalendarError("rest_precondition_failed");
};
