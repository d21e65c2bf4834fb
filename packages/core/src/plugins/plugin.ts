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
import type { Importer } from "./importer.ts";
import type { IssuedCredentials } from "./issued-credentials.ts";
import type { PersonalData } from "./personal-data.ts";
import type { PluginDeps } from "./plugin-deps.ts";
import type { PluginRoute } from "./plugin-route.ts";
import type { PluginTexts } from "./plugin-texts.ts";
import type { WebsiteHandler } from "./website.ts";

/** Versions and plugins that a plugin needs. Anything missing stops the start. */
export interface PluginRequirements {
  /**
   * Range of `@kalends/core` versions, such as `^1.2.0`. Also declare `@kalends/core` as a peer dependency, so that the calendar and its
   * plugins share one copy.
   */
  readonly core?: string;
  /** Names of other plugins. */
  readonly plugins?: readonly string[];
}

/** Verdict on a licence key: `true` if it is valid, otherwise the reason why not. */
export type LicenseVerdict = true | { readonly reason: string };

/**
 * Contributions of a plugin, as `setup` returns them: each kind is an optional list. Kalends runs lists in the order of the configuration, after
 * its own entries. A malformed entry, an unknown member or a name that is already taken stops the start; the message lists all such problems.
 */
export interface PluginContributions {
  /** Parameters of `GET /events` and their effect on the query. The built-in filters implement the same interface; write one with `eventFilter`. */
  readonly eventFilters?: readonly EventFilter[];
  /** Parameters of `GET /venues`, like `eventFilters`. Write one with `venueFilter`. */
  readonly venueFilters?: readonly VenueFilter[];
  /** Parameters of `GET /organizers`, like `eventFilters`. Write one with `organizerFilter`. */
  readonly organizerFilters?: readonly OrganizerFilter[];
  /**
   * Fields that callers write on events, venues and organizers like built-in ones, also in the data of a venue or organizer inside an event.
   * Exports and imports include their values. Stores index every field, so you declare no index.
   */
  readonly fields?: readonly RecordField[];
  /** Computed members, shown wherever an event, a venue or an organizer is shown. */
  readonly members?: readonly RecordMembers[];
  /**
   * Other media types of a list, selected by the `Accept` header. A list has at most one plugin per media type. The JSON body of the whole list is in
   * memory: with `per_page=200` and long texts it can reach tens of megabytes.
   */
  readonly formats?: readonly ListFormat[];
  /** Files of events, such as calendars and feeds, written in portions so that memory use does not grow with the calendar. */
  readonly eventFormats?: readonly EventFormat[];
  /**
   * Routes below the namespace, such as `GET /wp-json/tribe/events/v1/audiences`. The index and the OpenAPI document list them. Caching and
   * headers follow the rules of the built-in routes. Write one with `pluginRoute`.
   */
  readonly routes?: readonly PluginRoute[];
  /**
   * Web pages outside the REST root. A calendar with its own server serves them; a host mounts `calendar.website`. A path that no handler
   * answers is a 404, or goes to the host's next handler.
   */
  readonly website?: readonly WebsiteHandler[];
  /**
   * Ways to sign in, in addition to the calendar's accounts or the host's `identity`. Kalends asks schemes first, in order, and only about requests with
   * one of their headers or parameters.
   */
  readonly authentication?: readonly AuthenticationScheme[];
  /** Work in the background: at fixed times, at intervals, or once at the start. A host with `scheduler: false` runs `calendar.jobs` itself. */
  readonly jobs?: readonly Job[];
  /**
   * Functions that Kalends calls after a change is committed. A plain listener runs once, in the process that made the change. A durable listener
   * (`durable: true`) also gets its changes after a crash, possibly twice.
   *
   * Listeners never delay or fail the request. Kalends logs what they throw. `DomainEvents` lists the names and what each one means.
   */
  readonly listeners?: readonly (DomainEventListener | DurableListener)[];
  /** Checks and changes of events, venues, organizers, categories and tags before they are stored. */
  readonly writeHooks?: readonly WriteHook[];
  /** Restrictions of what rights allow: on single writes (`permits`), on reads (`narrow`), or both. A policy never adds rights. */
  readonly policies?: readonly Policy[];
  /**
   * Functions that stop what the plugin started. Kalends calls each once when the calendar closes, also after a start that failed later. Requests, jobs
   * and listeners have ended by then or used up their ten seconds; the storage is still open.
   *
   * Plugins close one after another, the last one first. The functions of one plugin run at the same time and may take ten seconds. Kalends logs what they throw.
   */
  readonly onClose?: readonly (() => void | Promise<void>)[];
  /**
   * Export and erasure of the personal data in the plugin's collections, for `kalends person` and `kalends erase`. Data in `extensions` goes with its record.
   * Without this list, `kalends person` prints the plugin records that name the account or its email address.
   */
  readonly personalData?: readonly PersonalData[];
  /** Revocation of everything that callers created with an application password, such as API keys, when that password is revoked. */
  readonly issuedCredentials?: readonly IssuedCredentials[];
}

