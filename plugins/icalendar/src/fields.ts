import type { CalendarEvent } from "@kalends/core/plugin";

/** Name of the plugin, and key of its data in the `extensions` of an event. */
export const PLUGIN = "icalendar";

/**
 * Names of the hidden fields that the plugin stores with an event, in `extensions.icalendar`. Editors and
 * importers can send them as parameters of the same names. An occurrence has the values of its series.
 */
export const FIELDS = {
  /**
   * UID of the event (RFC 5545, 3.8.4.7): imported, or a random UUID that is generated with the event. The
   * UID is never removed. It is also stored as an external id, by which imports find the event.
   */
  uid: "ical_uid",
  /**
   * SEQUENCE of the event (RFC 5545, 3.8.7.4), an integer from 0. Each significant change increases it by
   * one. A request can also set it.
   */
  sequence: "ical_sequence",
  /**
   * RELATED-TO (RFC 5545, 3.8.4.5). If this series was split off from another series, the UID of that series.
   */
  relatedTo: "ical_related_to",
} as const;

/** Data of the plugin in an event. Members whose stored value has the wrong type are left out. */
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

type Identified = Pick<CalendarEvent, "externalIds">;
type ExternalIds = NonNullable<CalendarEvent["externalIds"]>;

/** Returns the external id by which imports find the event with this UID. */
export const toExternalId = (uid: string): ExternalIds[number] => ({ source: "ical", id: uid });

/** True if imports find the event by this UID. */
export const isFoundBy = ({ externalIds = [] }: Identified, uid: string): boolean =>
  externalIds.some(({ source, id }) => source === "ical" && id === uid);

/**
 * Returns the external ids of an event with its UID. The UID replaces `former`, the one that the event had
 * before. Other external ids stay.
 */
export const externalIdsWith = (event: Identified, uid: string, former: string = uid): ExternalIds => {
  const { externalIds = [] } = event;
  const kept = externalIds.filter(({ source, id }) => source !== "ical" || id === uid || id !== former);
  return isFoundBy(event, uid) ? kept : [...kept, toExternalId(uid)];
};

/**
 * Returns the UID to show for an event without a stored UID. Only events that are older than the plugin have
 * none. `site` is the absolute URL of the site.
 */
export const provisionalUid = (id: number, site: string): string =>
  `event-${id}@${URL.canParse(site) ? new URL(site).hostname : "localhost"}`;

/**
 * Names of non-standard properties. They store event data for which iCalendar has no property. All of them
 * belong to VEVENT and are of type TEXT, except where noted. A property with its default value is not
 * written.
 */
export const KALENDS_PROPERTIES = {
  /**
   * Cost values as the API received them, separated by commas and escaped like CATEGORIES:
   * `X-KALENDS-COST:$5,$10`.
   */
  cost: "X-KALENDS-COST",
  /** Title of the event. Only written if SUMMARY begins with the word for cancelled events. */
  title: "X-KALENDS-TITLE",
  website: "X-KALENDS-WEBSITE",
  /** Excerpt as HTML. */
  excerpt: "X-KALENDS-EXCERPT",
  /** `TRUE` for a featured event, otherwise `FALSE` (default). `sticky` and `hidden` have the same values. */
  featured: "X-KALENDS-FEATURED",
  sticky: "X-KALENDS-STICKY",
  hidden: "X-KALENDS-HIDE-FROM-LISTINGS",
  /**
   * `FALSE` if the event shows no map, otherwise `TRUE` (default). `showMapLink` has the same values, for the
   * link to a map.
   */
  showMap: "X-KALENDS-SHOW-MAP",
  showMapLink: "X-KALENDS-SHOW-MAP-LINK",
  /**
   * Event status in the words of the API. Only written for values that STATUS cannot express: `postponed`,
   * `rescheduled` and `moved_online`.
   */
  eventStatus: "X-KALENDS-EVENT-STATUS",
  statusReason: "X-KALENDS-STATUS-REASON",
  /**
   * Start of a rescheduled event before the change. Like DTSTART, it has a TZID, VALUE=DATE or a UTC time.
   */
  previousStart: "X-KALENDS-PREVIOUS-START",
  /**
   * Dates of the recurrence whose duration differs from that of the first date. Each value is a PERIOD in the
   * form of DTSTART; for all-day events its end is the last day.
   * For other programs, each date is also written as an RDATE without an end and as a component with a
   * RECURRENCE-ID. An import of this plugin ignores these two.
   */
  periods: "X-KALENDS-RDATE",
  /**
   * Time zone as stored with the event. Only written if it differs from the TZID of DTSTART: offsets such as
   * `UTC+5:30`, and time zones of all-day events.
   */
  timezone: "X-KALENDS-TIMEZONE",
  /**
   * Slugs of the categories, separated by commas. CATEGORIES has the names of the categories and then the
   * names of the tags, in the same order as the slugs.
   */
  categories: "X-KALENDS-CATEGORIES",
  tags: "X-KALENDS-TAGS",
  /**
   * Name of the venue. Parameters contain its details: X-ADDRESS, X-CITY, X-COUNTRY, X-PROVINCE, X-STATE,
   * X-ZIP, X-PHONE, X-WEBSITE, X-ID.
   */
  venue: "X-KALENDS-VENUE",
  /**
   * Name of an organizer. The property is written once per organizer, in order. Parameters: X-EMAIL, X-PHONE,
   * X-WEBSITE, X-ID.
   */
  organizer: "X-KALENDS-ORGANIZER",
} as const;
