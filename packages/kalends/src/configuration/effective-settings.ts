import type { JsonValue } from "@kalends/core";
import type { EffectiveSetting, SettingOrigin } from "@kalends/core/interface";
import { CREDENTIALS, type SettingSources } from "./read-settings.ts";
import type { Setting } from "./setting-types.ts";

/** Text that replaces a secret value. */
const MASK = "***";

/**
 * Returns the settings with the values in use. Secrets and credentials in URLs are masked.
 * Source: rules/status.md#status-configuration.
 */
export const toEffective = (
  settings: Readonly<Record<string, Setting<unknown>>>,
  values: Readonly<Record<string, unknown>>,
  origins: Readonly<Record<string, string>>,
  sources: Pick<SettingSources, "optionsName" | "isStandalone">,
): readonly EffectiveSetting[] =>
  Object.entries(settings).map(([key, { variable, secret = false }]) => ({
    ...{ key, variable, isSecret: secret },
    value: shownValue(values[key], secret),
    origin: originOf(origins[key], sources),
  }));

const shownValue = (value: unknown, isSecret: boolean): JsonValue => {
  if (value === undefined || value === null) return null;
  if (isSecret) return MASK;
  const text = JSON.stringify(value, (_key, part: unknown) => (isPlugin(part) ? nameOf(part) : part));
  // The cast is safe, because the text is JSON.
  return JSON.parse(text.replace(CREDENTIALS, `//${MASK}@`)) as JsonValue;
};

type PluginLike = { readonly package?: unknown; readonly name?: unknown };

/** True for a plugin in the list of plugins. Its options may contain secrets, so only its name is shown. */
const isPlugin = (part: unknown): part is PluginLike =>
  typeof part === "object" && part !== null && !Array.isArray(part) && ("package" in part || "name" in part);

const nameOf = ({ package: path, name }: PluginLike): string => String(path ?? name);

const originOf = (
  origin: string | undefined,
  { optionsName, isStandalone = false }: Pick<SettingSources, "optionsName" | "isStandalone">,
): SettingOrigin => {
  if (origin === undefined) return "default";
  if (!origin.startsWith(`${optionsName}: `)) return "environment";
  return isStandalone ? "file" : "option";
};
