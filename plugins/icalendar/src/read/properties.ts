import ICAL from "ical.js";
import { OWN_PROPERTIES } from "../fields.ts";
import { withPlainValue } from "./quoted-printable.ts";

/** A property as it was written, its texts unescaped. */
export interface Property {
  /** In upper case. */
  readonly name: string;
  /** By their names in upper case; of several values the first. */
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

/** Name, parameters, colon: by its first letter each piece is another one than that before it, so that it is read in one go. */
const HEAD = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/;
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
  const head = HEAD.exec(line.length > LONGEST_HEAD ? line.slice(0, LONGEST_HEAD) : line)?.[0];
  if (head === undefined) return undefined;
  const value = line.slice(head.length);
  const raw = value.trim();
  const isRaw = RAW.includes(name);
  try {
    // Of what is not to be read the parameters alone, without a type that no value would fit.
    const [, parameters, type, ...values] = ICAL.parse.property(
      isRaw
        ? `X-RAW${head.slice(name.length).replace(/;VALUE=[^;:]*/gi, "")}`
        : head + value.replace(ESCAPED, withoutSurplus),
    ) as unknown as readonly [
      string,
      Readonly<Record<string, string | readonly string[]>>,
      string,
      ...unknown[],
    ];
    return {
      name,
      parameters: new Map(
        Object.entries(parameters).map(([key, value]) => [
          key.toUpperCase(),
          typeof value === "string" ? value : (value[0] ?? ""),
        ]),
      ),
      raw,
      values: isRaw
        ? [raw]
        : values.flat().map((value) => (type === "unknown" ? unescaped(String(value)) : String(value))),
    };
  } catch {
    return undefined;
  }
};

const ESCAPED = /\\(.)/gs;

/** Programs escape quotes, slashes and colons, too, which iCalendar does not (RFC 5545, 3.3.11). */
const withoutSurplus = (pair: string, character: string): string =>
  /["/:]/.test(character) ? character : pair;

/** X-properties are texts where they do not say otherwise (RFC 5545, 3.8.8.2). */
const unescaped = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? "\n" : character));
