import type { PluginCommand } from "./contributions.ts";
import type { Importer } from "./importer.ts";
import type { Plugin, PluginContributions, PluginDeclarations } from "./plugin.ts";
import type { PluginDeps } from "./plugin-deps.ts";

/** A plugin whose functions get its services, each under its name, beside everything else that plugins get. */
export interface PluginDefinition<Services extends object>
  extends Omit<PluginDeclarations, "commands" | "importers"> {
  /**
   * Makes the objects that parts of the plugin share and that hosts may replace, each once, before `setup`. The names are those of
   * variables, and none of them is in `PluginDeps`. A function that needs another service takes it from `deps`. What has a function
   * `close` is closed after the functions of `onClose`.
   */
  readonly services?: {
    readonly [Name in keyof Services]: (deps: PluginDeps & Services) => Services[Name];
  };
  /** Answers what the plugin adds. Called once, when the calendar opens. */
  setup?(deps: PluginDeps & Services): PluginContributions;
  readonly commands?: readonly PluginCommand<Services>[];
  readonly importers?: readonly Importer<Services>[];
}

/**
 * Makes a plugin. With services it takes their types: `definePlugin<{ geocoder: Geocoder }>({ services: { geocoder: (deps) => ... } })`.
 */
export const definePlugin = <Services extends object = Record<never, never>>(
  definition: PluginDefinition<Services>,
): Plugin => definition;
