import type { ErrorCode, NestedError } from "./interface-types.ts";

/**
 * Error code of the server. It is `unexpected_answer` if the response does not come from a calendar, for
 * example if it is the error page of a proxy.
 */
export type RequestErrorCode = ErrorCode | "unexpected_answer";

/** Information about a refused request. */
interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Parsed response body; `undefined` if it is not JSON. */
  readonly body: unknown;
  /** Value of `Retry-After` in seconds; `undefined` if the header is missing or not a number. */
  readonly retryAfter: number | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const toObject = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};

/**
 * Error for a response that reports an error or has an unexpected body. Use `code` to distinguish errors;
 * `message` is for people.
 */
export class CalendarRequestError extends Error {
  /** Error code, which later versions do not rename. Plugins can add codes of their own. */
  readonly code: RequestErrorCode | (string & {});
  readonly status: number;
  /** For `rest_invalid_param`: reason for each invalid parameter, by name. Otherwise empty. */
  readonly params: Readonly<Record<string, string>>;
  /** For `rest_missing_callback_param`: names of the missing parameters. Otherwise empty. */
  readonly missing: readonly string[];
  /** For `rest_invalid_param`: nested errors with a code of their own, by parameter name. Otherwise empty. */
  readonly details: Readonly<Record<string, NestedError>>;
  /**
   * Complete member `data` of the error response, such as `request_id`, `term_id` and other members that
   * depend on the code.
   */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * Number of seconds after which the request may be repeated. Present if the server sent `Retry-After` as a
   * number.
   */
  readonly retryAfter: number | undefined;
  readonly method: string;
  readonly url: string;

  constructor({ method, url, status, body, retryAfter }: RefusedRequest) {
    const { code, message, data } = toObject(body);
    const isEnvelope = typeof code === "string" && typeof message === "string";
    super(
      isEnvelope
        ? message
        : `${method} ${url} returned ${status}, but the body is not a calendar response. Check the address.`,
    );
    this.name = "CalendarRequestError";
    this.code = isEnvelope ? code : "unexpected_answer";
    this.status = status;
    this.data = toObject(data);
    // The type is safe, because the OpenAPI document defines these members.
    this.params = toObject(this.data.params) as Readonly<Record<string, string>>;
    this.missing = Array.isArray(this.data.params) ? this.data.params : [];
    this.details = toObject(this.data.details) as Readonly<Record<string, NestedError>>;
    this.retryAfter = retryAfter;
    this.method = method;
    this.url = url;
  }
}

/**
 * Error for a request without a usable response: the connection failed or broke, the response was a redirect,
 * or CORS did not allow the request. `cause` is the error of `fetch`.
 */
export class CalendarNetworkError extends Error {
  readonly method: string;
  readonly url: string;

  constructor(method: string, url: string, cause: unknown) {
    super(`${method} ${url} got no response. Check the address and the network.`, { cause });
    this.name = "CalendarNetworkError";
    this.method = method;
    this.url = url;
  }
}
