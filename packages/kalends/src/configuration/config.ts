import type { Role, SiteSettings } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/** One plugin of the configuration: its package or path, perhaps with options, or in a program the plugin itself. */
export type PluginEntry =
  | string
  | { readonly package: string; readonly options?: Readonly<Record<string, unknown>> }
  | Plugin;

/**
 * How an installation is set up. Source: rules/choices.md#configuration-sources; docs/configuration.md says what each
 * is for. Members without a value are switched off.
 */
export interface Config extends Omit<SiteSettings, "decimalMark"> {
  readonly restRoot: string;
  readonly vendor: string;
  /** Origin of links; derived from each request when absent. */
  readonly baseUrl?: string;
  /** Templates of the addresses of pages, such as `/termine/{slug}/`. */
  readonly eventUrl?: string;
  readonly venueUrl?: string;
  readonly organizerUrl?: string;
  readonly categoryUrl?: string;
  readonly tagUrl?: string;
  /** Number of trusted proxies in front; 0: none. */
  readonly trustProxy: number;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** `scheme:place`. */
  readonly storage: string;
  /** Seconds. */
  readonly storageTimeout: number;
  readonly mongodbStandalone: boolean;
  /** Before the names of the collections at a MongoDB address. */
  readonly collectionPrefix: string;
  /** Whether the storage is brought to the layout of this version when it is opened. */
  readonly migrate: boolean;
  readonly language: string;
  /** Language tags, each perhaps with its own page size: `fr:10`. */
  readonly locales: readonly string[];
  readonly currencySymbol: string;
  readonly currencyPosition: "prefix" | "postfix";
  readonly currencyCode?: string;
  readonly jwtKey?: string;
  readonly jwksUrl?: string;
  readonly jwtIssuer?: string;
  readonly jwtAudience?: string;
  /** Seconds. */
  readonly jwtMaxLifetime: number;
  readonly unfilteredHtml: readonly Role[];
  /** Bytes. */
  readonly bodyLimit: number;
  /** `600/1m`, or `address=600/1m,account=1200/1m`. */
  readonly rateLimit?: string;
  /** Requests under way in a process; 0: any number. */
  readonly requestsAtOnce: number;
  readonly requireIfMatch: boolean;
  /** Seconds. */
  readonly cacheMaxAge: number;
  /** MiB; 0: nothing is kept. */
  readonly cacheMemory: number;
  /** Seconds. */
  readonly cacheStaleness: number;
  readonly compression: boolean;
  /** Days for which what happened is kept, where it is kept at all. */
  readonly outboxDays: number;
  /** Whether it is kept who has written what. */
  readonly audit: boolean;
  /** Days for which that is kept. */
  readonly auditDays: number;
  /** Streams of changes that a process sends at once; 0: none. */
  readonly changeStreams: number;
  /** Processes that serve together. */
  readonly workers: number;
  readonly plugins: readonly PluginEntry[];
  readonly licenses: Readonly<Record<string, string>>;
  /** A directory. */
  readonly media?: string;
  readonly imageAllowHosts: readonly string[];
  /** Treatment of the metadata of images that accounts send. */
  readonly imageMetadata: "remove" | "keep";
  readonly pluginAllowHosts: readonly string[];
  /** Whether the interface tells what has changed. */
  readonly changes: boolean;
  readonly docDialect: "openapi-3.0" | "swagger-2.0";
  /** Whether there is `/metrics`; a number: on this port instead, alone. */
  readonly metrics: boolean | number;
  readonly logLevel: LogLevel;
}
