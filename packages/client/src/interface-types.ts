/* Written by `npm run generate` from the interface document. */

/** One size of an image. */
export interface ImageSize {
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** The media type. */
  readonly "mime-type": string;
  /** The address of the file. */
  readonly url: string;
  /** The size of the file in bytes. */
  readonly filesize?: number;
}

/** The parts of an event's cost. */
export interface CostDetails {
  /** The currency symbol that was sent with the cost; empty if none was sent. */
  readonly currency_symbol: string;
  /** The ISO 4217 code of the currency; empty if it is unknown. */
  readonly currency_code: string;
  /** The position of the symbol, before or after the number; empty if unknown. */
  readonly currency_position: "" | "prefix" | "postfix";
  /** The different amounts in ascending order, as texts with a decimal point. For a cost in words, the words in lower case without blanks. */
  readonly values: readonly string[];
}

/** A category or a tag. */
export interface Term {
  /** The id, unique among categories and tags. */
  readonly id: number;
  /** The number of published, listed events with this term. */
  readonly count: number;
  /** The description. */
  readonly description: string;
  /** The name, as HTML. */
  readonly name: string;
  /** The name of the category or tag in addresses. */
  readonly slug: string;
  /** The kind of term: tribe_events_cat for categories, post_tag for tags. */
  readonly taxonomy: "tribe_events_cat" | "post_tag";
  /** Addresses in this interface. */
  readonly urls: {
    /** The address of the category or tag in this interface. */
    readonly self: string;
    /** The address of the list of all categories or tags. */
    readonly collection: string;
    /** The address of the parent category; absent for tags and for categories at the top level. */
    readonly up?: string;
  };
  /** Always empty. */
  readonly meta: readonly [];
  /** The address of the public web page with the events of the category or tag. */
  readonly url: string;
  /** The id of the parent category, 0 at the top level; tags have none. */
  readonly parent?: number;
  /** The ids of the record in other systems. Shown with context=edit to callers who may edit the record, or to everybody if the calendar is set up so. An occurrence has none. */
  readonly external_ids?: readonly {
    /** The name of the system. */
    readonly source: string;
    /** The id in that system, compared exactly. */
    readonly id: string;
  }[];
}

/** An image. Unknown properties are absent. */
export interface CalendarImage {
  /** The address of the image in full size. */
  readonly url: string;
  /** The id of the image, which can be sent as the image of a record. */
  readonly id: number;
  /** The extension of the file, without a dot. */
  readonly extension?: string;
  /** Width of the full size in pixels. */
  readonly width?: number;
  /** Height of the full size in pixels. */
  readonly height?: number;
  /** The size of the file in bytes. */
  readonly filesize?: number;
  /** The other sizes by name, such as thumbnail or medium. */
  readonly sizes?: Readonly<Record<string, ImageSize>>;
  /** The alternative text, which describes the image for people who cannot see it: plain text. */
  readonly alt?: string;
  /** The name of the image for those who manage images: plain text. */
  readonly title?: string;
  /** The person or organization that must be named with the image: plain text. Pages show it beneath the image. */
  readonly credit?: string;
  /** The licence of the image: its name, or an http or https address. */
  readonly license?: string;
  /** The most important point of the image, from 0 to 1 from the left (x) and from the top (y). */
  readonly focal_point?: {
    /** A number from 0 to 1. */
    readonly x: number;
    /** A number from 0 to 1. */
    readonly y: number;
  };
}

/** The parts of a date and time, as texts with leading zeros. */
export interface DateDetails {
  /** The year. */
  readonly year: string;
  /** The month, 01 to 12. */
  readonly month: string;
  /** The day of the month, 01 to 31. */
  readonly day: string;
  /** The hour, 00 to 23. */
  readonly hour: string;
  /** The minutes, 00 to 59. */
  readonly minutes: string;
  /** The seconds, 00 to 59. */
  readonly seconds: string;
}

/** The recurrence of an event, in its local time. Only series and occurrences have it. */
export interface Recurrence {
  /** The id of the series. */
  readonly series_id: number;
  /** The rules (RRULE of RFC 5545). UNTIL is in UTC; for all-day events, UNTIL is a date. */
  readonly rules: readonly string[];
  /** Additional starts, or periods in the form START/END. For all-day events, these are dates. */
  readonly dates: readonly string[];
  /** The starts that are left out. For all-day events, these are dates. */
  readonly except: readonly string[];
  /** The recurrence in words. */
  readonly text: string;
  /** The original start of the occurrence in the recurrence set, even if the occurrence was moved, in the local time of the series. For all-day events, the date. */
  readonly recurrence_id?: string;
  /** Present only in responses to writes: at most 20 occurrences that are now in the trash. They had changes of their own, but no rule produces them any more. */
  readonly trashed?: readonly {
    /** The id of the occurrence. */
    readonly id: number;
    /** The original start of the occurrence in the recurrence set, even if the occurrence was moved, in the local time of the series. For all-day events, the date. */
    readonly recurrence_id: string;
  }[];
}

/** An event. All members are present, even if they are empty, except for json_ld and members that only some events have. */
export interface CalendarEvent {
  /** The id, unique among events, venues, organizers and images. */
  readonly id: number;
  /** The id with the host of the site, which is unique among all sites. */
  readonly global_id: string;
  /** The global id of the record, then the global ids that the record had on other sites before. */
  readonly global_id_lineage: readonly string[];
  /** The id of the user who is the author, as text. */
  readonly author: string;
  /** The status: publish, future, draft, pending, private or trash. */
  readonly status: "publish" | "future" | "draft" | "pending" | "private" | "trash" | (string & {});
  /** The publication date, past or future, in the time zone of the site. */
  readonly date: string;
  /** The publication date in UTC; 0000-00-00 00:00:00 for a draft without a publication date. */
  readonly date_utc: string;
  /** The date of the last change, in the time zone of the site. */
  readonly modified: string;
  /** The date of the last change, in UTC. */
  readonly modified_utc: string;
  /** The address of the public web page of the event. */
  readonly url: string;
  /** The address of the event in this interface. */
  readonly rest_url: string;
  /** The title, as HTML. */
  readonly title: string;
  /** The description, as HTML with paragraphs. */
  readonly description: string;
  /** A short description, as HTML with paragraphs. */
  readonly excerpt: string;
  /** The name of the record in addresses. Characters beyond ASCII are percent-encoded. Empty for a draft that has no slug yet. */
  readonly slug: string;
  /** The image, or false when there is none. */
  readonly image: CalendarImage | false;
  /** True if the event lasts whole days. */
  readonly all_day: boolean;
  /** The start, in the time zone of the event. */
  readonly start_date: string;
  /** The parts of start_date. */
  readonly start_date_details: DateDetails;
  /** The end, in the time zone of the event. */
  readonly end_date: string;
  /** The parts of end_date. */
  readonly end_date_details: DateDetails;
  /** The start in UTC. */
  readonly utc_start_date: string;
  /** The parts of utc_start_date. */
  readonly utc_start_date_details: DateDetails;
  /** The end in UTC. */
  readonly utc_end_date: string;
  /** The parts of utc_end_date. */
  readonly utc_end_date_details: DateDetails;
  /** The time zone: an IANA name or a UTC offset. */
  readonly timezone: string;
  /** The abbreviation of the time zone at the start of the event, such as CEST. */
  readonly timezone_abbr: string;
  /** The cost of taking part, for display, as HTML; empty if not given. */
  readonly cost: string;
  readonly cost_details: CostDetails;
  /** The website of the event, as HTML; the public web page of the event if no website was ever set. */
  readonly website: string;
  /** True if clients should show a map of the venue. */
  readonly show_map: boolean;
  /** True if clients should show a link to a map of the venue. */
  readonly show_map_link: boolean;
  /** True if all lists leave the event out. */
  readonly hide_from_listings: boolean;
  /** True if the event comes first in the calendar view. */
  readonly sticky: boolean;
  /** True if the event is featured on the site. */
  readonly featured: boolean;
  /** The status of the event, such as scheduled or cancelled. */
  readonly event_status: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
  /** True if the event is a series or an occurrence of one. */
  readonly is_recurring: boolean;
  /** The categories, sorted by name. */
  readonly categories: readonly EventTerm[];
  /** The tags, sorted by name. */
  readonly tags: readonly EventTerm[];
  /** The venue, or an empty list when there is none. */
  readonly venue: Venue | readonly [];
  /** The organizers, in their order. */
  readonly organizer: readonly Organizer[];
  /** Additional fields by name, or an empty list if there are none. */
  readonly custom_fields:
    | Readonly<
        Record<
          string,
          {
            /** The label of the field. */
            readonly label: string;
            /** The value of the field. */
            readonly value: string;
          }
        >
      >
    | readonly [];
  /** The reason why the event does not take place as planned. */
  readonly status_reason?: string;
  /** The former start of a rescheduled event, in the time zone of the event. */
  readonly previous_start_date?: string;
  readonly recurrence?: Recurrence;
  /** The first occurrence of a series that starts now or later, or null if there is none. */
  readonly next_occurrence?: {
    /** The id of the occurrence. */
    readonly id: number;
    /** The original start of the occurrence in the recurrence set, even if the occurrence was moved, in the local time of the series. For all-day events, the date. */
    readonly recurrence_id: string;
    /** The start, in the time zone of the event. */
    readonly start_date: string;
    /** The end, in the time zone of the event. */
    readonly end_date: string;
    /** The start in UTC. */
    readonly utc_start_date: string;
    /** The end in UTC. */
    readonly utc_end_date: string;
    /** The address of the occurrence in this interface. */
    readonly rest_url: string;
  } | null;
  /** The ids of the record in other systems. Shown with context=edit to callers who may edit the record, or to everybody if the calendar is set up so. An occurrence has none. */
  readonly external_ids?: readonly {
    /** The name of the system. */
    readonly source: string;
    /** The id in that system, compared exactly. */
    readonly id: string;
  }[];
  /** The record as structured data of schema.org; present only if a single record is read. */
  readonly json_ld?: Readonly<Record<string, unknown>>;
  /** The import or subscription that created the record; null if there is none. Only with context=edit, for callers who may edit the record. */
  readonly origin?: {
    /** The name of the plugin that imported the record. */
    readonly importer: string;
    /** The id of the subscription; absent for a single import. */
    readonly subscription?: string;
  } | null;
}

