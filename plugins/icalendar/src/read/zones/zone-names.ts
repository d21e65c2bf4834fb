import { ianaNameOf, isTimeZone } from "@kalends/core/plugin";
import { zoneOfDisplayName } from "./display-names.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";

/** Maximum length of a time zone name that is looked up. */
const MAX_NAME_LENGTH = 200;
/**
 * IANA time zone name with a region, such as `Europe/Rome`. Names without a region are ambiguous, because one
 * abbreviation can stand for several time zones.
 */
const IANA_NAME = /(?<![A-Za-z0-9_+-])[A-Za-z0-9_+-]+\/[A-Za-z0-9_+/-]+/;

/**
 * Returns the time zone that a TZID means. A TZID can be an IANA name, a path that ends in an IANA name, a
 * Windows name, a display name or an offset. Returns `undefined` if the name is unknown; the VTIMEZONE then
 * defines the time zone.
 */
export const zoneOfName = (tzid: string): string | undefined => {
  // Exchange writes a prefix before its own names.
  const name = tzid
    .trim()
    .replace(/^"|"$/g, "")
    .replace(/^tzone:\/\/microsoft\//i, "")
    .slice(0, MAX_NAME_LENGTH);
  if (name === "") return undefined;
  const windows = windowsZone(name);
  if (windows !== undefined) return windows;
  if (isTimeZone(name)) return ianaNameOf(name) ?? (/^utc$/i.test(name) ? "UTC" : name);
  const joined = name.replaceAll(" ", "_");
  if (IANA_NAME.test(joined) && isTimeZone(joined)) return ianaNameOf(joined);
  // Mozilla, for example, writes `/mozilla.org/20050126_1/Europe/Rome`.
  const parts = name.split("/").filter((part) => part !== "");
  for (let from = Math.max(0, parts.length - 3); from < parts.length - 1; from += 1) {
    const tail = parts.slice(from).join("/");
    if (IANA_NAME.test(tail) && isTimeZone(tail)) return ianaNameOf(tail);
  }
  const offset = /^\(?(?:GMT|UTC)\s?([+-]\d{1,2})(?:[:.]?(\d{2}))?\)?$/i.exec(name);
  if (offset === null) return zoneOfDisplayName(name);
  const text = `UTC${offset[1]}${offset[2] ? `:${offset[2]}` : ""}`;
  return isTimeZone(text) ? text : undefined;
};

const windowsZone = (name: string): string | undefined => {
  const key = name
    .toLowerCase()
    // Outlook adds a number if several time zones have the same name.
    .replace(/(?<=time) \(?\d{1,3}\)?$/, "")
    .replace(/ (standard|daylight|summer) time$/, "")
    .replace(/^(customized|microsoft|exchange) /, "");
  // `UTC` and `Greenwich` are Windows names and IANA names. The IANA name has priority.
  if (key === name.toLowerCase() && isTimeZone(name)) return undefined;
  return Object.hasOwn(WINDOWS_ZONES, key) ? WINDOWS_ZONES[key] : undefined;
};
