import type { PluginCalendar } from "../api/plugin-calendar.ts";
import type { JsonObject } from "../model/json.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Coordinates } from "../model/venue.ts";
import type { Clock } from "../ports/clock.ts";
import type { GuardedFetch } from "../ports/guarded-fetch.ts";
import type { Logger } from "../ports/logger.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { PostStatuses } from "../rights/record-rights.ts";
import type { WrittenRecords } from "../write-hooks/write-hook.ts";
import type { CollectionOf } from "./collections.ts";
import type { ExtensibleKind } from "./contributions.ts";
import type { RunLeased } from "./run-leased.ts";

/** Change that a plugin makes to a record with `amend`. */
export type Amendment<Kind extends ExtensibleKind> = {
  /** New data of the plugin in this record, its fields included. Replaces everything that the plugin has stored there. */
  readonly data?: JsonObject;
  /** Subscription or import that updates the record from now on; `null` for none. */
  readonly origin?: RecordOrigin | null;
} & (Kind extends "venue"
  ? {
      /** Coordinates of the venue; `null` removes them. Rejects coordinates that are not on Earth. */
      readonly coordinates?: Coordinates | null;
    }
  : unknown);

/**
 * Changes the plugin's own data of a record, its origin or a venue's coordinates, in a transaction. `change` gets the record as it is in the
 * transaction, with the plugin's own `data` (`{}` if there is none). It returns `undefined` to change nothing.
 *
 * Kalends may call `change` again after a conflict, so it must have no other effect. Dates, author and status stay as they are. Data of a series
 * applies to its occurrences, unless an occurrence has its own. Returns false if the record does not exist or nothing changed.
 */
export type Amend = <Kind extends ExtensibleKind>(
  kind: Kind,
  id: number,
  change: (record: WrittenRecords[Kind], data: JsonObject) => Amendment<Kind> | undefined,
) => Promise<boolean>;

/** Response to `httpGet`. */
export interface HttpGetResponse {
  readonly status: number;
  /** Body, decoded as UTF-8. */
  readonly text: string;
}

/** Options of `httpGet`. */
export interface HttpGetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** 10 by default. */
  readonly timeoutSeconds?: number;
}

/**
 * Sends a GET request to another server and follows redirects. Rejects if no response arrives in time, or if it is longer than 8 MiB. Use it only
 * for addresses from the configuration; `guardedFetch` is for addresses from callers.
 */
export type HttpGet = (url: string, options?: HttpGetOptions) => Promise<HttpGetResponse>;

/** A field that a plugin adds to a kind of record and does not hide. */
export interface ShownField {
  /** Name of the member. */
  readonly name: string;
  /** Label in the requested language; else the English label, or the name. */
  readonly label: string;
}

/** Reads a text file (UTF-8). Relative paths start at the working directory. Rejects if the file cannot be read. */
export type ReadFile = (path: string) => Promise<string>;

/** Settings of the installation. */
export interface SiteOfPlugins extends SiteSettings {
  /** Language of the site, such as `en` or `fr-CA`. */
  readonly language: string;
  /** Languages with addresses of their own, such as `fr`. */
  readonly locales: readonly string[];
  /** Path of the REST root, such as `/wp-json`. */
  readonly restRoot: string;
  /** First segment of the namespace, such as `tribe`. */
  readonly vendor: string;
  /** Public address of the site, if one is configured. */
  readonly baseUrl?: string;
}

/** Dependencies that `setup`, services, commands and importers get. */
export interface PluginDeps {
  /**
   * The calendar, in process: as a caller or a role (`as`), as the plugin itself (`asPlugin`), or everything that is stored (`unrestricted`). Call it only
   * after the start, not while services and contributions are created.
   *
   * Links in its responses begin with `KALENDS_BASE_URL`, else with `http://localhost`.
   */
  readonly calendar: PluginCalendar;
  /** Changes the plugin's own data of a record, its origin, or a venue's coordinates, in a transaction. */
  readonly amend: Amend;
  /** Returns one of the plugin's own collections, by the name in `collections`. */
  readonly collection: CollectionOf;
  /** Rights on records by their status: lists use `visibleTo(actor)`, single records `canRead(record, actor)`. */
  readonly postStatuses: PostStatuses;
  /**
   * Returns the fields of plugins that are not hidden, in the order of the configuration. `members` of a view has their values. `language`, such as
   * `fr`, selects the labels; the site's language by default. Call it only after the start.
   */
  readonly shownFields: (kind: ExtensibleKind, language?: string) => readonly ShownField[];
  /** The only source of the current time. */
  readonly clock: Clock;
  /** Writes structured log lines with the plugin's name. */
  readonly logger: Logger;
  /** Settings of the installation: time zone, languages, addresses, page sizes, the hour at which days end. */
  readonly site: SiteOfPlugins;
  /** Runs work in one of several processes at a time. Lease names are the plugin's own. Do not call it inside `amend` or `change`. */
  readonly runLeased: RunLeased;
  /** Sends a GET request to an address from the configuration. */
  readonly httpGet: HttpGet;
  /** Sends a request to an address from a caller, such as the website of an event. It reaches public addresses only. */
  readonly guardedFetch: GuardedFetch;
  /** Creates and compares keys and tokens for callers. Store the hash, not the secret. */
  readonly secrets: Secrets;
  /** Reads a text file. */
  readonly readFile: ReadFile;
  /** Converts cleaned HTML, such as a description, to plain text: entities decoded, one line per block element and `<br>`, trimmed. */
  readonly toText: (html: string) => string;
}
