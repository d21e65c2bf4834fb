import type { CalendarError } from "@kalends/core";
import type { ErrorCode, ErrorDetails } from "@kalends/core/interface";

/** Codes of the errors of operations, and of errors that occur before an operation is called. */
export type HttpErrorCode =
  | ErrorCode
  | "rest_no_route"
  | "rest_invalid_json"
  | "rest_invalid_namespace"
  | "rest_unsupported_media_type"
  | "rest_malformed_request"
  | "rest_request_timeout"
  | "rest_headers_too_large"
  | "rest_idempotency_conflict"
  | "rest_idempotency_mismatch"
  | "rest_failed_dependency"
  | "rest_cookie_refused";

export type HttpError = CalendarError<HttpErrorCode>;

export interface HttpErrorDetails extends ErrorDetails {
  /** Error that the JSON parser reported, for `rest_invalid_json`. */
  readonly jsonError?: { readonly code: number; readonly message: string };
  /** REST URL of the record whose web page was requested, for `rest_no_route`. */
  readonly restUrl?: string;
  /** True if this response was stored for an `Idempotency-Key` and is replayed. */
  readonly isReplayed?: boolean;
}

/** HTTP status of each error code. Source: rules/errors.md#codes-by-status. */
export const STATUS: Readonly<Record<HttpErrorCode, number>> = {
  rest_no_route: 404,
  rest_invalid_json: 400,
  rest_missing_callback_param: 400,
  rest_invalid_param: 400,
  rest_invalid_type: 400,
  rest_forbidden: 403,
  rest_cannot_edit_others: 403,
  rest_invalid_namespace: 404,
  rest_body_too_large: 413,
  rest_unsupported_media_type: 415,
  rest_malformed_request: 400,
  rest_request_timeout: 408,
  rest_headers_too_large: 431,
  rest_storage_unavailable: 503,
  rest_storage_full: 507,
  rest_too_many_requests: 429,
  rest_idempotency_conflict: 409,
  rest_idempotency_mismatch: 422,
  rest_precondition_failed: 412,
  rest_precondition_required: 428,
  rest_failed_dependency: 424,
  rest_limit_reached: 409,
  rest_too_many_records: 409,
  rest_external_id_taken: 409,
  rest_count_mismatch: 409,
  rest_proposal_decided: 409,
  rest_mail_unavailable: 409,
  rest_sign_in_failed: 401,
  rest_confirmation_required: 403,
  rest_link_expired: 410,
  rest_user_not_found: 404,
  rest_credential_not_found: 404,
  rest_revision_not_found: 404,
  rest_preview_not_found: 404,
  rest_job_not_found: 404,
  rest_cookie_refused: 403,
  rest_image_in_use: 409,
  rest_image_refused: 400,
  rest_token_expired: 410,
  rest_term_invalid: 404,
  rest_record_merged: 410,
  rest_taxonomy_not_hierarchical: 400,
  term_exists: 400,
  duplicate_term_slug: 400,
  empty_term_name: 400,
  missing_parent: 400,
  invalid_username: 401,
  incorrect_password: 401,
  "rest-event-not-found": 404,
  "rest-invalid-event-id": 400,
  "event-no-longer-available": 403,
  "event-not-accessible": 403,
  "event-is-in-trash": 410,
  "event-archive-page-not-found": 404,
  "event-tickets-not-active": 400,
  "venue-not-accessible": 403,
  "organizer-not-accessible": 403,
  "venue-is-in-trash": 410,
  "organizer-is-in-trash": 410,
  "could-not-create-venue": 400,
  "could-not-create-organizer": 400,
  "venue-archive-page-not-found": 404,
  "organizer-archive-page-not-found": 404,
  internal_server_error: 500,
};

/**
 * True for temporary errors, whose responses have a `Retry-After` header. Source:
 * rules/errors.md#storage-unavailable, rules/errors.md#storage-full.
 */
export const isTemporary = (status: number): boolean => status === 503 || status === 507;

/** Error codes whose message asks an anonymous caller to sign in. Source: rules/errors.md#rights-status. */
export const RIGHTS: ReadonlySet<string> = new Set<HttpErrorCode>([
  "rest_forbidden",
  "rest_cannot_edit_others",
]);

/**
 * Returns the HTTP status of an error code for this caller. Returns 500 for an unknown code; a newer version
 * of Kalends may have stored it.
 */
export const statusOfCode = (code: string, isAnonymous: boolean): number => {
  if (RIGHTS.has(code) && isAnonymous) return 401;
  return Object.hasOwn(STATUS, code) ? STATUS[code as HttpErrorCode] : STATUS.internal_server_error;
};
