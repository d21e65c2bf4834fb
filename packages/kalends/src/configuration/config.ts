import type { Role, SiteSettings } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/**
 * A plugin in the configuration: its package name or path, optionally with options. A program may also pass
 * the plugin object.
 */
export type PluginEntry =
  | string
  | { readonly package: string; readonly options?: Readonly<Record<string, unknown>> }
  | Plugin;

/**
 * All settings of an installation. An absent member means that the setting has no value, for example because
 * the feature is off.
 * docs/reference/configuration.md describes each setting.
 * Source: rules/choices.md#configuration-sources.
 */
export interface Config extends Omit<SiteSettings, "decimalMark" | "publicExternalIds"> {
  /**
   * Callers to whom responses show external ids: callers who may edit the record (`edit`), or everybody
   * (`public`).
   */
  readonly externalIds: "edit" | "public";
  readonly restRoot: string;
  readonly vendor: string;
  /**
   * Start of links, such as `https://calendar.example`. If absent, links start with the address of the
   * request.
   */
  readonly baseUrl?: string;
  /**
   * Template for the URLs of web pages of events, such as `/termine/{slug}/`. Other records have their own
   * templates.
   */
  readonly eventUrl?: string;
  readonly venueUrl?: string;
  readonly organizerUrl?: string;
  readonly categoryUrl?: string;
  readonly tagUrl?: string;
  /** Number of trusted proxies in front of the server; 0 if clients connect directly. */
  readonly trustProxy: number;
  readonly host: string;
  /** TCP port to listen on; 0 selects any free port. */
  readonly port: number;
  /** Storage address: a scheme and a scheme-specific text, such as `sqlite:./kalends.db`. */
  readonly storage: string;
  /** Maximum seconds to wait for a storage that is busy or does not respond. */
  readonly storageTimeout: number;
  readonly mongodbStandalone: boolean;
  /** Prefix of the collection names in a MongoDB database. */
  readonly collectionPrefix: string;
  /** True to migrate the layout of the storage to this version when it is opened. */
  readonly migrate: boolean;
  readonly language: string;
  /** Language tags of the site. A tag may have its own page size: `fr:10`. */
  readonly locales: readonly string[];
  readonly currencySymbol: string;
  readonly currencyPosition: "prefix" | "postfix";
  readonly currencyCode?: string;
  readonly jwtKey?: string;
  readonly jwksUrl?: string;
  readonly jwtIssuer?: string;
  readonly jwtAudience?: string;
  /** Maximum lifetime of JSON Web Tokens, in seconds. */
  readonly jwtMaxLifetime: number;
  /** Seconds after its last use at which a session ends. */
  readonly sessionIdle: number;
  /** Seconds after the sign-in at which a session ends. */
  readonly sessionLifetime: number;
  readonly unfilteredHtml: readonly Role[];
  /** Maximum size of a request body, in bytes. */
  readonly bodyLimit: number;
  /**
   * Request limit such as `600/1m`, or a limit for each client address and account:
   * `address=600/1m,account=1200/1m`.
   */
  readonly rateLimit?: string;
  /** Maximum number of concurrent requests in each process; 0 for no limit. */
  readonly requestsAtOnce: number;
  readonly requireIfMatch: boolean;
  /** `max-age` of cached responses, in seconds. */
  readonly cacheMaxAge: number;
  /** Cache memory in MiB; 0 switches the cache off. */
  readonly cacheMemory: number;
  /** Maximum seconds for which an anonymous response is cached if the storage cannot report changes. */
  readonly cacheStaleness: number;
  readonly compression: boolean;
  /** Days for which outbox entries are stored. The outbox may be off. */
  readonly outboxDays: number;
  /** Address of the mail server; absent if no mail is sent. */
  readonly smtpUrl?: string;
  /** Encryption of connections to the mail server: `required`, or `off`. */
  readonly smtpTls: "required" | "off";
  /** Sender of all mail: an address, or a name and an address. */
  readonly mailFrom?: string;
  /** True to record in the audit log which user wrote which data. */
  readonly audit: boolean;
  /** Days for which audit entries are stored. */
  readonly auditDays: number;
  /** Number of versions to keep of each event, venue and organizer; 0 switches the history off. */
  readonly history: number;
  /** Maximum number of open change streams in each process; 0 switches change streams off. */
  readonly changeStreams: number;
  /** Number of processes that serve the calendar together. */
  readonly workers: number;
  readonly plugins: readonly PluginEntry[];
  readonly licenses: Readonly<Record<string, string>>;
  /** Path of the directory with image files. */
  readonly media?: string;
  readonly imageAllowHosts: readonly string[];
  /**
   * Controls whether metadata stays in the images of accounts, whether these are uploaded, fetched or
   * imported.
   */
  readonly imageMetadata: "remove" | "keep";
  readonly pluginAllowHosts: readonly string[];
  /** True to serve the feed of changes. */
  readonly changes: boolean;
  readonly docDialect: "openapi-3.0" | "swagger-2.0";
  /** True to serve `/metrics`. A number is a separate port, on which only the metrics are then served. */
  readonly metrics: boolean | number;
  readonly logLevel: LogLevel;
}
