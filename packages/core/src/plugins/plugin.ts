import type { EventFilter, OrganizerFilter, VenueFilter } from "../filters/list-filter.ts";
import type { Capability } from "../model/actor.ts";
import type { Policy } from "../policies/policy.ts";
import type { DomainEventListener, DurableListener } from "../ports/domain-events.ts";
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
import type { WebsiteHandler } from "./website.ts";

/** Makes one contribution; called once, when the calendar opens. */
export type Contribution<T> = (deps: PluginDeps) => T;

export type PluginTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a plugin needs; anything missing stops the start. */
export interface PluginRequirements {
  /** Versions of `@kalends/core`, as a range of npm: `^1.2.0`. */
  readonly core?: string;
  /** Names of other plugins. */
  readonly plugins?: readonly string[];
}

/** Whether a key is a valid licence, or why it is not. */
export type LicenseVerdict = true | { readonly reason: string };

/**
 * A plugin is a value: a name and what it contributes, each kind an optional list. Lists run in the order of the
 * configuration. See docs/plugins.md for what every kind promises.
 */
export interface Plugin {
  /** Lower-case letters, digits and `-`, the first one a letter; unique. What it keeps with records lies under it. */
  readonly name: string;
  readonly requires?: PluginRequirements;
  /** What the plugin may do by `PluginDeps.services`, as itself; nothing unless said. */
  readonly rights?: readonly Capability[];
  /**
   * Judges the key that is configured for the plugin, if any; without a valid one it contributes nothing, which is
   * logged once at the start. Absent: the plugin needs no key.
   */
  readonly license?: (key: string | undefined) => LicenseVerdict | Promise<LicenseVerdict>;
  readonly eventFilters?: readonly Contribution<EventFilter>[];
  readonly venueFilters?: readonly Contribution<VenueFilter>[];
  readonly organizerFilters?: readonly Contribution<OrganizerFilter>[];
  readonly fields?: readonly Contribution<RecordField>[];
  readonly members?: readonly Contribution<RecordMembers>[];
  readonly formats?: readonly Contribution<ListFormat>[];
  /** Other forms of events, written as they are read. */
  readonly eventFormats?: readonly Contribution<EventFormat>[];
  readonly routes?: readonly Contribution<PluginRoute>[];
  /** Pages of the site, outside the REST root. */
  readonly website?: readonly Contribution<WebsiteHandler>[];
  /** What `kalends import` takes over. */
  readonly importers?: readonly Contribution<Importer>[];
  readonly authentication?: readonly Contribution<AuthenticationScheme>[];
  /** Small collections of the plugin's own documents. */
  readonly collections?: readonly DocumentCollection[];
  readonly jobs?: readonly Contribution<Job>[];
  readonly listeners?: readonly Contribution<DomainEventListener | DurableListener>[];
  readonly writeHooks?: readonly Contribution<WriteHook>[];
  readonly policies?: readonly Contribution<Policy>[];
  /** Switches the feed of changes on, as the setting `changes` does. */
  readonly changes?: true;
  /** Translations of the plugin's texts: language, such as `fr`, -> English text -> its translation. */
  readonly texts?: readonly PluginTexts[];
  /**
   * Functions that are called once when the calendar closes: nothing of the plugin runs any more, and the storage is still open. Each may
   * take ten seconds; what they throw is logged.
   */
  readonly onClose?: readonly Contribution<() => void | Promise<void>>[];
  /** What the plugin keeps of people beside the records. */
  readonly personalData?: readonly Contribution<PersonalData>[];
  /** Revokes what was created with an application password, when that is revoked. */
  readonly issuedCredentials?: readonly Contribution<IssuedCredentials>[];
  readonly commands?: readonly PluginCommand[];
  readonly storageSchemes?: readonly StorageScheme[];
}

/** The value of an option. */
export type OptionValue = string | number | boolean | readonly string[];

/**
 * One option of a plugin that is switched on by name: read from its environment variable, or from the options after its
 * name, and checked before the plugin is made.
 */
export interface PluginOption {
  /** `KALENDS_` and capital letters, digits and `_`; no other plugin or setting has it. */
  readonly variable: string;
  readonly description: string;
  /** `list`: texts, in the variable separated by commas. */
  readonly type: "string" | "integer" | "number" | "boolean" | "list";
  /** Of numbers; inclusive, as `maximum`. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The only texts that are accepted. */
  readonly choices?: readonly string[];
  /** The value when the option is not set; without one it is absent then. */
  readonly default?: OptionValue;
  readonly required?: boolean;
  /** Never repeated in messages. */
  readonly secret?: boolean;
  /** Why a value is refused, such as `must be an address`; `undefined` when it is fine. */
  readonly check?: (value: OptionValue) => string | undefined;
}

/** Options by the names under which the plugin gets them. */
export type OptionsSchema = Readonly<Record<string, PluginOption>>;

/** Options as they were read. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** What the package of a plugin exports. */
export interface PluginModule {
  readonly plugin: (options: OptionValues) => Plugin;
  readonly optionsSchema?: OptionsSchema;
}
