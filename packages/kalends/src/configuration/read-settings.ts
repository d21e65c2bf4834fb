import joi, { type ObjectSchema, type ValidationErrorItem } from "joi";
import type { Setting } from "./setting-types.ts";

/** Sources of setting values. An environment variable takes precedence over an option. */
export interface SettingSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Values by key, from the configuration file, from an embedding program, or from the options of a plugin.
   */
  readonly options: Readonly<Record<string, unknown>>;
  /** Name of the options for messages, such as the file name. */
  readonly optionsName: string;
  /** True in the program `kalends`. Defaults to false, for a calendar inside a host application. */
  readonly isStandalone?: boolean;
}

/** Values of settings, including defaults, and one problem for each invalid setting. */
export interface SettingsReading {
  readonly values: Readonly<Record<string, unknown>>;
  /** Source of each setting that has a value, for messages. */
  readonly origins: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

const isUnset = (raw: unknown): boolean =>
  raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "");

/** Matches credentials in URLs. */
export const CREDENTIALS: RegExp = /\/\/[^/?#"]*@/g;

/**
 * Quotes an invalid value for a message, without credentials. Returns `""` for a secret and for a value
 * longer than `longest`.
 */
const quote = (raw: unknown, { secret = false }: Setting<unknown>, longest: number): string => {
  const text = JSON.stringify(raw) ?? String(raw);
  return secret || text.length > longest ? "" : `, not ${text.replace(CREDENTIALS, "//***@")}`;
};

/**
 * Reads all settings by their keys. A problem quotes the invalid value if it has at most `longestQuote`
 * characters.
 */
export const readSettings = (
  settings: Readonly<Record<string, Setting<unknown>>>,
  { environment, options, optionsName, isStandalone = false }: SettingSources,
  longestQuote: number = Number.POSITIVE_INFINITY,
): SettingsReading => {
  const raw: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const [key, { variable, standaloneVariable }] of Object.entries(settings)) {
    const places: readonly (readonly [origin: string, value: unknown])[] = [
      [variable, environment[variable]],
      [`${optionsName}: ${key}`, options[key]],
      ...(isStandalone && standaloneVariable !== undefined
        ? [[standaloneVariable, environment[standaloneVariable]] as const]
        : []),
    ];
    const found = places.find(([, value]) => !isUnset(value));
    if (found !== undefined) [origins[key], raw[key]] = found;
  }
  const { value, error } = documentOf(settings, isStandalone).validate(raw, { abortEarly: false });
  const refused = new Map(error?.details.toReversed().map((detail) => [detail.path[0], detail]));
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, setting] of Object.entries(settings)) {
    const detail = refused.get(key);
    const check = value[key] === undefined ? undefined : setting.check;
    const reason = detail === undefined ? check?.(value[key]) : toReason(detail);
    if (origins[key] === undefined && setting.missing !== undefined) problems.push(setting.missing);
    else if (origins[key] !== undefined && reason !== undefined) {
      problems.push(`${origins[key]} ${reason}${quote(raw[key], setting, longestQuote)}`);
    } else if (value[key] !== undefined) values[key] = value[key];
  }
  return { values, origins, problems };
};

const documentOf = (
  settings: Readonly<Record<string, Setting<unknown>>>,
  isStandalone: boolean,
): ObjectSchema =>
  joi.object(
    Object.fromEntries(
      Object.entries(settings).map(([key, { type, fallback, standaloneDefault }]) => {
        const value = isStandalone ? (standaloneDefault ?? fallback) : fallback;
        return [key, value === undefined ? type : type.default(value)];
      }),
    ),
  );

const toReason = ({ path, message }: ValidationErrorItem): string =>
  typeof path[1] === "number" ? `is a list, each item of which ${message}` : message;
