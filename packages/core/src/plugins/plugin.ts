import type { EventFilter, OrganizerFilter, VenueFilter } from "../filters/list-filter.ts";
import type { DomainEventListener, DurableListener } from "../ports/domain-events.ts";
import type { Capability } from "../rights/actor.ts";
import type { Policy } from "../rights/policy.ts";
import type { WriteHook } from "../write-hooks/write-hook.ts";
import type { AuthenticationScheme } from "./authentication.ts";
import type { DocumentCollection } from "./collections.ts";
import type {
  Job,
  ListFormat,
  PluginCommand,
  RecordField,
  RecordMembers,
  StorageScheme,
} from "./contributions.ts";
import type { EventFormat } from "./event-format.ts";
import type { EventPreview } from "./event-preview.ts";
import type { Importer } from "./importer.ts";
import type { IssuedCredentials } from "./issued-credentials.ts";
import type { MailTemplate } from "./mail-template.ts";
import type { PersonalData } from "./personal-data.ts";
import type { PluginDeps } from "./plugin-deps.ts";
import type { PluginRoute } from "./plugin-route.ts";
import type { PluginTexts } from "./plugin-texts.ts";
import type { WebsiteHandler } from "./website.ts";

/**
 * Version of `@kalends/core` and other plugins that a plugin needs. If the version does not match or a plugin
 * is not enabled, the calendar does not start.
 */
export interface PluginRequirements {
  /**
   * Range of versions of `@kalends/core`, such as `^1.2.0`. Also declare `@kalends/core` as a peer
   * dependency, so that the calendar and its plugins use the same copy.
   */
  readonly core?: string;
  /** Names of other plugins that must be enabled. */
  readonly plugins?: readonly string[];
}

/** Result of checking a licence key: `true` if it is valid, otherwise the reason why it is not. */
export type LicenseVerdict = true | { readonly reason: string };

/**
 * Contributions of a plugin, which `setup` returns. Each kind is an optional list.
 * Kalends first runs its own entries, then those of plugins in the order of the configuration. A malformed
 * entry, an unknown member or a name that is already taken stops the start. The message lists all such
 * problems.
 */
export interface PluginContributions {
  /**
   * Filters that add parameters to `GET /events` and change its query. Built-in filters implement the same
   * interface. Create one with `eventFilter`.
   */
  readonly eventFilters?: readonly EventFilter[];
  /** Filters that add parameters to `GET /venues`. Create one with `venueFilter`. */
  readonly venueFilters?: readonly VenueFilter[];
  /** Filters that add parameters to `GET /organizers`. Create one with `organizerFilter`. */
  readonly organizerFilters?: readonly OrganizerFilter[];
  /**
   * Fields that callers write on events, venues and organizers like built-in fields, also in the data of a
   * venue or organizer inside an event.
   * Exports and imports include their values. Stores index every field, so you declare no index.
   */
  readonly fields?: readonly RecordField[];
  /** Computed members that appear wherever an event, a venue or an organizer appears. */
  readonly members?: readonly RecordMembers[];
  /**
   * Additional media types of lists, which the client selects with the `Accept` header. Only one plugin can
   * add a media type to a list.
   * The format gets the complete JSON body in memory. With `per_page=200` and long texts, that can be tens of
   * megabytes.
   */
  readonly formats?: readonly ListFormat[];
  /**
   * Formats for files of events, such as calendars and feeds. They are written in portions, so memory use
   * does not depend on the size of the calendar.
   */
  readonly eventFormats?: readonly EventFormat[];
  /**
   * Routes below the namespace, such as `GET /wp-json/tribe/events/v1/audiences`. The REST index and the
   * OpenAPI document list them. Caching and headers follow the same rules as in built-in routes. Create one
   * with `pluginRoute`.
   */
  readonly routes?: readonly PluginRoute[];
  /**
   * Handlers of web pages outside the REST root. A calendar with its own server calls them; a host
   * application mounts `calendar.website`.
   * If no handler returns a page for a path, the response is a 404, or the host's next handler runs.
   */
  readonly website?: readonly WebsiteHandler[];
  /**
   * Renderers of the web page of an event for preview links. The routes for previews exist only if a plugin
   * adds a renderer.
   */
  readonly previews?: readonly EventPreview[];
  /**
   * Ways to sign in, in addition to the calendar's accounts or the host's `identity`. Kalends calls schemes
   * first, in order, and only for requests with one of their headers or parameters.
   */
  readonly authentication?: readonly AuthenticationScheme[];
  /**
   * Tasks that run in the background: at fixed times, at intervals, or once at the start. With `scheduler:
   * false`, the host application runs `calendar.jobs` itself.
   */
  readonly jobs?: readonly Job[];
  /**
   * Functions that Kalends calls after a change is committed.
   * A plain listener is called once, in the process that made the change. A durable listener (`durable:
   * true`) gets every change even after a crash, possibly twice.
   *
   * Listeners never delay or fail the request. Kalends logs errors that they throw. `DomainEvents` lists the
   * names of all events with their meaning.
   */
  readonly listeners?: readonly (DomainEventListener | DurableListener)[];
  /**
   * Functions that check or change events, venues, organizers, categories and tags before they are stored.
   */
  readonly writeHooks?: readonly WriteHook[];
  /**
   * Policies that restrict the rights of actors: on single writes (`permits`), on reads (`narrow`), or both.
   * A policy never adds rights.
   */
  readonly policies?: readonly Policy[];
  /**
   * Functions that stop what the plugin has started. Kalends calls each once when the calendar closes, also
   * if a start fails after `setup`.
   * Requests, jobs and listeners have then ended, or used up their ten seconds. The storage is still open.
   *
   * Plugins close one after another, the last one first. The functions of one plugin run at the same time and
   * may take ten seconds. Kalends logs errors that they throw.
   */
  readonly onClose?: readonly (() => void | Promise<void>)[];
  /**
   * Functions that export and erase personal data in the plugin's collections, for `kalends person` and
   * `kalends erase`. Data in the `extensions` of a record is exported and erased together with the record.
   * Without this list, `kalends person` prints the plugin records that contain the account's name or email
   * address.
   */
  readonly personalData?: readonly PersonalData[];
  /**
   * Functions that revoke everything that callers created with an application password, such as API keys.
   * Kalends calls them when the password is revoked.
   */
  readonly issuedCredentials?: readonly IssuedCredentials[];
}

