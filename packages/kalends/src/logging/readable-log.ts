import { stripVTControlCharacters, styleText } from "node:util";

// This module replaces pino-pretty, which would add a dozen packages. Control sequences of terminals must be
// escaped here in any case.

/** Members that pino writes in every line. */
interface LogLine {
  readonly level: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly msg: string;
  readonly error?: { readonly type?: string; readonly message?: string; readonly stack?: string };
}

type Style = Parameters<typeof styleText>[0];

/** Names and styles of pino's levels, highest level first. */
const LEVELS: readonly (readonly [from: number, name: string, style: Style])[] = [
  [60, "FATAL", "red"],
  [50, "ERROR", "red"],
  [40, "WARN ", "yellow"],
  [30, "INFO ", "green"],
  [20, "DEBUG", "blue"],
  [0, "TRACE", "gray"],
];

const PLAIN = /^[\w./:@%?&+,;~*()[\]{}<>!|-]+$/;
/**
 * Matches characters that a terminal may interpret as a command or cannot display. Line breaks and indents
 * are added after the replacement.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu;

const escapeUnprintable = (text: string, kept = ""): string =>
  text.replace(UNPRINTABLE, (character) =>
    kept.includes(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

const toValue = (value: unknown): string => {
  if (typeof value === "string" && PLAIN.test(value)) return value;
  return escapeUnprintable(JSON.stringify(value));
};

/** Parses a line of pino. Returns `undefined` for any other text, which is then printed unchanged. */
const parse = (line: string): (LogLine & Readonly<Record<string, unknown>>) | undefined => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/**
 * Formats a JSON line of pino for a terminal: local time of day, level, message, and all other members as
 * `name=value`. The stack of an error follows on separate lines. Control characters are escaped, so that no
 * text can move the cursor of a terminal.
 */
export const toReadableLine = (json: string, hasColours: boolean): string => {
  const line = parse(json);
  if (line === undefined) return json;
  const { level, time, msg, error, ...others } = line;
  const paint = (style: Style, text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  const [, name, style] = LEVELS.find(([from]) => level >= from) ?? [0, "TRACE", "gray" as const];
  const clock = new Date(time).toTimeString().slice(0, 8);
  const fields = Object.entries(others).map(([key, value]) => `${paint("gray", `${key}=`)}${toValue(value)}`);
  const trouble = error?.stack ?? error?.message ?? (error === undefined ? "" : JSON.stringify(error));
  const below = escapeUnprintable(stripVTControlCharacters(trouble), "\n")
    .split("\n")
    .map((text) => `\n    ${text}`)
    .join("");
  const head = [paint("gray", clock), paint(style, name), escapeUnprintable(msg), ...fields].join(" ");
  return `${head}${trouble === "" ? "" : below}\n`;
};
