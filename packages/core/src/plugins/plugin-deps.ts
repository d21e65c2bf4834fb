import type { PluginCalendar } from "../api/plugin-calendar.ts";
import type { JsonObject } from "../model/json.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Coordinates } from "../model/venue.ts";
import type { Clock } from "../ports/clock.ts";
import type { GuardedFetch } from "../ports/guarded-fetch.ts";
import type { Logger } from "../ports/logger.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { PostStatuses } from "../rights/post-statuses.ts";
import type { WrittenRecords } from "../write-hooks/write-hook.ts";
import type { CollectionOf } from "./collections.ts";
import type { ExtensibleKind } from "./contributions.ts";
import type { RunLeased } from "./run-leased.ts";

/** What a plugin may change of a record of its own accord. */
export type Amendment<Kind extends ExtensibleKind> = {
  /** What the plugin keeps with the record from now on, its fields included: its whole part of `extensions`. */
  readonly data?: JsonObject;
  /** The subscription or import that follows the record from now on; `null`: none. */
  readonly origin?: RecordOrigin | null;
} & (Kind extends "venue"
  ? {
      /** `null`: none. Rejects coordinates that are not of a place on Earth. */
      readonly coordinates?: Coordinates | null;
    }
  : unknown);

/**
 * Changes what a plugin keeps with a record, in a transaction that never overlaps with other writes: `change` sees the
 * record as it is then, with the plugin's own `data` (`{}` when there is none), and answers `undefined` to change
 * nothing. It may be called again after a conflict and must have no other effect. Dates, author and status stay. False when there is no
 * such record, or nothing to change.
 */
export type Amend = <Kind extends ExtensibleKind>(
  kind: Kind,
  id: number,
  change: (record: WrittenRecords[Kind], data: JsonObject) => Amendment<Kind> | undefined,
) => Promise<boolean>;

export interface HttpAnswer {
  readonly status: number;
  /** Decoded as UTF-8. */
  readonly text: string;
}

export interface HttpGetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** 10 by default. */
  readonly timeoutSeconds?: number;
}

/**
 * GET from another server, following redirects. Rejects when there is no answer in time, or one of more than 8 MiB. The
 * plugin is responsible for the address: it must not come from callers.
 */
export type HttpGet = (url: string, options?: HttpGetOptions) => Promise<HttpAnswer>;

/** A field that a plugin adds to records of a kind, and that everybody sees who sees the record. */
export interface ShownField {
  /** Of the member of the representation. */
  readonly name: string;
  /** For people: the label of the field in their language, its label in English, or its name. */
  readonly label: string;
}

/** A whole text file (UTF-8); relative paths begin at the working directory. Rejects when it cannot be read. */
export type ReadFile = (path: string) => Promise<string>;

/** Settings of the installation. */
export interface SiteOfPlugins extends SiteSettings {
  /** Such as `en` or `fr-CA`. */
  readonly language: string;
  /** The languages that have addresses of their own, such as `fr`. */
  readonly locales: readonly string[];
  /** The path of the REST root, such as `/wp-json`. */
  readonly restRoot: string;
  /** The first segment of the namespace, such as `tribe`. */
  readonly vendor: string;
  /** The public address of the site, where one is configured. */
  readonly baseUrl?: string;
}

/** Everything that a plugin gets. */
export interface PluginDeps {
  /** The calendar: as somebody, as the plugin itself, and what is stored. */
  readonly calendar: PluginCalendar;
  readonly amend: Amend;
  /** The plugin's own: see `PluginDeclarations.collections`. */
  readonly collection: CollectionOf;
  readonly postStatuses: PostStatuses;
  /**
   * Fields of plugins that are not hidden, in the order of the configuration; the `members` of a view have their values. `language`, such as `fr`, is
   * that of labels, by default that of the calendar. Not before all contributions are made.
   */
  readonly shownFields: (kind: ExtensibleKind, language?: string) => readonly ShownField[];
  readonly clock: Clock;
  /** Its lines carry the plugin's name. */
  readonly logger: Logger;
  readonly site: SiteOfPlugins;
  /** Does what one process of several shall do. The names of leases are the plugin's own; never inside `amend`. */
  readonly runLeased: RunLeased;
  readonly httpGet: HttpGet;
  /** For addresses that callers give, such as websites of events. */
  readonly guardedFetch: GuardedFetch;
  /** For keys and tokens that callers are known by. */
  readonly secrets: Secrets;
  readonly readFile: ReadFile;
  /** The plain text of HTML that was cleaned: no tags, entities decoded, a line for each block element and `<br>`, trimmed. */
  readonly toText: (html: string) => string;
}
