import type { EffectiveSetting, OptionValue, OptionValues, PluginOption } from "@kalends/core/interface";
import { toEffective } from "../configuration/effective-settings.ts";
import { readSettings, type SettingSources } from "../configuration/read-settings.ts";
import {
  anyText,
  flag,
  integer,
  listOf,
  number,
  oneOf,
  type Setting,
  type SettingType,
} from "../configuration/setting-types.ts";
import type { LoadedModule } from "./plugin-module.ts";

/** Values of a plugin's options, or all problems with them. */
export type OptionsReading =
  | { readonly values: OptionValues; readonly effectiveSettings: readonly EffectiveSetting[] }
  | { readonly problems: readonly string[] };

export const variablesOf = ({ module }: LoadedModule): readonly string[] =>
  Object.values(module.optionsSchema ?? {}).map(({ variable }) => variable);

/** Reads the options that a plugin declares. Environment variables take precedence over the configuration. */
export const readOptions = (
  { package: name, options, module: { optionsSchema = {} } }: LoadedModule,
  { environment, isStandalone = false }: Pick<SettingSources, "environment" | "isStandalone">,
): OptionsReading => {
  const settings = Object.fromEntries(
    Object.entries(optionsSchema).map(([key, option]) => [key, toSetting(option, name)]),
  );
  const sources = { environment, options, optionsName: name };
  const { values, origins, problems } = readSettings(settings, sources);
  const unknown = Object.keys(options)
    .filter((key) => !Object.hasOwn(optionsSchema, key))
    .map((key) => `The plugin ${name} has no option ${key}: remove it from the configuration`);
  const all = [...unknown, ...problems];
  if (all.length > 0) return { problems: all };
  const effective = toEffective(settings, values, origins, { ...sources, isStandalone });
  return {
    // The cast is safe: each value was validated by its type.
    values: values as OptionValues,
    effectiveSettings: effective.map((setting) => ({ ...setting, plugin: name })),
  };
};

const toSetting = (option: PluginOption, plugin: string): Setting<OptionValue> => ({
  ...option,
  type: typeOf(option),
  fallback: option.default,
  missing: option.required ? `The plugin ${plugin} needs the setting ${option.variable}` : undefined,
});

const typeOf = ({ type, minimum, maximum, choices }: PluginOption): SettingType<OptionValue> => {
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
