import { type EffectiveSetting, isPending, type Plugin } from "@kalends/core/interface";
import { messageOf, OperatorError } from "../operator-error.ts";
import { activatePlugins } from "../plugins/activate-plugins.ts";
import { locatePlugin } from "../plugins/locate-plugin.ts";
import { createNameRegistry } from "../plugins/name-registry.ts";
import { readOptions, variablesOf } from "../plugins/option-values.ts";
import { type LoadedModule, loadPluginModule } from "../plugins/plugin-module.ts";
import { variableOwners } from "../plugins/variable-owners.ts";
import type { Config, PluginEntry } from "./config.ts";
import { type ConfigSources, readConfig, readPluginEntries } from "./read-config.ts";
import { SETTINGS } from "./settings.ts";

/** Settings of an installation, and its active plugins. */
export interface Installation {
  readonly config: Config;
  /** Settings of the calendar and of its plugins, with their values and origins. */
  readonly effectiveSettings: readonly EffectiveSetting[];
  readonly plugins: readonly Plugin[];
  /** Names of plugins that are inactive because they lack a valid licence. */
  readonly inertPlugins: readonly string[];
  /** Packages of default plugins that are not installed. */
  readonly absentPlugins: readonly string[];
  /**
   * Packages of default plugins that are installed but inactive, because the configuration lists other
   * plugins. Empty in a host application and with an empty list of plugins.
   */
  readonly replacedPlugins: readonly string[];
}

/** Names of built-in commands. Plugins cannot add commands with these names. */
export const BUILT_IN_COMMANDS: readonly string[] = [
  "serve",
  "migrate",
  "seed",
  "move",
  "import",
  "verify",
  "follow",
  "redirects",
  "export",
  "user",
  "shard",
  "backup",
  "restore",
  "doctor",
  "sweep",
  "recompute",
  "outbox",
  "audit",
  "mail",
  "person",
  "erase",
  "plugin",
  "help",
];

/**
 * Loads the plugins, and reads all settings and plugin options. Calls `warn` with each warning. Rejects with
 * an `OperatorError` that lists all problems. `others` are problems that the caller has found before.
 */
export const readInstallation = async (
  sources: ConfigSources,
  warn: (warning: string) => void,
  others: readonly string[] = [],
): Promise<Installation> => {
  const { entries, areDefaults } = readPluginEntries(sources);
  const absentPlugins = areDefaults ? entries.filter(isAbsent).map(String) : [];
  const present = entries.filter((entry) => typeof entry !== "string" || !absentPlugins.includes(entry));
  const loading = await Promise.all(present.map(toCandidate));
  const candidates = loading.flatMap((result) => ("candidate" in result ? [result.candidate] : []));
  const pluginVariables = candidates.flatMap((one) => ("module" in one ? variablesOf(one) : []));
  const offPluginOf = (variable: string): string | undefined =>
    variableOwners().find(
      ({ package: name, prefix }) =>
        variable.startsWith(prefix) &&
        !entries.some((entry) => packageOf(entry) === name) &&
        // A plugin that is configured by its path has the same variables as its package.
        !pluginVariables.some((known) => known.startsWith(prefix)),
    )?.package;
  const reading = readConfig({ ...sources, pluginVariables, offPluginOf });
  for (const warning of reading.warnings) warn(warning);
  const made = candidates.map((candidate) => makePlugin(candidate, sources));
  const problems = [
    ...("problems" in reading ? reading.problems : []),
    ...loading.flatMap((result) => ("problem" in result ? [result.problem] : [])),
    ...made.flatMap((result) => ("problems" in result ? result.problems : [])),
    ...variableProblems(candidates),
    ...others,
  ];
  if (problems.length > 0 || "problems" in reading) throw new OperatorError(problems);
  const plugins = made.flatMap((result) => ("plugin" in result ? [result.plugin] : []));
  const activation = await activatePlugins(plugins, reading.config.licenses, BUILT_IN_COMMANDS);
  if (activation.problems.length > 0) throw new OperatorError(activation.problems);
  for (const warning of activation.warnings) warn(warning);
  const { active, inert } = activation;
  const isNamed = (name: string): boolean =>
    entries.some((entry) => packageOf(entry) === name) ||
    // The plugin may be configured by its path instead of its package name.
    plugins.some((plugin) => name === `@kalends/${plugin.name}`);
  const replacedPlugins =
    sources.isStandalone === true && entries.length > 0
      ? DEFAULT_PLUGINS.filter((name) => !isNamed(name) && !isAbsent(name))
      : [];
  const ofPlugins = made.flatMap((result) => ("plugin" in result ? (result.effectiveSettings ?? []) : []));
  return {
    ...{ config: reading.config, plugins: active, inertPlugins: inert },
    effectiveSettings: [...reading.effectiveSettings, ...ofPlugins],
    ...{ absentPlugins, replacedPlugins },
  };
};

const DEFAULT_PLUGINS: readonly string[] = SETTINGS.plugins.standaloneDefault?.map(String) ?? [];

/** A plugin object, or the loaded module that creates the plugin. */
type Candidate = Plugin | LoadedModule;

/** Returns the package name or the path of a plugin entry. Returns `undefined` for a plugin object. */
const packageOf = (entry: PluginEntry): string | undefined => {
  if (typeof entry === "string") return entry;
  return "name" in entry ? undefined : entry.package;
};

const isAbsent = (entry: PluginEntry): boolean =>
  typeof entry === "string" && "places" in locatePlugin(entry);

const toCandidate = async (
  entry: PluginEntry,
): Promise<{ readonly candidate: Candidate } | { readonly problem: string }> => {
  if (typeof entry === "object" && "name" in entry) return { candidate: entry };
  const named = typeof entry === "string" ? { package: entry } : entry;
  const result = await loadPluginModule({ options: {}, ...named });
  return "loaded" in result ? { candidate: result.loaded } : result;
};

const makePlugin = (
  candidate: Candidate,
  sources: ConfigSources,
):
  | { readonly plugin: Plugin; readonly effectiveSettings?: readonly EffectiveSetting[] }
  | { readonly problems: readonly string[] } => {
  if (!("module" in candidate)) return { plugin: candidate };
  const options = readOptions(candidate, sources);
  if ("problems" in options) return options;
  try {
    const plugin: unknown = candidate.module.plugin(options.values);
    if (isPending(plugin))
      return {
        problems: [
          `The function plugin of ${candidate.package} returns a promise: it must return the plugin synchronously`,
        ],
      };
    if (typeof plugin !== "object" || plugin === null)
      return {
        problems: [
          `The function plugin of ${candidate.package} does not return an object: it must return one, such as { name: "my-plugin", routes: [...] }`,
        ],
      };
    // The cast is safe: the activation of the plugin validates the object.
    return { plugin: plugin as Plugin, effectiveSettings: options.effectiveSettings };
  } catch (error) {
    return { problems: [`The plugin ${candidate.package} cannot be created: ${messageOf(error)}`] };
  }
};

const VARIABLE = /^KALENDS_[A-Z0-9_]+$/;

const variableProblems = (candidates: readonly Candidate[]): readonly string[] => {
  const names = createNameRegistry();
  for (const { variable } of Object.values(SETTINGS)) names.reserve(`the variable ${variable}`);
  for (const candidate of candidates) {
    if (!("module" in candidate)) continue;
    for (const variable of variablesOf(candidate)) {
      names.register(candidate.package, `the variable ${variable}`, {
        isWellFormed: VARIABLE.test(variable),
        form: "variables begin with KALENDS_, and have capital letters, digits and _",
      });
    }
  }
  return names.problems();
};
