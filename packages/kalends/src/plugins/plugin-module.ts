import { pathToFileURL } from "node:url";
import type { PluginModule } from "@kalends/core";
import { messageOf } from "../operator-error.ts";
import { coreProblem } from "./core-version.ts";
import { locatePlugin } from "./locate-plugin.ts";
import { OPTION_SHAPE, problemOfShape } from "./shapes.ts";

/** A plugin that is switched on by the name of its package or by its path. */
export interface LoadedModule {
  readonly package: string;
  /** Values by the names of its options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly module: PluginModule;
}

/** Imports the plugin; answers why that cannot be. */
export const loadPluginModule = async (
  named: Omit<LoadedModule, "module">,
): Promise<{ readonly loaded: LoadedModule } | { readonly problem: string }> => {
  const name = named.package;
  const located = locatePlugin(name);
  if ("places" in located) {
    const places = located.places.join(", nor from ");
    const ours = `@kalends/${name}`;
    const isOurs = /^[a-z-]+$/.test(name) && "path" in locatePlugin(ours);
    const help = isOurs ? `did you mean ${ours}?` : "is it installed?";
    return { problem: `The plugin ${name} cannot be found from ${places}; ${help}` };
  }
  const { path, corePeer } = located;
  const unmet = corePeer && (await coreProblem(name, corePeer));
  if (unmet !== undefined) return { problem: unmet };
  let module: unknown;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    return { problem: `The plugin ${name} cannot be loaded: ${messageOf(error)}` };
  }
  if (!isPluginModule(module)) {
    return { problem: `${name} is no plugin: it exports no function named "plugin"` };
  }
  const problem = schemaProblem(module.optionsSchema);
  return problem === undefined
    ? { loaded: { ...named, module } }
    : { problem: `The plugin ${name} exports options that cannot be read: ${problem}` };
};

const schemaProblem = (schema: unknown): string | undefined => {
  if (schema === undefined) return undefined;
  if (typeof schema !== "object" || schema === null) return "optionsSchema must be an object";
  return Object.entries(schema)
    .map(([name, option]) => ({ name, problem: problemOfShape(option, OPTION_SHAPE) }))
    .filter(({ problem }) => problem !== undefined)
    .map(({ name, problem }) => `${name}: ${problem}`)[0];
};

const isPluginModule = (module: unknown): module is PluginModule =>
  typeof module === "object" && module !== null && "plugin" in module && typeof module.plugin === "function";
