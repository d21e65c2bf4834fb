import { isDay } from "../dates/day.ts";
import { isZone, wallClockIn, zoneNameAt } from "../dates/zone.ts";
import { toSafeUrl } from "./addresses.ts";
import { isObject, type Json } from "./fetch-json.ts";

export type EventStatus = "scheduled" | "cancelled" | "postponed" | "rescheduled" | "movedOnline";

export interface EventImage {
  readonly url: string;
  /** Alternative text; `""` if the image has none. */
  readonly alt: string;
  /** Credit and name of the license; `""` if the image has none. */
  readonly credit: string;
  readonly license: string;
  /** URL of the license, if the license is an http or https URL without credentials. */
  readonly licenseUrl: string | undefined;
  /** Point that stays visible if the image is cropped, in steps of 5 percent. */
  readonly focus: { readonly x: number; readonly y: number } | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** Event to display. All its texts are plain text, not HTML. */
export interface CalendarEvent {
  readonly title: string;
  /** URL of the event's web page. */
  readonly url: string | undefined;
  /** URL of the web site that the event's author entered, if it differs from `url`. */
  readonly website: string | undefined;
  /** Displayed start and end as wall clocks, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  readonly end: string;
  readonly isAllDay: boolean;
  /**
   * Name of the time zone of `start` and `end`. `undefined` for all-day events, and if the times are the same
   * in the visitor's time zone.
   */
  readonly zone: string | undefined;
  readonly status: EventStatus;
  readonly statusReason: string;
  readonly isRecurring: boolean;
  readonly isFeatured: boolean;
  readonly venue: string;
  /** Address of the venue, on one line. */
  readonly address: string;
  readonly organizers: readonly string[];
  readonly categories: readonly string[];
  readonly cost: string;
  readonly image: EventImage | undefined;
  readonly excerpt: string;
  readonly description: string;
  /** Event object as received from the server. */
  readonly json: Json;
}

export interface EventReader {
  /** Converts HTML to plain text. */
  readonly toText: (html: string) => string;
  readonly language: string;
  /** Time zone in which all times are displayed; by default, the time zone of each event. */
  readonly timezone: string | undefined;
  /** Base for resolving relative URLs. */
  readonly base: string;
}

const STATUSES: ReadonlyMap<string, EventStatus> = new Map([
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
  ["postponed", "postponed"],
  ["rescheduled", "rescheduled"],
  ["moved_online", "movedOnline"],
]);

/** Returns the value if it is a wall clock in the format of the API; otherwise `undefined`. */
const toWallClock = (value: unknown): string | undefined =>
  typeof value === "string" &&
  isDay(value.slice(0, 10)) &&
  /^ ([01]\d|2[0-3])(:[0-5]\d){2}$/.test(value.slice(10))
    ? value
    : undefined;

const toMoment = (value: unknown): Date | undefined => {
  const clock = toWallClock(value);
  return clock === undefined ? undefined : new Date(`${clock.replace(" ", "T")}Z`);
};

const asText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/**
 * Returns the objects in a member as a list. The API sends a single object, a list of objects, or an empty
 * list.
 */
const objectsOf = (value: unknown): readonly Json[] =>
  (Array.isArray(value) ? value : [value]).filter(isObject);

/** Returns a share from 0 to 1 in percent, rounded to steps of 5. */
const toStep = (share: unknown): number | undefined =>
  typeof share === "number" && share >= 0 && share <= 1 ? Math.round(share * 20) * 5 : undefined;

const toFocus = (value: unknown): EventImage["focus"] => {
  const [x, y] = isObject(value) ? [toStep(value.x), toStep(value.y)] : [];
  return x === undefined || y === undefined ? undefined : { x, y };
};

/**
 * Matches a license that is an http or https URL without credentials. Any other license is a name. Source:
 * rules/images.md#image-texts.
 */
const LICENSE_ADDRESS = /^https?:\/\/[^\s/?#@"<>\\^`{|}']+(?:[/?#][^\s"<>\\^`{|}']*)?$/i;

const toImage = (value: unknown, { base, toText }: EventReader): EventImage | undefined => {
  if (!isObject(value)) return undefined;
  const sizes = isObject(value.sizes) ? value.sizes : {};
  const [image] = [sizes.medium, sizes.medium_large, value].filter(isObject);
  const url = toSafeUrl(image?.url, base);
  if (url === undefined) return undefined;
  const length = (side: unknown): number | undefined =>
    typeof side === "number" && side > 0 ? side : undefined;
  const license = asText(value.license);
  return {
    url,
    alt: toText(asText(value.alt)),
    credit: toText(asText(value.credit)),
    license: toText(license),
    licenseUrl: LICENSE_ADDRESS.test(license) ? toSafeUrl(license, base) : undefined,
    focus: toFocus(value.focal_point),
    width: length(image?.width),
    height: length(image?.height),
  };
};

const toTimes = (json: Json, { timezone, language }: EventReader) => {
  const start = toWallClock(json.start_date);
  if (start === undefined) return undefined;
  const end = toWallClock(json.end_date) ?? start;
  const [utcStart, utcEnd] = [toMoment(json.utc_start_date), toMoment(json.utc_end_date)];
  // All-day events are not converted, because they have the same day in every time zone.
  if (json.all_day === true || utcStart === undefined) return { start, end, zone: undefined };
  const own = asText(json.timezone);
  // Without a conversion, uses the server's wall clock: the browser's time zone data may be older than the
  // server's.
  const shown =
    timezone === undefined || timezone === own
      ? { start, end }
      : { start: wallClockIn(utcStart, timezone), end: wallClockIn(utcEnd ?? utcStart, timezone) };
  if (wallClockIn(utcStart, undefined) === shown.start) return { ...shown, zone: undefined };
  const zone = timezone ?? own;
  if (!isZone(zone)) return { ...shown, zone: zone || undefined };
  const isAsHere = wallClockIn(utcStart, zone) === shown.start;
  return {
    ...shown,
    zone: isAsHere ? zoneNameAt(utcStart, zone, language) : asText(json.timezone_abbr) || zone,
  };
};

/** Parses an event. Returns `undefined` if the value is not an event with a valid start. */
export const readEvent = (json: unknown, reader: EventReader): CalendarEvent | undefined => {
  if (!isObject(json)) return undefined;
  const times = toTimes(json, reader);
  if (times === undefined) return undefined;
  const { toText, base } = reader;
  const text = (value: unknown): string => toText(asText(value));
  const line = (value: unknown): string => text(value).replace(/\s+/g, " ").trim();
  const [venue = {}] = objectsOf(json.venue);
  const url = toSafeUrl(json.url, base);
  const website = toSafeUrl(json.website, base);
  return {
    ...times,
    // If the title consists of markup only, such as an image, the markup is displayed as text. Visitors
    // cannot select an event without a title.
    title: line(json.title) || asText(json.title).trim() || "–",
    url,
    website: website === url ? undefined : website,
    isAllDay: json.all_day === true,
    status: STATUSES.get(asText(json.event_status)) ?? "scheduled",
    statusReason: line(json.status_reason),
    isRecurring: json.is_recurring === true,
    isFeatured: json.featured === true,
    venue: line(venue.venue),
    address: [venue.address, [line(venue.zip), line(venue.city)].join(" ").trim(), venue.country]
      .map(line)
      .filter((part) => part !== "")
      .join(", "),
    organizers: objectsOf(json.organizer).map((organizer) => line(organizer.organizer)),
    categories: objectsOf(json.categories).map((category) => line(category.name)),
    cost: line(json.cost),
    image: toImage(json.image, reader),
    excerpt: text(json.excerpt),
    description: text(json.description),
    json,
  };
};
