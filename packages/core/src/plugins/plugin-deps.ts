import type { PluginCalendar } from "../api/plugin-calendar.ts";
import type { ExternalId } from "../model/external-id.ts";
import type { JsonObject } from "../model/json.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Coordinates } from "../model/venue.ts";
import type { Clock } from "../ports/clock.ts";
import type { GuardedFetch } from "../ports/guarded-fetch.ts";
import type { Logger } from "../ports/logger.ts";
import type { MailAddress, MailQueue } from "../ports/mailer.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { PostStatuses } from "../rights/record-rights.ts";
import type { WrittenRecords } from "../write-hooks/write-hook.ts";
import type { CollectionOf } from "./collections.ts";
import type { ExtensibleKind } from "./contributions.ts";
import type { RunLeased } from "./run-leased.ts";

/** Change of a record that a plugin makes with `amend`. */
export type Amendment<Kind extends ExtensibleKind> = {
  /**
   * New data of the plugin in this record, including its fields. It replaces all data that the plugin has
   * stored in the record.
   */
  readonly data?: JsonObject;
  /** Subscription or import that updates the record from now on; `null` removes it. */
  readonly origin?: RecordOrigin | null;
  /**
   * New external ids of the record, which replace the stored ones. Reserved sources are allowed. `amend`
   * rejects invalid ids, and ids of another record of the kind.
   * Source: rules/external-ids.md#plugins-and-external-ids.
   */
  readonly externalIds?: readonly ExternalId[];
} & (Kind extends "venue"
  ? {
      /**
       * Coordinates of the venue; `null` removes them. `amend` rejects latitudes and longitudes outside of
       * their ranges.
       */
      readonly coordinates?: Coordinates | null;
    }
  : unknown);

/**
 * Changes the plugin's own data in a record, the record's origin or external ids, or a venue's coordinates,
 * in a transaction.
 * `change` gets the record as stored, and the plugin's own `data` in it (`{}` if it has none). It returns
 * `undefined` to change nothing.
 *
 * - Kalends may call `change` again after a conflict, so it must not have other effects.
 * - Dates, author and status of the record stay unchanged.
 * - Data of a series applies to each occurrence that has no data of its own.
 * - Returns false if the record does not exist or was not changed.
 */
export type Amend = <Kind extends ExtensibleKind>(
  kind: Kind,
  id: number,
  change: (record: WrittenRecords[Kind], data: JsonObject) => Amendment<Kind> | undefined,
) => Promise<boolean>;

/** Response of `httpGet`. */
export interface HttpGetResponse {
  readonly status: number;
  /** Response body, decoded as UTF-8. */
  readonly text: string;
}

/** Options of `httpGet`. */
export interface HttpGetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum number of seconds for the request; 10 by default. */
  readonly timeoutSeconds?: number;
}

/**
 * Sends a GET request to another server and follows redirects. Rejects if the response does not arrive in
 * time or is longer than 8 MiB.
 * Use it only for URLs from the configuration. Use `guardedFetch` for URLs that callers send.
 */
export type HttpGet = (url: string, options?: HttpGetOptions) => Promise<HttpGetResponse>;

/** Field that a plugin adds to a kind of record and that is not hidden. */
export interface ShownField {
  /** Name of the member in responses. */
  readonly name: string;
  /**
   * Label in the requested language. Without a translation, it is the English label. If the field has no
   * label, it is made from the name.
   */
  readonly label: string;
  /** Labels of the values of a field with an `enum`, by value, in the same language. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Unit of a number, in the same language. */
  readonly unit?: string;
}

/**
 * Reads a text file in UTF-8. A relative path starts at the working directory. Rejects if the file cannot be
 * read.
 */
export type ReadFile = (path: string) => Promise<string>;

/** Settings of the installation that plugins can read. */
export interface SiteOfPlugins extends SiteSettings {
  /** Language of the site, such as `en` or `fr-CA`. */
  readonly language: string;
  /** Additional languages whose pages have URLs of their own, such as `fr`. */
  readonly locales: readonly string[];
  /** Path of the REST root, such as `/wp-json`. */
  readonly restRoot: string;
  /** First path segment of the namespace, such as `tribe`. */
  readonly vendor: string;
  /** Public URL of the site, if it is configured. */
  readonly baseUrl?: string;
  /** Path below `baseUrl` at which a host application mounts the calendar, such as `/calendar`. */
  readonly mountPath?: string;
}

/** Objects and functions that `setup`, services, commands and importers get. */
export interface PluginDeps {
  /**
   * Calendar in the same process. It acts as a caller or a role (`as`), as the plugin itself (`asPlugin`), or
   * without any restriction (`unrestricted`).
   * Use it only after the start, not while services and contributions are created.
   *
   * Links in its responses begin with `KALENDS_BASE_URL`, or with `http://localhost` if it is not set.
   */
  readonly calendar: PluginCalendar;
  /**
   * Changes the plugin's own data in a record, the record's origin or external ids, or a venue's coordinates,
   * in a transaction.
   */
  readonly amend: Amend;
  /** Returns one of the plugin's own collections, by the name declared in `collections`. */
  readonly collection: CollectionOf;
  /**
   * Rights on records by their status. Use `visibleTo(actor)` for lists, and `canRead(record, actor)` for
   * single records.
   */
  readonly postStatuses: PostStatuses;
  /**
   * Returns all fields of plugins that are not hidden, in the order in which the plugins are configured.
   * `members` of an event view contains their values.
   * `language`, such as `fr`, selects the language of the labels; by default that of the site. Call it only
   * after the start.
   */
  readonly shownFields: (kind: ExtensibleKind, language?: string) => readonly ShownField[];
  /** Current time. Do not read the time in any other way. */
  readonly clock: Clock;
  /** Writes structured log lines that contain the plugin's name. */
  readonly logger: Logger;
  /** Settings of the installation: time zone, languages, URLs, page sizes, and the hour at which days end. */
  readonly site: SiteOfPlugins;
  /**
   * Runs work in only one of several processes at a time, under a named lease. Other plugins cannot use the
   * same lease name. Do not call it inside `amend` or `change`.
   */
  readonly runLeased: RunLeased;
  /** Sends a GET request to a URL from the configuration. */
  readonly httpGet: HttpGet;
  /**
   * Sends a request to a URL from a caller, such as the website of an event. It reaches public addresses
   * only.
   */
  readonly guardedFetch: GuardedFetch;
  /** Creates and compares secrets, such as keys and tokens for callers. Store the hash, not the secret. */
  readonly secrets: Secrets;
  /**
   * Sends mail with the plugin's own `mailTemplates`. `undefined` if the calendar sends no mail, because
   * `KALENDS_SMTP_URL` is not set.
   */
  readonly mail: MailQueue | undefined;
  /**
   * Returns the mailbox of the user with this id, as recipient of a mail; `undefined` if the user is unknown or
   * has no mail address. It is personal data, so do not show it to other users.
   */
  readonly mailboxOf: (user: number) => Promise<MailAddress | undefined>;
  /** Reads a text file. */
  readonly readFile: ReadFile;
  /**
   * Converts sanitized HTML, such as a description, to plain text. It decodes entities, begins a new line at
   * each block element and `<br>`, and trims the result.
   */
  readonly toText: (html: string) => string;
}
