// The project has its own iCalendar parser, because ical.js drops content that many programs write. Tests
// read the files that this plugin writes with ical.js.
import { KALENDS_PROPERTIES } from "../fields.ts";
import { withPlainValue } from "./quoted-printable.ts";

/** Property of a component, with its escapes removed. */
export interface Property {
  /** Name of the property in upper case. */
  readonly name: string;
  /** Parameters by name in upper case. If a parameter has several quoted values, only the first is kept. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Value of the property as written. */
  readonly raw: string;
  readonly values: readonly string[];
}

/** Properties of a component by name. Only the names that were passed to `readProperties` are included. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

export const firstOf = (properties: Properties, name: string): Property | undefined =>
  properties.get(name)?.[0];
export const textOf = (properties: Properties, name: string): string | undefined =>
  firstOf(properties, name)?.values[0];

/**
 * Patterns for name and parameters, up to the first colon. `HEAD` ignores quoted and escaped colons.
 * `UNCLOSED_HEAD` is used if a quote is not closed.
 */
const [HEAD, UNCLOSED_HEAD] = [/^(?:\\[;:]|\\(?![;:])|[^":\\]|"[^"]*")*:/, /^[^:]*:/];
/** Maximum length of name and parameters, in characters. */
const MAX_HEAD_LENGTH = 8_192;

/**
 * Properties whose value is not unescaped here. Rules and dates are parsed elsewhere, and one line can
 * contain thousands of dates.
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
 * Returns the properties with these names. `malformed` is called with the name of each property that cannot
 * be read.
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
/** Properties whose values are dates or times. */
const DATED: ReadonlySet<string> = new Set([...DATES, "DTSTART", "DTEND", "RECURRENCE-ID"]);
/**
 * Maximum number of properties with the same name. A damaged component may have a hundred thousand short
 * lines. The limit for properties with dates is higher.
 */
const [MAX_SIMILAR, MAX_LINES_OF_DATES] = [200, 2_000];

/**
 * Pattern for a TZID that should be quoted but is not, because it contains a colon or comma. The value of the
 * property begins after the last colon that is followed by a date.
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
/** Parameter of a property. Some programs write spaces around its name or leave out its value. */
const PARAMETER = /^;\s*([^=]*?)\s*(?:=(.*))?$/s;
/**
 * `QUOTED_LIST` matches the first of several quoted values. `QUOTED` matches one quoted value, which may
 * contain quotes.
 */
const [QUOTED_LIST, QUOTED] = [/^"([^"]*)"\s*,/, /^"(.*)"$/s];

/**
 * Parses the parameters of a property. A value with commas remains one value even without quotes. Escapes of
 * texts are removed too, because some programs write them in parameters.
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

/** Characters that are escaped with `^` (RFC 6868). */
const CIRCUMFLEX: Readonly<Record<string, string>> = { n: "\n", "^": "^", "'": '"' };

/** Properties whose default type is not TEXT. X- properties are of type TEXT (RFC 5545, 3.8.8.2). */
const NO_TEXTS: ReadonlySet<string> = new Set([
  ...["GEO", "SEQUENCE", "LAST-MODIFIED", "RECURRENCE-ID", "REFRESH-INTERVAL"],
  ...["URL", "ATTACH", "IMAGE", "ORGANIZER"],
]);

/** Entry of a comma-separated list of texts. An escaped comma is part of the entry. */
const ENTRY = /(?:\\.|[^\\,])+/gs;

const toValues = (name: string, value: string, type: string | undefined): readonly string[] => {
  if (RAW.includes(name)) return [value.trim()];
  const isText = type === undefined ? !NO_TEXTS.has(name) : type.toUpperCase() === "TEXT";
  if (!isText) return [value.trim().replace(ESCAPED, withoutSurplus)];
  return (name === "CATEGORIES" ? (value.match(ENTRY) ?? [""]) : [value]).map(unescaped);
};

const ESCAPED = /\\(.)/gs;

/**
 * Removes the backslash before quotes, slashes and colons. Some programs escape them, although iCalendar does
 * not allow it (RFC 5545, 3.3.11).
 */
const withoutSurplus = (pair: string, character: string): string =>
  /["/:]/.test(character) ? character : pair;

const unescaped = (text: string): string =>
  text.replace(ESCAPED, (pair, character: string) => {
    if (/n/i.test(character)) return "\n";
    return /[\\;,"/:]/.test(character) ? character : pair;
  });
