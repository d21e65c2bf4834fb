import type { AdjustmentReason } from "./adjustment.ts";
import type { ImageRefusal } from "./model/image.ts";

/**
 * Error codes of operations, which are stable and public. `@kalends/http` defines those of requests that
 * reach no operation, and the HTTP status of each code, in one table.
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
  | "rest_sign_in_failed"
  | "rest_confirmation_required"
  | "rest_link_expired"
  | "rest_user_not_found"
  | "rest_credential_not_found"
  | "rest_image_in_use"
  | "rest_image_refused"
  | "rest_token_expired"
  | "rest_term_invalid"
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
 * Message in the catalogues that is more specific than that of the code.
 * `done-and-gone`: the request was already processed, and its response or the created record no longer
 * exists.
 * `no-issuing`: the caller signed in with a key or a token, which cannot create credentials.
 * `sign-in`: an anonymous caller lacks a right.
 * `json-without-type`: JSON was sent as a form or as plain text.
 * `other-type`: parameters are missing, and the body has another type than its `Content-Type`.
 */
export type Explanation = "done-and-gone" | "no-issuing" | "sign-in" | "json-without-type" | "other-type";

/** Details of an error; HTTP responses have them in `data`. */
export interface ErrorDetails {
  /** `rest_missing_callback_param`: names of the missing parameters, in the order of their declaration. */
  readonly missing?: readonly string[];
  /** `rest_invalid_param`: problem of each value, by parameter name (rules/errors.md#invalid-parameters). */
  readonly problems?: Readonly<Record<string, Problem>>;
  /** `term_exists`: id of the conflicting term. */
  readonly termId?: number;
  /** `rest_image_in_use`: ids of the records with the image that the caller may read. */
  readonly recordIds?: readonly number[];
  /** `rest_body_too_large`: exceeded limit in bytes, if it is not the general limit of bodies. */
  readonly limit?: number;
  readonly explanation?: Explanation;
  /** `rest_limit_reached`, `rest_too_many_records`: maximum number. */
  readonly maximum?: number;
  /** `rest_limit_reached`: message of a plugin that replaces the catalogue's, translated by its `texts`. */
  readonly text?: string;
  /** `rest_too_many_requests`: seconds until the request may be repeated, a whole number from 1. */
  readonly retryAfter?: number;
}

/** Reasons why a value is refused. The message catalogues of `@kalends/http` have one text for each. */
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
  | "unknown-status"
  | "forbidden-status"
  | "forbidden-transition"
  | "unknown-event"
  | "unknown-venue"
  | "unknown-organizer"
  | "unknown-slug"
  | "unknown-image"
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

/** Why a value of a parameter is refused. */
export interface Problem {
  readonly reason: ProblemReason;
  /** Values in the message, such as the limit or the name of the other parameter. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Code of the nested error in `data.details`, if there is one (rules/errors.md#nested-errors). */
  readonly code?: ErrorCode;
  /** Message that replaces the catalogue's; for validators of plugins. */
  readonly text?: string;
  /**
   * Faulty part of the value, such as `[1][phone]`; by default the complete value
   * (rules/errors.md#field-names).
   */
  readonly at?: string;
}

/** Registered symbol, so that every copy of this package shares it. */
const BRAND = Symbol.for("@kalends/core/CalendarError");

/**
 * Error of an operation: a failure that the caller caused or, if `isStorageFailure`, a temporary one. `cause`
 * is only for the log: the error behind a storage failure. Adapters may define their own codes. Test with
 * `isCalendarError`, not `instanceof`, because a plugin, store or host may have its own copy of this package.
 */
export class CalendarError<Code extends string = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails;

  /** Creates the error. `message` is for people; by default it is the code. */
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

/** True for a `CalendarError` of any copy of this package. Its code may be one of a newer version. */
export const isCalendarError = (value: unknown): value is CalendarError =>
  typeof value === "object" && value !== null && BRAND in value;

/**
 * Returns the error of a store or blob store that is unreachable or busy.
 * Source: rules/errors.md#storage-unavailable.
 */
export const storageUnavailable = (cause: unknown): CalendarError =>
  new CalendarError("rest_storage_unavailable", {}, { cause });

/** Ends work whose client has gone, before anything is stored. It is never sent. */
export class ClientGone extends CalendarError {
  constructor() {
    super("rest_storage_unavailable");
  }
}

/**
 * Returns the error of a store or blob store without space for writes; reads still work.
 * Source: rules/errors.md#storage-full.
 */
export const storageFull = (cause: unknown): CalendarError =>
  new CalendarError("rest_storage_full", {}, { cause });

/** True if the storage failed, not the request: the same request may succeed later. */
export const isStorageFailure = (error: unknown): boolean =>
  isCalendarError(error) && (error.code === "rest_storage_unavailable" || error.code === "rest_storage_full");

/** Returns a `rest_invalid_param` for one parameter. */
export const invalidParameter = (name: string, problem: Problem): CalendarError =>
  new CalendarError("rest_invalid_param", { problems: { [name]: problem } });

/**
 * Returns the error of a create that would exceed a limit. `text` names the limited thing, the limit and what
 * to do.
 */
export const limitReached = (maximum: number, text: string): CalendarError =>
  new CalendarError("rest_limit_reached", { maximum, text }, { message: text });

/** Returns the problem of a field as a problem of the value that contains it. */
export const problemAt = (problem: Problem, place: string): Problem =>
  place === "" ? problem : { ...problem, at: place + (problem.at ?? "") };

/** Runs the work. Problems of fields are rethrown as problems of the value at `place` in a parameter. */
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

/** Runs the work. A problem of any parameter is rethrown as a problem of this one. */
export const problemsOf = async <T>(parameter: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const [found] = isCalendarError(error) ? Object.values(error.details.problems ?? {}) : [];
    throw found === undefined ? error : invalidParameter(parameter, found);
  }
};
