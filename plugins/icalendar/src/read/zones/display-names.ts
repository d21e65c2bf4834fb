import { isTimeZone } from "@kalends/core/plugin";
import { LOCAL_NAMES } from "./local-names.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";

/**
 * Keys in `WINDOWS_ZONES` by the first place in a Windows display name, in lower case. The list contains
 * places that are not the main city of their time zone. Source: comments in the CLDR file windowsZones.xml.
 */
const PLACES: Readonly<Record<string, string>> = {
  "international date line west": "dateline",
  "midway island": "utc-11",
  "aleutian islands": "aleutian",
  hawaii: "hawaiian",
  "marquesas islands": "marquesas",
  alaska: "alaskan",
  "baja california": "pacific (mexico)",
  arizona: "us mountain",
  chihuahua: "mountain (mexico)",
  guadalajara: "central (mexico)",
  saskatchewan: "canada central",
  chetumal: "eastern (mexico)",
  "indiana (east)": "us eastern",
  georgetown: "sa western",
  brasilia: "e. south america",
  "city of buenos aires": "argentina",
  "saint pierre and miquelon": "saint pierre",
  salvador: "bahia",
  "cabo verde is.": "cape verde",
  "cape verde is.": "cape verde",
  dublin: "gmt",
  "greenwich mean time : dublin": "gmt",
  monrovia: "greenwich",
  amsterdam: "w. europe",
  belgrade: "central europe",
  brussels: "romance",
  sarajevo: "central european",
  "west central africa": "w. central africa",
  athens: "gtb",
  gaza: "west bank",
  harare: "south africa",
  helsinki: "fle",
  kuwait: "arab",
  "abu dhabi": "arabian",
  izhevsk: "russia time zone 3",
  "port louis": "mauritius",
  ashgabat: "west asia",
  islamabad: "pakistan",
  chennai: "india",
  "sri jayawardenepura": "sri lanka",
  astana: "central asia",
  "yangon (rangoon)": "myanmar",
  beijing: "china",
  "kuala lumpur": "singapore",
  osaka: "tokyo",
  canberra: "aus eastern",
  guam: "west pacific",
  "lord howe island": "lord howe",
  "bougainville island": "bougainville",
  chokurdakh: "russia time zone 10",
  "norfolk island": "norfolk",
  "solomon is.": "central pacific",
  anadyr: "russia time zone 11",
  "chatham islands": "chatham islands",
  "nuku'alofa": "tonga",
  "kiritimati island": "line islands",
};

/** Regions in IANA names in which a city is searched. */
const REGIONS = ["Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian"];

/** Offset before a display name, such as `(UTC+01:00) `, `(GMT) ` or, from Notes, `(GMT+01.00) `. */
const OFFSET = /^\((?:utc|gmt)\s?([+-]\d{1,2}(?:[:.]?\d{2})?)?\)\s*/i;

/**
 * Returns the IANA time zone for a display name of Outlook and other programs. Examples: `(UTC+01:00)
 * Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`, `Pacific Time (US & Canada)`, `Mitteleuropäische Zeit`.
 * Returns `undefined` for unknown names.
 */
export const zoneOfDisplayName = (name: string): string | undefined => {
  const text = name.replace(OFFSET, "").trim().toLowerCase();
  const windows = (key: string): string | undefined =>
    Object.hasOwn(WINDOWS_ZONES, key) ? WINDOWS_ZONES[key] : undefined;
  const [, area = ""] = /^(.+?) time(?: \((?:us|u\.s\.|canada|us\s?(?:&|and) canada)\))?$/.exec(text) ?? [];
  const [, universal] = /^coordinated universal time([+-]\d{1,2})?$/.exec(text) ?? [];
  if (text.startsWith("coordinated universal time"))
    return universal === undefined ? "UTC" : windows(`utc${universal}`);
  const plain = text.replaceAll("’", "'");
  const local = Object.hasOwn(LOCAL_NAMES, plain) ? LOCAL_NAMES[plain] : undefined;
  const places = text.split(/,|(?<=\s)\/(?=\s)/).map((place) => place.trim());
  const [first = ""] = places;
  const isListed = OFFSET.test(name) || places.length > 1;
  const place = Object.hasOwn(PLACES, first) && isListed ? PLACES[first] : undefined;
  const cities = OFFSET.test(name) && places.length === 1 ? zoneOfCity(first) : undefined;
  const known = windows(area) ?? windows(local ?? "") ?? cities ?? windows(place ?? "");
  return known ?? (isListed ? (windows(text) ?? zoneOfCity(first)) : undefined);
};

const zoneOfCity = (city: string): string | undefined => {
  const name = city.replace(/[^a-z-]+/g, "_");
  const found = REGIONS.map((region) => `${region}/${name}`).find(isTimeZone);
  return found?.replace(/(?<=[/_-])[a-z]/g, (letter) => letter.toUpperCase());
};

/** Returns the offset before a display name as a time zone for events, such as `UTC+1:30`. */
export const offsetOfDisplayName = (name: string): string | undefined => {
  const [, offset] = OFFSET.exec(name.trim()) ?? [];
  const text = offset && `UTC${offset.replace(".", ":")}`;
  return text !== undefined && isTimeZone(text) ? text : undefined;
};
