import type { UploadedFile } from "../model/upload.ts";
import type { MaybePure } from "./contributions.ts";
import type { RouteContent } from "./plugin-route.ts";
import type { Presenter } from "./presenter.ts";

/** What record the address of a page names, by the templates of the installation (`KALENDS_EVENT_URL` and the like). */
export interface PageTarget {
  readonly kind: "event" | "venue" | "organizer" | "category" | "tag";
  /** One of the two is there; slugs are percent-encoded as records have them. */
  readonly slug?: string;
  readonly id?: number;
}

/** What a form has sent: at most the installation's `bodyLimit` in all, and images as large as uploads may be. */
export interface SentForm {
  /** Texts by the names of the fields, in the order in which they came. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** A request for an address of the site outside the REST root. Callers are not identified there: everybody is a visitor. */
export interface WebsiteRequest {
  /** HEAD comes as GET: its answer is made and not sent. */
  readonly method: "GET" | "POST";
  /** Below the site and the segment of a locale, percent-encoded as it came, without runs of slashes: `/`, `/events/`. */
  readonly path: string;
  /** In the order in which they came, decoded. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** The record that the address names, there or not; `undefined`: none. Also for `/?post_type=tribe_events&p=7`. */
  readonly page: PageTarget | undefined;
  /** The segment of a locale that the address began with, such as `fr`. */
  readonly locale: string | undefined;
  /** The absolute address of the site in this locale: links to pages in the same language begin with it. No slash at its end. */
  readonly home: string;
  /** The absolute address of the documentation in this locale; `undefined` in a host, which has no `/docs`. */
  readonly docs?: string | undefined;
  /** Those that do not say who somebody is, by their names in lower case: `user-agent`, `accept`, `accept-language`, `referer`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The IP address that the request comes from; empty when there is none. */
  readonly address: string;
  /** Reads the body of a POST, the first time. Throws a `CalendarError` for one that is no form, or too large. */
  form(): Promise<SentForm>;
  /**
   * True when nobody waits for the response any more. A handler that works for long asks between two steps, and returns `undefined` then: its
   * place among the pages that are made at once is free when it has ended, not before.
   */
  isGone(): boolean;
  readonly present: Presenter;
}

/**
 * `headers`: as those of routes; without a Content-Security-Policy of its own the content may do nothing. A redirect has a status,
 * a `Location` and a short text.
 */
export type WebsiteAnswer = {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Names all that `write` depends on, such as `FeedEvents.key` and the address of the page: what has the same key is the same text, and is not
   * written again for clients that have it. Absent: it is written for each request.
   */
  readonly key?: string | undefined;
} & RouteContent;

/**
 * Answers addresses of the site outside the REST root: of a calendar that has a server to itself, and of a host that mounts
 * `calendar.website`. Handlers are asked in the order of the configuration; the first that answers is heard. `/docs`, `/healthz` and
 * `/readyz` are the calendar's own.
 */
export interface WebsiteHandler extends MaybePure {
  /**
   * False for requests that `handle` has no response to. Reads nothing and returns at once. Requests that no handler is for take no place among
   * pages; without this function, the handler is for all requests.
   */
  isFor?(request: WebsiteRequest): boolean;
  /** `undefined`: not for this one. A `CalendarError` is answered with its status, as a plain page. */
  handle(request: WebsiteRequest): WebsiteAnswer | undefined | Promise<WebsiteAnswer | undefined>;
}
