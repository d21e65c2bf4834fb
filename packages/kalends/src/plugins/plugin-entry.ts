import type { Plugin } from "@kalends/core";
import type { Format } from "../configuration/setting-formats.ts";

/** One plugin of the configuration: its package or path, perhaps with options, or in a program the plugin itself. */
export type PluginEntry =
  | string
  | { readonly package: string; readonly options?: Readonly<Record<string, unknown>> }
  | Plugin;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isName = (value: unknown): value is string => typeof value === "string" && /^\S+$/.test(value);

/** Source: 90-decisions P32. */
export const pluginEntry: Format<PluginEntry> = (raw) => {
  const value = typeof raw === "string" ? raw.trim() : raw;
  if (isName(value)) return { value };
  if (isObject(value)) {
    const { package: name, options = {} } = value;
    if (isName(name) && isObject(options)) return { value: { package: name, options } };
    // Whether it is a plugin is checked when it is put to use.
    if (name === undefined && typeof value.name === "string") return { value: value as unknown as Plugin };
  }
  return { reason: "must be a package name or a path, or an object with `package` and `options`" };
};
