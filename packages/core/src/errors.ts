import type { AdjustmentReason } from "./adjustment.ts";
import type { ImageRefusal } from "./model/image.ts";

/**
 * Every code of an operation's errors. Codes are stable and public; `@kalends/http` has those of requests that reach
 * no operation, and the HTTP status of each, in one table. Source: rules/errors.md#stable-codes,
 * rules/errors.md#codes-by-status.
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
 * A sentence of the message catalogues that says more than that of the code. `done-and-gone`: the request was done before, and its
 * response or what it created is gone. `no-issuing`: the caller signed in with a key or a token, which creates no credentials.
 * `sign-in`: an anonymous caller lacks a right. `json-without-type`: JSON was sent as a form or as plain text. `other-type`: parameters are
 * missing, and the body has another type than its `Content-Type`.
 */
export type Explanation = "done-and-gone" | "no-issuing" | "sign-in" | "json-without-type" | "other-type";

/** What an error carries in addition to its code; http puts it into `data` of the envelope. */
export interface ErrorDetails {
  /** `rest_missing_callback_param`: the names of the missing parameters, in the order of their declaration. */
  readonly missing?: readonly string[];
  /** `rest_invalid_param`: parameter name -> what is wrong with its value (rules/errors.md#invalid-parameters). */
  readonly problems?: Readonly<Record<string, Problem>>;
  /** `term_exists`: the id of the term that is in the way. */
  readonly termId?: number;
  /** `rest_image_in_use`: the ids of the records with the image that the caller may read. */
  readonly recordIds?: readonly number[];
  /** `rest_body_too_large`: the limit that was broken, in bytes, where it is not that of all bodies. */
  readonly limit?: number;
  readonly explanation?: Explanation;
  /** `rest_limit_reached`: how many there may be. */
  readonly maximum?: number;
  /** `rest_limit_reached`: a sentence of a plugin instead of the catalogue's, translated by its `texts`. */
  readonly text?: string;
  /** `rest_too_many_requests`: seconds after which it may be tried again, a whole number from 1. */
  readonly retryAfter?: number;
}

/** Why a value is refused. The texts are in the message catalogues of `@kalends/http`, one for each reason. */
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

export interface Problem {
  readonly reason: ProblemReason;
  /** Values that the message mentions, such as the limit or the name of the other parameter. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** The code of the nested error in `data.details`, where there is one (rules/errors.md#nested-errors). */
  readonly code?: ErrorCode;
  /** A text instead of the catalogue's: for validators of plugins. */
  readonly text?: string;
  /** Which part of the value is at fault, such as `[1][phone]`; by default the whole (rules/errors.md#field-names). */
  readonly at?: string;
}

/** In the registry of all symbols, so that every copy of this package has the same one. */
const BRAND = Symbol.for("@kalends/core/CalendarError");

/**
 * The one error of the domain: a failure that the caller caused or (`isStorageFailure`) that is temporary. `cause` is
 * for the log only: the error behind a storage that does not answer. Adapters may have codes of their own.
 * Test with `isCalendarError`, not `instanceof`: a plugin, a store or a host may have its own copy of this package.
 */
export class CalendarError<Code extends string = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails;

  /** `message` is for people, by default the code. */
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

/** Whether this is a `CalendarError`, of whatever copy of this package. Its code may be one of a newer version. */
export const isCalendarError = (value: unknown): value is CalendarError =>
  typeof value === "object" && value !== null && BRAND in value;

/** The error of a store or blob store out of reach or busy. Source: rules/errors.md#storage-unavailable. */
export const storageUnavailable = (cause: unknown): CalendarError =>
  new CalendarError("rest_storage_unavailable", {}, { cause });

/** Ends work whose client has gone, before anything is stored. Nobody gets it. */
export class ClientGone extends CalendarError {
  constructor() {
    super("rest_storage_unavailable");
  }
}

/** The error of a store or blob store that has no room for what is written, but can be read. Source: rules/errors.md#storage-full. */
export const storageFull = (cause: unknown): CalendarError =>
  new CalendarError("rest_storage_full", {}, { cause });

/** Whether a store or blob store is at fault, and not what was asked for: the same may succeed later. */
export const isStorageFailure = (error: unknown): boolean =>
  isCalendarError(error) && (error.code === "rest_storage_unavailable" || error.code === "rest_storage_full");

/** A `rest_invalid_param` for one parameter. */
export const invalidParameter = (name: string, problem: Problem): CalendarError =>
  new CalendarError("rest_invalid_param", { problems: { [name]: problem } });

/** The error of a create that would exceed a bound. `text` names what is bounded, the bound, and what to do. */
export const limitReached = (maximum: number, text: string): CalendarError =>
  new CalendarError("rest_limit_reached", { maximum, text }, { message: text });

/** The problem of a field as the problem of the value that holds it. */
export const problemAt = (problem: Problem, place: string): Problem =>
  place === "" ? problem : { ...problem, at: place + (problem.at ?? "") };

/** Does the work; what is wrong with a field of the value at `place` of a parameter is wrong with that parameter. */
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

/** Does the work; whatever parameter is wrong with it, this one is at fault. */
export const problemsOf = async <T>(parameter: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const [found] = isCalendarError(error) ? Object.values(error.details.problems ?? {}) : [];
    throw found === undefined ? error : invalidParameter(parameter, found);
  }
};