/** Parts of a plugin that Kalends reads before a calendar exists. */
export interface PluginDeclarations {
  /**
   * Name of the plugin: lower-case letters, digits and `-`, beginning with a letter. It must be unique. The
   * plugin's data is stored under this name, so after renaming the plugin its data is no longer accessible.
   */
  readonly name: string;
  /** Range of versions of `@kalends/core` and names of other plugins that this plugin needs. */
  readonly requires?: PluginRequirements;
  /**
   * Rights with which the plugin itself acts in `calendar.asPlugin()`; none by default. The error for a
   * refused call names the rights that the plugin has.
   * To list records that are not public, it needs `edit`. For such records of other authors, it needs
   * `edit_others`.
   */
  readonly rights?: readonly Capability[];
  /**
   * Checks the licence key that is configured for the plugin in `KALENDS_LICENSES`; the key is `undefined` if
   * none is configured. The start waits for the promise.
   * If the key is not valid, the plugin contributes nothing, plugins that require it stay off too, and the
   * log has one message. Absent: the plugin needs no key.
   */
  readonly license?: (key: string | undefined) => LicenseVerdict | Promise<LicenseVerdict>;
  /**
   * Collections in which the plugin stores records of its own, such as keys or notes. Access them with
   * `deps.collection(name)`.
   * Exports include all collections except those whose names end with `-secrets`. Backups include all.
   */
  readonly collections?: readonly DocumentCollection[];
  /** Enables the change feed, like the setting `changes`. */
  readonly changes?: true;
  /**
   * Translations of the plugin's texts: descriptions, labels and the texts of problems. A response in another
   * language has the translation with the same name. A text without a translation stays English.
   *
   * Store one JSON file per language, list their folder in `files` of `package.json`, and load them with
   * `createRequire`: Node 20 warns about imported JSON. The calendar's languages are `en`, `fr`, `es` and
   * `de`; it ignores texts in other languages.
   */
  readonly texts?: readonly PluginTexts[];
  /** Mails that the plugin sends with `deps.mail`. */
  readonly mailTemplates?: readonly MailTemplate[];
  /** Commands that the plugin adds to the command line, `kalends NAME`. */
  readonly commands?: readonly PluginCommand[];
  /** Formats that the plugin adds to `kalends import`. */
  readonly importers?: readonly Importer[];
  /** Storage adapters for addresses of the form `scheme:place`. */
  readonly storageSchemes?: readonly StorageScheme[];
}

/** Plugin in the form that `definePlugin` returns. */
export interface Plugin extends PluginDeclarations {
  /** Functions that create the plugin's services, by name: see `PluginDefinition.services`. */
  readonly services?: Readonly<Record<string, CreateService>>;
  /**
   * Returns the plugin's contributions. Kalends calls it once, when the calendar opens. `deps` also contains
   * the plugin's services by name.
   */
  setup?(deps: PluginDeps): PluginContributions;
}

/** Function that creates a service. `deps` also contains the other services of the plugin by name. */
export type CreateService = { create(deps: PluginDeps): unknown }["create"];

/** Value of a plugin option. */
export type OptionValue = string | number | boolean | readonly string[];

/**
 * Option of a plugin that is enabled by name. Kalends reads its value from the environment variable,
 * otherwise from `options` next to the plugin's name in the configuration. It checks the value before it
 * calls `plugin`.
 * `createCalendar` does not read environment variables.
 */
export interface PluginOption {
  /**
   * Name of the environment variable: `KALENDS_`, then capital letters, digits and `_`. It must be unique
   * among all plugins and settings.
   */
  readonly variable: string;
  readonly description: string;
  /** Type of the value. A `list` is a list of texts, separated by commas in the variable. */
  readonly type: "string" | "integer" | "number" | "boolean" | "list";
  /** Lowest allowed number; inclusive, like `maximum`. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Texts that are allowed as the value; absent if any text is allowed. */
  readonly choices?: readonly string[];
  /** Value that is used if the option is not set. Without a default, the option is then absent. */
  readonly default?: OptionValue;
  readonly required?: boolean;
  /** True if the value is secret, so that messages must not contain it. */
  readonly secret?: boolean;
  /**
   * Returns the reason why a value is refused, such as `must be an address`. Returns `undefined` if the value
   * is accepted.
   */
  readonly check?: (value: OptionValue) => string | undefined;
}

/** Options of a plugin, by the names under which the function `plugin` gets them. */
export type OptionsSchema = Readonly<Record<string, PluginOption>>;

/** Values of the options after the checks, by name. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** Names that a plugin's package exports. */
export interface PluginModule {
  readonly plugin: (options: OptionValues) => Plugin;
  readonly optionsSchema?: OptionsSchema;
}
