import type { Role, SiteSettings } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/**
 * Plugin of the configuration: its package or path, optionally with options. Programs may also pass the
 * plugin itself.
 */
export type PluginEntry =
  | string
  | { readonly package: string; readonly options?: Readonly<Record<string, unknown>> }
  | Plugin;

/**
 * Settings of an installation. Members without a value are switched off. docs/reference/configuration.md describes each
 * setting.
 * Source: rules/choices.md#configuration-sources.
 */
export interface Config extends Omit<SiteSettings, "decimalMark"> {
  readonly restRoot: string;
  readonly vendor: string;
  /** Origin of links; if absent, derived from each request. */
  readonly baseUrl?: string;
  /** Templates for the addresses of web pages, such as `/termine/{slug}/`. */
  readonly eventUrl?: string;
  readonly venueUrl?: string;
  readonly organizerUrl?: string;
  readonly categoryUrl?: string;
  readonly tagUrl?: string;
  /** Number of trusted proxies in front of the server; 0 for none. */
  readonly trustProxy: number;
  readonly host: string;
  /** TCP port; 0 for any free port. */
  readonly port: number;
  /** Storage address in the form `scheme:place`. */
  readonly storage: string;
  /** In seconds. */
  readonly storageTimeout: number;
  readonly mongodbStandalone: boolean;
  /** Prefix of the collection names in a MongoDB database. */
  readonly collectionPrefix: string;
  /** True to migrate the storage to the layout of this version when it is opened. */
  readonly migrate: boolean;
  readonly language: string;
  /** Language tags, each optionally with its own page size: `fr:10`. */
  readonly locales: readonly string[];
  readonly currencySymbol: string;
  readonly currencyPosition: "prefix" | "postfix";
  readonly currencyCode?: string;
  readonly jwtKey?: string;
  readonly jwksUrl?: string;
  readonly jwtIssuer?: string;
  readonly jwtAudience?: string;
  /** In seconds. */
  readonly jwtMaxLifetime: number;
  /** Seconds after the last use of a session at which it ends. */
  readonly sessionIdle: number;
  /** Seconds after the sign-in at which a session ends. */
  readonly sessionLifetime: number;
  readonly unfilteredHtml: readonly Role[];
  /** In bytes. */
  readonly bodyLimit: number;
  /** Limit such as `600/1m`, or `address=600/1m,account=1200/1m`. */
  readonly rateLimit?: string;
  /** Maximum number of concurrent requests per process; 0 for no limit. */
  readonly requestsAtOnce: number;
  readonly requireIfMatch: boolean;
  /** In seconds. */
  readonly cacheMaxAge: number;
  /** In MiB; 0 switches the cache off. */
  readonly cacheMemory: number;
  /** In seconds. */
  readonly cacheStaleness: number;
  readonly compression: boolean;
  /** Days for which entries of the outbox are stored, if they are stored at all. */
  readonly outboxDays: number;
  /** True to record who wrote what in the audit log. */
  readonly audit: boolean;
  /** Days for which entries of the audit log are stored. */
  readonly auditDays: number;
  /** Maximum number of concurrent change streams per process; 0 switches them off. */
  readonly changeStreams: number;
  /** Number of processes that serve the calendar together. */
  readonly workers: number;
  readonly plugins: readonly PluginEntry[];
  readonly licenses: Readonly<Record<string, string>>;
  /** Directory of image files. */
  readonly media?: string;
  readonly imageAllowHosts: readonly string[];
  /** Treatment of metadata in images that accounts upload. */
  readonly imageMetadata: "remove" | "keep";
  readonly pluginAllowHosts: readonly string[];
  /** True to offer the feed of changes. */
  readonly changes: boolean;
  readonly docDialect: "openapi-3.0" | "swagger-2.0";
  /** True to serve `/metrics`; a number serves the metrics only on this separate port. */
  readonly metrics: boolean | number;
  readonly logLevel: LogLevel;
}
