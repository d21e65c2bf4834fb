import type { HttpCapacities } from "./capacities.ts";
import type { PageTemplates } from "./page-addresses/page-template.ts";

/** Language with a URL segment of its own. Source: rules/interface.md#locale-segment. */
export interface Locale {
  /** Language tag, such as `fr` or `fr-CA`: the path segment before the REST root. */
  readonly name: string;
  /** Default of `per_page` in this locale, if it differs. */
  readonly perPage?: number;
}

/** The settings of the HTTP side. */
export interface HttpSettings {
  /**
   * Path at which a host has mounted the calendar, such as `/calendar`; absent: the root.
   * Source: rules/interface.md#mount-path.
   */
  readonly mountPath?: string;
  /** Path of the REST root, such as `/wp-json`; without a trailing slash. Source: rules/interface.md#rest-root. */
  readonly restRoot: string;
  /** First segment of the namespace, such as `tribe`. Source: rules/interface.md#namespace. */
  readonly vendor: string;
  /** Public address of the site, such as `https://calendar.example`; absent: derived from each request. */
  readonly baseUrl?: string;
  /** True if the calendar manages its own users, who can have sessions. */
  readonly hasSessions: boolean;
  /**
   * Origin of the pages that may use the session cookie; absent: that of each request.
   * Source: rules/sign-in.md#public-address.
   */
  readonly publicOrigin?: string | undefined;
  /**
   * URL templates of the web pages of records; absent: the default ones.
   * Source: rules/representations.md#page-url.
   */
  readonly pageUrls?: PageTemplates;
  /**
   * Number of trusted proxies in front of the server: that many entries from the right of `X-Forwarded-Proto`,
   * `X-Forwarded-Host` and `X-Forwarded-For` are trusted. With 0, these headers and `X-Request-Id` are ignored.
   */
  readonly trustProxy: number;
  /** True if writes of a single record need an `If-Match` header. Source: rules/interface.md#if-match-required. */
  readonly requireIfMatch: boolean;
  /** Longest request body, in bytes, after decompression. */
  readonly bodyLimit: number;
  /** Seconds for which caches may serve anonymous responses without revalidation. */
  readonly cacheMaxAge: number;
  /** Memory for cached responses, in bytes; 0 disables the cache. */
  readonly cacheMemory: number;
  /**
   * Maximum age in seconds of cached responses that are sent while the store is unreachable; 0 disables this.
   * Source: rules/interface.md#kept-answers.
   */
  readonly cacheStaleness: number;
  /** True if responses may be compressed. */
  readonly compression: boolean;
  /** Request headers that identify callers: caches must store a separate response for each of their values. */
  readonly identityHeaders: readonly string[];
  /**
   * Query parameters that identify callers. Responses to requests with one are not cached, and logs do not contain
   * its value.
   */
  readonly identityParameters: readonly string[];
  /**
   * Language of the site, such as `en` or `fr-CA`. It applies to costs, and to messages and descriptions outside
   * the locales.
   */
  readonly language: string;
  readonly locales: readonly Locale[];
  /** Symbol for costs without one. */
  readonly currencySymbol: string;
  readonly currencyPosition: "prefix" | "postfix";
  /** ISO code of the currency for costs without one; `undefined`: derived from their symbol. */
  readonly currencyCode: string | undefined;
  /** Format in which `/doc` describes the interface by default. */
  readonly docDialect: "openapi-3.0" | "swagger-2.0";
  /** True if the server adds `/`, `/docs`, `/healthz` and `/readyz` and answers every other path. */
  readonly pages: boolean;
  /** Value of `Retry-After`, in seconds. Source: rules/errors.md#storage-unavailable. */
  readonly storageRetryAfter: number;
  /** Limits of concurrent work. */
  readonly capacities: HttpCapacities;
  /** Milliseconds after which a connection is cut if the client accepts no part of its response. */
  readonly sendTimeout: number;
}
