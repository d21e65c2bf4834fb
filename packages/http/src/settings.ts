import type { HttpCapacities } from "./capacities.ts";
import type { PageTemplates } from "./page-addresses/page-template.ts";

/** Language that is available at its own path segment. Source: rules/interface.md#locale-segment. */
export interface Locale {
  /** Language tag, such as `fr` or `fr-CA`. It is also the path segment before the REST root. */
  readonly name: string;
  /** Default of `per_page` in this locale, if it differs from the default of the site. */
  readonly perPage?: number;
}

/** Settings of the HTTP interface. */
export interface HttpSettings {
  /**
   * Path at which a host has mounted the calendar, such as `/calendar`; the root by default. Source:
   * rules/interface.md#mount-path.
   */
  readonly mountPath?: string;
  /**
   * Path of the REST root, such as `/wp-json`, without a trailing slash. Source:
   * rules/interface.md#rest-root.
   */
  readonly restRoot: string;
  /**
   * First segment of the API's namespace, such as `tribe` in `tribe/events/v1`. Source:
   * rules/interface.md#namespace.
   */
  readonly vendor: string;
  /** Public URL of the site, such as `https://calendar.example`; by default, derived from each request. */
  readonly baseUrl?: string;
  /** True if the calendar manages its own users, who can have sessions. */
  readonly hasSessions: boolean;
  /**
   * Origin of the calendar's pages that may use the session cookie; by default, the origin of each request.
   * Source: rules/sign-in.md#public-address.
   */
  readonly publicOrigin?: string | undefined;
  /**
   * Templates for the URLs of records' web pages; by default, the built-in ones. Source:
   * rules/representations.md#page-url.
   */
  readonly pageUrls?: PageTemplates;
  /**
   * Number of trusted proxies in front of the server. That many entries from the right are trusted in
   * `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For`. With 0, these headers and `X-Request-Id`
   * are ignored.
   */
  readonly trustProxy: number;
  /**
   * True if writes to a single record require an `If-Match` header. Source:
   * rules/interface.md#if-match-required.
   */
  readonly requireIfMatch: boolean;
  /** True if responses show external ids to everybody. Source: rules/external-ids.md#visible-external-ids. */
  readonly publicExternalIds?: boolean;
  /** Maximum size of a request body in bytes, after decompression. */
  readonly bodyLimit: number;
  /** Seconds for which caches may serve responses to anonymous callers without revalidation. */
  readonly cacheMaxAge: number;
  /** Maximum memory for caches in bytes; 0 disables them. */
  readonly cacheMemory: number;
  /**
   * Maximum age in seconds of cached responses if the storage cannot report changes. 0: such responses are
   * not cached.
   * Source: rules/interface.md#kept-answers.
   */
  readonly cacheStaleness: number;
  /** True if responses may be compressed. */
  readonly compression: boolean;
  /**
   * Names of request headers that identify callers. Caches must store a separate response for each of their
   * values.
   */
  readonly identityHeaders: readonly string[];
  /**
   * Names of query parameters that identify callers. Responses to requests with such a parameter are not
   * cached, and its value is not logged.
   */
  readonly identityParameters: readonly string[];
  /**
   * Language of the site, such as `en` or `fr-CA`. Costs always use it. At addresses without a locale
   * segment, descriptions also use it. Messages use it there if `Accept-Language` selects no other language.
   */
  readonly language: string;
  readonly locales: readonly Locale[];
  /** Currency symbol for costs that have no currency symbol. */
  readonly currencySymbol: string;
  readonly currencyPosition: "prefix" | "postfix";
  /**
   * ISO 4217 currency code for costs that have no currency code. If `undefined`, the code is derived from the
   * symbol.
   */
  readonly currencyCode: string | undefined;
  /** Format of `/doc` for requests without `version`. */
  readonly docDialect: "openapi-3.0" | "swagger-2.0";
  /**
   * True if the server also serves `/`, `/docs`, `/healthz`, `/readyz` and the website, so that it answers
   * every path.
   */
  readonly pages: boolean;
  /**
   * Seconds for `Retry-After` while the storage is unavailable. Source: rules/errors.md#storage-unavailable.
   */
  readonly storageRetryAfter: number;
  /** Limits of concurrent work. */
  readonly capacities: HttpCapacities;
  /** Milliseconds after which a connection is cut if the client accepts no byte of its response. */
  readonly sendTimeout: number;
}
