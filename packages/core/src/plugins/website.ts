import type { UploadedFile } from "../model/upload.ts";
import type { MaybePure } from "./contributions.ts";
import type { RouteContent } from "./plugin-route.ts";
import type { Presenter } from "./presenter.ts";

/** Record that the address of a web page names, by the templates of the installation (`KALENDS_EVENT_URL` and the like). */
export interface PageTarget {
  readonly kind: "event" | "venue" | "organizer" | "category" | "tag";
  /** Slug, percent-encoded as in records. Either `slug` or `id` is present. */
  readonly slug?: string;
  readonly id?: number;
}

/** Fields and files of a form. Texts together have at most the installation's `bodyLimit`; at most ten files, 10 MiB in all. */
export interface SentForm {
  /** Texts by the names of the fields, in the order in which they were sent. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/**
 * Request for a web page. Every caller is a visitor: cookies and `Authorization` do not reach handlers, and `calendar.as("anonymous")` reads what
 * visitors may see. Paths under the REST root, `/docs`, `/healthz` and `/readyz` never reach handlers; `/` does once visitors can see an event.
 */
export interface WebsiteRequest {
  /** Method; HEAD arrives as GET. Other methods are a 405 if a GET has a page. */
  readonly method: "GET" | "POST";
  /** Path below the site, `mountPath` and the segment of a locale, percent-encoded as it was sent, without runs of slashes: `/`, `/events/`. */
  readonly path: string;
  /** Decoded parameters of the query, all values of each name in the order in which they were sent. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** Record that the address names, even if it does not exist; `undefined` if the address names none. Also for `/?post_type=tribe_events&p=7`. */
  readonly page: PageTarget | undefined;
  /** Segment of a locale at the start of the address, such as `fr`. */
  readonly locale: string | undefined;
  /** Absolute address of the site in this locale, without a slash at its end. Links to pages in the same language begin with it. */
  readonly home: string;
  /** Absolute address of `/docs` in this locale; `undefined` in a host. */
  readonly docs?: string | undefined;
  /** Headers without credentials, by their names in lower case: `user-agent`, `accept`, `accept-language`, `referer`. */
  readonly headers: Readonly<Record<string, string>>;
  /** IP address of the client; empty if there is none. */
  readonly address: string;
  /**
   * Reads the body of a POST, urlencoded or with files. Throws a `CalendarError` if it is not a form or too large. Validate the sender before, and
   * return a response after: other handlers can no longer read the form. Convert text that a visitor typed with `textToHtml` before you store it.
   */
  form(): Promise<SentForm>;
  /**
   * True if the client has closed its connection. A handler that works for long checks this between two steps and returns `undefined` then. Few pages
   * are created at the same time, and a handler occupies its place until it returns.
   */
  isGone(): boolean;
  /** Writes addresses, titles, descriptions, costs and recurrence like the API. */
  readonly present: Presenter;
}

/**
 * Response of a web page: content like that of routes, of any media type. A redirect has a status, a `Location` header and a short text. Without its own
 * `Content-Security-Policy`, nothing in the page runs.
 */
export type WebsiteResponse = {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Text that names everything `write` depends on, such as `FeedEvents.key` with the address of the page. Kalends does not call `write` for clients that have the
   * text of the same key. Absent: `write` runs for each request.
   */
  readonly key?: string | undefined;
} & RouteContent;

/**
 * Handler of web pages outside the REST root. Kalends asks handlers in the order of the configuration; the first response counts. If all handlers that were
 * asked are pure, a 200 is cached by its address, so it must not depend on `headers` and `address`. Responses to POST are never cached.
 */
export interface WebsiteHandler extends MaybePure {
  /**
   * False for requests that `handle` has no response to, such as other paths. Reads nothing and returns at once. Such requests do not wait for slow
   * pages. Without this function, the handler is asked for all requests.
   */
  isFor?(request: WebsiteRequest): boolean;
  /** Returns the page, or `undefined` for other paths. A `CalendarError` becomes a plain page with its status; any other error is logged and becomes a 500. */
  handle(request: WebsiteRequest): WebsiteResponse | undefined | Promise<WebsiteResponse | undefined>;
}
