import { type EffectiveSetting, nearestName } from "@kalends/core/interface";
import type { Config, PluginEntry } from "./config.ts";
import { checkConfig } from "./config-rules.ts";
import { toEffective } from "./effective-settings.ts";
import { readSettings, type SettingSources } from "./read-settings.ts";
import { IMPORT_PASSWORD, SETTINGS } from "./settings.ts";

export interface ConfigSources extends SettingSources {
  /** Names of the environment variables that plugins read. */
  readonly pluginVariables?: readonly string[];
  /** Names of options that are not settings; used for suggestions in messages. */
  readonly otherKeys?: readonly string[];
  /**
   * Returns the package of an inactive but installed plugin that reads this variable; `undefined` if none
   * does.
   */
  readonly offPluginOf?: (variable: string) => string | undefined;
}

/** Plugin entries of a configuration. */
export interface PluginEntries {
  readonly entries: readonly PluginEntry[];
  /**
   * True if the default plugins apply: in the program `kalends`, if the setting `plugins` has no value.
   * Default plugins that are not installed are skipped.
   */
  readonly areDefaults: boolean;
}

/** The configuration, or all problems with the settings; with warnings in either case. */
export type ConfigReading =
  | {
      readonly config: Config;
      readonly effectiveSettings: readonly EffectiveSetting[];
      readonly warnings: readonly string[];
    }
  | { readonly problems: readonly string[]; readonly warnings: readonly string[] };

const MAX_QUOTE_LENGTH = 80;
const PREFIX = "KALENDS_";
const TEST_PREFIX = "KALENDS_TEST_";
const KEYS = Object.keys(SETTINGS) as readonly (keyof Config)[];
const VARIABLES: readonly string[] = KEYS.map((key) => SETTINGS[key].variable);

/**
 * Returns the plugins to load; invalid entries are left out. The list of plugins is read before all other
 * settings, because plugins define additional settings.
 */
export const readPluginEntries = (sources: ConfigSources): PluginEntries => {
  const { isStandalone = false } = sources;
  const { plugins } = SETTINGS;
  const { values, origins } = readSettings({ plugins }, sources);
  if (isStandalone && origins.plugins === undefined)
    return { entries: plugins.standaloneDefault ?? [], areDefaults: true };
  // The cast is safe: the type of the setting validated the value, or the value is absent.
  return { entries: (values.plugins ?? []) as readonly PluginEntry[], areDefaults: false };
};

/**
 * Reads all settings. Reports all problems together.
 * Source: rules/choices.md#configuration-errors.
 */
export const readConfig = ({
  pluginVariables = [],
  otherKeys = [],
  offPluginOf = () => undefined,
  ...sources
}: ConfigSources): ConfigReading => {
  const { environment, options, optionsName } = sources;
  const { values, origins, problems } = readSettings(SETTINGS, sources, MAX_QUOTE_LENGTH);
  // The cast is safe: each value was validated or is a default. If there are problems, nobody uses the
  // values.
  const read = values as Partial<Config>;
  const checked = checkConfig(read, origins);
  const warnings = [
    ...unknownVariables(environment, [...VARIABLES, ...pluginVariables, IMPORT_PASSWORD], offPluginOf),
    ...checked.warnings,
  ];
  const all = [
    ...problems,
    ...unknownKeys(options, optionsName, [...KEYS, ...otherKeys]),
    ...checked.problems,
  ];
  if (all.length > 0) return { problems: all, warnings };
  const config = { ...(read as Config), ...checked.changes };
  return { config, effectiveSettings: toEffective(SETTINGS, { ...config }, origins, sources), warnings };
};

const unknownKeys = (
  options: Readonly<Record<string, unknown>>,
  optionsName: string,
  known: readonly string[],
): string[] =>
  Object.keys(options)
    .filter((key) => !Object.hasOwn(SETTINGS, key))
    .map((key) => `${optionsName}: ${key} is unknown; did you mean ${keyLike(key, known)}?`);

/** Returns the setting that reads this variable, or else the known name that is most similar to it. */
const keyLike = (name: string, known: readonly string[]): string => {
  const [key] = Object.entries(SETTINGS).find(([, { variable }]) => variable === name.toUpperCase()) ?? [];
  return key ?? nearestName(name, known);
};

const unknownVariables = (
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
  offPluginOf: (variable: string) => string | undefined,
): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX) && !known.includes(name))
    .sort()
    .map((name) => {
      const plugin = offPluginOf(name);
      return plugin === undefined
        ? `${name} is unknown and has no effect; did you mean ${nearestName(name, known)}?`
        : `${name} has no effect: it is a setting of ${plugin}, which is off; to switch it on, list it in ${SETTINGS.plugins.variable}`;
    });