/** An event that is an occurrence. For computed occurrences, which are not stored, id, global_id and rest_url are null. */
export interface Occurrence {
  /** The id, unique among events, venues, organizers and images. */
  readonly id: number | null;
  /** The id with the host of the site, which is unique among all sites. */
  readonly global_id: string | null;
  /** The global id of the record, then the global ids that the record had on other sites before. */
  readonly global_id_lineage: readonly string[];
  /** The id of the user who is the author, as text. */
  readonly author: string;
  /** The status: publish, future, draft, pending, private or trash. */
  readonly status: "publish" | "future" | "draft" | "pending" | "private" | "trash" | (string & {});
  /** The publication date, past or future, in the time zone of the site. */
  readonly date: string;
  /** The publication date in UTC; 0000-00-00 00:00:00 for a draft without a publication date. */
  readonly date_utc: string;
  /** The date of the last change, in the time zone of the site. */
  readonly modified: string;
  /** The date of the last change, in UTC. */
  readonly modified_utc: string;
  /** The address of the public web page of the event. */
  readonly url: string;
  /** The address of the event in this interface. */
  readonly rest_url: string | null;
  /** The title, as HTML. */
  readonly title: string;
  /** The description, as HTML with paragraphs. */
  readonly description: string;
  /** A short description, as HTML with paragraphs. */
  readonly excerpt: string;
  /** The name of the record in addresses. Characters beyond ASCII are percent-encoded. Empty for a draft that has no slug yet. */
  readonly slug: string;
  /** The image, or false when there is none. */
  readonly image: CalendarImage | false;
  /** True if the event lasts whole days. */
  readonly all_day: boolean;
  /** The start, in the time zone of the event. */
  readonly start_date: string;
  /** The parts of start_date. */
  readonly start_date_details: DateDetails;
  /** The end, in the time zone of the event. */
  readonly end_date: string;
  /** The parts of end_date. */
  readonly end_date_details: DateDetails;
  /** The start in UTC. */
  readonly utc_start_date: string;
  /** The parts of utc_start_date. */
  readonly utc_start_date_details: DateDetails;
  /** The end in UTC. */
  readonly utc_end_date: string;
  /** The parts of utc_end_date. */
  readonly utc_end_date_details: DateDetails;
  /** The time zone: an IANA name or a UTC offset. */
  readonly timezone: string;
  /** The abbreviation of the time zone at the start of the event, such as CEST. */
  readonly timezone_abbr: string;
  /** The cost of taking part, for display, as HTML; empty if not given. */
  readonly cost: string;
  readonly cost_details: CostDetails;
  /** The website of the event, as HTML; the public web page of the event if no website was ever set. */
  readonly website: string;
  /** True if clients should show a map of the venue. */
  readonly show_map: boolean;
  /** True if clients should show a link to a map of the venue. */
  readonly show_map_link: boolean;
  /** True if all lists leave the event out. */
  readonly hide_from_listings: boolean;
  /** True if the event comes first in the calendar view. */
  readonly sticky: boolean;
  /** True if the event is featured on the site. */
  readonly featured: boolean;
  /** The status of the event, such as scheduled or cancelled. */
  readonly event_status: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
  /** True if the event is a series or an occurrence of one. */
  readonly is_recurring: boolean;
  /** The categories, sorted by name. */
  readonly categories: readonly EventTerm[];
  /** The tags, sorted by name. */
  readonly tags: readonly EventTerm[];
  /** The venue, or an empty list when there is none. */
  readonly venue: Venue | readonly [];
  /** The organizers, in their order. */
  readonly organizer: readonly Organizer[];
  /** Additional fields by name, or an empty list if there are none. */
  readonly custom_fields:
    | Readonly<
        Record<
          string,
          {
            /** The label of the field. */
            readonly label: string;
            /** The value of the field. */
            readonly value: string;
          }
        >
      >
    | readonly [];
  /** The reason why the event does not take place as planned. */
  readonly status_reason?: string;
  /** The former start of a rescheduled event, in the time zone of the event. */
  readonly previous_start_date?: string;
  readonly recurrence?: Recurrence;
  /** The first occurrence of a series that starts now or later, or null if there is none. */
  readonly next_occurrence?: {
    /** The id of the occurrence. */
    readonly id: number;
    /** The original start of the occurrence in the recurrence set, even if the occurrence was moved, in the local time of the series. For all-day events, the date. */
    readonly recurrence_id: string;
    /** The start, in the time zone of the event. */
    readonly start_date: string;
    /** The end, in the time zone of the event. */
    readonly end_date: string;
    /** The start in UTC. */
    readonly utc_start_date: string;
    /** The end in UTC. */
    readonly utc_end_date: string;
    /** The address of the occurrence in this interface. */
    readonly rest_url: string;
  } | null;
  /** The ids of the record in other systems. Shown with context=edit to callers who may edit the record, or to everybody if the calendar is set up so. An occurrence has none. */
  readonly external_ids?: readonly {
    /** The name of the system. */
    readonly source: string;
    /** The id in that system, compared exactly. */
    readonly id: string;
  }[];
  /** The record as structured data of schema.org; present only if a single record is read. */
  readonly json_ld?: Readonly<Record<string, unknown>>;
  /** The import or subscription that created the record; null if there is none. Only with context=edit, for callers who may edit the record. */
  readonly origin?: {
    /** The name of the plugin that imported the record. */
    readonly importer: string;
    /** The id of the subscription; absent for a single import. */
    readonly subscription?: string;
  } | null;
}

/** A venue. Empty members are absent. */
export interface Venue {
  /** The id, unique among events, venues, organizers and images. */
  readonly id: number;
  /** The status: publish, future, draft, pending, private or trash. */
  readonly status: "publish" | "future" | "draft" | "pending" | "private" | "trash" | (string & {});
  /** The publication date, past or future, in the time zone of the site. */
  readonly date: string;
  /** The publication date in UTC; 0000-00-00 00:00:00 for a draft without a publication date. */
  readonly date_utc: string;
  /** The date of the last change, in the time zone of the site. */
  readonly modified: string;
  /** The date of the last change, in UTC. */
  readonly modified_utc: string;
  /** The address of the public web page of the record. */
  readonly url: string;
  /** True if events at the venue should show a map of it. */
  readonly show_map: boolean;
  /** True if events at the venue should show a link to a map of it. */
  readonly show_map_link: boolean;
  /** The id with the host of the site, which is unique among all sites. */
  readonly global_id: string;
  /** The global id of the record, then the global ids that the record had on other sites before. */
  readonly global_id_lineage: readonly string[];
  /** The id of the user who is the author, as text. */
  readonly author?: string;
  /** The name, as HTML. */
  readonly venue?: string;
  /** Street and number. */
  readonly address?: string;
  /** The city. */
  readonly city?: string;
  /** The country. */
  readonly country?: string;
  /** The province. */
  readonly province?: string;
  /** The state. */
  readonly state?: string;
  /** The postal code. */
  readonly zip?: string;
  /** The phone number. */
  readonly phone?: string;
  /** The website. */
  readonly website?: string;
  /** State or province, whichever the country has. */
  readonly stateprovince?: string;
  /** Latitude in degrees. */
  readonly geo_lat?: number;
  /** Longitude in degrees. */
  readonly geo_lng?: number;
  /** The description, as HTML with paragraphs. */
  readonly description?: string;
  /** A short description, as HTML with paragraphs. */
  readonly excerpt?: string;
  /** The name of the record in addresses. Characters beyond ASCII are percent-encoded. Empty for a draft that has no slug yet. */
  readonly slug?: string;
  readonly image?: CalendarImage;
  /** The ids of the record in other systems. Shown with context=edit to callers who may edit the record, or to everybody if the calendar is set up so. An occurrence has none. */
  readonly external_ids?: readonly {
    /** The name of the system. */
    readonly source: string;
    /** The id in that system, compared exactly. */
    readonly id: string;
  }[];
  /** The record as structured data of schema.org; present only if a single record is read. */
  readonly json_ld?: Readonly<Record<string, unknown>>;
  /** The import or subscription that created the record; null if there is none. Only with context=edit, for callers who may edit the record. */
  readonly origin?: {
    /** The name of the plugin that imported the record. */
    readonly importer: string;
    /** The id of the subscription; absent for a single import. */
    readonly subscription?: string;
  } | null;
}

/** An organizer. Empty members are absent. */
export interface Organizer {
  /** The id, unique among events, venues, organizers and images. */
  readonly id: number;
  /** The status: publish, future, draft, pending, private or trash. */
  readonly status: "publish" | "future" | "draft" | "pending" | "private" | "trash" | (string & {});
  /** The publication date, past or future, in the time zone of the site. */
  readonly date: string;
  /** The publication date in UTC; 0000-00-00 00:00:00 for a draft without a publication date. */
  readonly date_utc: string;
  /** The date of the last change, in the time zone of the site. */
  readonly modified: string;
  /** The date of the last change, in UTC. */
  readonly modified_utc: string;
  /** The address of the public web page of the record. */
  readonly url: string;
  /** The id with the host of the site, which is unique among all sites. */
  readonly global_id: string;
  /** The global id of the record, then the global ids that the record had on other sites before. */
  readonly global_id_lineage: readonly string[];
  /** The id of the user who is the author, as text. */
  readonly author?: string;
  /** The name, as HTML. */
  readonly organizer?: string;
  /** The phone number. */
  readonly phone?: string;
  /** The website. */
  readonly website?: string;
  /** The e-mail address. */
  readonly email?: string;
  /** The description, as HTML with paragraphs. */
  readonly description?: string;
  /** A short description, as HTML with paragraphs. */
  readonly excerpt?: string;
  /** The name of the record in addresses. Characters beyond ASCII are percent-encoded. Empty for a draft that has no slug yet. */
  readonly slug?: string;
  readonly image?: CalendarImage;
  /** The ids of the record in other systems. Shown with context=edit to callers who may edit the record, or to everybody if the calendar is set up so. An occurrence has none. */
  readonly external_ids?: readonly {
    /** The name of the system. */
    readonly source: string;
    /** The id in that system, compared exactly. */
    readonly id: string;
  }[];
  /** The record as structured data of schema.org; present only if a single record is read. */
  readonly json_ld?: Readonly<Record<string, unknown>>;
  /** The import or subscription that created the record; null if there is none. Only with context=edit, for callers who may edit the record. */
  readonly origin?: {
    /** The name of the plugin that imported the record. */
    readonly importer: string;
    /** The id of the subscription; absent for a single import. */
    readonly subscription?: string;
  } | null;
}

