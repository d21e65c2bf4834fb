import type { PluginCommand } from "./contributions.ts";
import type { Importer } from "./importer.ts";
import type { Plugin, PluginContributions, PluginDeclarations } from "./plugin.ts";
import type { PluginDeps } from "./plugin-deps.ts";

/**
 * Argument of `definePlugin`. Kalends reads everything except `services` and `setup` before a calendar
 * exists.
 */
export interface PluginDefinition<Services extends object>
  extends Omit<PluginDeclarations, "commands" | "importers"> {
  /**
   * Functions that create the plugin's services: objects that several parts of the plugin share, or that a
   * host application may replace.
   * Kalends calls each function once, before `setup`. Services that depend on each other in a circle stop the
   * start.
   *
   * - Service names have the form of variable names and must differ from the members of `PluginDeps`.
   * - A function gets dependencies, including other services, by destructuring `deps`. Do not spread `deps`,
   *   because that would create all services.
   * - A service with a `close` function is closed after the `onClose` functions of all plugins.
   * - A host application replaces a service by its name: `createCalendar({ register: { "places.geocoder":
   *   myGeocoder } })`.
   */
  readonly services?: {
    readonly [Name in keyof Services]: (deps: PluginDeps & Services) => Services[Name];
  };
  /**
   * Returns the plugin's contributions. Kalends calls it once, synchronously, when the calendar opens and the
   * services exist. An error that it throws stops the start.
   */
  setup?(deps: PluginDeps & Services): PluginContributions;
  /** Commands that the plugin adds to the command line, `kalends NAME`. */
  readonly commands?: readonly PluginCommand<Services>[];
  /**
   * Formats that the plugin adds to `kalends import`. The first importer that recognises a source reads it.
   */
  readonly importers?: readonly Importer<Services>[];
}

/**
 * Creates a plugin. The type argument declares its services: `definePlugin<{ geocoder: Geocoder }>({
 * services: { geocoder: (deps) => ... } })`.
 */
export const definePlugin = <Services extends object = Record<never, never>>(
  definition: PluginDefinition<Services>,
): Plugin => definition;
