import type { PluginCommand } from "./contributions.ts";
import type { Importer } from "./importer.ts";
import type { Plugin, PluginContributions, PluginDeclarations } from "./plugin.ts";
import type { PluginDeps } from "./plugin-deps.ts";

/** Argument of `definePlugin`. Everything but `services` and `setup` is read before a calendar exists. */
export interface PluginDefinition<Services extends object>
  extends Omit<PluginDeclarations, "commands" | "importers"> {
  /**
   * Functions that create the objects that parts of the plugin share, or that a host may replace. Kalends calls each once, before `setup`.
   * Services that need each other in a circle stop the start.
   *
   * Names are those of variables, and none of them is in `PluginDeps`. A function destructures what it needs from `deps`, other services
   * included; spreading `deps` would create them all. A service with a `close` function is closed after the `onClose` functions of all plugins.
   *
   * A host replaces a service by its name: `createCalendar({ register: { "places.geocoder": myGeocoder } })`.
   */
  readonly services?: {
    readonly [Name in keyof Services]: (deps: PluginDeps & Services) => Services[Name];
  };
  /**
   * Returns the plugin's contributions. Called once, synchronously, when the calendar opens, after the services exist. An error that it throws
   * stops the start.
   */
  setup?(deps: PluginDeps & Services): PluginContributions;
  /** Commands of the command line, `kalends NAME`. */
  readonly commands?: readonly PluginCommand<Services>[];
  /** Formats that `kalends import` reads, in addition to archives and list pages. Importers are asked in order; the first that recognises a source reads it. */
  readonly importers?: readonly Importer<Services>[];
}

/**
 * Creates a plugin. The type argument declares its services: `definePlugin<{ geocoder: Geocoder }>({ services: { geocoder: (deps) => ... } })`.
 */
export const definePlugin = <Services extends object = Record<never, never>>(
  definition: PluginDefinition<Services>,
): Plugin => definition;
