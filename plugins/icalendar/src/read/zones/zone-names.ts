import { ianaNameOf, isTimeZone } from "@kalends/core/plugin";
import { zoneOfDisplayName } from "./display-names.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";

/** Maximum length of a zone name that is looked up. */
const MAX_NAME_LENGTH = 200;
/**
 * IANA name with a region. Without a region, the letters may match a zone by chance, because abbreviations
 * stand for many zones.
 */
const IANA_NAME = /(?<![A-Za-z0-9_+-])[A-Za-z0-9_+-]+\/[A-Za-z0-9_+/-]+/;

/**
 * Returns the zone that a TZID names: an IANA name, a Windows name, a display name or an offset. Mozilla,
 * Evolution and others write the IANA name at the end of a path. Returns `undefined` if only its VTIMEZONE
 * can define it.
 */
export const zoneOfName = (tzid: string): string | undefined => {
  // Exchange writes this prefix before its own names.
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
  // For example /mozilla.org/20050126_1/Europe/Rome.
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
    // Outlook appends a number to zones with the same name.
    .replace(/(?<=time) \(?\d{1,3}\)?$/, "")
    .replace(/ (standard|daylight|summer) time$/, "")
    .replace(/^(customized|microsoft|exchange) /, "");
  // UTC and Greenwich are both Windows and IANA names; the IANA zone is used.
  if (key === name.toLowerCase() && isTimeZone(name)) return undefined;
  return Object.hasOwn(WINDOWS_ZONES, key) ? WINDOWS_ZONES[key] : undefined;
};
