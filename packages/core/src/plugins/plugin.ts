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

/** What a plugin needs; anything missing stops the start. */
export interface PluginRequirements {
  /** Versions of `@kalends/core`, as a range of npm: `^1.2.0`. */
  readonly core?: string;
  /** Names of other plugins. */
  readonly plugins?: readonly string[];
}

/** Whether a key is a valid licence, or why it is not. */
export type LicenseVerdict = true | { readonly reason: string };

/** Contributions of a plugin: each kind an optional list. Lists run in the order of the configuration. See docs/plugins.md. */
export interface PluginContributions {
  readonly eventFilters?: readonly EventFilter[];
  readonly venueFilters?: readonly VenueFilter[];
  readonly organizerFilters?: readonly OrganizerFilter[];
  readonly fields?: readonly RecordField[];
  readonly members?: readonly RecordMembers[];
  readonly formats?: readonly ListFormat[];
  /** Other forms of events, written as they are read. */
  readonly eventFormats?: readonly EventFormat[];
  readonly routes?: readonly PluginRoute[];
  /** Pages of the site, outside the REST root. */
  readonly website?: readonly WebsiteHandler[];
  readonly authentication?: readonly AuthenticationScheme[];
  readonly jobs?: readonly Job[];
  readonly listeners?: readonly (DomainEventListener | DurableListener)[];
  readonly writeHooks?: readonly WriteHook[];
  readonly policies?: readonly Policy[];
  /**
   * Functions that are called once when the calendar closes: nothing of the plugin runs any more, and the storage is still open. The plugins
   * follow each other, the last one first. Each function may take ten seconds; what it throws is logged.
   */
  readonly onClose?: readonly (() => void | Promise<void>)[];
  /** Personal data that the plugin keeps apart from the records. */
  readonly personalData?: readonly PersonalData[];
  /** Revokes what was created with an application password, when that is revoked. */
  readonly issuedCredentials?: readonly IssuedCredentials[];
}

/** The parts of a plugin that are looked at before there is a calendar. */
export interface PluginDeclarations {
  /** Lower-case letters, digits and `-`, the first one a letter; unique. What it keeps with records lies under it. */
  readonly name: string;
  readonly requires?: PluginRequirements;
  /** Rights of the plugin itself in `PluginCalendar.asPlugin`; none by default. */
  readonly rights?: readonly Capability[];
  /**
   * Judges the key that is configured for the plugin, if any; without a valid one it contributes nothing, which is
   * logged once at the start. Absent: the plugin needs no key.
   */
  readonly license?: (key: string | undefined) => LicenseVerdict | Promise<LicenseVerdict>;
  /** Small collections of the plugin's own documents. */
  readonly collections?: readonly DocumentCollection[];
  /** Switches the feed of changes on, as the setting `changes` does. */
  readonly changes?: true;
  /** The plugin's texts with their translations. */
  readonly texts?: readonly PluginTexts[];
  readonly commands?: readonly PluginCommand[];
  /** Formats that `kalends import` reads. */
  readonly importers?: readonly Importer[];
  readonly storageSchemes?: readonly StorageScheme[];
}

/** A plugin is a value; `definePlugin` gives its services their types. */
export interface Plugin extends PluginDeclarations {
  /** Makes the services of the plugin by name: see `PluginDefinition.services`. */
  readonly services?: Readonly<Record<string, CreateService>>;
  /** Called once, when the calendar opens. `deps` also has the plugin's services, by their names. */
  setup?(deps: PluginDeps): PluginContributions;
}

/** Written as a method: it may ask for the other services of its plugin, too. */
export type CreateService = { create(deps: PluginDeps): unknown }["create"];

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
