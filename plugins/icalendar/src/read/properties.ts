// Read by our own code alone: ical.js, of which one function was used, drops what many programs write. Tests read with it what we write.
import { OWN_PROPERTIES } from "../fields.ts";
import { withPlainValue } from "./quoted-printable.ts";

/** A property as it was written, its texts unescaped. */
export interface Property {
  /** In upper case. */
  readonly name: string;
  /** By their names in upper case; of several quoted values the first. */
  readonly parameters: ReadonlyMap<string, string>;
  /** What follows the colon, as it stands there. */
  readonly raw: string;
  readonly values: readonly string[];
}

/** Properties by name; without those that nobody asked for. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

export const firstOf = (properties: Properties, name: string): Property | undefined =>
  properties.get(name)?.[0];
export const textOf = (properties: Properties, name: string): string | undefined =>
  firstOf(properties, name)?.values[0];

/** All up to the first colon that no quotes are around, and no backslash is in front of; where one is never closed, up to the first colon. */
const [HEAD, UNCLOSED_HEAD] = [/^(?:\\[;:]|\\(?![;:])|[^":\\]|"[^"]*")*:/, /^[^:]*:/];
/** Characters of name and parameters, at most. */
const LONGEST_HEAD = 8_192;

/** Rules and their dates are for our own recurrence: as they stand there, they may be thousands. */
const RAW: readonly string[] = [
  "RRULE",
  "EXRULE",
  "RDATE",
  "EXDATE",
  "DURATION",
  "DTSTART",
  "DTEND",
  OWN_PROPERTIES.periods,
];

/**
 * The properties with these names, or names that begin with one of them where it ends with `*`. `spoilt` is told the name of what cannot
 * be read.
 */
export const readProperties = (
  lines: readonly string[],
  names: ReadonlySet<string>,
  spoilt: (name: string) => void = () => undefined,
): Properties => {
  const found = new Map<string, Property[]>();
  for (const line of lines) {
    const name = (/^[A-Za-z0-9-]{1,100}/.exec(line)?.[0] ?? "").toUpperCase();
    if (!names.has(name)) continue;
    const alike = found.get(name) ?? [];
    if (alike.length >= (DATES.has(name) ? MOST_LINES_OF_DATES : MOST_ALIKE)) continue;
    const property = readProperty(name, line);
    if (property === undefined) spoilt(name);
    else {
      alike.push(property);
      found.set(name, alike);
    }
  }
  return found;
};

const DATES: ReadonlySet<string> = new Set(["RDATE", "EXDATE", OWN_PROPERTIES.periods]);
/** Properties whose values are dates. */
const DATED: ReadonlySet<string> = new Set([...DATES, "DTSTART", "DTEND", "RECURRENCE-ID"]);
/** Properties of one name that are read, at most: a component may have a hundred thousand short lines. */
const [MOST_ALIKE, MOST_LINES_OF_DATES] = [200, 2_000];

/** A TZID with a colon or a comma that should stand in quotes: the value begins with the last date after a colon. */
const BARE_ZONE =
  /^([A-Za-z-]+(?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*?;TZID=)([^";]{1,200}?)(?=[;:])((?:;VALUE=[A-Z-]+)?:(?=\d{4}-?\d{2}-?\d{2}).*)$/i;

const readProperty = (name: string, written: string): Property | undefined => {
  const line = DATED.has(name) ? written.replace(BARE_ZONE, '$1"$2"$3') : withPlainValue(written);
  const begin = line.length > LONGEST_HEAD ? line.slice(0, LONGEST_HEAD) : line;
  const [head] = HEAD.exec(begin) ?? UNCLOSED_HEAD.exec(begin) ?? [];
  if (head === undefined || !/^\s*[;:]/.test(head.slice(name.length))) return undefined;
  const value = line.slice(head.length);
  const raw = value.trim();
  const parameters = readParameters(head.slice(name.length, -1));
  return { name, parameters, raw, values: toValues(name, value, parameters.get("VALUE")) };
};

const PARAMETERS = /;(?:\\;|\\(?!;)|[^";\\]|"[^"]*"?)*/g;
/** Some have blanks around their name, and some no value. */
const PARAMETER = /^;\s*([^=]*?)\s*(?:=(.*))?$/s;
/** Several values; one in quotes, which may have others within. */
const [QUOTED_LIST, QUOTED] = [/^"([^"]*)"\s*,/, /^"(.*)"$/s];

/** Names with commas that should stand in quotes are taken whole; some programs escape parameters as if they were texts. */
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

/** RFC 6868. */
const CIRCUMFLEX: Readonly<Record<string, string>> = { n: "\n", "^": "^", "'": '"' };

/** Properties whose values are no texts where they do not say so. X-properties are texts (RFC 5545, 3.8.8.2). */
const NO_TEXTS: ReadonlySet<string> = new Set([
  ...["GEO", "SEQUENCE", "LAST-MODIFIED", "RECURRENCE-ID", "REFRESH-INTERVAL"],
  ...["URL", "ATTACH", "IMAGE", "ORGANIZER"],
]);

/** A text in a list: commas that are escaped belong to it. */
const ENTRY = /(?:\\.|[^\\,])+/gs;

const toValues = (name: string, value: string, type: string | undefined): readonly string[] => {
  if (RAW.includes(name)) return [value.trim()];
  const isText = type === undefined ? !NO_TEXTS.has(name) : type.toUpperCase() === "TEXT";
  if (!isText) return [value.trim().replace(ESCAPED, withoutSurplus)];
  return (name === "CATEGORIES" ? (value.match(ENTRY) ?? [""]) : [value]).map(unescaped);
};

const ESCAPED = /\\(.)/gs;

/** Programs escape quotes, slashes and colons, too, which iCalendar does not (RFC 5545, 3.3.11). */
const withoutSurplus = (pair: string, character: string): string =>
  /["/:]/.test(character) ? character : pair;

const unescaped = (text: string): string =>
  text.replace(ESCAPED, (pair, character: string) => {
    if (/n/i.test(character)) return "\n";
    return /[\\;,"/:]/.test(character) ? character : pair;
  });
