import { readFileSync } from "node:fs";
import { OperatorError } from "./operator-error.ts";
import { readConfig } from "./read-config.ts";
import type { Config } from "./settings.ts";

const FILE = "kalends.config.json";

/**
 * The configuration of this process, from its environment and `kalends.config.json` in its working directory; `warn` is
 * told what is odd. Throws an `OperatorError` with everything that is wrong.
 */
export const loadConfig = (warn: (warning: string) => void): Config => {
  const file = readOptions();
  const reading = readConfig({ environment: process.env, options: file.options, optionsName: FILE });
  for (const warning of reading.warnings) warn(warning);
  const problems = [...file.problems, ...("problems" in reading ? reading.problems : [])];
  if ("problems" in reading || problems.length > 0) throw new OperatorError(problems);
  return reading.config;
};

interface OptionsFile {
  readonly options: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

const readOptions = (): OptionsFile => {
  let text: string;
  try {
    text = readFileSync(FILE, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { options: {}, problems: code === "ENOENT" ? [] : [`${FILE} cannot be read: ${message}`] };
  }
  return parseOptions(text);
};

const parseOptions = (text: string): OptionsFile => {
  try {
    const options: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof options === "object" && options !== null && !Array.isArray(options)) {
      return { options: { ...options }, problems: [] };
    }
    return { options: {}, problems: [`${FILE} must contain one JSON object`] };
  } catch (error) {
    return { options: {}, problems: [`${FILE} is not JSON: ${(error as SyntaxError).message}`] };
  }
};
