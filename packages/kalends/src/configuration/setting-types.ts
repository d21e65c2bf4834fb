import { isTimeZone } from "@kalends/core";
import joi, { type AnySchema } from "joi";
import type { PluginEntry } from "./config.ts";

/**
 * Type of a setting, which validates its value. The value is text in an environment variable and JSON in the
 * configuration file.
 */
export type SettingType<T> = AnySchema<T>;

/** Definition of a setting: its sources, its type and its default. */
export interface Setting<T> {
  readonly variable: string;
  readonly type: SettingType<T>;
  /**
   * Environment variable that hosting platforms set, such as `PORT`. Only the program `kalends` reads it, if
   * neither `variable` nor the configuration file has a value.
   */
  readonly standaloneVariable?: string | undefined;
  /** Default value; if absent, the setting has no value by default. */
  readonly fallback?: T | undefined;
  /** Default value in the program `kalends`, if it differs from the default in host applications. */
  readonly standaloneDefault?: T | undefined;
  /** True if the value is secret. Messages never contain secret values. */
  readonly secret?: boolean | undefined;
  /** Returns the reason for refusing a value of the right type; `undefined` if the value is valid. */
  check?(value: T): string | undefined;
  /** Problem to report if a required setting has no value; absent if the setting is optional. */
  readonly missing?: string | undefined;
}

/**
 * Trims a text, and converts a number or boolean of the configuration file to the text that an environment
 * variable would have. Other values stay unchanged.
 */
const toText = (raw: unknown): unknown => {
  if (typeof raw === "string") return raw.trim();
  return typeof raw === "number" || typeof raw === "boolean" ? String(raw) : raw;
};

/**
 * Returns a joi type whose values are converted by `read` before joi validates them. `reason` is the message
 * for every invalid value.
 */
const convertedType = <S extends AnySchema>(
  type: S,
  reason: string,
  read: (raw: unknown) => unknown = toText,
): S =>
  joi
    .extend({ type: "setting", base: type, prepare: (raw: unknown) => ({ value: read(raw) }) })
    .setting()
    .messages({ "*": reason });

/** Type of a text that matches `pattern`. `reason` describes the expected form. */
export const matching = (pattern: RegExp, reason: string): SettingType<string> =>
  convertedType(joi.string().pattern(pattern), reason);

/** Type of a text without line breaks and other control characters. */
export const anyText: SettingType<string> = matching(/^\P{Cc}*$/u, "must be one line of text");

/** Type of any text, such as a key with several lines. */
export const multilineText: SettingType<string> = convertedType(joi.string(), "must be text");

export const oneOf = <T extends string>(choices: readonly T[]): SettingType<T> =>
  convertedType(joi.string<T>().valid(...choices), `must be one of ${choices.join(", ")}`);

export const flag: SettingType<boolean> = convertedType(
  joi.boolean().truthy("1", "yes", "on").falsy("0", "no", "off"),
  "must be 1 or 0 (also: true, false, yes, no, on, off)",
);

/** Type of a boolean or a TCP port from 1024. */
export const flagOrPort: SettingType<boolean | number> = convertedType(
  joi
    .alternatives<boolean | number>()
    .try(
      joi.boolean().truthy("1", "yes", "on").falsy("0", "no", "off"),
      joi.number().integer().min(1024).max(65_535),
    ),
  "must be on, off (also: 1, 0, true, false, yes, no) or a port from 1024 to 65535",
);

/**
 * Type of a number with a unit. The first group of `form` matches the number, the second one the unit. The
 * bounds are inclusive.
 */
const quantity = (
  form: RegExp,
  [minimum, maximum]: readonly [number, number],
  reason: string,
  units: Readonly<Record<string, number>> = { "": 1 },
): SettingType<number> =>
  convertedType(joi.number().unsafe().min(minimum).max(maximum), reason, (raw) => {
    const text = toText(raw);
    const [, digits, unit = ""] = (typeof text === "string" && form.exec(text)) || [];
    return Number(digits ?? Number.NaN) * (units[unit.toLowerCase()] ?? Number.NaN);
  });

/** Type of an integer from 0 to `maximum`. A boolean counts as 1 or 0. */
export const flagOrCount = (maximum: number): SettingType<number> =>
  convertedType(
    joi.number().max(maximum),
    `must be an integer from 0 to ${maximum} (also: true for 1, false for 0)`,
    (raw) => {
      const text = String(toText(raw))
        .replace(/^(?:true|yes|on)$/i, "1")
        .replace(/^(?:false|no|off)$/i, "0");
      return /^\d{1,9}$/.test(text) ? Number(text) : null;
    },
  );

export const integer = (minimum: number, maximum: number): SettingType<number> =>
  quantity(/^([+-]?\d{1,15})$/, [minimum, maximum], `must be an integer from ${minimum} to ${maximum}`);

/** Type of a decimal number. */
export const number = (minimum: number = -Infinity, maximum: number = Infinity): SettingType<number> => {
  const from = minimum === -Infinity ? "" : ` from ${minimum}`;
  const upTo = maximum === Infinity ? "" : ` up to ${maximum}`;
  return quantity(/^([+-]?(?:\d+(?:\.\d*)?|\.\d+))$/, [minimum, maximum], `must be a number${from}${upTo}`);
};

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Type of a size in bytes from 1 to 1 GiB, with an optional unit in upper or lower case: `b` for bytes, `k`,
 * `kb` or `kib` for 1,024 bytes, and `m`, `mb` or `mib` for 1,048,576 bytes.
 */
