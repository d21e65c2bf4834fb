import type { CalendarEvent } from "@kalends/core/plugin";

/** Name of the plugin, which is also the key of its data in `extensions`. */
export const PLUGIN = "icalendar";

/**
 * Names of the fields that the plugin stores with an event, in `extensions.icalendar`. The fields are hidden.
 * Editors write them under the same names, so an importer can send them along with the event. Occurrences
 * have the values of their series.
 */
export const FIELDS = {
  /** UID (RFC 5545, 3.8.4.7): the imported one, or a random UUID created with the event. Never cleared. */
  uid: "ical_uid",
  /**
   * SEQUENCE (3.8.7.4), an integer from 0. A write that sends a different value sets it. Otherwise it grows
   * with each significant change.
   */
  sequence: "ical_sequence",
  /** RELATED-TO (3.8.4.5): the UID of the series that this series was split from. */
  relatedTo: "ical_related_to",
} as const;

/** Plugin data of an event; values of the wrong type are absent. */
export interface CalendarFields {
  readonly uid?: string;
  readonly sequence?: number;
  readonly relatedTo?: string;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const fieldsOf = ({ extensions }: Pick<CalendarEvent, "extensions">): CalendarFields => {
  const own = extensions[PLUGIN] ?? {};
  const [uid, relatedTo] = [textOf(own[FIELDS.uid]), textOf(own[FIELDS.relatedTo])];
  const sequence = own[FIELDS.sequence];
  return {
    ...(uid !== undefined && { uid }),
    ...(typeof sequence === "number" && { sequence }),
    ...(relatedTo !== undefined && { relatedTo }),
  };
};

/**
 * Returns the UID of an event that has none stored, because the event is older than the plugin. `site`:
 * absolute address of the site.
 */
export const provisionalUid = (id: number, site: string): string =>
  `event-${id}@${URL.canParse(site) ? new URL(site).hostname : "localhost"}`;

/**
 * X- properties of this plugin, for data that iCalendar has no property for. All belong to VEVENT. Their
 * values are of type TEXT unless noted. Default values are not written.
 */
export const KALENDS_PROPERTIES = {
  /**
   * Cost values as they were sent, separated by commas, each escaped as in CATEGORIES:
   * `X-KALENDS-COST:$5,$10`.
   */
  cost: "X-KALENDS-COST",
  /** Title of the event, if SUMMARY begins with the mark of cancelled events. */
  title: "X-KALENDS-TITLE",
  website: "X-KALENDS-WEBSITE",
  /** Excerpt in HTML. */
  excerpt: "X-KALENDS-EXCERPT",
  /** Boolean flag: `TRUE`, by default `FALSE`. The next two properties have the same type and default. */
  featured: "X-KALENDS-FEATURED",
  sticky: "X-KALENDS-STICKY",
  hidden: "X-KALENDS-HIDE-FROM-LISTINGS",
  /** `FALSE` if the map is not shown; by default `TRUE`. The next property does the same for the map link. */
  showMap: "X-KALENDS-SHOW-MAP",
  showMapLink: "X-KALENDS-SHOW-MAP-LINK",
  /**
   * Status in the words of the API, for those that STATUS cannot express: `postponed`, `rescheduled`,
   * `moved_online`.
   */
  eventStatus: "X-KALENDS-EVENT-STATUS",
  statusReason: "X-KALENDS-STATUS-REASON",
  /** Original start of a rescheduled event, with TZID, VALUE=DATE or in UTC, like DTSTART. */
  previousStart: "X-KALENDS-PREVIOUS-START",
  /**
   * RDATEs whose duration differs from the first date, as PERIODs in the form of DTSTART. For all-day events,
   * the end is the last day. Each date is also written as an RDATE without an end and as a component with a
   * RECURRENCE-ID. An import can ignore those two.
   */
  periods: "X-KALENDS-RDATE",
  /**
   * Time zone as the author wrote it, if the TZID of DTSTART differs: `UTC+5:30`, and zones of all-day
   * events.
   */
  timezone: "X-KALENDS-TIMEZONE",
  /**
   * Slugs of the categories, separated by commas. CATEGORIES has the names of the categories, followed by the
   * names of the tags, in the same order.
   */
  categories: "X-KALENDS-CATEGORIES",
  tags: "X-KALENDS-TAGS",
  /**
   * Name of the venue. Parameters have the details: X-ADDRESS, X-CITY, X-COUNTRY, X-PROVINCE, X-STATE, X-ZIP,
   * X-PHONE, X-WEBSITE, X-ID.
   */
  venue: "X-KALENDS-VENUE",
  /**
   * Name of an organizer; one property for each organizer, in order. Parameters: X-EMAIL, X-PHONE, X-WEBSITE,
   * X-ID.
   */
  organizer: "X-KALENDS-ORGANIZER",
} as const;
