import type { ErrorCode, NestedError } from "./interface-types.ts";

/**
 * Error code of the server, or `unexpected_answer` if the response does not come from a calendar, such as a
 * proxy's error page.
 */
export type RequestErrorCode = ErrorCode | "unexpected_answer";

/** Facts about a refused request. */
interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Decoded body; `undefined` if it is not JSON. */
  readonly body: unknown;
  /** Value of `Retry-After` in seconds. */
  readonly retryAfter: number | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const toObject = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** The server responded with an error or an unexpected body. Branch on `code`; `message` is for people. */
export class CalendarRequestError extends Error {
  /** Stable error code; plugins can add codes of their own. */
  readonly code: RequestErrorCode | (string & {});
  readonly status: number;
  /** Reasons by parameter name for `rest_invalid_param`; otherwise empty. */
  readonly params: Readonly<Record<string, string>>;
  /** Names of the missing parameters for `rest_missing_callback_param`; otherwise empty. */
  readonly missing: readonly string[];
  /**
   * Nested errors by parameter name for `rest_invalid_param`, as far as they have codes of their own;
   * otherwise empty.
   */
  readonly details: Readonly<Record<string, NestedError>>;
  /** The complete `data` of the error envelope: `request_id`, `term_id` and other members of the code. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Seconds until the request may be repeated, if the server sent `Retry-After`. */
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
    // Sound: the OpenAPI document defines these types.
    this.params = toObject(this.data.params) as Readonly<Record<string, string>>;
    this.missing = Array.isArray(this.data.params) ? this.data.params : [];
    this.details = toObject(this.data.details) as Readonly<Record<string, NestedError>>;
    this.retryAfter = retryAfter;
    this.method = method;
    this.url = url;
  }
}

/**
 * The server sent no response: no connection, a broken connection, a redirect, or CORS. `cause` is the error
 * of `fetch`.
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
