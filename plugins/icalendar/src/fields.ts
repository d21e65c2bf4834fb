import type { CalendarEvent } from "@kalends/core/plugin";

/** The name of the plugin, under which its part of `extensions` lies. */
export const PLUGIN = "icalendar";

/**
 * What the plugin keeps with an event, in `extensions.icalendar`. They are hidden fields, which editors write under the
 * same names: an importer sends them along with the rest of an event. Occurrences have those of their series.
 */
export const FIELDS = {
  /** UID (RFC 5545, 3.8.4.7): as imported, else a random UUID from the first write on. Never cleared. */
  uid: "ical_uid",
  /** SEQUENCE (3.8.7.4), an integer from 0. A write that sends another one than is stored sets it; otherwise it grows by itself. */
  sequence: "ical_sequence",
  /** RELATED-TO (3.8.4.5): the UID of the series that this one was the later part of. */
  relatedTo: "ical_related_to",
} as const;

/** The part of `extensions` of an event, as far as it is of the form that the plugin gives it. */
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

/** The UID of an event that has none yet: of those that are older than the plugin. `site`: the absolute address of the site. */
export const provisionalUid = (id: number, site: string): string =>
  `event-${id}@${URL.canParse(site) ? new URL(site).hostname : "localhost"}`;

/**
 * Properties of this plugin, for what iCalendar has no word for; all in VEVENT, values of type TEXT unless said. What is as by default is
 * not written.
 */
export const OWN_PROPERTIES = {
  /** Values of the cost as they were sent, separated by commas, each escaped as in CATEGORIES: `X-KALENDS-COST:$5,$10`. */
  cost: "X-KALENDS-COST",
  /** The title, where SUMMARY begins with a mark that the event is cancelled. */
  title: "X-KALENDS-TITLE",
  website: "X-KALENDS-WEBSITE",
  /** The excerpt, HTML. */
  excerpt: "X-KALENDS-EXCERPT",
  /** `TRUE` (type BOOLEAN), as the next two. By default `FALSE`. */
  featured: "X-KALENDS-FEATURED",
  sticky: "X-KALENDS-STICKY",
  hidden: "X-KALENDS-HIDE-FROM-LISTINGS",
  /** `FALSE` where a map or its link is not shown. By default `TRUE`. */
  showMap: "X-KALENDS-SHOW-MAP",
  showMapLink: "X-KALENDS-SHOW-MAP-LINK",
  /** `postponed`, `rescheduled`, `moved_online`: in the words of the interface, where STATUS cannot say it. */
  eventStatus: "X-KALENDS-EVENT-STATUS",
  statusReason: "X-KALENDS-STATUS-REASON",
  /** Of what is rescheduled: when it was to start, with TZID, VALUE=DATE or in UTC like DTSTART. */
  previousStart: "X-KALENDS-PREVIOUS-START",
  /**
   * RDATEs that end at another time than the rest, as PERIODs in the form of DTSTART, of days from the first to the last one. Each is
   * also an RDATE without an end and a component with a RECURRENCE-ID, which an import need not look at.
   */
  periods: "X-KALENDS-RDATE",
  /** The zone as the author wrote it, where the TZID of DTSTART does not say the same: `UTC+5:30`, and of all-day events. */
  timezone: "X-KALENDS-TIMEZONE",
  /** Categories by their slugs, separated by commas; CATEGORIES has the names of categories and tags, in this order. */
  categories: "X-KALENDS-CATEGORIES",
  tags: "X-KALENDS-TAGS",
  /** The name of the venue; its details as parameters: X-ADDRESS, X-CITY, X-COUNTRY, X-PROVINCE, X-STATE, X-ZIP, X-PHONE, X-WEBSITE, X-ID. */
  venue: "X-KALENDS-VENUE",
  /** One for each organizer, in their order: the name; as parameters X-EMAIL, X-PHONE, X-WEBSITE, X-ID. */
  organizer: "X-KALENDS-ORGANIZER",
} as const;
