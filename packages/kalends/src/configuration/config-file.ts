import { readFileSync } from "node:fs";
import { OperatorError } from "../operator-error.ts";
import { type Installation, readInstallation } from "./installation.ts";
import { type ConfigSources, readPluginEntries } from "./read-config.ts";

type Environment = ConfigSources["environment"];

/** Name of the configuration file in the working directory. */
export const CONFIG_FILE = "kalends.config.json";

/**
 * Loads the configuration and the plugins from environment variables and from `kalends.config.json` in the
 * working directory. Calls `warn` with each warning. Rejects with an `OperatorError` that lists all problems.
 */
export const loadInstallation = async (
  environment: Environment,
  warn: (warning: string) => void,
): Promise<Installation> => {
  const { options, problems } = readOptions();
  const others = await readInstallation(sourcesOf(environment, options), warn).catch((error: unknown) => {
    if (error instanceof OperatorError) throw new OperatorError([...problems, ...error.problems]);
    throw error;
  });
  if (problems.length > 0) throw new OperatorError(problems);
  return others;
};

/**
 * Returns the sources of settings for the program `kalends`. `options` is the content of the configuration
 * file.
 */
export const sourcesOf = (environment: Environment, options: ConfigSources["options"]): ConfigSources => ({
  environment,
  options,
  optionsName: CONFIG_FILE,
  isStandalone: true,
});

/**
 * True if the configuration names plugins, or if the default plugins apply. An unreadable configuration file
 * counts as an empty one.
 */
export const hasPlugins = (environment: Environment): boolean =>
  readPluginEntries(sourcesOf(environment, readOptions().options)).entries.length > 0;

interface OptionsFile {
  readonly options: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

/** Reads the configuration file without validating its values. */
export const readOptions = (): OptionsFile => {
  const refused = (reason: string): OptionsFile => ({ options: {}, problems: [`${CONFIG_FILE} ${reason}`] });
  let text: string;
  try {
    text = readFileSync(CONFIG_FILE, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? { options: {}, problems: [] } : refused(`cannot be read: ${message}`);
  }
  try {
    const options: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof options === "object" && options !== null && !Array.isArray(options)
      ? { options: { ...options }, problems: [] }
      : refused("must contain one JSON object");
  } catch (error) {
    return refused(`is not JSON: ${(error as SyntaxError).message}`);
  }
};
