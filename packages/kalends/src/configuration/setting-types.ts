import { isTimeZone } from "@kalends/core";
import joi, { type AnySchema } from "joi";
import type { PluginEntry } from "./config.ts";

/** How a value is written: as text in an environment variable, as JSON in the configuration file. */
export type SettingType<T> = AnySchema<T>;

/** One setting: where it comes from, how it is written, and what holds without it. */
export interface Setting<T> {
  readonly variable: string;
  readonly type: SettingType<T>;
  /** For `kalends` itself: a variable that platforms set. It counts where neither the variable nor the file says anything. */
  readonly aloneVariable?: string | undefined;
  /** Absent: the setting is off unless somebody sets it. */
  readonly fallback?: T | undefined;
  /** Default of `kalends` itself, which runs alone, where a host has another one. */
  readonly aloneFallback?: T | undefined;
  /** Never repeated in messages. */
  readonly secret?: boolean | undefined;
  /** Why a value of the type is refused; `undefined` when it is fine. */
  check?(value: T): string | undefined;
  /** The problem when it is not set. */
  readonly missing?: string | undefined;
}

/** Numbers and booleans of the file are read as the environment would write them. */
const toText = (raw: unknown): unknown => {
  if (typeof raw === "string") return raw.trim();
  return typeof raw === "number" || typeof raw === "boolean" ? String(raw) : raw;
};

/** A type of joi's whose values are read as this function says, before joi looks at them; `reason` is said of all others. */
const reading = <S extends AnySchema>(type: S, reason: string, read: (raw: unknown) => unknown = toText): S =>
  joi
    .extend({ type: "setting", base: type, prepare: (raw: unknown) => ({ value: read(raw) }) })
    .setting()
    .messages({ "*": reason });

/** Text in the form of `pattern`, which `reason` describes. */
export const matching = (pattern: RegExp, reason: string): SettingType<string> =>
  reading(joi.string().pattern(pattern), reason);

/** Any text without line breaks or other control characters. */
export const anyText: SettingType<string> = matching(/^\P{Cc}*$/u, "must be one line of text");

/** Any text, such as a key that spans several lines. */
export const multilineText: SettingType<string> = reading(joi.string(), "must be text");

export const oneOf = <T extends string>(choices: readonly T[]): SettingType<T> =>
  reading(joi.string<T>().valid(...choices), `must be one of ${choices.join(", ")}`);

export const flag: SettingType<boolean> = reading(
  joi.boolean().truthy("1", "yes", "on").falsy("0", "no", "off"),
  "must be 1 or 0 (also: true, false, yes, no, on, off)",
);

/** A flag, or a TCP port. */
export const flagOrPort: SettingType<boolean | number> = reading(
  joi
    .alternatives<boolean | number>()
    .try(
      joi.boolean().truthy("1", "yes", "on").falsy("0", "no", "off"),
      joi.number().integer().min(1024).max(65_535),
    ),
  "must be on, off (also: 1, 0, true, false, yes, no) or a port from 1024 to 65535",
);

/** Numbers of the first group of `form`, in the unit of the second one; the bounds are inclusive. */
const quantity = (
  form: RegExp,
  [minimum, maximum]: readonly [number, number],
  reason: string,
  units: Readonly<Record<string, number>> = { "": 1 },
): SettingType<number> =>
  reading(joi.number().unsafe().min(minimum).max(maximum), reason, (raw) => {
    const text = toText(raw);
    const [, digits, unit = ""] = (typeof text === "string" && form.exec(text)) || [];
    return Number(digits ?? Number.NaN) * (units[unit.toLowerCase()] ?? Number.NaN);
  });

