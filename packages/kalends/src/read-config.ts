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

/** Reads every setting and answers all problems at once. Source: 90-decisions P32. */
export const readConfig = ({ environment, options, optionsName }: ConfigSources): ConfigReading => {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const origins: Partial<Record<keyof Config, string>> = {};
  for (const key of KEYS) {
    const setting: Setting<unknown> = SETTINGS[key];
    const inEnvironment = environment[setting.variable];
    const isFromEnvironment = !isUnset(inEnvironment);
    const raw = isFromEnvironment ? inEnvironment : options[key];
    if (isUnset(raw)) {
      if (setting.fallback !== undefined) values[key] = setting.fallback;
      continue;
    }
    const origin = isFromEnvironment ? setting.variable : `${optionsName}: ${key}`;
    origins[key] = origin;
    const reading = setting.format(raw);
    if ("reason" in reading) problems.push(`${origin} ${reading.reason}${quote(raw, setting)}`);
    else values[key] = reading.value;
  }
  problems.push(...unknownKeys(options, optionsName));
  const warnings = unknownVariables(environment);
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

const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX) && !VARIABLES.includes(name))
    .sort()
    .map((name) => `${name} is unknown and has no effect; did you mean ${nearestName(name, VARIABLES)}?`);
