import { textToHtml } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../../fields.ts";
import { firstOf, type Properties, type Property, textOf } from "../properties.ts";
import { toWebsite, UNPAIRED_SURROGATE } from "./texts-of-event.ts";

/** Data of a venue or organizer, with the parameter names of the API. */
export type LinkedData = Readonly<Record<string, string | number>>;

const MAX_DETAIL_LENGTH = 1_000;

const cut = (text: string): string => text.slice(0, MAX_DETAIL_LENGTH).replace(UNPAIRED_SURROGATE, "");

const line = (text: string | undefined): string => cut((text ?? "").replace(/\s+/g, " ").trim());

/** Converts the plain name of a venue or organizer to HTML, as the API expects it. */
const toName = (text: string): string => cut(textToHtml(text));

const VENUE_DETAILS = {
  "X-ADDRESS": "address",
  "X-CITY": "city",
  "X-COUNTRY": "country",
  "X-PROVINCE": "province",
  "X-STATE": "state",
  "X-ZIP": "zip",
  "X-PHONE": "phone",
} as const;

/**
 * Returns the venue of an event. Its name and details come from the X-KALENDS property. Without this
 * property, the complete LOCATION is the name, so venues with the same name in two towns remain different
 * venues. A web address is not a venue.
 */
export const venueOf = (properties: Properties): LinkedData | undefined => {
  const own = firstOf(properties, KALENDS_PROPERTIES.venue);
  const name = line(own?.values[0]) || line(textOf(properties, "LOCATION"));
  if (name === "" || name === "0" || /^[a-z]+:\/\/\S+$/i.test(name)) return undefined;
  const details = own === undefined ? {} : detailsOf(own, VENUE_DETAILS);
  return { venue: toName(name), ...details, ...placeOf(properties) };
};

/** Returns the coordinates of the venue in degrees, or an empty object if the source has none. */
const placeOf = (properties: Properties): LinkedData => {
  const apple = firstOf(properties, "X-APPLE-STRUCTURED-LOCATION")?.raw.replace(/^geo:/i, "");
  const text = firstOf(properties, "GEO")?.raw ?? apple ?? "";
  const [, lat, lng] =
    /^\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*\\?[;,]\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*$/.exec(text) ?? [];
  if (lat === undefined || lng === undefined) return {};
  const isPlace = Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180;
  // Some programs write 0;0 if they do not know the coordinates.
  const isNowhere = Number(lat) === 0 && Number(lng) === 0;
  return isPlace && !isNowhere ? { geo_lat: Number(lat), geo_lng: Number(lng) } : {};
};

const detailsOf = ({ parameters }: Property, names: Readonly<Record<string, string>>): LinkedData => {
  const website = toWebsite(parameters.get("X-WEBSITE"));
  const details = Object.entries(names).flatMap(([parameter, name]) => {
    const value = line(parameters.get(parameter));
    return value === "" ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(details), ...(website !== undefined && { website }) };
};

/** Email addresses that stand for an unknown organizer, as Google and other programs write them. */
const UNKNOWN_ORGANIZER =
  /@(?:group\.(?:v\.)?calendar\.google\.com|import\.calendar\.google\.com)$|^unknownorganizer@/i;
const MAX_ORGANIZERS = 20;

export const organizersOf = (properties: Properties): readonly LinkedData[] => {
  const own = properties.get(KALENDS_PROPERTIES.organizer);
  const found =
    own === undefined
      ? [
          ...(properties.get("ORGANIZER") ?? []).map(toOrganizer),
          ...(properties.get("CONTACT") ?? []).map(toContact),
        ]
      : own.map(toKalendsOrganizer);
  const byName = new Map(
    found.flatMap((data) => (data === undefined ? [] : [[String(data.organizer), data] as const])),
  );
  return [...byName.values()].slice(0, MAX_ORGANIZERS);
};

const toKalendsOrganizer = (property: Property): LinkedData | undefined => {
  const name = line(property.values[0]);
  const email = mailOf(property.parameters.get("X-EMAIL"));
  const details = detailsOf(property, { "X-PHONE": "phone" });
  return name === ""
    ? undefined
    : { organizer: toName(name), ...details, ...(email !== undefined && { email }) };
};

const toOrganizer = ({ parameters, values }: Property): LinkedData | undefined => {
  const email = mailOf((values[0] ?? "").replace(/^mailto:/i, ""));
  if (email !== undefined && UNKNOWN_ORGANIZER.test(email)) return undefined;
  const name = line(parameters.get("CN")).replace(/^(["'])(.*)\1$/, "$2") || (email ?? "");
  return name === "" || name === "0"
    ? undefined
    : { organizer: toName(name), ...(email !== undefined && { email }) };
};

const toContact = ({ values }: Property): LinkedData | undefined => {
  const name = line(values[0]);
  return name === "" || name === "0" ? undefined : { organizer: toName(name) };
};

const mailOf = (text: string | undefined): string | undefined => {
  const mail = text?.trim() ?? "";
  return /^[^\s@<>"',;:\\]{1,64}@[A-Za-z0-9.-]{1,190}$/.test(mail) ? mail : undefined;
};

/** Splits a value at its unescaped commas and unescapes the parts. */
export const valuesOf = (property: Property | undefined): readonly string[] =>
  (property?.raw ?? "")
    .split(/(?<!\\),/)
    .slice(0, MAX_TERMS)
    .map((text) => line(text.replace(/\\([\\;,nN])/g, (_, each: string) => (/n/i.test(each) ? " " : each))))
    .filter((text) => text !== "");

const MAX_TERMS = 100;

export interface SourceTerms {
  readonly categories: readonly string[];
  readonly tags: readonly string[];
}

/**
 * Returns categories and tags. In files of this plugin, CATEGORIES has the names of the categories first and
 * then those of the tags. The X-KALENDS properties give the number of categories. In other files, all names
 * become categories or all become tags, depending on `as`.
 */
export const termsOf = (properties: Properties, as: "categories" | "tags"): SourceTerms => {
  const names = (properties.get("CATEGORIES") ?? []).flatMap(valuesOf).slice(0, MAX_TERMS);
  const [categories, tags] = [KALENDS_PROPERTIES.categories, KALENDS_PROPERTIES.tags].map((name) =>
    firstOf(properties, name),
  );
  if (categories === undefined && tags === undefined)
    return as === "tags"
      ? { categories: [], tags: distinct(names) }
      : { categories: distinct(names), tags: [] };
  const count = categories === undefined ? names.length - valuesOf(tags).length : valuesOf(categories).length;
  const from = Math.max(0, count);
  return { categories: distinct(names.slice(0, from)), tags: distinct(names.slice(from)) };
};

/** Returns the names without duplicates. */
const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)];
