import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { PluginModule } from "@kalends/core";
import { messageOf } from "../operator-error.ts";
import { OPTION_SHAPE, problemOfShape } from "./shapes.ts";

/** A plugin that is switched on by the name of its package or by its path. */
export interface LoadedModule {
  readonly package: string;
  /** Values by the names of its options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly module: PluginModule;
}

/** Imports the plugin, seen from the working directory; answers why that cannot be. */
export const loadPluginModule = async (
  named: Omit<LoadedModule, "module">,
): Promise<{ readonly loaded: LoadedModule } | { readonly problem: string }> => {
  const name = named.package;
  const path = locate(name);
  if (path === undefined) {
    return { problem: `The plugin ${name} cannot be found from ${resolve(".")}; is it installed?` };
  }
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

/** The file behind the name of a package or a path. */
const locate = (name: string): string | undefined => {
  const require = createRequire(resolve("package.json"));
  try {
    return require.resolve(name);
  } catch {
    return require.resolve
      .paths(name)
      ?.map((folder) => importEntryOf(join(folder, name)))
      .find((entry) => entry !== undefined);
  }
};

/** The entry of a package that can be imported but not required, which the look-up for `require` passes by. */
const importEntryOf = (directory: string): string | undefined => {
  try {
    const { exports } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    const entry = exports?.["."]?.import ?? exports?.import;
    return join(directory, typeof entry === "string" ? entry : entry.default);
  } catch {
    return undefined;
  }
};
