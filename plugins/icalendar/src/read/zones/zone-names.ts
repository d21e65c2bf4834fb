import { ianaNameOf, isTimeZone } from "@kalends/core/plugin";
import { zoneOfDisplayName } from "./display-names.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";

/** Names that no zone is longer than. */
const LONGEST_NAME = 200;
/** Letters like those of a zone by chance: what stands there is an abbreviation of many zones, and no IANA name. */
const IANA_NAME = /(?<![A-Za-z0-9_+-])[A-Za-z0-9_+-]+\/[A-Za-z0-9_+/-]+/;

/**
 * The zone that a TZID means by our own data: an IANA name, also at the end of a path as Mozilla, Evolution and others write it; what
 * Windows and people call it; an offset. `undefined`: only its VTIMEZONE can say.
 */
export const zoneOfName = (tzid: string): string | undefined => {
  // What Exchange writes before its own names.
  const name = tzid
    .trim()
    .replace(/^"|"$/g, "")
    .replace(/^tzone:\/\/microsoft\//i, "")
    .slice(0, LONGEST_NAME);
  if (name === "") return undefined;
  const windows = windowsZone(name);
  if (windows !== undefined) return windows;
  if (isTimeZone(name)) return ianaNameOf(name) ?? (/^utc$/i.test(name) ? "UTC" : name);
  const joined = name.replaceAll(" ", "_");
  if (IANA_NAME.test(joined) && isTimeZone(joined)) return ianaNameOf(joined);
  // Such as /mozilla.org/20050126_1/Europe/Rome.
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
    // Outlook numbers zones of one name.
    .replace(/(?<=time) \(?\d{1,3}\)?$/, "")
    .replace(/ (standard|daylight|summer) time$/, "")
    .replace(/^(customized|microsoft|exchange) /, "");
  // Zones of those names are known as they are: UTC, Greenwich.
  if (key === name.toLowerCase() && isTimeZone(name)) return undefined;
  return Object.hasOwn(WINDOWS_ZONES, key) ? WINDOWS_ZONES[key] : undefined;
};
