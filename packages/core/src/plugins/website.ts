import type { UploadedFile } from "../model/upload.ts";
import type { MaybePure } from "./contributions.ts";
import type { RouteContent } from "./plugin-route.ts";
import type { Presenter } from "./presenter.ts";

/**
 * Record to which the URL of a web page belongs. Templates of the installation, such as `KALENDS_EVENT_URL`,
 * define these URLs.
 */
export interface PageTarget {
  readonly kind: "event" | "venue" | "organizer" | "category" | "tag";
  /** Slug of the record, percent-encoded as in records. Either `slug` or `id` is present. */
  readonly slug?: string;
  readonly id?: number;
}

/**
 * Fields and files of a form that a visitor sent. All texts together have at most the installation's
 * `bodyLimit`. A form has at most ten files, with 10 MiB together and a different name for each.
 */
export interface SentForm {
  /** Values of the text fields by name, in the order in which they were sent. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/**
 * Request for a web page. Every caller counts as a visitor: handlers get neither cookies nor `Authorization`.
 * Use `calendar.as("anonymous")` to read what visitors may see.
 * Paths below the REST root, `/docs`, `/healthz` and `/readyz` never reach handlers. `/` reaches them only if
 * visitors can see at least one event.
 */
export interface WebsiteRequest {
  /**
   * HTTP method; a HEAD request arrives as GET. Any other method gives a 405 response if a page exists for
   * GET.
   */
  readonly method: "GET" | "POST";
  /**
   * Path below the site's URL, `mountPath` and language segment, such as `/` or `/events/`. It is
   * percent-encoded as it was sent; repeated slashes are removed.
   */
  readonly path: string;
  /** Query parameters, decoded. Each name has all its values in the order in which they were sent. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  /**
   * Record that belongs to the URL, even if the record does not exist. `undefined` if the URL is not that of
   * a record. URLs such as `/?post_type=tribe_events&p=7` are recognised too.
   */
  readonly page: PageTarget | undefined;
  /** Language segment at the start of the path, such as `fr`; `undefined` if there is none. */
  readonly locale: string | undefined;
  /**
   * Absolute URL of the site in the language of the request, without a slash at the end. Links to pages in
   * the same language begin with it.
   */
  readonly home: string;
  /** Absolute URL of `/docs` in the language of the request; `undefined` in a host application. */
  readonly docs?: string | undefined;
  /**
   * Request headers by name in lower case, without credentials: `user-agent`, `accept`, `accept-language`,
   * `referer`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** IP address of the client; empty if unknown. */
  readonly address: string;
  /**
   * Reads the form in the body of a POST request, urlencoded or multipart. Throws a `CalendarError` if the
   * body is not a form or is too large.
   * Check who may send the form before you call it, and return a response afterwards, because other handlers
   * can no longer read the form.
   * Convert text that a visitor typed with `textToHtml` before you store it.
   */
  form(): Promise<SentForm>;
  /**
   * True if the client has disconnected. A handler that works for a long time should test this between two
   * steps, and then return `undefined`.
   * Kalends creates only a few pages at the same time, so a handler that does not return delays other pages.
   */
  isGone(): boolean;
  /** Renders URLs, titles, descriptions, costs and recurrence as in the HTTP interface. */
  readonly present: Presenter;
}

/**
 * Response of a web page, of any media type. For a redirect, set a status and a `Location` header, and a
 * short text as the content.
 * Unless the response sets its own `Content-Security-Policy`, browsers run no scripts of the page.
 */
export type WebsiteResponse = {
  /** HTTP status; 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Text that identifies everything on which the content of `write` depends, such as `FeedEvents.key` with
   * the URL of the page.
   * Kalends does not call `write` if the client already has the content with the same key. Absent: Kalends
   * calls `write` for each request.
   */
  readonly key?: string | undefined;
} & RouteContent;

/**
 * Handler of web pages outside the REST root. Kalends calls handlers in the order of the configuration and
 * sends the first page that one returns.
 * A 200 response is cached by its URL if all handlers that were called are pure. A pure handler must
 * therefore not use `headers` and `address`. Responses to POST are never cached.
 */
export interface WebsiteHandler extends MaybePure {
  /**
   * Start of the paths that end with a secret, such as `/events/correct/` (rules/review.md#correction). Logs
   * contain `***` instead of the rest of such a path. Absent: no path contains a secret.
   */
  readonly secretPath?: string;
  /**
   * Returns false if `handle` has no page for the request, for example because of its path. The function must
   * read nothing from the store and return at once. It must decide by the URL and the method alone, because
   * the page of another handler is cached by its URL if this handler refuses the request. Requests for which it
   * returns false do not wait for slow pages. Without this function, Kalends calls `handle` for all requests.
   */
  isFor?(request: WebsiteRequest): boolean;
  /**
   * Returns the page, or `undefined` if the handler has none for this path. A `CalendarError` gives a plain
   * page with the error's status. Any other error is logged and gives a 500 response.
   */
  handle(request: WebsiteRequest): WebsiteResponse | undefined | Promise<WebsiteResponse | undefined>;
}
