import type { AdjustmentReason } from "./adjustment.ts";
import type { ImageRefusal } from "./model/image.ts";

/**
 * Error codes of operations. They are part of the public interface and never change.
 * `@kalends/http` defines the codes of requests that reach no operation. It also maps all codes to HTTP
 * statuses.
 * Source: rules/errors.md#stable-codes, rules/errors.md#codes-by-status.
 */
export type ErrorCode =
  | "rest_missing_callback_param"
  | "rest_invalid_param"
  | "rest_invalid_type"
  | "rest_forbidden"
  | "rest_cannot_edit_others"
  | "rest_body_too_large"
  | "rest_storage_unavailable"
  | "rest_storage_full"
  | "rest_too_many_requests"
  | "rest_precondition_failed"
  | "rest_precondition_required"
  | "rest_limit_reached"
  | "rest_too_many_records"
  | "rest_external_id_taken"
  | "rest_count_mismatch"
  | "rest_proposal_decided"
  | "rest_mail_unavailable"
  | "rest_sign_in_failed"
  | "rest_confirmation_required"
  | "rest_link_expired"
  | "rest_user_not_found"
  | "rest_credential_not_found"
  | "rest_revision_not_found"
  | "rest_preview_not_found"
  | "rest_job_not_found"
  | "rest_image_in_use"
  | "rest_image_refused"
  | "rest_token_expired"
  | "rest_term_invalid"
  | "rest_record_merged"
  | "rest_taxonomy_not_hierarchical"
  | "term_exists"
  | "duplicate_term_slug"
  | "empty_term_name"
  | "missing_parent"
  | "invalid_username"
  | "incorrect_password"
  | "rest-event-not-found"
  | "rest-invalid-event-id"
  | "event-no-longer-available"
  | "event-not-accessible"
  | "event-is-in-trash"
  | "event-archive-page-not-found"
  | "event-tickets-not-active"
  | "venue-not-accessible"
  | "organizer-not-accessible"
  | "venue-is-in-trash"
  | "organizer-is-in-trash"
  | "could-not-create-venue"
  | "could-not-create-organizer"
  | "venue-archive-page-not-found"
  | "organizer-archive-page-not-found"
  | "internal_server_error";

/**
 * Name of a message in the catalogues that is more specific than the message of the error code.
 *
 * - `done-and-gone`: the request was processed before, but its response or the record that it created no
 *   longer exists.
 * - `no-issuing`: the caller signed in with an API token or by the scheme of a plugin. Such callers may not
 *   create credentials or change email addresses.
 * - `sign-in`: the caller is not signed in and lacks a right.
 * - `json-without-type`: the body is JSON, but its `Content-Type` is a form or plain text.
 * - `other-type`: parameters are missing. The body does not match its `Content-Type`, or bodies of that type
 *   are not read.
 */
export type Explanation = "done-and-gone" | "no-issuing" | "sign-in" | "json-without-type" | "other-type";

/** Details of an error. HTTP responses contain them in `data`. */
export interface ErrorDetails {
  /**
   * For `rest_missing_callback_param`: names of the missing parameters, in the order of their declaration.
   */
  readonly missing?: readonly string[];
  /**
   * For `rest_invalid_param`: problem of each invalid value, by parameter name
   * (rules/errors.md#invalid-parameters).
   */
  readonly problems?: Readonly<Record<string, Problem>>;
  /** For `term_exists`: id of the existing term. */
  readonly termId?: number;
  /**
   * For `rest_image_in_use`: ids of at most 100 records that use the image. Contains only records that the
   * caller may read.
   */
  readonly recordIds?: readonly number[];
  /**
   * For `rest_body_too_large`: limit in bytes that the body exceeds, if it is not the general limit for
   * bodies.
   */
  readonly limit?: number;
  readonly explanation?: Explanation;
  /** For `rest_limit_reached` and `rest_too_many_records`: limit that the request would exceed. */
  readonly maximum?: number;
  /** For `rest_count_mismatch`: number of records that the request selects. */
  readonly total?: number;
  /**
   * For `rest_limit_reached`: message of a plugin, used instead of the catalogue's message. The plugin's
   * `texts` translate it.
   */
  readonly text?: string;
  /**
   * For `rest_too_many_requests`: number of seconds after which the request may be repeated, an integer from
   * 1.
   */
  readonly retryAfter?: number;
}

/**
 * Reasons why a value is refused. The message catalogues of `@kalends/http` have one text for each reason.
 */
export type ProblemReason =
  | "not-acceptable"
  | "not-a-boolean"
  | "not-an-integer"
  | "not-a-number"
  | "not-a-string"
  | "not-a-positive-integer"
  | "not-positive-integers"
  | "not-a-date"
  | "not-a-recurrence"
  | "not-a-time-zone"
  | "not-a-url"
  | "not-a-scalar"
  | "empty"
  | "too-long"
  | "too-short"
  | "too-few"
  | "too-many"
  | "too-low"
  | "too-high"
  | "not-one-of"
  | "out-of-range"
  | "named-keys"
  | "unpaired"
  | "unknown-user"
  | "taken"
  | "not-a-source"
  | "unknown-column"
  | "not-external-ids"
  | "not-an-external-id"
  | "external-ids-hidden"
  | "reserved-source"
  | "unknown-status"
  | "forbidden-status"
  | "forbidden-filter"
  | "second-order"
  | "not-after-from"
  | "range-too-long"
  | "forbidden-transition"
  | "unknown-event"
  | "unknown-venue"
  | "unknown-organizer"
  | "unknown-slug"
  | "unknown-image"
  | "merged-record"
  | "record-in-trash"
  | "not-in-trash"
  | "same-record"
  | "descendant"
  | "dry-run-in-transaction"
  | ImageRefusal
  | AdjustmentReason
  | "misspelled-parameter"
  | "no-effect"
  | "upload-not-allowed"
  | "no-file"
  | "tickets-not-active"
  | "missing"
  | "not-a-key"
  | "key-with-content"
  | "not-atomic"
  | "too-many-occurrences"
  | "invalid-text"
  | "too-deep"
  | "too-much-markup"
  | "scope-this"
  | "unwanted-occurrence"
  | "rule-unknown-part"
  | "rule-repeated-part"
  | "rule-without-frequency"
  | "rule-bad-value"
  | "rule-clash"
  | "rule-skip-alone"
  | "rule-ends-early"
  | "rule-too-costly"
  | "first-start-misfit"
  | "date-before-first"
  | "recurrence-never"
  | "recurrence-excepted"
  | "recurrence-too-many"
  | "recurrence-too-dense"
  | "split-misfit";