/** A category or tag inside an event. */
export interface EventTerm {
  /** The id, unique among categories and tags. */
  readonly id: number;
  /** The number of published, listed events with this term. */
  readonly count: number;
  /** The description. */
  readonly description: string;
  /** The name, as HTML. */
  readonly name: string;
  /** The name of the category or tag in addresses. */
  readonly slug: string;
  /** The kind of term: tribe_events_cat for categories, post_tag for tags. */
  readonly taxonomy: "tribe_events_cat" | "post_tag";
  /** Addresses in this interface. */
  readonly urls: {
    /** The address of the category or tag in this interface. */
    readonly self: string;
    /** The address of the list of all categories or tags. */
    readonly collection: string;
    /** The address of the parent category; absent for tags and for categories at the top level. */
    readonly up?: string;
  };
  /** Always 0. */
  readonly term_group: number;
  /** The same as id. */
  readonly term_taxonomy_id: number;
  /** The id of the parent category; 0 for tags and for categories at the top level. */
  readonly parent: number;
  /** Always raw. */
  readonly filter: string;
}

/** Requested facets, by name. A facet ignores its own filter. */
export interface Facets {
  /** The most frequent values, at most 100, the most frequent first. */
  readonly status?: readonly {
    /** The value with which the parameter of the same name selects these events; for month the month, as YYYY-MM. */
    readonly value: string;
    /** The name of the value, for people: HTML. */
    readonly label: string;
    /** The total of the list with this value as its filter. */
    readonly count: number;
  }[];
  /** The most frequent values, at most 100, the most frequent first. */
  readonly categories?: readonly {
    /** The value with which the parameter of the same name selects these events; for month the month, as YYYY-MM. */
    readonly value: number;
    /** The name of the value, for people: HTML. */
    readonly label: string;
    /** The total of the list with this value as its filter. */
    readonly count: number;
  }[];
  /** The most frequent values, at most 100, the most frequent first. */
  readonly tags?: readonly {
    /** The value with which the parameter of the same name selects these events; for month the month, as YYYY-MM. */
    readonly value: number;
    /** The name of the value, for people: HTML. */
    readonly label: string;
    /** The total of the list with this value as its filter. */
    readonly count: number;
  }[];
  /** The most frequent values, at most 100, the most frequent first. */
  readonly venue?: readonly {
    /** The value with which the parameter of the same name selects these events; for month the month, as YYYY-MM. */
    readonly value: number;
    /** The name of the value, for people: HTML. */
    readonly label: string;
    /** The total of the list with this value as its filter. */
    readonly count: number;
  }[];
  /** The most frequent values, at most 100, the most frequent first. */
  readonly organizer?: readonly {
    /** The value with which the parameter of the same name selects these events; for month the month, as YYYY-MM. */
    readonly value: number;
    /** The name of the value, for people: HTML. */
    readonly label: string;
    /** The total of the list with this value as its filter. */
    readonly count: number;
  }[];
  /** The most frequent values, at most 100, the most frequent first. */
  readonly author?: readonly {
    /** The value with which the parameter of the same name selects these events; for month the month, as YYYY-MM. */
    readonly value: number;
    /** The name of the value, for people: HTML. */
    readonly label: string;
    /** The total of the list with this value as its filter. */
    readonly count: number;
  }[];
  /** The most frequent values, at most 100, the most frequent first. */
  readonly month?: readonly {
    /** The value with which the parameter of the same name selects these events; for month the month, as YYYY-MM. */
    readonly value: string;
    /** The name of the value, for people: HTML. */
    readonly label: string;
    /** The total of the list with this value as its filter. */
    readonly count: number;
  }[];
}

/** A page of the records with an image: events, then venues, then organizers. */
export interface ImageUsage {
  /** The records of the page that the caller may read. */
  readonly records: readonly {
    /** The kind of record. */
    readonly kind: "event" | "venue" | "organizer";
    /** The id, unique among events, venues, organizers and images. */
    readonly id: number;
    /** The title or name, as HTML. */
    readonly title: string;
    /** The status: publish, future, draft, pending, private or trash. */
    readonly status: string;
    /** The address of the web page of the record. */
    readonly url: string;
    /** The address of the record in this interface. */
    readonly rest_url: string;
  }[];
  /** True if another page may follow. */
  readonly has_more: boolean;
  /** The cursor of the next page. */
  readonly next_cursor?: string;
}

/** An earlier content of a record. */
export interface EventRevision {
  /** The number of the version: the revision that the record had with this content. */
  readonly revision: number;
  /** The time of the write that made this content, in UTC. */
  readonly date_utc: string;
  /** The id of the user who made that write, as text; 0 if no user made it. */
  readonly author: string;
  /** The members that the next write changed. */
  readonly changed: readonly string[];
  /** The record with this content. */
  readonly record: CalendarEvent;
}

/** An earlier content of a record. */
export interface VenueRevision {
  /** The number of the version: the revision that the record had with this content. */
  readonly revision: number;
  /** The time of the write that made this content, in UTC. */
  readonly date_utc: string;
  /** The id of the user who made that write, as text; 0 if no user made it. */
  readonly author: string;
  /** The members that the next write changed. */
  readonly changed: readonly string[];
  /** The record with this content. */
  readonly record: Venue;
}

/** An earlier content of a record. */
export interface OrganizerRevision {
  /** The number of the version: the revision that the record had with this content. */
  readonly revision: number;
  /** The time of the write that made this content, in UTC. */
  readonly date_utc: string;
  /** The id of the user who made that write, as text; 0 if no user made it. */
  readonly author: string;
  /** The members that the next write changed. */
  readonly changed: readonly string[];
  /** The record with this content. */
  readonly record: Organizer;
}

/** The times at which a venue is in use. */
export interface BusyTimes {
  /** The times of the events, sorted by start. Times may overlap. */
  readonly busy: readonly {
    /** The start of the event, on the clock of its time zone. */
    readonly start: string;
    /** The end of the event, on the clock of its time zone. */
    readonly end: string;
    /** The time zone: an IANA name or a UTC offset. */
    readonly timezone: string;
    /** The id of the event; absent if the caller may not read it. */
    readonly id?: number;
    /** The title of the event; absent if the caller may not read it. */
    readonly title?: string;
  }[];
  /** Present if the range has more events than the response contains: request them with a later from. */
  readonly has_more?: true;
}

/** Two venues that may be the same. */
export interface DuplicateVenue {
  /** The two venues, the one with the lower id first. */
  readonly venues: readonly Venue[];
  /** The values that both have in common. */
  readonly reasons: readonly ("name_and_city" | "coordinates" | "phone" | "website")[];
}

/** A new preview of an event. */
export interface Preview {
  /** The address of the preview. It contains a secret and cannot be read again. */
  readonly url: string;
  /** The time from which the address is no longer valid, in UTC. */
  readonly expires: string;
  /** The id of the link, with which it can be revoked. Absent if the preview was created without days. */
  readonly id?: string;
}

/** The links to share of an event. */
export interface PreviewList {
  /** The links, newest first. */
  readonly previews: readonly {
    /** The id of the link, with which it can be revoked. Absent if the preview was created without days. */
    readonly id: string;
    /** The time at which the link was created, in UTC. */
    readonly created: string;
    /** The time from which the address is no longer valid, in UTC. */
    readonly expires: string;
    /** The id of the user who created the link; absent if the creator has none. */
    readonly user?: number;
    /** The label of the password or API token with which the creator was signed in; absent for other creators. */
    readonly made_with?: string;
  }[];
}

/** The changes since a token. */
export interface Changes {
  /** The changed records, each once. The list may be empty although has_more is true. */
  readonly changes: readonly {
    /** The kind of record. */
    readonly kind: "event" | "venue" | "organizer" | "category" | "tag";
    /** The id of the record. */
    readonly id: number;
    /** The record as lists show it to the caller; absent if the caller can no longer see it. */
    readonly record?: CalendarEvent | Venue | Organizer | Term;
    /** Set if the caller can no longer see the record, because it was deleted or hidden. */
    readonly deleted?: true;
  }[];
  /** The token for the next request. */
  readonly next_token: string;
  /** True if more changes are already available. */
  readonly has_more: boolean;
  /** Present only without since: a token for reading all records, page by page, and then the changes made meanwhile. */
  readonly begin?: string;
  /** Present only without since: the addresses of the lists of all records, to be read after this response. */
  readonly lists?: {
    /** The address of the list of all events. */
    readonly events: string;
    /** The address of the list of all venues. */
    readonly venues: string;
    /** The address of the list of all organizers. */
    readonly organizers: string;
    /** The address of the list of all categories. */
    readonly categories: string;
    /** The address of the list of all tags. */
    readonly tags: string;
  };
}

/** A field that the caller may set. */
export interface RecordField {
  /** The name of the field in writes. */
  readonly name: string;
  /** The JSON type of the value. */
  readonly type: "string" | "integer" | "number" | "boolean" | "array" | "object";
  /** The label. */
  readonly label: string;
  /** The name of the group in which forms show the field. */
  readonly group: string;
  /** The position in the group. */
  readonly order: number;
  /** The input element for the field. */
  readonly widget:
    | "line"
    | "text"
    | "choice"
    | "list"
    | "switch"
    | "number"
    | "date"
    | "address"
    | "money"
    | "image"
    | "record"
    | "terms"
    | "zone"
    | "recurrence";
  /** True if new records need the field. */
  readonly required: boolean;
  /** A sentence that explains the field. */
  readonly help?: string;
  /** Present if the value is a list. */
  readonly multiple?: true;
  /** The format of the text, such as html, date-time, uri, email or tel. */
  readonly format?: string;
  /** The kind of record whose ids the field takes. */
  readonly record?: "venue" | "organizer" | "category" | "tag" | "user";
  /** Present if the caller may send a new record instead of an id. */
  readonly create?: true;
  /** Only for images: true if the caller may send a new image. */
  readonly upload?: boolean;
  /** The field that this one sets in another form. Forms show only that one. */
  readonly same_as?: string;
  /** Present if a single occurrence cannot have a value of its own. */
  readonly series_only?: true;
  /** The values that the caller may choose. */
  readonly choices?: readonly {
    /** The value. */
    readonly value: string;
    /** The label of the value. */
    readonly label: string;
    /** The statuses from which a record may change to this one; new stands for a new record. Absent if every status allows it. */
    readonly from?: readonly string[];
  }[];
  /** The unit of the value. For money, the currency of the site. */
  readonly unit?: string;
  /** The place of the unit: before (prefix) or after (postfix) the value. */
  readonly unit_position?: "prefix" | "postfix";
  /** An example for the empty input element. */
  readonly placeholder?: string;
  /** The limits of the value; in a list, those of each entry. */
  readonly bounds?: {
    /** The smallest number. */
    readonly minimum?: number;
    /** The largest number. */
    readonly maximum?: number;
    /** The minimum number of characters. */
    readonly min_length?: number;
    /** The maximum number of characters. */
    readonly max_length?: number;
    /** The minimum number of entries. */
    readonly min_items?: number;
    /** The maximum number of entries. */
    readonly max_items?: number;
    /** The maximum size of an image in bytes. */
    readonly max_bytes?: number;
  };
  /** The value of a new record without this field; absent if it has none. */
  readonly default?: unknown;
  /** The name of the plugin that adds the field. */
  readonly plugin?: string;
}

