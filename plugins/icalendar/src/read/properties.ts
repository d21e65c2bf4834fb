// This project has its own parser because ical.js drops content that many programs write. Tests read our
// output with ical.js.
import { KALENDS_PROPERTIES } from "../fields.ts";
import { withPlainValue } from "./quoted-printable.ts";

/** Property of a component, with unescaped texts. */
export interface Property {
  /** Name in upper case. */
  readonly name: string;
  /** Parameters by their names in upper case. Of several quoted values, only the first is kept. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Text after the colon, unchanged. */
  readonly raw: string;
  readonly values: readonly string[];
}

/** Properties by name; only the requested names. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

export const firstOf = (properties: Properties, name: string): Property | undefined =>
  properties.get(name)?.[0];
export const textOf = (properties: Properties, name: string): string | undefined =>
  firstOf(properties, name)?.values[0];

/**
 * Everything up to the first colon that is neither quoted nor escaped. The second pattern is for unclosed
 * quotes: up to the first colon.
 */
const [HEAD, UNCLOSED_HEAD] = [/^(?:\\[;:]|\\(?![;:])|[^":\\]|"[^"]*")*:/, /^[^:]*:/];
/** Maximum characters of name and parameters. */
const MAX_HEAD_LENGTH = 8_192;

/**
 * Properties whose raw text is kept. Rules and dates are parsed elsewhere, and a line may have thousands of
 * dates.
 */
const RAW: readonly string[] = [
  "RRULE",
  "EXRULE",
  "RDATE",
  "EXDATE",
  "DURATION",
  "DTSTART",
  "DTEND",
  KALENDS_PROPERTIES.periods,
];

/**
 * Returns the properties with these names. Calls `malformed` with the name of each property that cannot be read.
 */
export const readProperties = (
  lines: readonly string[],
  names: ReadonlySet<string>,
  malformed: (name: string) => void = () => undefined,
): Properties => {
  const found = new Map<string, Property[]>();
  for (const line of lines) {
    const name = (/^[A-Za-z0-9-]{1,100}/.exec(line)?.[0] ?? "").toUpperCase();
    if (!names.has(name)) continue;
    const alike = found.get(name) ?? [];
    if (alike.length >= (DATES.has(name) ? MAX_LINES_OF_DATES : MAX_SIMILAR)) continue;
    const property = readProperty(name, line);
    if (property === undefined) malformed(name);
    else {
      alike.push(property);
      found.set(name, alike);
    }
  }
  return found;
};

const DATES: ReadonlySet<string> = new Set(["RDATE", "EXDATE", KALENDS_PROPERTIES.periods]);
/** Properties whose values are dates. */
const DATED: ReadonlySet<string> = new Set([...DATES, "DTSTART", "DTEND", "RECURRENCE-ID"]);
/**
 * Maximum number of properties of one name, because a component may have a hundred thousand short lines. Date
 * properties have a higher limit.
 */
const [MAX_SIMILAR, MAX_LINES_OF_DATES] = [200, 2_000];

/**
 * Pattern of a TZID that contains a colon or comma but lacks quotes. Its value begins after the last colon
 * that a date follows.
 */
const BARE_ZONE =
  /^([A-Za-z-]+(?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*?;TZID=)([^";]{1,200}?)(?=[;:])((?:;VALUE=[A-Z-]+)?:(?=\d{4}-?\d{2}-?\d{2}).*)$/i;

const readProperty = (name: string, written: string): Property | undefined => {
  const line = DATED.has(name) ? written.replace(BARE_ZONE, '$1"$2"$3') : withPlainValue(written);
  const begin = line.length > MAX_HEAD_LENGTH ? line.slice(0, MAX_HEAD_LENGTH) : line;
  const [head] = HEAD.exec(begin) ?? UNCLOSED_HEAD.exec(begin) ?? [];
  if (head === undefined || !/^\s*[;:]/.test(head.slice(name.length))) return undefined;
  const value = line.slice(head.length);
  const raw = value.trim();
  const parameters = readParameters(head.slice(name.length, -1));
  return { name, parameters, raw, values: toValues(name, value, parameters.get("VALUE")) };
};

const PARAMETERS = /;(?:\\;|\\(?!;)|[^";\\]|"[^"]*"?)*/g;
/** A parameter. Its name may have spaces around it, and its value may be missing. */
const PARAMETER = /^;\s*([^=]*?)\s*(?:=(.*))?$/s;
/** List of quoted values, and a single quoted value that may contain quotes. */
const [QUOTED_LIST, QUOTED] = [/^"([^"]*)"\s*,/, /^"(.*)"$/s];

/**
 * Reads the parameters. A name with commas stays one value even without quotes. Some programs escape
 * parameters like texts.
 */
const readParameters = (text: string): ReadonlyMap<string, string> =>
  new Map(
    (text.match(PARAMETERS) ?? []).map((each) => {
      const [, name = "", value = ""] = PARAMETER.exec(each) ?? [];
      const written = value.trim();
      const [, inner = written] = QUOTED_LIST.exec(written) ?? QUOTED.exec(written) ?? [];
      return [
        name.toUpperCase(),
        unescaped(inner).replace(/\^([n^'])/g, (_, character: string) => CIRCUMFLEX[character] ?? ""),
      ];
    }),
  );

/** Escapes of RFC 6868. */
const CIRCUMFLEX: Readonly<Record<string, string>> = { n: "\n", "^": "^", "'": '"' };

/** Properties whose values are not texts by default. X-properties are texts (RFC 5545, 3.8.8.2). */
const NO_TEXTS: ReadonlySet<string> = new Set([
  ...["GEO", "SEQUENCE", "LAST-MODIFIED", "RECURRENCE-ID", "REFRESH-INTERVAL"],
  ...["URL", "ATTACH", "IMAGE", "ORGANIZER"],
]);

/** An entry of a list of texts. Escaped commas belong to the entry. */
const ENTRY = /(?:\\.|[^\\,])+/gs;

const toValues = (name: string, value: string, type: string | undefined): readonly string[] => {
  if (RAW.includes(name)) return [value.trim()];
  const isText = type === undefined ? !NO_TEXTS.has(name) : type.toUpperCase() === "TEXT";
  if (!isText) return [value.trim().replace(ESCAPED, withoutSurplus)];
  return (name === "CATEGORIES" ? (value.match(ENTRY) ?? [""]) : [value]).map(unescaped);
};

const ESCAPED = /\\(.)/gs;

/**
 * Removes escapes of quotes, slashes and colons. Some programs write them, although iCalendar has no such
 * escapes (RFC 5545, 3.3.11).
 */
const withoutSurplus = (pair: string, character: string): string =>
  /["/:]/.test(character) ? character : pair;

const unescaped = (text: string): string =>
  text.replace(ESCAPED, (pair, character: string) => {
    if (/n/i.test(character)) return "\n";
    return /[\\;,"/:]/.test(character) ? character : pair;
  });