/** Parts of a plugin that Kalends reads before a calendar exists. */
export interface PluginDeclarations {
  /**
   * Lower-case letters, digits and `-`, the first one a letter; unique. Data of the plugin is stored under this name: renaming the plugin loses
   * access to it.
   */
  readonly name: string;
  /** Versions of `@kalends/core` and other plugins that this plugin needs. */
  readonly requires?: PluginRequirements;
  /**
   * Rights of the plugin itself, which `calendar.asPlugin()` acts with; none by default. A refused call names the rights that the plugin has. Lists of
   * records that are not public need `edit`; records of other authors need `edit_others`.
   */
  readonly rights?: readonly Capability[];
  /**
   * Judges the licence key that is configured for the plugin (`KALENDS_LICENSES`), `undefined` if there is none. The start waits for a promise. Without
   * a valid key the plugin contributes nothing, plugins that require it stay off too, and the log says so once. Absent: the plugin needs no key.
   */
  readonly license?: (key: string | undefined) => LicenseVerdict | Promise<LicenseVerdict>;
  /**
   * Small collections of the plugin's own records, such as keys or notes, in the storage of the calendar. Read and change them with
   * `deps.collection(name)`. Exports include them, except collections whose names end with `-secrets`; backups include all.
   */
  readonly collections?: readonly DocumentCollection[];
  /** Switches the feed of changes on, like the setting `changes`. */
  readonly changes?: true;
  /**
   * Texts of the plugin with their translations: descriptions, labels and the texts of problems. Responses in a language use the translation of
   * the same name; a text without a translation stays English.
   *
   * Keep one JSON file per language, list the folder in `files` of `package.json`, and read them with `createRequire`: Node 20 warns
   * about imported JSON. The calendar's languages are `en`, `fr`, `es` and `de`; it ignores others.
   */
  readonly texts?: readonly PluginTexts[];
  /** Commands of the command line, `kalends NAME`. */
  readonly commands?: readonly PluginCommand[];
  /** Formats that `kalends import` reads, in addition to archives and list pages. */
  readonly importers?: readonly Importer[];
  /** Storage adapters, for addresses of the form `scheme:place`. */
  readonly storageSchemes?: readonly StorageScheme[];
}

/** A plugin, as `definePlugin` returns it. */
export interface Plugin extends PluginDeclarations {
  /** Functions that create the plugin's services, by name: see `PluginDefinition.services`. */
  readonly services?: Readonly<Record<string, CreateService>>;
  /** Returns the plugin's contributions. Called once, when the calendar opens. `deps` also has the plugin's services, by their names. */
  setup?(deps: PluginDeps): PluginContributions;
}

/** Function that creates a service. `deps` also has the other services of the plugin. */
export type CreateService = { create(deps: PluginDeps): unknown }["create"];

/** Value of an option. */
export type OptionValue = string | number | boolean | readonly string[];

/**
 * An option of a plugin that is enabled by name. Kalends reads it from its environment variable, else from `options` next to the plugin's name,
 * and checks it before it calls `plugin`. `createCalendar` reads no environment.
 */
export interface PluginOption {
  /** `KALENDS_` and capital letters, digits and `_`; unique among all plugins and settings. */
  readonly variable: string;
  readonly description: string;
  /** `list`: texts, separated by commas in the variable. */
  readonly type: "string" | "integer" | "number" | "boolean" | "list";
  /** Lowest number; inclusive, like `maximum`. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The only accepted texts. */
  readonly choices?: readonly string[];
  /** Value when the option is not set; without a default the option is absent then. */
  readonly default?: OptionValue;
  readonly required?: boolean;
  /** True if messages must not repeat the value. */
  readonly secret?: boolean;
  /** Returns why a value is refused, such as `must be an address`; `undefined` if it is accepted. */
  readonly check?: (value: OptionValue) => string | undefined;
}

/** Options of a plugin, by the names under which `plugin` gets them. */
export type OptionsSchema = Readonly<Record<string, PluginOption>>;

/** Checked options, by name. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** Exports of a plugin's package. */
export interface PluginModule {
  readonly plugin: (options: OptionValues) => Plugin;
  readonly optionsSchema?: OptionsSchema;
}
