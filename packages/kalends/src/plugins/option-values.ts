import type { OptionValue, OptionValues, PluginOption } from "@kalends/core";
import {
  anyText,
  type Format,
  flag,
  integer,
  listOf,
  number,
  oneOf,
} from "../configuration/setting-formats.ts";
import type { LoadedModule } from "./plugin-module.ts";

/** The options of one plugin, or everything that is wrong with them. */
export type OptionsReading = { readonly values: OptionValues } | { readonly problems: readonly string[] };

export const variablesOf = ({ module }: LoadedModule): readonly string[] =>
  Object.values(module.optionsSchema ?? {}).map(({ variable }) => variable);

/** Reads what a plugin declares; the environment beats the options beside its name. */
export const readOptions = (
  { package: name, options, module: { optionsSchema = {} } }: LoadedModule,
  environment: Readonly<Record<string, string | undefined>>,
): OptionsReading => {
  const problems = Object.keys(options)
    .filter((key) => !Object.hasOwn(optionsSchema, key))
    .map((key) => `The plugin ${name} has no option ${key}`);
  const values: Record<string, OptionValue> = {};
  for (const [key, option] of Object.entries(optionsSchema)) {
    const inEnvironment = environment[option.variable];
    const isFromEnvironment = !isUnset(inEnvironment);
    const raw = isFromEnvironment ? inEnvironment : options[key];
    const origin = isFromEnvironment ? option.variable : `${name}: ${key}`;
    if (isUnset(raw)) {
      if (option.required === true) problems.push(`The plugin ${name} needs ${option.variable}`);
      else if (option.default !== undefined) values[key] = option.default;
      continue;
    }
    const reading = formatOf(option)(raw);
    if ("reason" in reading) {
      problems.push(
        `${origin} ${reading.reason}${option.secret === true ? "" : `, not ${JSON.stringify(raw)}`}`,
      );
    } else values[key] = reading.value;
  }
  return problems.length > 0 ? { problems } : { values };
};

const isUnset = (raw: unknown): boolean =>
  raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "");

/** What an option accepts, with its own check last. */
const formatOf = (option: PluginOption): Format<OptionValue> => {
  const read = typed(option);
  return (raw) => {
    const reading = read(raw);
    if ("reason" in reading) return reading;
    const reason = option.check?.(reading.value);
    return reason === undefined ? reading : { reason };
  };
};

const typed = ({ type, minimum, maximum, choices }: PluginOption): Format<OptionValue> => {
  const text = choices === undefined ? anyText : oneOf(choices);
  switch (type) {
    case "boolean":
      return flag;
    case "integer":
      return integer(minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER);
    case "number":
      return number(minimum, maximum);
    case "list":
      return listOf(text);
    case "string":
      return text;
  }
};