/** The fields of a kind of record for the caller. */
export interface FieldsOfRecord {
  /** The kind of record whose fields are described. */
  readonly record: "event" | "venue" | "organizer" | "category" | "tag";
  /** The groups of the fields, in the order of display. */
  readonly groups: readonly {
    /** The name of the group. */
    readonly name: string;
    /** The label of the group. */
    readonly label: string;
  }[];
  /** The fields, in the order of display. */
  readonly fields: readonly RecordField[];
}

/** A job, with a page of its results. */
export interface Job {
  /** The id of the job. */
  readonly id: string;
  /** The kind of the job. */
  readonly kind: string;
  /** The state of the job. A job that is done, failed or cancelled does not change any more. */
  readonly state: "waiting" | "running" | "done" | "failed" | "cancelled";
  /** How far the job is. */
  readonly progress: {
    /** The number of items with a result. */
    readonly done: number;
    /** The number of items. */
    readonly total: number;
    /** The number of items that the latest run did per second. */
    readonly rate: number;
  };
  /** The time at which the job was started. */
  readonly created: string;
  /** The time at which the job ended; null before. */
  readonly ended: string | null;
  /** The results of this page, one for each item, in the order of the items. */
  readonly results: readonly Readonly<Record<string, unknown>>[];
  /** The reason why the job failed; only of failed jobs. */
  readonly failure?: {
    /** The reason as a word. */
    readonly reason: "rights" | "attempts" | "unknown-kind" | "internal";
    /** The reason as a sentence, in the language of the address. */
    readonly message: string;
  };
}

/** Preferences of a user for interfaces. Members that are not set are null. */
export interface Preferences {
  /** The language of the interface; null for the language of the site. */
  readonly language: "en" | "fr" | "es" | "de" | null;
  /** The clock: 12 or 24 hours; null for the usual clock of the language. */
  readonly time_format: 12 | 24 | null;
  /** The color scheme; null if it is not set. */
  readonly theme: "system" | "light" | "dark" | null;
  /** Saved views of lists, at most 50. A change replaces all of them. */
  readonly views: readonly SavedView[];
}

/** A saved view of a list. */
export interface SavedView {
  /** The name of the view. */
  readonly name: string;
  /** The name of the list. */
  readonly list: string;
  /** The query parameters of the list by name. */
  readonly query: Readonly<Record<string, string>>;
}

/** The status of the installation. */
export interface Status {
  /** The versions of the programs. */
  readonly versions: {
    /** The version of Kalends. */
    readonly kalends: string;
    /** The version of Node. */
    readonly node: string;
  };
  /** The storage of the records. */
  readonly storage: {
    /** The address of the storage without credentials; null if the host application opened the storage. */
    readonly address: string | null;
  };
  /** The disks of this computer on which the calendar stores data. */
  readonly disks: readonly {
    /** The data on the disk: the storage or the images. */
    readonly use: "storage" | "images";
    /** The folder. */
    readonly path: string;
    /** The free space for the calendar, in bytes. */
    readonly free: number;
    /** The size of the disk, in bytes. */
    readonly total: number;
  }[];
  /** The jobs that users started. */
  readonly jobs: {
    /** The number of jobs that wait. */
    readonly waiting: number;
    /** The number of jobs that run. */
    readonly running: number;
    /** The number of stored jobs that failed. */
    readonly failed: number;
    /** The time at which the oldest job that has not ended was started; null if all have ended. */
    readonly oldest: string | null;
    /** The latest failed jobs, at most 10, the newest first. */
    readonly failures: readonly {
      /** The id of the job. */
      readonly id: string;
      /** The kind of the job. */
      readonly kind: string;
      /** The number of the user who started the job. */
      readonly user: number;
      /** The time at which the job ended; null before. */
      readonly ended: string;
      /** The reason as a word. */
      readonly reason: "rights" | "attempts" | "unknown-kind" | "internal";
      /** The reason as a sentence, in the language of the address. */
      readonly message: string;
    }[];
  };
  /** The outbox, from which listeners get changes. */
  readonly outbox: {
    /** True if changes are stored in the outbox. */
    readonly is_on: boolean;
    /** The durable listeners with their progress. */
    readonly readers: readonly {
      /** The name of the listener. */
      readonly reader: string;
      /** The upper limit of the number of entries that the listener has not processed. */
      readonly waiting: number;
      /** The age of the first entry that is not processed, in seconds. */
      readonly lag: number;
      /** The number of entries that failed and are tried again; at most 1,000 are counted. */
      readonly failed: number;
      /** The number of entries that failed too often; at most 1,000 are counted. */
      readonly set_aside: number;
    }[];
  };
  /** The mail that waits to be sent. */
  readonly mail: {
    /** True if a mail server is configured. */
    readonly is_on: boolean;
    /** The number of waiting mails. */
    readonly waiting: number;
    /** The time at which the oldest waiting mail was queued; null without waiting mail. */
    readonly oldest: string | null;
  };
  /** The time zone data. */
  readonly zone_data: {
    /** The version in this process. */
    readonly version: string;
    /** The version with which the stored times were computed; null if it is not known yet. */
    readonly stored: string | null;
  };
  /** The plugins of the installation. */
  readonly plugins: readonly {
    /** The name of the plugin. */
    readonly name: string;
    /** False if the plugin is off, because it has no valid licence. */
    readonly is_on: boolean;
  }[];
  /** The settings of the calendar and of its plugins. */
  readonly configuration: readonly {
    /** The name of the setting in the configuration file. */
    readonly key: string;
    /** The environment variable of the setting. */
    readonly variable: string;
    /** The plugin that declares the setting; null for settings of the calendar. */
    readonly plugin: string | null;
    /** The value in use; null if the setting has no value. Secrets are masked. */
    readonly value: unknown;
    /** The source of the value: the default, the environment or command line, the configuration file, or an option of the host application. */
    readonly origin: "default" | "environment" | "file" | "option";
    /** True if the value is secret. */
    readonly is_secret: boolean;
  }[];
}

/** The caller, their rights and their session. */
export interface Session {
  /** The user; null for visitors. */
  readonly user: {
    /** The id of the account, which records have as their author. */
    readonly id: number;
    /** The name to sign in with. */
    readonly name: string;
    /** The full name; may be empty. */
    readonly display_name: string;
    /** The email address; may be empty. */
    readonly email: string;
    /** The role. */
    readonly role: "administrator" | "editor" | "author" | "contributor" | "subscriber" | null;
  } | null;
  /** The rights of the caller. */
  readonly capabilities: readonly (
    | "edit"
    | "delete"
    | "edit_published"
    | "delete_published"
    | "publish"
    | "upload"
    | "manage_categories"
    | "read_private"
    | "edit_others"
    | "delete_others"
    | "manage_tags"
    | "unfiltered_html"
    | "read_audit"
    | "manage_accounts"
    | "manage_settings"
  )[];
  /** How people sign in. */
  readonly sign_in: {
    /** session: with this interface. host: at the application that embeds the calendar. */
    readonly kind: "session" | "host";
    /** The address of the sign-in page of the host; absent if unknown. */
    readonly url?: string;
  };
  /** Features that this calendar offers. */
  readonly features: {
    /** True if people can sign in with passkeys. */
    readonly passkeys: boolean;
    /** True if the calendar sends mail. */
    readonly mail: boolean;
    /** True if people can request a link for a forgotten password. */
    readonly forgotten_password: boolean;
  };
  /** The end of the session if it is not used; null without a session. */
  readonly expires: string | null;
}

/** The sessions. */
export interface SessionList {
  /** The sessions. */
  readonly sessions: readonly {
    /** The id of the session. */
    readonly id: string;
    /** The User-Agent of the sign-in; may be empty. */
    readonly device: string;
    /** The network address of the sign-in; may be empty. */
    readonly address: string;
    /** The time of the sign-in. */
    readonly created: string;
    /** The time of the last use, exact to five minutes. */
    readonly used: string;
    /** The end of the session if it is not used. */
    readonly expires: string;
    /** True for the session of this request. */
    readonly current: boolean;
  }[];
}

/** The number of sessions that ended. */
export interface EndedSessions {
  /** The number of sessions that have ended. */
  readonly ended: number;
}

/** The id of what was removed. */
export interface RemovedItem {
  /** The id of a session, passkey, password or token. */
  readonly id: string;
}

/** An account. */
export interface Account {
  /** The id of the account, which records have as their author. */
  readonly id: number;
  /** The name to sign in with. */
  readonly name: string;
  /** The full name; may be empty. */
  readonly display_name: string;
  /** The email address; may be empty. */
  readonly email: string;
  /** The role. */
  readonly role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
  /** True if every credential of the account is refused. */
  readonly disabled: boolean;
  /** True if the account has a sign-in password. */
  readonly has_password: boolean;
  /** The number of passkeys. */
  readonly passkeys: number;
}

/** The new account with its link. */
export interface Invitation {
  /** The id of the account, which records have as their author. */
  readonly id: number;
  /** The name to sign in with. */
  readonly name: string;
  /** The full name; may be empty. */
  readonly display_name: string;
  /** The email address; may be empty. */
  readonly email: string;
  /** The role. */
  readonly role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
  /** True if every credential of the account is refused. */
  readonly disabled: boolean;
  /** True if the account has a sign-in password. */
  readonly has_password: boolean;
  /** The number of passkeys. */
  readonly passkeys: number;
  /** True if the link is sent by mail. */
  readonly sent: boolean;
  /** The link, for the owner of the account alone; absent if it is sent by mail. */
  readonly link?: string;
  /** The time until which the link is valid; absent if it is sent by mail. */
  readonly expires?: string;
}

/** A one-time link. */
export interface AccountLink {
  /** True if the link is sent by mail. */
  readonly sent: boolean;
  /** The link, for the owner of the account alone; absent if it is sent by mail. */
  readonly link?: string;
  /** The time until which the link is valid; absent if it is sent by mail. */
  readonly expires?: string;
}

/** The error of one parameter. */
export interface NestedError {
  /** A stable error code. */
  readonly code: string;
  /** The error message for one parameter, for people. */
  readonly message: string;
  /** Details of the error. */
  readonly data: {
    /** The HTTP status of the response. */
    readonly status?: number;
    /** The name of the parameter, with the path of the invalid field inside it. */
    readonly param?: string;
  };
}

