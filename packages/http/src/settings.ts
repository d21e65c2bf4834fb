import type { HttpCapacities } from "./capacities.ts";
import type { PageTemplates } from "./page-addresses/page-template.ts";

/** A language with an address of its own. Source: rules/interface.md#locale-segment. */
export interface Locale {
  /** Its tag, such as `fr` or `fr-CA`: the segment before the REST root. */
  readonly name: string;
  /** Default of `per_page` there, where it differs. */
  readonly perPage?: number;
}

/** The settings of the HTTP side. */
export interface HttpSettings {
  /** Where a host has mounted the calendar, such as `/calendar`; absent: at the root. Source: rules/interface.md#mount-path. */
  readonly mountPath?: string;
  /** Path of the REST root, such as `/wp-json`; without a trailing slash. Source: rules/interface.md#rest-root. */
  readonly restRoot: string;
  /** First segment of the namespace, such as `tribe`. Source: rules/interface.md#namespace. */
  readonly vendor: string;
  /** Public address of the site, such as `https://calendar.example`; absent: derived from each request. */
  readonly baseUrl?: string;
  /** The addresses of the pages of records, where they are not the usual ones. Source: rules/representations.md#page-url. */
  readonly pageUrls?: PageTemplates;
  /**
   * Number of trusted proxies in front: `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For` are read that many entries from
   * the right. 0: these headers and `X-Request-Id` are ignored.
   */
  readonly trustProxy: number;
  /** Whether writes of one record must say which revision of it they are for. Source: rules/interface.md#if-match-required. */
  readonly requireIfMatch: boolean;
  /** Longest request body, in bytes, after decompression. */
  readonly bodyLimit: number;
  /** How long caches may serve anonymous answers without asking again, in seconds. */
  readonly cacheMaxAge: number;
  /** How much of what was answered may be kept in memory, in bytes; 0: nothing. */
  readonly cacheMemory: number;
  /** How old kept answers may be that nothing can be asked about, in seconds; 0: none is kept. Source: rules/interface.md#kept-answers. */
  readonly cacheStaleness: number;
  /** Whether answers may be compressed. */
  readonly compression: boolean;
  /** The headers by which callers are known: caches must keep answers apart by them. */
  readonly identityHeaders: readonly string[];
  /** The parameters of the query by which callers are known: what carries one is neither kept nor logged with it. */
  readonly identityParameters: readonly string[];
  /** Language of the site, such as `en` or `fr-CA`: costs, and messages and descriptions outside the locales. */
  readonly language: string;
  readonly locales: readonly Locale[];
  /** Stands in where a cost names no symbol. */
  readonly currencySymbol: string;
  readonly currencyPosition: "prefix" | "postfix";
  /** ISO code of the currency of costs that do not say theirs; `undefined`: their symbol decides. */
  readonly currencyCode: string | undefined;
  /** In which words `/doc` describes the interface unless asked otherwise. */
  readonly docDialect: "openapi-3.0" | "swagger-2.0";
  /** Adds `/`, `/docs`, `/healthz` and `/readyz` and answers every other path. */
  readonly pages: boolean;
  /** What `Retry-After` says, in seconds. Source: rules/errors.md#storage-unavailable. */
  readonly storageRetryAfter: number;
  /** How much is done at once. */
  readonly capacities: HttpCapacities;
  /** How long a client may take none of its answer before its connection is cut, in milliseconds. */
  readonly sendTimeout: number;
}
