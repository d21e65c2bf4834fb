import { pathToFileURL } from "node:url";
import type { PluginModule } from "@kalends/core/interface";
import { messageOf } from "../operator-error.ts";
import { coreProblem } from "./core-version.ts";
import { isPath, locatePlugin } from "./locate-plugin.ts";
import { problemsOfShape } from "./plugin-problems.ts";
import { OPTION_SHAPE } from "./shapes.ts";

/** A plugin that was loaded by the name of its package or by its path. */
export interface LoadedModule {
  readonly package: string;
  /** Values of the plugin's options in the configuration, by option name. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly module: PluginModule;
}

/** Imports the module of a plugin. Returns the module or the problem with it. */
export const loadPluginModule = async (
  entry: Omit<LoadedModule, "module">,
): Promise<{ readonly loaded: LoadedModule } | { readonly problem: string }> => {
  const name = entry.package;
  const located = locatePlugin(name);
  if ("places" in located) {
    const places = located.places.join(", nor from ");
    const ours = `@kalends/${name}`;
    const isOurs = /^[a-z-]+$/.test(name) && "path" in locatePlugin(ours);
    const help = isOurs ? `did you mean ${ours}?` : isPath(name) ? "is it built?" : "is it installed?";
    return { problem: `The plugin ${name} was not found from ${places}; ${help}` };
  }
  const { path, corePeer } = located;
  const unmet = corePeer && (await coreProblem(name, corePeer));
  if (unmet !== undefined) return { problem: unmet };
  let module: unknown;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    // Node reports this code for TypeScript files, which it cannot run.
    const isSource = error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION";
    const help = isSource ? "; compile it, and name the compiled file" : "";
    return { problem: `The plugin ${name} cannot be loaded: ${messageOf(error)}${help}` };
  }
  if (!isPluginModule(module)) {
    const exported = Object.keys(module as object).map((one) =>
      one === "plugin" ? "plugin as another value" : one,
    );
    return {
      problem: `${name} is not a plugin: it exports no function named "plugin", but ${exported.join(", ") || "nothing"}. Write: export const plugin = () => ({ name: "my-plugin", ... })`,
    };
  }
  const problem = schemaProblem(module.optionsSchema);
  return problem === undefined
    ? { loaded: { ...entry, module } }
    : { problem: `The plugin ${name} exports an invalid optionsSchema: ${problem}` };
};

const schemaProblem = (schema: unknown): string | undefined => {
  if (schema === undefined) return undefined;
  if (typeof schema !== "object" || schema === null) return "optionsSchema must be an object";
  const problems = Object.entries(schema).flatMap(([name, option]) =>
    problemsOfShape(option, OPTION_SHAPE).map((problem) => `${name}: ${problem}`),
  );
  return problems.length === 0 ? undefined : problems.join("; ");
};

const isPluginModule = (module: unknown): module is PluginModule =>
  typeof module === "object" && module !== null && "plugin" in module && typeof module.plugin === "function";
