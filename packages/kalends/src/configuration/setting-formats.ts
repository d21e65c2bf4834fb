import { isTimeZone, ROLES, type Role } from "@kalends/core";

/** What becomes of a value as it was written: the one to work with, or why it is refused. */
export type Reading<T> = { readonly value: T } | { readonly reason: string };

/** Reads a setting from the text of an environment variable or from the JSON of the configuration file. */
export type Format<T> = (raw: unknown) => Reading<T>;

/** Numbers and booleans of the file as the environment would write them; `undefined` for other JSON. */
const toText = (raw: unknown): string | undefined => {
  if (typeof raw === "string") return raw.trim();
  return typeof raw === "number" || typeof raw === "boolean" ? String(raw) : undefined;
};

/** A format over text; `read` answers `undefined` for what it refuses. */
const fromText =
  <T>(reason: string, read: (text: string) => T | undefined): Format<T> =>
  (raw) => {
    const text = toText(raw);
    const value = text === undefined ? undefined : read(text);
    return value === undefined ? { reason } : { value };
  };

/** Any text without line breaks or other control characters. */
export const anyText: Format<string> = fromText("must be one line of text", (text) =>
  /\p{Cc}/u.test(text) ? undefined : text,
);

/** Any text, such as a key that spans several lines. */
export const multilineText: Format<string> = fromText("must be text", (text) => text);

/** Text in the form of `pattern`, which `reason` describes. */
export const matching = (pattern: RegExp, reason: string): Format<string> =>
  fromText(reason, (text) => (pattern.test(text) ? text : undefined));

/** Bounds are inclusive. */
export const integer = (minimum: number, maximum: number): Format<number> =>
  fromText(`must be an integer from ${minimum} to ${maximum}`, (text) => {
    const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  });

/** A decimal number; bounds are inclusive. */
export const number = (
  minimum: number = Number.NEGATIVE_INFINITY,
  maximum: number = Number.POSITIVE_INFINITY,
): Format<number> => {
  const bounds = [
    ...(Number.isFinite(minimum) ? [`from ${minimum}`] : []),
    ...(Number.isFinite(maximum) ? [`up to ${maximum}`] : []),
  ];
  return fromText(["must be a number", ...bounds].join(" "), (text) => {
    const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  });
};

const FLAGS: Readonly<Record<string, boolean>> = {
  "1": true,
  true: true,
  yes: true,
  on: true,
  "0": false,
  false: false,
  no: false,
  off: false,
};

export const flag: Format<boolean> = fromText(
  "must be 1 or 0 (also: true, false, yes, no, on, off)",
  (text) => FLAGS[text.toLowerCase()],
);

export const oneOf = <T extends string>(choices: readonly T[]): Format<T> =>
  fromText(`must be one of ${choices.join(", ")}`, (text) => choices.find((choice) => choice === text));

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  k: 1024,
  kb: 1024,
  kib: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  mib: 1024 ** 2,
};
const LARGEST_BODY = 1024 ** 3;

/** Bytes, with an optional unit of 1,024 (`KiB`) or 1,048,576 bytes (`MiB`). */
export const bytes: Format<number> = fromText(
  "must be a number of bytes from 1 to 1 GiB, such as 1048576, 512 KiB or 1 MiB",
  (text) => {
    const [, digits, unit] = /^(\d{1,12}) ?([a-z]*)$/i.exec(text) ?? [];
    const factor = UNITS[unit?.toLowerCase() ?? ""];
    if (digits === undefined || factor === undefined) return undefined;
    const value = Number(digits) * factor;
    return value >= 1 && value <= LARGEST_BODY ? value : undefined;
  },
);

/** Seconds, with an optional `s`; the bounds are inclusive. */
export const seconds = (minimum: number, maximum: number): Format<number> =>
  fromText(`must be a number of seconds from ${minimum} to ${maximum}`, (text) => {
    const [, digits] = /^(\d{1,9}(?:\.\d{1,3})?) ?s?$/.exec(text) ?? [];
    const value = Number(digits ?? Number.NaN);
    return value >= minimum && value <= maximum ? value : undefined;
  });

const SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, min: 60, h: 3600, d: 86_400 };

/** Seconds, as a number or with one of the units `s`, `min`, `h` and `d`; the bounds are in seconds and inclusive. */
export const duration = (minimum: number, maximum: number): Format<number> =>
  fromText(
    `must be a number of seconds from ${minimum} to ${maximum}, or a time such as 30 min, 12 h or 7 d`,
    (text) => {
      const [, digits, unit = ""] = /^(\d{1,9}) ?([a-z]*)$/i.exec(text) ?? [];
      const factor = SECONDS[unit.toLowerCase()];
      const value = Number(digits ?? Number.NaN) * (factor ?? Number.NaN);
      return value >= minimum && value <= maximum ? value : undefined;
    },
  );

const toUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const isWeb = (url: URL): boolean => /^https?:$/.test(url.protocol) && url.username + url.password === "";

/** Scheme and host, perhaps with a path below which a proxy serves us; without a slash at its end. */
export const webOrigin: Format<string> = fromText(
  "must be an address such as https://calendar.example.org, without credentials, query or fragment",
  (text) => {
    const url = toUrl(text);
    if (!url || !isWeb(url) || /[?#]/.test(text)) return undefined;
    return url.href.replace(/\/+$/, "");
  },
);

/** An `http` or `https` address of one document. */
export const webAddress: Format<string> = fromText(
  "must be an http or https address without credentials",
  (text) => {
    const url = toUrl(text);
    return url && isWeb(url) ? url.href : undefined;
  },
);

/** A list: comma-separated text, or a JSON list of texts. Empty pieces are dropped. */
export const listOf =
  <T>(item: Format<T>): Format<readonly T[]> =>
  (raw) => {
    const pieces = Array.isArray(raw) ? raw : toText(raw)?.split(",");
    if (!pieces) return { reason: "must be a list" };
    const values: T[] = [];
    for (const piece of pieces) {
      if (typeof piece === "string" && piece.trim() === "") continue;
      const reading = item(piece);
      if ("reason" in reading) return { reason: `is a list, each item of which ${reading.reason}` };
      values.push(reading.value);
    }
    return { value: values };
  };

export const roles: Format<readonly Role[]> = listOf(oneOf(ROLES));

/** Texts by name: `name=text,...`, or a JSON object of texts. */
export const textsByName: Format<Readonly<Record<string, string>>> = (raw) => {
  const reason = "must be a list of name=text";
  const entries: [string, string][] = [];
  if (typeof raw === "object" && raw !== null && !Array.isArray(raw)) {
    for (const [name, text] of Object.entries(raw)) {
      if (typeof text !== "string" || text === "") return { reason };
      entries.push([name, text]);
    }
    return { value: Object.fromEntries(entries) };
  }
  for (const piece of toText(raw)?.split(",") ?? [""]) {
    const [, name, text] = /^\s*([^=\s]+)\s*=\s*(\S.*?)\s*$/.exec(piece) ?? [];
    if (name === undefined || text === undefined) return { reason };
    entries.push([name, text]);
  }
  return { value: Object.fromEntries(entries) };
};

/** Hours and minutes, `HH:MM`. */
export const clockTime: Format<string> = matching(
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  "must be a time of day from 00:00 to 23:59",
);

/** An IANA name, or a UTC offset from -12:00 to +14:00. Source: 70-dates section 4. */
export const timeZone: Format<string> = fromText(
  "must be a time zone such as Europe/Rome, or an offset such as UTC+5:30",
  (text) => (isTimeZone(text) ? text : undefined),
);
