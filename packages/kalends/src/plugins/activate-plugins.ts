import type { Plugin } from "@kalends/core/interface";
import { BUILT_IN_FORMATS } from "../import/sources/format-names.ts";
import { messageOf } from "../operator-error.ts";
import { STORAGE_SCHEMES } from "../storage/storage-schemes.ts";
import { coreProblem } from "./core-version.ts";
import { createNameRegistry } from "./name-registry.ts";
import { problemsOfPlugin } from "./plugin-problems.ts";

export interface Activation {
  /** Active plugins, in the order of the configuration. */
  readonly active: readonly Plugin[];
  /** Names of plugins that are inactive because they lack a valid licence. */
  readonly inert: readonly string[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

const NAME = /^[a-z][a-z0-9-]*$/;
const NAME_FORM = "names have lower-case letters, digits and -, the first one a letter";
/** Prefix of the calendar's own plugin-record collections; no plugin can have this name. */
const OWN = "kalends";
/** Maximum length of a collection name. */
const MAX_NAME_LENGTH = 64;
const INDEX = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;
const FORMAT = /^[a-z0-9-]+$/;
const SCHEME = /^[a-z][a-z0-9+.-]*$/;

/**
 * Checks the plugins and selects the plugins to activate. A plugin is inactive if the plugin, or a plugin
 * that it requires, has no valid licence. All other faults are returned as problems, which prevent the start.
 */
export const activatePlugins = async (
  plugins: readonly Plugin[],
  licenses: Readonly<Record<string, string>>,
  commands: readonly string[],
): Promise<Activation> => {
  const misshapen = plugins.flatMap(shapeProblems);
  if (misshapen.length > 0) return { active: [], inert: [], problems: misshapen, warnings: [] };
  const names = plugins.map(({ name }) => name);
  const problems = names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `Two plugins are named ${name}`);
  const unmet = await Promise.all(plugins.map((plugin) => requirementProblems(plugin, names)));
  problems.push(...unmet.flat());
  const warnings = unusedLicenses(plugins, Object.keys(licenses));
  const inert = await inertPlugins(plugins, licenses);
  for (const [name, reason] of inert) warnings.push(`The plugin ${name} is inactive: ${reason}`);
  const active = plugins.filter(({ name }) => !inert.has(name));
  problems.push(...staticClashes(active, commands));
  return { active, inert: [...inert.keys()], problems, warnings };
};

const shapeProblems = (plugin: Plugin): readonly string[] => {
  // Treat the plugin as `unknown`, because it may be written in JavaScript.
  const value: unknown = plugin;
  if (typeof value !== "object" || value === null || !("name" in value) || typeof value.name !== "string") {
    return [
      'A plugin is not an object with a name: its function `plugin` must return one, such as { name: "my-plugin", routes: [...] }',
    ];
  }
  const { name } = value;
  // Refuse names that every object has as a member, such as `toString`.
  if (!NAME.test(name) || name in {}) {
    return [`The name of a plugin must consist of lower-case letters, digits and -, not "${name}"`];
  }
  // A plugin of this name would share the collections of the calendar itself.
  if (name === OWN) return [`The plugin name ${name} is reserved: choose another name`];
  return problemsOfPlugin(plugin).map((problem) => `The plugin ${name} ${problem}`);
};

const requirementProblems = async (
  { name, requires = {} }: Plugin,
  names: readonly string[],
): Promise<readonly string[]> => {
  const { core, plugins = [] } = requires;
  const problems = plugins
    .filter((other) => !names.includes(other))
    .map((other) => `The plugin ${name} needs the plugin ${other}, which is not configured`);
  if (core === undefined) return problems;
  const problem = await coreProblem(name, core);
  return problem === undefined ? problems : [...problems, problem];
};

/**
 * Returns the reasons why plugins are inactive, by plugin name: the plugin, or a plugin that it requires, has
 * no valid licence.
 * Source: rules/choices.md#plugin-licences.
 */
const inertPlugins = async (
  plugins: readonly Plugin[],
  licenses: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> => {
  const inert = new Map<string, string>();
  for (const { name, license } of plugins) {
    if (license === undefined) continue;
    try {
      const verdict = await license(Object.hasOwn(licenses, name) ? licenses[name] : undefined);
      if (verdict !== true) inert.set(name, verdict?.reason ?? "its key is not valid");
    } catch (error) {
      inert.set(name, messageOf(error));
    }
  }
  // Repeat once for each plugin, because requirements may form a chain of any length.
  for (const _round of plugins) {
    for (const { name, requires } of plugins) {
      const missing = requires?.plugins?.find((other) => inert.has(other));
      if (missing !== undefined && !inert.has(name)) inert.set(name, `it needs the plugin ${missing}`);
    }
  }
  return inert;
};

const unusedLicenses = (plugins: readonly Plugin[], licensed: readonly string[]): string[] =>
  licensed.flatMap((name) => {
    const plugin = plugins.find((one) => one.name === name);
    if (plugin === undefined)
      return [
        `A licence is configured for ${name}, but no plugin has this name: check the name in KALENDS_LICENSES`,
      ];
    return plugin.license === undefined
      ? [`A licence is configured for ${name}, but this plugin needs none: remove it from KALENDS_LICENSES`]
      : [];
  });

const importOf = (format: string): string => `the import of ${format}`;

const staticClashes = (plugins: readonly Plugin[], builtInCommands: readonly string[]): readonly string[] => {
  const names = createNameRegistry();
  for (const command of builtInCommands) names.reserve(`the command ${command}`);
  for (const scheme of Object.keys(STORAGE_SCHEMES)) names.reserve(`the storage scheme ${scheme}`);
  for (const format of BUILT_IN_FORMATS) names.reserve(importOf(format));
  for (const plugin of plugins) {
    const { name, collections = [], mailTemplates = [], commands = [] } = plugin;
    const { importers = [], storageSchemes = [] } = plugin;
    for (const { format } of importers) {
      names.register(name, importOf(format), {
        isWellFormed: FORMAT.test(format),
        form: "a format has lower-case letters, digits and -",
      });
    }
    for (const { name: collection, indexes = [] } of collections) {
      const what = `the collection ${collection} of ${name}`;
      names.register(name, what, {
        isWellFormed: NAME.test(collection) && collection.length <= MAX_NAME_LENGTH,
        form: `${NAME_FORM}, at most ${MAX_NAME_LENGTH}`,
      });
      for (const index of indexes)
        names.register(name, `the index ${index} of ${what}`, {
          isWellFormed: INDEX.test(index),
          form: "the name of a member has letters, digits and _, the first one a letter, at most 64",
        });
    }
    for (const template of mailTemplates)
      names.register(name, `the mail template ${template.name} of ${name}`, {
        isWellFormed: NAME.test(template.name),
        form: NAME_FORM,
      });
    for (const command of commands) {
      names.register(name, `the command ${command.name}`, {
        isWellFormed: NAME.test(command.name),
        form: NAME_FORM,
      });
      const toOption = (option: string): string => `the option --${option} of the command ${command.name}`;
      names.reserve(toOption("help"));
      for (const { name: option } of command.options ?? []) {
        // The command-line parser treats an option with `no-` as a switch that is on by default.
        const isWellFormed = NAME.test(option) && !option.startsWith("no-");
        names.register(name, toOption(option), {
          isWellFormed,
          form: `${NAME_FORM}, and do not begin with no-`,
        });
      }
    }
    for (const { scheme } of storageSchemes) {
      names.register(name, `the storage scheme ${scheme}`, {
        isWellFormed: SCHEME.test(scheme),
        form: "schemes have lower-case letters, digits, +, . and -, the first one a letter",
      });
    }
  }
  return names.problems();
};