/** Reason why the value of a parameter is refused, with details for the message. */
export interface Problem {
  readonly reason: ProblemReason;
  /** Values to insert into the message, such as the limit or the name of another parameter. */
  readonly values?: Readonly<Record<string, string | number>>;
  /**
   * Error code of the nested error in `data.details`; absent if there is no nested error
   * (rules/errors.md#nested-errors).
   */
  readonly code?: ErrorCode;
  /** Message that is used instead of the catalogue's message. Validators of plugins set it. */
  readonly text?: string;
  /**
   * Position of the invalid part in the value, such as `[1][phone]`. Absent if the complete value is invalid
   * (rules/errors.md#field-names).
   */
  readonly at?: string;
}

/** Global symbol, so that all copies of this package use the same one. */
const BRAND = Symbol.for("@kalends/core/CalendarError");

/**
 * Error that an operation throws. Either the request is invalid or not allowed, or the storage has a
 * temporary failure (`isStorageFailure`).
 * `cause` is the error behind a storage failure; it is only for the log. Adapters may define additional
 * codes.
 * Test for it with `isCalendarError` instead of `instanceof`, because a plugin, store or host may have its
 * own copy of this package.
 */
export class CalendarError<Code extends string = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails;

  /** Creates an error. `message` is for people; the default is the code. */
  constructor(
    code: NoInfer<Code>,
    details: ErrorDetails = {},
    { message = code, ...options }: { readonly cause?: unknown; readonly message?: string } = {},
  ) {
    super(message, options);
    this.name = "CalendarError";
    this.code = code;
    this.details = details;
  }
}
Object.defineProperty(CalendarError.prototype, BRAND, { value: true });

/**
 * True for a `CalendarError`, also of another copy of this package. A newer copy may use codes that this
 * version does not define.
 */
export const isCalendarError = (value: unknown): value is CalendarError =>
  typeof value === "object" && value !== null && BRAND in value;

/**
 * Returns the error for a store or blob store that is unreachable or busy.
 * Source: rules/errors.md#storage-unavailable.
 */
export const storageUnavailable = (cause: unknown): CalendarError =>
  new CalendarError("rest_storage_unavailable", {}, { cause });

/**
 * Error that stops the work for a request whose client has disconnected. It is thrown before anything is
 * stored, and is never sent in a response.
 */
export class ClientGone extends CalendarError {
  constructor() {
    super("rest_storage_unavailable");
  }
}

/**
 * Returns the error for a store or blob store that has no space for writes; reads still work.
 * Source: rules/errors.md#storage-full.
 */
export const storageFull = (cause: unknown): CalendarError =>
  new CalendarError("rest_storage_full", {}, { cause });

/** True if the storage failed and the request itself is valid. The same request may succeed later. */
export const isStorageFailure = (error: unknown): boolean =>
  isCalendarError(error) && (error.code === "rest_storage_unavailable" || error.code === "rest_storage_full");

/** Returns a `rest_invalid_param` error for one parameter. */
export const invalidParameter = (name: string, problem: Problem): CalendarError =>
  new CalendarError("rest_invalid_param", { problems: { [name]: problem } });

/**
 * Returns the error for a create request that would exceed a limit. `text` is the message: which number is
 * limited, the limit, and what the caller can do.
 */
export const limitReached = (maximum: number, text: string): CalendarError =>
  new CalendarError("rest_limit_reached", { maximum, text }, { message: text });

/**
 * Converts the problem of a nested field to a problem of the value that contains the field. `place` is the
 * position of the field in the value.
 */
export const problemAt = (problem: Problem, place: string): Problem =>
  place === "" ? problem : { ...problem, at: place + (problem.at ?? "") };

/**
 * Runs `work`. If it fails because of an invalid field, throws a problem of `parameter` instead. That problem
 * has the position of the field: `place`, followed by the field's name in brackets.
 */
export const problemsWithin = async <T>(
  parameter: string,
  place: string,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const [found] = isCalendarError(error) ? Object.entries(error.details.problems ?? {}) : [];
    throw found === undefined
      ? error
      : invalidParameter(parameter, problemAt(found[1], `${place}[${found[0]}]`));
  }
};

/** Runs `work`. If it fails because of an invalid field, throws the same problem for `parameter` instead. */
export const problemsOf = async <T>(parameter: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const [found] = isCalendarError(error) ? Object.values(error.details.problems ?? {}) : [];
    throw found === undefined ? error : invalidParameter(parameter, found);
  }
};