export const bytes: SettingType<number> = quantity(
  /^(\d{1,12}) ?([a-z]*)$/i,
  [1, 1024 * MIB],
  "must be a number of bytes from 1 to 1 GiB, such as 1048576, 512 KiB or 1 MiB",
  { "": 1, b: 1, k: KIB, kb: KIB, kib: KIB, m: MIB, mb: MIB, mib: MIB },
);

/** Type of a number of seconds, with an optional `s`. */
export const seconds = (minimum: number, maximum: number): SettingType<number> =>
  quantity(
    /^(\d{1,9}(?:\.\d{1,3})?) ?s?$/,
    [minimum, maximum],
    `must be a number of seconds from ${minimum} to ${maximum}`,
  );

/**
 * Type of a duration in seconds, or with one of the units `s`, `min`, `h` and `d`. The bounds are in seconds.
 */
export const duration = (minimum: number, maximum: number): SettingType<number> =>
  quantity(
    /^(\d{1,9}) ?([a-z]*)$/i,
    [minimum, maximum],
    `must be a number of seconds from ${minimum} to ${maximum}, or a time such as 30 min, 12 h or 7 d`,
    { "": 1, s: 1, min: 60, h: 3600, d: 86_400 },
  );

/** Returns a URL in its normalized form; `null` for an invalid URL. */
const toHref = (raw: unknown): unknown => {
  const text = String(toText(raw));
  return URL.canParse(text) ? new URL(text).href : null;
};

/**
 * Type of a URL with scheme and host, and optionally the path at which a proxy serves the calendar. A
 * trailing slash is removed.
 */
export const webOrigin: SettingType<string> = convertedType(
  joi
    .string()
    .replace(/(?<!\/)\/+$/, "")
    .pattern(/^https?:\/\/[^/?#@]*(?:\/[^?#]*)?$/),
  "must be an address such as https://calendar.example.org, without credentials, query or fragment",
  toHref,
);

/** Type of an `http` or `https` URL of a single resource. */
export const webAddress: SettingType<string> = convertedType(
  joi.string().pattern(/^https?:\/\/[^/?#@]*(?:[/?#]|$)/),
  "must be an http or https address without credentials",
  toHref,
);

const isBlank = (raw: unknown): boolean => typeof raw === "string" && raw.trim() === "";

/** Type of a list: comma-separated text or a JSON list. Blank items are removed. */
export const listOf = <T>(item: SettingType<T>): SettingType<readonly T[]> =>
  convertedType(joi.array<readonly T[]>().items(item), "must be a list", (raw) => {
    const text = toText(raw);
    const pieces: unknown = typeof text === "string" ? text.split(",") : raw;
    return Array.isArray(pieces)
      ? pieces.filter((piece) => !isBlank(piece)).map((piece) => piece ?? null)
      : null;
  });

/** Type of an object of texts: `name=text,...`, or a JSON object. */
export const textsByName: SettingType<Readonly<Record<string, string>>> = convertedType(
  joi.object<Readonly<Record<string, string>>>().pattern(/^/, joi.string()),
  "must be a list of name=text",
  (raw) => {
    const text = toText(raw);
    if (typeof text !== "string") return raw;
    const entries = text.split(",").map((piece) => /^([^=\s]+)\s*=\s*(\S.*)$/.exec(piece.trim()));
    return entries.includes(null) ? null : Object.fromEntries(entries.map((entry) => entry?.slice(1) ?? []));
  },
);

/** Type of a time of day, as `HH:MM`. */
export const clockTime: SettingType<string> = matching(
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  "must be a time of day from 00:00 to 23:59",
);

/**
 * Type of a time zone in one of the forms that `isTimeZone` accepts: an IANA name, a UTC offset from -12:00
 * to +14:00, or an abbreviation with a fixed offset, such as `EST`.
 * Source: rules/dates.md#site-zone, rules/dates.md#zone-names.
 */
export const timeZone: SettingType<string> = convertedType(
  joi.string().custom((text, { error }) => (isTimeZone(text) ? text : error("any.invalid"))),
  "must be a time zone such as Europe/Rome, or an offset such as UTC+5:30",
);

const NAME = /^\S+$/;

/**
 * Type of a plugin entry: a package name or path, optionally with options. A program may also pass the plugin
 * object.
 */
const pluginEntry: SettingType<PluginEntry> = convertedType(
  joi.alternatives<PluginEntry>().try(
    joi.string().pattern(NAME),
    joi
      .object({ package: joi.string().pattern(NAME).required(), options: joi.object().default({}) })
      .strict()
      .options({ stripUnknown: true }),
    // Accept any plugin object: its activation validates it.
    joi
      .object({ package: joi.forbidden(), name: joi.string().allow("").required() })
      .unknown()
      .raw(),
  ),
  "must be a package name or a path, an object with `package` and `options`, or (in createCalendar) a plugin: an object with a `name`, as its function `plugin()` returns it",
  (raw) => (typeof raw === "string" ? raw.trim() : raw),
);

/** Value of the setting `plugins` that means an empty list. */
const NO_PLUGINS = "none";

/**
 * Type of the list of plugins; `none` means an empty list.
 * Source: rules/choices.md#default-plugins.
 */
export const pluginList: SettingType<readonly PluginEntry[]> = listOf(pluginEntry).custom(
  (entries: readonly PluginEntry[]) => (entries.length === 1 && entries[0] === NO_PLUGINS ? [] : entries),
);

export const problemOfPluginList = (entries: readonly PluginEntry[]): string | undefined =>
  entries.includes(NO_PLUGINS) ? `must be a list of plugins, or ${NO_PLUGINS} alone` : undefined;