/** An integer up to `maximum`; a flag counts as 1 or 0. */
export const flagOrCount = (maximum: number): SettingType<number> =>
  reading(
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

/** A decimal number. */
export const number = (minimum: number = -Infinity, maximum: number = Infinity): SettingType<number> => {
  const from = minimum === -Infinity ? "" : ` from ${minimum}`;
  const upTo = maximum === Infinity ? "" : ` up to ${maximum}`;
  return quantity(/^([+-]?(?:\d+(?:\.\d*)?|\.\d+))$/, [minimum, maximum], `must be a number${from}${upTo}`);
};

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes, with an optional unit of 1,024 (`KiB`) or 1,048,576 bytes (`MiB`). */
export const bytes: SettingType<number> = quantity(
  /^(\d{1,12}) ?([a-z]*)$/i,
  [1, 1024 * MIB],
  "must be a number of bytes from 1 to 1 GiB, such as 1048576, 512 KiB or 1 MiB",
  { "": 1, b: 1, k: KIB, kb: KIB, kib: KIB, m: MIB, mb: MIB, mib: MIB },
);

/** Seconds, with an optional `s`. */
export const seconds = (minimum: number, maximum: number): SettingType<number> =>
  quantity(
    /^(\d{1,9}(?:\.\d{1,3})?) ?s?$/,
    [minimum, maximum],
    `must be a number of seconds from ${minimum} to ${maximum}`,
  );

/** Seconds, as a number or with one of the units `s`, `min`, `h` and `d`; the bounds are in seconds. */
export const duration = (minimum: number, maximum: number): SettingType<number> =>
  quantity(
    /^(\d{1,9}) ?([a-z]*)$/i,
    [minimum, maximum],
    `must be a number of seconds from ${minimum} to ${maximum}, or a time such as 30 min, 12 h or 7 d`,
    { "": 1, s: 1, min: 60, h: 3600, d: 86_400 },
  );

/** The address as the URL standard writes it; no text for what is none. */
const toHref = (raw: unknown): unknown => {
  const text = String(toText(raw));
  return URL.canParse(text) ? new URL(text).href : null;
};

/** Scheme and host, perhaps with a path below which a proxy serves us; without a slash at its end. */
export const webOrigin: SettingType<string> = reading(
  joi
    .string()
    .replace(/(?<!\/)\/+$/, "")
    .pattern(/^https?:\/\/[^/?#@]*(?:\/[^?#]*)?$/),
  "must be an address such as https://calendar.example.org, without credentials, query or fragment",
  toHref,
);

/** An `http` or `https` address of one document. */
export const webAddress: SettingType<string> = reading(
  joi.string().pattern(/^https?:\/\/[^/?#@]*(?:[/?#]|$)/),
  "must be an http or https address without credentials",
  toHref,
);

const isBlank = (raw: unknown): boolean => typeof raw === "string" && raw.trim() === "";

/** A list: comma-separated text, or a JSON list. Blank pieces are dropped. */
export const listOf = <T>(item: SettingType<T>): SettingType<readonly T[]> =>
  reading(joi.array<readonly T[]>().items(item), "must be a list", (raw) => {
    const text = toText(raw);
    const pieces: unknown = typeof text === "string" ? text.split(",") : raw;
    return Array.isArray(pieces)
      ? pieces.filter((piece) => !isBlank(piece)).map((piece) => piece ?? null)
      : null;
  });

/** Texts by name: `name=text,...`, or a JSON object of texts. */
export const textsByName: SettingType<Readonly<Record<string, string>>> = reading(
  joi.object<Readonly<Record<string, string>>>().pattern(/^/, joi.string()),
  "must be a list of name=text",
  (raw) => {
    const text = toText(raw);
    if (typeof text !== "string") return raw;
    const entries = text.split(",").map((piece) => /^([^=\s]+)\s*=\s*(\S.*)$/.exec(piece.trim()));
    return entries.includes(null) ? null : Object.fromEntries(entries.map((entry) => entry?.slice(1) ?? []));
  },
);

/** Hours and minutes, `HH:MM`. */
export const clockTime: SettingType<string> = matching(
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  "must be a time of day from 00:00 to 23:59",
);

/** An IANA name, or a UTC offset from -12:00 to +14:00. Source: rules/dates.md#site-zone. */
export const timeZone: SettingType<string> = reading(
  joi.string().custom((text, { error }) => (isTimeZone(text) ? text : error("any.invalid"))),
  "must be a time zone such as Europe/Rome, or an offset such as UTC+5:30",
);

const NAME = /^\S+$/;

/** A package or path, perhaps with options, or in a program the plugin itself. */
const pluginEntry: SettingType<PluginEntry> = reading(
  joi.alternatives<PluginEntry>().try(
    joi.string().pattern(NAME),
    joi
      .object({ package: joi.string().pattern(NAME).required(), options: joi.object().default({}) })
      .strict()
      .options({ stripUnknown: true }),
    // Whether it is a plugin is checked when it is put to use.
    joi
      .object({ package: joi.forbidden(), name: joi.string().allow("").required() })
      .unknown()
      .raw(),
  ),
  "must be a package name or a path, an object with `package` and `options`, or (in createCalendar) a plugin: an object with a `name`, as its function `plugin()` returns it",
  (raw) => (typeof raw === "string" ? raw.trim() : raw),
);

/** In place of a list: no plugin at all. */
const NO_PLUGINS = "none";

/** A list of plugins, or `none`. Source: rules/choices.md#default-plugins. */
export const pluginList: SettingType<readonly PluginEntry[]> = listOf(pluginEntry).custom(
  (entries: readonly PluginEntry[]) => (entries.length === 1 && entries[0] === NO_PLUGINS ? [] : entries),
);

export const problemOfPluginList = (entries: readonly PluginEntry[]): string | undefined =>
  entries.includes(NO_PLUGINS) ? `must be a list of plugins, or ${NO_PLUGINS} alone` : undefined;
