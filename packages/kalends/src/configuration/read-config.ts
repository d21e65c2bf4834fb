import type { PluginEntry } from "../plugins/plugin-entry.ts";
import { checkConfig } from "./config-rules.ts";
import { nearestName } from "./nearest-name.ts";
import { type Config, SETTINGS, type Setting } from "./settings.ts";

/** Where settings come from; the environment beats the options. */
export interface ConfigSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The configuration file, or the options of an embedding program: values by camelCase key. */
  readonly options: Readonly<Record<string, unknown>>;
  /** How messages call the options, such as the name of the file. */
  readonly optionsName: string;
  /** Variables that plugins read. */
  readonly pluginVariables?: readonly string[];
}

/** Everything that is wrong, or the configuration; with what is odd but harmless. */
export type ConfigReading =
  | { readonly config: Config; readonly warnings: readonly string[] }
  | { readonly problems: readonly string[]; readonly warnings: readonly string[] };

const PREFIX = "KALENDS_";
const TEST_PREFIX = "KALENDS_TEST_";
const KEYS = Object.keys(SETTINGS) as readonly (keyof Config)[];
const VARIABLES: readonly string[] = KEYS.map((key) => SETTINGS[key].variable);

const isUnset = (raw: unknown): boolean =>
  raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "");

/** What was refused, in full unless it is secret or long. */
const quote = (raw: unknown, { secret = false }: Setting<unknown>): string => {
  const text = JSON.stringify(raw) ?? String(raw);
  return secret || text.length > 80 ? "" : `, not ${text}`;
};

/** One setting where it was set, and how messages call it; `undefined` when it was not. */
const findRaw = (
  key: keyof Config,
  { environment, options, optionsName }: ConfigSources,
): { readonly raw: unknown; readonly origin: string } | undefined => {
  const { variable } = SETTINGS[key];
  if (!isUnset(environment[variable])) return { raw: environment[variable], origin: variable };
  return isUnset(options[key]) ? undefined : { raw: options[key], origin: `${optionsName}: ${key}` };
};

/** The plugins to load, as far as they can be read: before all other settings, some of which are theirs. */
export const readPluginEntries = (sources: ConfigSources): readonly PluginEntry[] => {
  const found = findRaw("plugins", sources);
  const reading = found && SETTINGS.plugins.format(found.raw);
  return reading !== undefined && "value" in reading ? reading.value : [];
};

/** Reads every setting and answers all problems at once. Source: 90-decisions P32. */
export const readConfig = ({
  environment,
  options,
  optionsName,
  pluginVariables = [],
}: ConfigSources): ConfigReading => {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const origins: Partial<Record<keyof Config, string>> = {};
  for (const key of KEYS) {
    const setting: Setting<unknown> = SETTINGS[key];
    const found = findRaw(key, { environment, options, optionsName });
    if (found === undefined) {
      if (setting.fallback !== undefined) values[key] = setting.fallback;
      continue;
    }
    const { raw, origin } = found;
    origins[key] = origin;
    const reading = setting.format(raw);
    if ("reason" in reading) problems.push(`${origin} ${reading.reason}${quote(raw, setting)}`);
    else values[key] = reading.value;
  }
  problems.push(...unknownKeys(options, optionsName));
  const warnings = unknownVariables(environment, [...VARIABLES, ...pluginVariables]);
  // Sound: every key was read by the format of its type or has its fallback; with problems nobody gets the value.
  const read = values as unknown as Partial<Config>;
  const checked = checkConfig(read, origins);
  problems.push(...checked.problems);
  warnings.push(...checked.warnings);
  if (problems.length > 0) return { problems, warnings };
  return { config: { ...(read as Config), ...checked.changes }, warnings };
};

const unknownKeys = (options: Readonly<Record<string, unknown>>, optionsName: string): string[] =>
  Object.keys(options)
    .filter((key) => !Object.hasOwn(SETTINGS, key))
    .map((key) => `${optionsName}: ${key} is unknown; did you mean ${nearestName(key, KEYS)}?`);

const unknownVariables = (
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX) && !known.includes(name))
    .sort()
    .map((name) => `${name} is unknown and has no effect; did you mean ${nearestName(name, known)}?`);
