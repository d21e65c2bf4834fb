import { readFileSync } from "node:fs";
import { OperatorError } from "../operator-error.ts";
import { type Installation, readInstallation } from "./installation.ts";
import { type ConfigSources, readPluginEntries } from "./read-config.ts";

type Environment = ConfigSources["environment"];

/** In the working directory. */
export const CONFIG_FILE = "kalends.config.json";

/**
 * The configuration and the plugins of this process, from an environment and `kalends.config.json` in the working directory; `warn` is
 * called with what is odd. Throws an `OperatorError` with everything that is wrong.
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

/** Sources of a calendar that runs alone; `options` as the configuration file has them. */
export const sourcesOf = (environment: Environment, options: ConfigSources["options"]): ConfigSources => ({
  environment,
  options,
  optionsName: CONFIG_FILE,
  isAlone: true,
});

/** True if there are plugins to load, as far as the configuration can be read. */
export const hasPlugins = (environment: Environment): boolean =>
  readPluginEntries(sourcesOf(environment, readOptions().options)).entries.length > 0;

interface OptionsFile {
  readonly options: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

/** What the file says, before any of it is checked. */
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