export interface CreateEventBody {
  /** The id of the user who is the author of the event; by default the user who creates it. Setting another user requires the right to edit the events of others. */
  readonly author?: number;
  /** The publication date of the event, in the time zone of the site; by default now. A future date schedules the event. */
  readonly date?: string;
  /** The publication date of the event, in UTC; instead of date. */
  readonly date_utc?: string;
  /** The title of the event, as plain text or with the HTML that titles may have. */
  readonly title: string;
  /** The description of the event, as HTML, which is cleaned. Empty: none. */
  readonly description?: string;
  /** The name of the event in addresses, unique; by default, made from the title. */
  readonly slug?: string;
  /** A short description of the event, as HTML, which is cleaned. Empty: none. */
  readonly excerpt?: string;
  /** The status of the event. Without a status, a new event is published, or becomes a draft if the caller may not publish. */
  readonly status?: "publish" | "future" | "draft" | "pending" | "private" | (string & {});
  /** The time zone of the event: an IANA name such as Europe/Rome, or an offset such as UTC+5:30. By default, a new event has the time zone of the site. */
  readonly timezone?: string;
  /** True if the event lasts whole days: from the beginning of its first day to the end of its last day. */
  readonly all_day?: boolean;
  /** The start of the event, in its time zone: 2031-05-16 20:30:00, or another date format. A date with an offset is an instant and is converted. */
  readonly start_date: string;
  /** The end of the event, in the time zone of the event and in the formats of its start; or its duration, such as PT90M or P1D. An end before the start counts as the start. */
  readonly end_date: string;
  /** The recurrence of the event, in its local time. rules are RRULEs of RFC 5545, dates are additional starts or periods such as 2031-05-06 19:00:00/PT2H, except are starts to leave out; each is a text or a list of texts. All three are replaced. If all are empty, the event does not recur. */
  readonly recurrence?:
    | {
        /** RRULEs, such as FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231. */
        readonly rules?: string | readonly string[];
        /** Starts, or periods START/END or START/DURATION (RDATE). */
        readonly dates?: string | readonly string[];
        /** Starts that are left out (EXDATE). */
        readonly except?: string | readonly string[];
      }
    | string
    | null;
  /** The status of the event. Without it, a new event is scheduled. */
  readonly event_status?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
  /** The reason why the event does not take place as planned, as plain text. Empty: none. */
  readonly status_reason?: string;
  /** The former start of a rescheduled event, in its time zone; by default its start before the change. Empty: unknown. */
  readonly previous_start_date?: string;
  /** The image to show with the event: the id of an image, as text, or the address of an image to fetch. Empty: none. */
  readonly image?: string;
  /** The cost of taking part: a number or a text such as 20$ or Varies, or a list of these. Empty: not specified. */
  readonly cost?: string | number | boolean | null | readonly (string | number | boolean)[];
  /** The absolute address of the event's own website. Empty: none. */
  readonly website?: string | null;
  /** True if clients should show a map of the venue. */
  readonly show_map?: boolean;
  /** True if clients should show a link to a map of the venue. */
  readonly show_map_link?: boolean;
  /** True if all lists leave the event out; it can still be read by its id. */
  readonly hide_from_listings?: boolean;
  /** True if the event comes first in the calendar view. */
  readonly sticky?: boolean;
  /** True if the event is featured on the site. */
  readonly featured?: boolean;
  /** The categories of the event, which replace all former categories: ids, slugs or names, as a list or a comma list. A text that identifies no category becomes a new category. Empty: no categories. */
  readonly categories?: string | number | null | readonly (string | number)[];
  /** The tags of the event, which replace all former tags: ids, slugs or names, as a list or a comma list. A text that identifies no tag becomes a new tag. Empty: no tags. */
  readonly tags?: string | number | null | readonly (string | number)[];
  /** The venue of the event: the id of a venue, or the data of a venue, which is created unless an equal venue exists. If several are sent, the first one counts. Empty or 0: no venue. */
  readonly venue?:
    | number
    | string
    | null
    | {
        readonly id?: number | string;
        readonly venue?: string;
        readonly [name: string]: unknown;
      }
    | readonly (
        | number
        | string
        | null
        | {
            readonly id?: number | string;
            readonly venue?: string;
            readonly [name: string]: unknown;
          }
      )[];
  /** The organizers of the event in order, which replace all former organizers: ids, or the data of organizers. Organizers are created from data unless equal ones exist. Empty or 0: no organizers. */
  readonly organizer?:
    | number
    | string
    | null
    | {
        readonly id?: number | string;
        readonly organizer?: string;
        readonly [name: string]: unknown;
      }
    | readonly (
        | number
        | string
        | null
        | {
            readonly id?: number | string;
            readonly organizer?: string;
            readonly [name: string]: unknown;
          }
      )[];
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface UpdateEventBody {
  /** The id of the user who is the author of the event; by default the user who creates it. Setting another user requires the right to edit the events of others. */
  readonly author?: number;
  /** The publication date of the event, in the time zone of the site; by default now. A future date schedules the event. */
  readonly date?: string;
  /** The publication date of the event, in UTC; instead of date. */
  readonly date_utc?: string;
  /** The title of the event, as plain text or with the HTML that titles may have. */
  readonly title?: string;
  /** The description of the event, as HTML, which is cleaned. Empty: none. */
  readonly description?: string;
  /** The name of the event in addresses, unique; by default, made from the title. */
  readonly slug?: string;
  /** A short description of the event, as HTML, which is cleaned. Empty: none. */
  readonly excerpt?: string;
  /** The status of the event. Without a status, a new event is published, or becomes a draft if the caller may not publish. */
  readonly status?: "publish" | "future" | "draft" | "pending" | "private" | (string & {});
  /** The time zone of the event: an IANA name such as Europe/Rome, or an offset such as UTC+5:30. By default, a new event has the time zone of the site. */
  readonly timezone?: string;
  /** True if the event lasts whole days: from the beginning of its first day to the end of its last day. */
  readonly all_day?: boolean;
  /** The start of the event, in its time zone: 2031-05-16 20:30:00, or another date format. A date with an offset is an instant and is converted. */
  readonly start_date?: string;
  /** The end of the event, in the time zone of the event and in the formats of its start; or its duration, such as PT90M or P1D. An end before the start counts as the start. */
  readonly end_date?: string;
  /** The recurrence of the event, in its local time. rules are RRULEs of RFC 5545, dates are additional starts or periods such as 2031-05-06 19:00:00/PT2H, except are starts to leave out; each is a text or a list of texts. All three are replaced. If all are empty, the event does not recur. */
  readonly recurrence?:
    | {
        /** RRULEs, such as FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231. */
        readonly rules?: string | readonly string[];
        /** Starts, or periods START/END or START/DURATION (RDATE). */
        readonly dates?: string | readonly string[];
        /** Starts that are left out (EXDATE). */
        readonly except?: string | readonly string[];
      }
    | string
    | null;
  /** The status of the event. Without it, a new event is scheduled. */
  readonly event_status?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
  /** The reason why the event does not take place as planned, as plain text. Empty: none. */
  readonly status_reason?: string;
  /** The former start of a rescheduled event, in its time zone; by default its start before the change. Empty: unknown. */
  readonly previous_start_date?: string;
  /** The image to show with the event: the id of an image, as text, or the address of an image to fetch. Empty: none. */
  readonly image?: string;
  /** The cost of taking part: a number or a text such as 20$ or Varies, or a list of these. Empty: not specified. */
  readonly cost?: string | number | boolean | null | readonly (string | number | boolean)[];
  /** The absolute address of the event's own website. Empty: none. */
  readonly website?: string | null;
  /** True if clients should show a map of the venue. */
  readonly show_map?: boolean;
  /** True if clients should show a link to a map of the venue. */
  readonly show_map_link?: boolean;
  /** True if all lists leave the event out; it can still be read by its id. */
  readonly hide_from_listings?: boolean;
  /** True if the event comes first in the calendar view. */
  readonly sticky?: boolean;
  /** True if the event is featured on the site. */
  readonly featured?: boolean;
  /** The categories of the event, which replace all former categories: ids, slugs or names, as a list or a comma list. A text that identifies no category becomes a new category. Empty: no categories. */
  readonly categories?: string | number | null | readonly (string | number)[];
  /** The tags of the event, which replace all former tags: ids, slugs or names, as a list or a comma list. A text that identifies no tag becomes a new tag. Empty: no tags. */
  readonly tags?: string | number | null | readonly (string | number)[];
  /** The venue of the event: the id of a venue, or the data of a venue, which is created unless an equal venue exists. If several are sent, the first one counts. Empty or 0: no venue. */
  readonly venue?:
    | number
    | string
    | null
    | {
        readonly id?: number | string;
        readonly venue?: string;
        readonly [name: string]: unknown;
      }
    | readonly (
        | number
        | string
        | null
        | {
            readonly id?: number | string;
            readonly venue?: string;
            readonly [name: string]: unknown;
          }
      )[];
  /** The organizers of the event in order, which replace all former organizers: ids, or the data of organizers. Organizers are created from data unless equal ones exist. Empty or 0: no organizers. */
  readonly organizer?:
    | number
    | string
    | null
    | {
        readonly id?: number | string;
        readonly organizer?: string;
        readonly [name: string]: unknown;
      }
    | readonly (
        | number
        | string
        | null
        | {
            readonly id?: number | string;
            readonly organizer?: string;
            readonly [name: string]: unknown;
          }
      )[];
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** The scope of a write on an occurrence: this occurrence; this and all following occurrences, which become a separate series; or the whole series. */
  readonly scope?: "this" | "following" | "all";
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface CreateEventPreviewBody {
  /** The id of the user who is the author of the event; by default the user who creates it. Setting another user requires the right to edit the events of others. */
  readonly author?: number;
  /** The publication date of the event, in the time zone of the site; by default now. A future date schedules the event. */
  readonly date?: string;
  /** The publication date of the event, in UTC; instead of date. */
  readonly date_utc?: string;
  /** The title of the event, as plain text or with the HTML that titles may have. */
  readonly title?: string;
  /** The description of the event, as HTML, which is cleaned. Empty: none. */
  readonly description?: string;
  /** The name of the event in addresses, unique; by default, made from the title. */
  readonly slug?: string;
  /** A short description of the event, as HTML, which is cleaned. Empty: none. */
  readonly excerpt?: string;
  /** The status of the event. Without a status, a new event is published, or becomes a draft if the caller may not publish. */
  readonly status?: "publish" | "future" | "draft" | "pending" | "private" | (string & {});
  /** The time zone of the event: an IANA name such as Europe/Rome, or an offset such as UTC+5:30. By default, a new event has the time zone of the site. */
  readonly timezone?: string;
  /** True if the event lasts whole days: from the beginning of its first day to the end of its last day. */
  readonly all_day?: boolean;
  /** The start of the event, in its time zone: 2031-05-16 20:30:00, or another date format. A date with an offset is an instant and is converted. */
  readonly start_date?: string;
  /** The end of the event, in the time zone of the event and in the formats of its start; or its duration, such as PT90M or P1D. An end before the start counts as the start. */
  readonly end_date?: string;
  /** The recurrence of the event, in its local time. rules are RRULEs of RFC 5545, dates are additional starts or periods such as 2031-05-06 19:00:00/PT2H, except are starts to leave out; each is a text or a list of texts. All three are replaced. If all are empty, the event does not recur. */
  readonly recurrence?:
    | {
        /** RRULEs, such as FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231. */
        readonly rules?: string | readonly string[];
        /** Starts, or periods START/END or START/DURATION (RDATE). */
        readonly dates?: string | readonly string[];
        /** Starts that are left out (EXDATE). */
        readonly except?: string | readonly string[];
      }
    | string
    | null;
  /** The status of the event. Without it, a new event is scheduled. */
  readonly event_status?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
  /** The reason why the event does not take place as planned, as plain text. Empty: none. */
  readonly status_reason?: string;
  /** The former start of a rescheduled event, in its time zone; by default its start before the change. Empty: unknown. */
  readonly previous_start_date?: string;
  /** The image to show with the event: the id of an image, as text, or the address of an image to fetch. Empty: none. */
  readonly image?: string;
  /** The cost of taking part: a number or a text such as 20$ or Varies, or a list of these. Empty: not specified. */
  readonly cost?: string | number | boolean | null | readonly (string | number | boolean)[];
  /** The absolute address of the event's own website. Empty: none. */
  readonly website?: string | null;
  /** True if clients should show a map of the venue. */
  readonly show_map?: boolean;
  /** True if clients should show a link to a map of the venue. */
  readonly show_map_link?: boolean;
  /** True if all lists leave the event out; it can still be read by its id. */
  readonly hide_from_listings?: boolean;
  /** True if the event comes first in the calendar view. */
  readonly sticky?: boolean;
  /** True if the event is featured on the site. */
  readonly featured?: boolean;
  /** The categories of the event, which replace all former categories: ids, slugs or names, as a list or a comma list. A text that identifies no category becomes a new category. Empty: no categories. */
  readonly categories?: string | number | null | readonly (string | number)[];
  /** The tags of the event, which replace all former tags: ids, slugs or names, as a list or a comma list. A text that identifies no tag becomes a new tag. Empty: no tags. */
  readonly tags?: string | number | null | readonly (string | number)[];
  /** The venue of the event: the id of a venue, or the data of a venue, which is created unless an equal venue exists. If several are sent, the first one counts. Empty or 0: no venue. */
  readonly venue?:
    | number
    | string
    | null
    | {
        readonly id?: number | string;
        readonly venue?: string;
        readonly [name: string]: unknown;
      }
    | readonly (
        | number
        | string
        | null
        | {
            readonly id?: number | string;
            readonly venue?: string;
            readonly [name: string]: unknown;
          }
      )[];
  /** The organizers of the event in order, which replace all former organizers: ids, or the data of organizers. Organizers are created from data unless equal ones exist. Empty or 0: no organizers. */
  readonly organizer?:
    | number
    | string
    | null
    | {
        readonly id?: number | string;
        readonly organizer?: string;
        readonly [name: string]: unknown;
      }
    | readonly (
        | number
        | string
        | null
        | {
            readonly id?: number | string;
            readonly organizer?: string;
            readonly [name: string]: unknown;
          }
      )[];
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** Number of days for which the address is valid. Such an address is a link to share: it is listed and can be revoked. Without it, the address is valid for ten minutes. */
  readonly days?: number;
}

export interface CreateVenueBody {
  /** The id of the user who is the author; by default the user who creates the record. Setting another user requires the right to edit records of others. */
  readonly author?: number;
  /** The publication date, in the time zone of the site; by default now. A future date schedules the record. */
  readonly date?: string;
  /** The publication date, in UTC; instead of date. */
  readonly date_utc?: string;
  /** The name of the venue, as plain text or with the HTML that titles may have. */
  readonly venue: string;
  /** The description of the venue, as HTML, which is cleaned. Empty: none. */
  readonly description?: string | null;
  /** The status of the record. Without a status, a new record is published, or becomes a draft if the caller may not publish. */
  readonly status?: "publish" | "future" | "draft" | "pending" | "private" | (string & {});
  /** True if events at the venue should show a map of it, otherwise false. */
  readonly show_map?: string | boolean | null;
  /** True if events at the venue should show a link to a map of it, otherwise false. */
  readonly show_map_link?: string | boolean | null;
  /** Street and number. */
  readonly address?: string | null;
  /** The city. */
  readonly city?: string | null;
  /** The country. */
  readonly country?: string | null;
  /** The province, outside the United States. */
  readonly province?: string | null;
  /** The state, in the United States. */
  readonly state?: string | null;
  /** The postal code. */
  readonly zip?: string | null;
  /** The phone number. */
  readonly phone?: string | null;
  /** State or province of the venue; by default, derived from its state, province and country. */
  readonly stateprovince?: string | null;
  /** The absolute address of the venue's website. Empty: none. */
  readonly website?: string | null;
  /** The image to show with the record: the id of an image, as text, or the address of an image to fetch. Empty: none. */
  readonly image?: string | null;
  /** Latitude in degrees; sent together with geo_lng. Empty: the position is unknown. */
  readonly geo_lat?: number | null;
  /** Longitude in degrees; sent together with geo_lat. Empty: the position is unknown. */
  readonly geo_lng?: number | null;
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface UpdateVenueBody {
  /** The id of the user who is the author; by default the user who creates the record. Setting another user requires the right to edit records of others. */
  readonly author?: number;
  /** The publication date, in the time zone of the site; by default now. A future date schedules the record. */
  readonly date?: string;
  /** The publication date, in UTC; instead of date. */
  readonly date_utc?: string;
  /** The name of the venue, as plain text or with the HTML that titles may have. */
  readonly venue?: string;
  /** The description of the venue, as HTML, which is cleaned. Empty: none. */
  readonly description?: string | null;
  /** The status of the record. Without a status, a new record is published, or becomes a draft if the caller may not publish. */
  readonly status?: "publish" | "future" | "draft" | "pending" | "private" | (string & {});
  /** True if events at the venue should show a map of it, otherwise false. */
  readonly show_map?: string | boolean | null;
  /** True if events at the venue should show a link to a map of it, otherwise false. */
  readonly show_map_link?: string | boolean | null;
  /** Street and number. */
  readonly address?: string | null;
  /** The city. */
  readonly city?: string | null;
  /** The country. */
  readonly country?: string | null;
  /** The province, outside the United States. */
  readonly province?: string | null;
  /** The state, in the United States. */
  readonly state?: string | null;
  /** The postal code. */
  readonly zip?: string | null;
  /** The phone number. */
  readonly phone?: string | null;
  /** State or province of the venue; by default, derived from its state, province and country. */
  readonly stateprovince?: string | null;
  /** The absolute address of the venue's website. Empty: none. */
  readonly website?: string | null;
  /** The image to show with the record: the id of an image, as text, or the address of an image to fetch. Empty: none. */
  readonly image?: string | null;
  /** Latitude in degrees; sent together with geo_lng. Empty: the position is unknown. */
  readonly geo_lat?: number | null;
  /** Longitude in degrees; sent together with geo_lat. Empty: the position is unknown. */
  readonly geo_lng?: number | null;
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface CreateOrganizerBody {
  /** The id of the user who is the author; by default the user who creates the record. Setting another user requires the right to edit records of others. */
  readonly author?: number | null;
  /** The publication date, in the time zone of the site; by default now. A future date schedules the record. */
  readonly date?: string | null;
  /** The publication date, in UTC; instead of date. */
  readonly date_utc?: string | null;
  /** The name of the organizer, as plain text or with the HTML that titles may have. */
  readonly organizer: string | null;
  /** The description of the organizer, as HTML, which is cleaned. Empty: none. */
  readonly description?: string | null;
  /** The status of the record. Without a status, a new record is published, or becomes a draft if the caller may not publish. */
  readonly status?: "publish" | "future" | "draft" | "pending" | "private" | null | (string & {});
  /** The phone number. */
  readonly phone?: string | null;
  /** The absolute address of the organizer's website. Empty: none. */
  readonly website?: string | null;
  /** The e-mail address. */
  readonly email?: string | null;
  /** The image to show with the record: the id of an image, as text, or the address of an image to fetch. Empty: none. */
  readonly image?: string | null;
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface UpdateOrganizerBody {
  /** The id of the user who is the author; by default the user who creates the record. Setting another user requires the right to edit records of others. */
  readonly author?: number | null;
  /** The publication date, in the time zone of the site; by default now. A future date schedules the record. */
  readonly date?: string | null;
  /** The publication date, in UTC; instead of date. */
  readonly date_utc?: string | null;
  /** The name of the organizer, as plain text or with the HTML that titles may have. */
  readonly organizer?: string | null;
  /** The description of the organizer, as HTML, which is cleaned. Empty: none. */
  readonly description?: string | null;
  /** The status of the record. Without a status, a new record is published, or becomes a draft if the caller may not publish. */
  readonly status?: "publish" | "future" | "draft" | "pending" | "private" | null | (string & {});
  /** The phone number. */
  readonly phone?: string | null;
  /** The absolute address of the organizer's website. Empty: none. */
  readonly website?: string | null;
  /** The e-mail address. */
  readonly email?: string | null;
  /** The image to show with the record: the id of an image, as text, or the address of an image to fetch. Empty: none. */
  readonly image?: string | null;
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface CreateCategoryBody {
  /** The name of the category. */
  readonly name: string;
  /** The description of the category, as HTML, which is cleaned. */
  readonly description?: string;
  /** The name of the category or tag in addresses, unique within its kind; by default, made from the name. */
  readonly slug?: string;
  /** The id of the parent category; 0: the category is at the top level. */
  readonly parent?: number;
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface UpdateCategoryBody {
  /** The name of the category. */
  readonly name?: string;
  /** The description of the category, as HTML, which is cleaned. */
  readonly description?: string;
  /** The name of the category or tag in addresses, unique within its kind; by default, made from the name. */
  readonly slug?: string;
  /** The id of the parent category; 0: the category is at the top level. */
  readonly parent?: number;
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface CreateTagBody {
  /** The name of the tag. */
  readonly name: string;
  /** The description of the tag, as HTML, which is cleaned. */
  readonly description?: string;
  /** The name of the category or tag in addresses, unique within its kind; by default, made from the name. */
  readonly slug?: string;
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface UpdateTagBody {
  /** The name of the tag. */
  readonly name?: string;
  /** The description of the tag, as HTML, which is cleaned. */
  readonly description?: string;
  /** The name of the category or tag in addresses, unique within its kind; by default, made from the name. */
  readonly slug?: string;
  /** The ids of the record in other systems, which replace all former ids: at most 20 objects with source and id. Two records of a kind cannot have the same id. Only the calendar sets ids of the sources import and ical; such ids stay, and do not count. */
  readonly external_ids?:
    | readonly {
        readonly source: string;
        readonly id: string;
      }[]
    | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface UpdateImageBody {
  /** Alternative text, which describes the image for people who cannot see it. Empty: none. */
  readonly alt?: string | null;
  /** Name of the image for those who manage images. Empty: none. */
  readonly title?: string | null;
  /** The person or organization that must be named with the image. Empty: none. */
  readonly credit?: string | null;
  /** Licence of the image: its name, or an http or https address. Empty: none. */
  readonly license?: string | null;
  /** Most important point of the image, which stays visible where pages crop it: from 0 to 1 from the left (x) and from the top (y). Null: none. */
  readonly focal_point?: {
    readonly x: number;
    readonly y: number;
  } | null;
  /** True to check the request and return the result without storing it. No image is fetched. Records that do not exist yet have no id. */
  readonly dry_run?: boolean;
}

export interface SignInBody {
  /** The name of the account, or an email address that exactly one account has. */
  readonly name: string;
  /** The sign-in password, not an application password. */
  readonly password: string;
}

export interface ConfirmSessionBody {
  /** The sign-in password, not an application password. */
  readonly password?: string;
  /** The challenge that came with the options. */
  readonly challenge?: string;
  /** The response of the browser, as JSON. */
  readonly response?: Readonly<Record<string, unknown>>;
}

export interface ChangePasswordBody {
  /** The sign-in password, not an application password. */
  readonly old_password: string;
  /** The new sign-in password. Blanks count. */
  readonly password: string;
}

export interface UpdateOwnAccountBody {
  /** The full name of the person. An empty text removes it. */
  readonly display_name?: string;
  /** The email address, which no other account may have. An empty text removes it. */
  readonly email?: string;
}

export interface CreateAccountBody {
  /** The name to sign in with, unique without regard to case. */
  readonly name: string;
  /** The role, not above that of the caller. */
  readonly role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
  /** The full name of the person. An empty text removes it. */
  readonly display_name?: string;
  /** The email address, which no other account may have. An empty text removes it. */
  readonly email?: string;
}

export interface UpdateAccountBody {
  /** The name to sign in with, unique without regard to case. */
  readonly name?: string;
  /** The role, not above that of the caller. */
  readonly role?: "administrator" | "editor" | "author" | "contributor" | "subscriber";
  /** The full name of the person. An empty text removes it. */
  readonly display_name?: string;
  /** The email address, which no other account may have. An empty text removes it. */
  readonly email?: string;
  /** True to refuse every credential of the account. */
  readonly disabled?: boolean;
}

export interface InviteAccountBody {
  /** The name to sign in with, unique without regard to case. */
  readonly name: string;
  /** The role, not above that of the caller. */
  readonly role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
  /** The full name of the person. An empty text removes it. */
  readonly display_name?: string;
  /** The email address, which no other account may have. An empty text removes it. */
  readonly email?: string;
}

export interface UpdatePreferencesBody {
  /** The language of the interface; null for the language of the site. */
  readonly language?: "en" | "fr" | "es" | "de" | null;
  /** The clock: 12 or 24 hours; null for the usual clock of the language. */
  readonly time_format?: 12 | 24 | null;
  /** The color scheme; null if it is not set. */
  readonly theme?: "system" | "light" | "dark" | null;
  /** Saved views of lists, at most 50. A change replaces all of them. */
  readonly views?: readonly SavedView[] | null;
}

/** Parameters of `listEvents`. */
export interface ListEventsQuery {
  /** The number of the page to return, from 1. A page beyond the last one is an error, except in lists of terms. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
  /** Only events that start on this day or later, in the time zone of each event. The time of day is ignored unless strict_dates is true. Words such as tomorrow are read in UTC. The default, yesterday, does not apply together with starts_before and similar filters. */
  readonly start_date?: string;
  /** Only events that start on this day or earlier, in the time zone of each event. The time of day is ignored unless strict_dates is true. Words such as tomorrow are read in UTC. The default, 24 months from now, does not apply together with starts_before and similar filters. */
  readonly end_date?: string;
  /** Only events with all these words in their title, description or excerpt. Letter case and accents are ignored. Words in "double quotes" must stand together. */
  readonly search?: string;
  /** Only events in one of these categories or a subcategory of one: IDs or slugs, as an array or a comma list. */
  readonly categories?: readonly (number | string)[];
  /** Only events with one of these tags: IDs or slugs, as an array or a comma list. */
  readonly tags?: readonly (number | string)[];
  /** Only events at one of these venues: IDs, as an array or a comma list. */
  readonly venue?: readonly number[];
  /** Only events of one of these organizers: IDs, as an array or a comma list. */
  readonly organizer?: readonly number[];
  /** Only featured events (true), or only those that are not (false). */
  readonly featured?: boolean;
  /** Only events in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Statuses other than publish require the right to see such events. By default, all events that the caller may see, except the trash. */
  readonly status?: string;
  /** Only events whose venue has a known position (true) or none (false). Needs the premium geolocation plugin. */
  readonly geoloc?: boolean;
  /** Latitude to search around, in degrees, together with geoloc_lng. Needs the premium geolocation plugin. */
  readonly geoloc_lat?: number;
  /** Longitude to search around, in degrees, together with geoloc_lat. Needs the premium geolocation plugin. */
  readonly geoloc_lng?: number;
  /** Only the events with these ids, as an array or a comma list, sorted by publication date. Date filters do not apply then. Unknown ids are ignored. */
  readonly include?: readonly number[];
  /** Only events that belong to the event with this ID. */
  readonly post_parent?: number;
  /** Only the record with this id of another system, as source:id. Unless the request contains dates, the list then covers all times. Requires the right to write, unless external ids are public. */
  readonly external_id?: string;
  /** Only events that start before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date. */
  readonly starts_before?: string;
  /** Only events that start after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date. */
  readonly starts_after?: string;
  /** Only events that end before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date. */
  readonly ends_before?: string;
  /** Only events that end after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date. */
  readonly ends_after?: string;
  /** True if all dates of the request are exact times instead of whole days; times without an offset are in UTC. */
  readonly strict_dates?: string;
  /** Only occurrences of these series: IDs of series or of their occurrences, as an array or a comma list. */
  readonly series?: readonly number[];
  /** True to list only the earliest occurrence of each series that matches all other filters; false lists all of them. */
  readonly hide_subsequent_recurrences?: boolean;
  /** Only records that this import or subscription created: the name of an importer, or importer:subscription. none: records that no import created. Needs the right to edit. */
  readonly origin?: string;
  /** Only records of these authors: a list of user IDs. Unknown IDs match nothing. */
  readonly author?: readonly number[];
  /** Only records that were changed after this moment. Without an offset, the time is on the site's clock. */
  readonly modified_after?: string;
  /** Only records that were changed before this moment. Without an offset, the time is on the site's clock. */
  readonly modified_before?: string;
  /** True for records with a featured image, false for records without one. */
  readonly has_image?: boolean;
  /** With include, the list also has events that are hidden from lists; with only, it has no others. Needs the right to edit. */
  readonly hidden?: "include" | "only";
  /** The sort key: start_date, title, modified, date (of publication), id, relevance (needs search) or distance (needs a position and the geolocation plugin). relevance puts matches in the title before those in the text, and whole words before parts of words; it ranks the newest 1,000 matches, and the others follow. distance lists events within the radius. Equal events are sorted by ID. Any other value is ignored. */
  readonly orderby?: string;
  /** The direction of orderby: asc (the default) or desc, which reverses it. Any other value, or order without orderby, is ignored. */
  readonly order?: string;
  /** Adds the member facets: for each of these facets, the values of the events that match the list, each with the number of its events. status and author need the right to edit. */
  readonly facets?: readonly (
    | "status"
    | "categories"
    | "tags"
    | "venue"
    | "organizer"
    | "author"
    | "month"
  )[];
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `listOccurrences`. */
export interface ListOccurrencesQuery {
  /** The number of the page to return, from 1. A page beyond the last one is an error, except in lists of terms. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
  /** Only events that start on this day or later, in the time zone of each event. The time of day is ignored unless strict_dates is true. Words such as tomorrow are read in UTC. The default, yesterday, does not apply together with starts_before and similar filters. */
  readonly start_date?: string;
  /** Only events that start on this day or earlier, in the time zone of each event. The time of day is ignored unless strict_dates is true. Words such as tomorrow are read in UTC. The default, 24 months from now, does not apply together with starts_before and similar filters. */
  readonly end_date?: string;
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `listVenues`. */
export interface ListVenuesQuery {
  /** The number of the page to return, from 1. A page beyond the last one is an error, except in lists of terms. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
  /** Only venues with this text in their title, description or one of their other fields. */
  readonly search?: string;
  /** Only venues of the event with this id. */
  readonly event?: number;
  /** Only venues that have events (true), or only those that have none (false). */
  readonly has_events?: unknown;
  /** True to return only venues with upcoming events; false, the default, returns all venues. */
  readonly only_with_upcoming?: unknown;
  /** Only records that this import or subscription created: the name of an importer, or importer:subscription. none: records that no import created. Needs the right to edit. */
  readonly origin?: string;
  /** Only records in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Statuses other than publish require the right to see such records. By default, all records that the caller may see, except the trash. */
  readonly status?: string;
  /** Only the record with this id of another system, as source:id. Unless the request contains dates, the list then covers all times. Requires the right to write, unless external ids are public. */
  readonly external_id?: string;
  /** Only records of these authors: a list of user IDs. Unknown IDs match nothing. */
  readonly author?: readonly number[];
  /** Only records that were changed after this moment. Without an offset, the time is on the site's clock. */
  readonly modified_after?: string;
  /** Only records that were changed before this moment. Without an offset, the time is on the site's clock. */
  readonly modified_before?: string;
  /** True for records with a featured image, false for records without one. */
  readonly has_image?: boolean;
  /** The sort key: title, modified, date (of publication), id, relevance (needs search) or, for venues, distance (needs a position and the geolocation plugin). relevance puts matches in the name before those in other texts, and whole words before parts of words; it ranks the newest 1,000 matches, and the others follow. distance lists venues within the radius. Equal records are sorted by ID. Any other value is ignored. */
  readonly orderby?: string;
  /** The direction of orderby: asc (the default) or desc, which reverses it. Any other value, or order without orderby, is ignored. */
  readonly order?: string;
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `listOrganizers`. */
export interface ListOrganizersQuery {
  /** The number of the page to return, from 1. A page beyond the last one is an error, except in lists of terms. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
  /** Only organizers with this text in their title, description or one of their other fields. */
  readonly search?: string;
  /** Only organizers of the event with this id. */
  readonly event?: number;
  /** Only organizers that have events (true), or only those that have none (false). */
  readonly has_events?: unknown;
  /** True to return only organizers with upcoming events; false, the default, returns all organizers. */
  readonly only_with_upcoming?: unknown;
  /** Only records that this import or subscription created: the name of an importer, or importer:subscription. none: records that no import created. Needs the right to edit. */
  readonly origin?: string;
  /** Only records in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Statuses other than publish require the right to see such records. By default, all records that the caller may see, except the trash. */
  readonly status?: string;
  /** Only the record with this id of another system, as source:id. Unless the request contains dates, the list then covers all times. Requires the right to write, unless external ids are public. */
  readonly external_id?: string;
  /** Only records of these authors: a list of user IDs. Unknown IDs match nothing. */
  readonly author?: readonly number[];
  /** Only records that were changed after this moment. Without an offset, the time is on the site's clock. */
  readonly modified_after?: string;
  /** Only records that were changed before this moment. Without an offset, the time is on the site's clock. */
  readonly modified_before?: string;
  /** True for records with a featured image, false for records without one. */
  readonly has_image?: boolean;
  /** The sort key: title, modified, date (of publication), id, relevance (needs search) or, for venues, distance (needs a position and the geolocation plugin). relevance puts matches in the name before those in other texts, and whole words before parts of words; it ranks the newest 1,000 matches, and the others follow. distance lists venues within the radius. Equal records are sorted by ID. Any other value is ignored. */
  readonly orderby?: string;
  /** The direction of orderby: asc (the default) or desc, which reverses it. Any other value, or order without orderby, is ignored. */
  readonly order?: string;
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `listCategories`. */
export interface ListCategoriesQuery {
  /** The number of the page to return, from 1. A page beyond the last one is an error, except in lists of terms. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
  /** Only categories with this text in their name or slug. */
  readonly search?: string;
  /** Leaves these categories out, as an array or a comma list of ids or slugs, unless include is sent too. */
  readonly exclude?: readonly (number | string)[];
  /** Only these categories: an array or a comma list of ids or slugs. */
  readonly include?: readonly (number | string)[];
  /** asc, the default, for ascending order; any other text, such as desc, for descending. */
  readonly order?: string;
  /** The sort key: id, name (the default), slug, description, count, parent, include (the order of that list) or none. Equal terms are sorted by id. */
  readonly orderby?: string;
  /** True to leave out categories without published events; false shows them too. */
  readonly hide_empty?: boolean;
  /** Only the direct children of the category with this id; 0: only categories of the top level. */
  readonly parent?: number;
  /** Only categories of the event with this id. */
  readonly post?: number;
  /** Has the same effect as post, and takes precedence if both are sent. */
  readonly event?: number;
  /** Only the category or tag with this slug. */
  readonly slug?: string;
  /** Only the record with this id of another system, as source:id. Unless the request contains dates, the list then covers all times. Requires the right to write, unless external ids are public. */
  readonly external_id?: string;
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `listTags`. */
export interface ListTagsQuery {
  /** The number of the page to return, from 1. A page beyond the last one is an error, except in lists of terms. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
  /** Only tags with this text in their name or slug. */
  readonly search?: string;
  /** Leaves these tags out, as an array or a comma list of ids or slugs, unless include is sent too. */
  readonly exclude?: readonly (number | string)[];
  /** Only these tags: an array or a comma list of ids or slugs. */
  readonly include?: readonly (number | string)[];
  /** asc, the default, for ascending order; any other text, such as desc, for descending. */
  readonly order?: string;
  /** The sort key: id, name (the default), slug, description, count, parent, include (the order of that list) or none. Equal terms are sorted by id. */
  readonly orderby?: string;
  /** True to leave out tags without published events; false shows them too. */
  readonly hide_empty?: boolean;
  /** Only tags of the event with this id. */
  readonly post?: number;
  /** Has the same effect as post, and takes precedence if both are sent. */
  readonly event?: number;
  /** Only the category or tag with this slug. */
  readonly slug?: string;
  /** Only the record with this id of another system, as source:id. Unless the request contains dates, the list then covers all times. Requires the right to write, unless external ids are public. */
  readonly external_id?: string;
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `listImages`. */
export interface ListImagesQuery {
  /** The number of the page to return, from 1. A page beyond the last one is an error, except in lists of terms. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
  /** Words that must occur in the file name, title, alternative text or credit. */
  readonly search?: string;
  /** True for images that a record has, even one in the trash; false for all others. */
  readonly used?: boolean;
  /** Only images that were stored at this time or later. */
  readonly since?: string;
  /** Only images that were stored before this time. */
  readonly until?: string;
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `listAccounts`. */
export interface ListAccountsQuery {
  /** Only accounts with this text in their name, full name or email address. */
  readonly search?: string;
  /** Only accounts with this role. */
  readonly role?: "administrator" | "editor" | "author" | "contributor" | "subscriber";
  /** True for disabled accounts only; false for all other accounts only. */
  readonly disabled?: boolean;
  /** The number of the page to return, from 1. A page beyond the last one is empty. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
}

/** Parameters of `getVenueBusy`. */
export interface GetVenueBusyQuery {
  /** The beginning of the range: a time in any format of start_date. A time without an offset is in the time zone of the site. A day means the beginning of the day. */
  readonly from: string;
  /** The end of the range, which is not part of the range: a time in the formats of from, at most 366 days later. */
  readonly to: string;
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `listDuplicateVenues`. */
export interface ListDuplicateVenuesQuery {
  /** The number of the page to return, from 1. A page beyond the last one is an error, except in lists of terms. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
  /** With edit, the response also contains members that only callers who may edit the record see, such as origin and external_ids. All other values have no effect. */
  readonly context?: "view" | "edit";
}

/** Parameters of `getJob`. */
export interface GetJobQuery {
  /** The number of the page of results, from 1. A page beyond the last one is empty. */
  readonly page?: number;
  /** The number of records on a page, from 1. Numbers above the maximum are reduced to it, without an error. */
  readonly per_page?: number;
}

/** Every code that the interface answers with. */
export type ErrorCode =
  | "could-not-create-organizer"
  | "could-not-create-venue"
  | "duplicate_term_slug"
  | "empty_term_name"
  | "event-archive-page-not-found"
  | "event-is-in-trash"
  | "event-no-longer-available"
  | "event-not-accessible"
  | "incorrect_password"
  | "internal_server_error"
  | "invalid_username"
  | "missing_parent"
  | "organizer-archive-page-not-found"
  | "organizer-is-in-trash"
  | "organizer-not-accessible"
  | "rest-event-not-found"
  | "rest-invalid-event-id"
  | "rest_body_too_large"
  | "rest_cannot_edit_others"
  | "rest_confirmation_required"
  | "rest_cookie_refused"
  | "rest_count_mismatch"
  | "rest_credential_not_found"
  | "rest_external_id_taken"
  | "rest_forbidden"
  | "rest_idempotency_conflict"
  | "rest_idempotency_mismatch"
  | "rest_image_in_use"
  | "rest_invalid_json"
  | "rest_invalid_namespace"
  | "rest_invalid_param"
  | "rest_job_not_found"
  | "rest_limit_reached"
  | "rest_link_expired"
  | "rest_missing_callback_param"
  | "rest_no_route"
  | "rest_precondition_failed"
  | "rest_precondition_required"
  | "rest_preview_not_found"
  | "rest_record_merged"
  | "rest_revision_not_found"
  | "rest_sign_in_failed"
  | "rest_storage_full"
  | "rest_storage_unavailable"
  | "rest_taxonomy_not_hierarchical"
  | "rest_term_invalid"
  | "rest_token_expired"
  | "rest_too_many_records"
  | "rest_too_many_requests"
  | "rest_user_not_found"
  | "term_exists"
  | "venue-archive-page-not-found"
  | "venue-is-in-trash"
  | "venue-not-accessible";

/** The types of each kind of record. */
export interface Resources {
  readonly events: {
    readonly name:
      | number
      | { readonly slug: string }
      | { readonly series: number; readonly recurrenceId: string };
    readonly record: CalendarEvent;
    readonly query: ListEventsQuery;
    readonly creation: CreateEventBody;
    readonly changes: UpdateEventBody;
    readonly version: EventRevision;
    readonly occurrence: Occurrence;
    readonly occurrenceQuery: ListOccurrencesQuery;
  };
  readonly venues: {
    readonly name: number | { readonly slug: string };
    readonly record: Venue;
    readonly query: ListVenuesQuery;
    readonly creation: CreateVenueBody;
    readonly changes: UpdateVenueBody;
    readonly version: VenueRevision;
  };
  readonly organizers: {
    readonly name: number | { readonly slug: string };
    readonly record: Organizer;
    readonly query: ListOrganizersQuery;
    readonly creation: CreateOrganizerBody;
    readonly changes: UpdateOrganizerBody;
    readonly version: OrganizerRevision;
  };
  readonly categories: {
    readonly name: number;
    readonly record: Term;
    readonly query: ListCategoriesQuery;
    readonly creation: CreateCategoryBody;
    readonly changes: UpdateCategoryBody;
  };
  readonly tags: {
    readonly name: number;
    readonly record: Term;
    readonly query: ListTagsQuery;
    readonly creation: CreateTagBody;
    readonly changes: UpdateTagBody;
  };
  readonly images: {
    readonly name: number;
    readonly record: CalendarImage;
    readonly query: ListImagesQuery;
    readonly creation: {
      /** Alternative text, which describes the image for people who cannot see it. Empty: none. */
      readonly alt?: string | null;
      /** Name of the image for those who manage images. Empty: none. */
      readonly title?: string | null;
      /** The person or organization that must be named with the image. Empty: none. */
      readonly credit?: string | null;
      /** Licence of the image: its name, or an http or https address. Empty: none. */
      readonly license?: string | null;
      /** Most important point of the image, which stays visible where pages crop it: from 0 to 1 from the left (x) and from the top (y). Null: none. */
      readonly focal_point?: {
        readonly x: number;
        readonly y: number;
      } | null;
      /** A JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB. */
      readonly file: Blob;
    };
    readonly changes: UpdateImageBody;
  };
  readonly accounts: {
    readonly name: number;
    readonly record: Account;
    readonly query: ListAccountsQuery;
    readonly creation: CreateAccountBody;
    readonly changes: UpdateAccountBody;
  };
}
