import type { ErrorCode, NestedError } from "./interface-types.ts";

/** What the calendar said no with, or `unexpected_answer` for what is no answer of a calendar, such as a proxy's page. */
export type RequestErrorCode = ErrorCode | "unexpected_answer";

/** What is known of a request that was refused. */
interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The decoded body; `undefined` when it is no JSON. */
  readonly body: unknown;
  /** What `Retry-After` says, in seconds. */
  readonly retryAfter: number | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const toObject = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** The calendar answered, but not with what was asked for. Branch on `code`; `message` is for people. */
export class CalendarRequestError extends Error {
  /** Stable; plugins may bring codes of their own. */
  readonly code: RequestErrorCode | (string & {});
  readonly status: number;
  /** `rest_invalid_param`: what is wrong, by the name of the parameter; else empty. */
  readonly params: Readonly<Record<string, string>>;
  /** `rest_missing_callback_param`: the names of the missing parameters; else empty. */
  readonly missing: readonly string[];
  /** `rest_invalid_param`: the errors behind it that have codes of their own, by parameter; else empty. */
  readonly details: Readonly<Record<string, NestedError>>;
  /** `data` of the envelope, whole: `request_id`, `term_id` and what else a code brings. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When to ask again, in seconds, if the calendar said so. */
  readonly retryAfter: number | undefined;
  readonly method: string;
  readonly url: string;

  constructor({ method, url, status, body, retryAfter }: RefusedRequest) {
    const { code, message, data } = toObject(body);
    const isEnvelope = typeof code === "string" && typeof message === "string";
    super(isEnvelope ? message : `${method} ${url} was answered with ${status} and no calendar's body`);
    this.name = "CalendarRequestError";
    this.code = isEnvelope ? code : "unexpected_answer";
    this.status = status;
    this.data = toObject(data);
    // Their forms are those of the interface document.
    this.params = toObject(this.data.params) as Readonly<Record<string, string>>;
    this.missing = Array.isArray(this.data.params) ? this.data.params : [];
    this.details = toObject(this.data.details) as Readonly<Record<string, NestedError>>;
    this.retryAfter = retryAfter;
    this.method = method;
    this.url = url;
  }
}

/** Nothing was answered: no connection, a broken one, a redirect, or CORS. `cause` is what `fetch` said. */
export class CalendarNetworkError extends Error {
  readonly method: string;
  readonly url: string;

  constructor(method: string, url: string, cause: unknown) {
    super(`${method} ${url} was not answered`, { cause });
    this.name = "CalendarNetworkError";
    this.method = method;
    this.url = url;
  }
}
