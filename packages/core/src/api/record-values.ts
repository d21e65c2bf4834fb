import type { ExternalId } from "../model/external-id.ts";
import type { FilePart } from "../model/upload.ts";
import type { TermName } from "../parameters/term-name.ts";
import type { FacetName } from "../queries/event-facets.ts";

/** Fields and filters that plugins add. Their types are `unknown`, because they depend on the plugins. */
interface OfPlugins {
  readonly [name: string]: unknown;
}

/** Date and time as text, in any format that the HTTP interface accepts, such as `2031-05-01 19:30:00`. */
type DateText = string;
/** One value, several values as a comma-separated list, or an array. */
type Several<T> = string | T | readonly T[];

type Texts<Name extends string> = { readonly [Key in Name]?: string | null };
type Dates<Name extends string> = { readonly [Key in Name]?: DateText };
type Flags<Name extends string> = { readonly [Key in Name]?: boolean };

interface ExternalIds {
  /**
   * Complete list of the record's ids in other systems. It replaces the stored list; an empty list removes
   * all ids.
   */
  readonly external_ids?: readonly ExternalId[] | null;
}

interface DryRun {
  /** If true, the operation stores nothing and returns what it would store. False by default. */
  readonly dry_run?: boolean;
}

interface PostValues {
  readonly description: string;
  readonly status: string;
  /** Author: the user id in the calendar, or the host application's own id of the user. */
  readonly author: number | string;
  /** Publication date on the wall clock of the site. */
  readonly date: DateText;
  /** Publication date in UTC. */
  readonly date_utc: DateText;
  /** Featured image: an id as text, a URL, a file (`toFilePart`), or `""` for no image. */
  readonly image: string | FilePart;
}

/**
 * Fields that events, venues and organizers have in common. Fields in `Nullable` accept `null`, which means
 * "no value".
 */
type PostFields<Nullable extends keyof PostValues = never> = DryRun &
  ExternalIds & {
    readonly [Name in keyof PostValues]?: PostValues[Name] | (Name extends Nullable ? null : never);
  };

/**
 * Recurrence of an event: RRULEs, RDATEs and EXDATEs on the wall clock of the event. If all three are empty,
 * the event does not recur.
 */
interface RecurrenceFields {
  readonly rules?: Several<string>;
  readonly dates?: Several<string>;
  readonly except?: Several<string>;
}

/**
 * Fields of an event, with the same names as in the HTTP interface. In an update, omitted fields stay
 * unchanged.
 */
export interface KnownEventFields
  extends PostFields,
    Texts<"website">,
    Dates<"start_date" | "end_date">,
    Flags<"all_day" | "show_map" | "show_map_link" | "hide_from_listings" | "sticky" | "featured"> {
  readonly title?: string;
  readonly slug?: string;
  readonly excerpt?: string;
  /** Time zone of start and end: an IANA name or a UTC offset. */
  readonly timezone?: string;
  readonly recurrence?: RecurrenceFields | null;
  readonly event_status?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
  /** Reason for the event's status, as plain text; `""` for none. */
  readonly status_reason?: string;
  /** Original start of a rescheduled event, on the wall clock of the event; `""` for none. */
  readonly previous_start_date?: DateText;
  readonly cost?: number | string | readonly (number | string)[] | null;
  /** Ids or names of categories. */
  readonly categories?: Several<number | string | TermName> | null;
  /** Ids or names of tags. */
  readonly tags?: Several<number | string | TermName> | null;
  /** Id of an existing venue, or the fields of a new one. */
  readonly venue?: Several<number | KnownVenueFields> | null;
  /** Ids of existing organizers, or the fields of new ones. */
  readonly organizer?: Several<number | KnownOrganizerFields> | null;
}

export interface KnownVenueFields
  extends PostFields<"description" | "image">,
    Texts<"address" | "city" | "country" | "province" | "state" | "stateprovince" | "zip">,
    Texts<"phone" | "website"> {
  /** Name of the venue. */
  readonly venue?: string;
  readonly show_map?: boolean | null;
  readonly show_map_link?: boolean | null;
  /** Latitude in degrees. */
  readonly geo_lat?: number | string | null;
  /** Longitude in degrees. */
  readonly geo_lng?: number | string | null;
}

export interface KnownOrganizerFields
  extends PostFields<keyof PostValues>,
    Texts<"phone" | "website" | "email"> {
  /** Name of the organizer. */
  readonly organizer?: string;
}

export interface TermFields extends DryRun, ExternalIds {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
  /** Id of the parent category; 0 for none. Not allowed for tags. */
  readonly parent?: number;
}

/** Details of an image; `""` removes the detail. */
export interface ImageFields extends Texts<"alt" | "title" | "credit"> {
  /** Name of the licence, or its `http` or `https` URL. */
  readonly license?: string | null;
  /** Most important point; both coordinates are from 0 to 1. `null` removes it. */
  readonly focal_point?: { readonly x: number; readonly y: number } | "" | null;
}

export interface PagingQuery {
  /** Number of the page, from 1. */
  readonly page?: number;
  readonly per_page?: number;
}

interface Listing extends PagingQuery {
  readonly search?: string;
  /**
   * Id of the record in another system, as `source:id`. Needs the capability `edit`, unless the setting
   * `publicExternalIds` is on.
   */
  readonly external_id?: string;
}

/** Filter by origin, for lists of events, venues and organizers. */
interface OriginQuery {
  /**
   * Importer that made the record, as `importer` or `importer:subscription`; `none` selects records without
   * an origin. Needs the capability `edit`.
   */
  readonly origin?: string;
}

/** Filters and orders that lists of events, venues and organizers have in common. */
interface PostQuery extends OriginQuery, Dates<"modified_after" | "modified_before">, Flags<"has_image"> {
  /** Ids of users. */
  readonly author?: Several<number>;
  readonly order?: "asc" | "desc";
}

/** Filters of event lists, with the same names as in the HTTP interface. */
export interface KnownEventListQuery
  extends Listing,
    PostQuery,
    Dates<"start_date" | "end_date" | "starts_before" | "starts_after" | "ends_before" | "ends_after">,
    Flags<"featured" | "geoloc" | "ticketed" | "hide_subsequent_recurrences"> {
  /** `"true"` if the dates in the query are exact times, `"false"` (default) if they are complete days. */
  readonly strict_dates?: "true" | "false";
  /** Facets by which the matching events are counted: the member `facets` of the result. */
  readonly facets?: Several<FacetName>;
  /** Ids or slugs of categories. */
  readonly categories?: Several<number | string>;
  /** Ids or slugs of tags. */
  readonly tags?: Several<number | string>;
  readonly venue?: Several<number>;
  readonly organizer?: Several<number>;
  readonly status?: Several<string>;
  readonly geoloc_lat?: number | string;
  readonly geoloc_lng?: number | string;
  readonly include?: Several<number>;
  readonly post_parent?: number;
  /** Ids of series. The id of an occurrence means its series. */
  readonly series?: Several<number>;
  /** Lists events hidden from lists too, or no others. Needs the capability `edit`. */
  readonly hidden?: "include" | "only";
  /** `distance` needs a position and the geolocation plugin; `relevance` needs `search`. */
  readonly orderby?: "start_date" | "title" | "modified" | "date" | "id" | "relevance" | "distance";
}

/** Filters of lists of venues or organizers. */
export interface KnownLinkedListQuery extends Listing, PostQuery {
  /** Id of an event; the list then contains only its venue or organizers. */
  readonly event?: number;
  readonly has_events?: boolean;
  readonly only_with_upcoming?: boolean;
  readonly status?: Several<string>;
  /** `distance` needs a list of venues, a position and the geolocation plugin; `relevance` needs `search`. */
  readonly orderby?: "title" | "modified" | "date" | "id" | "relevance" | "distance";
}

/** Filters of lists of images. */
export interface ImageListQuery extends Listing {
  /** True: only images that a record uses, even one in the trash. False: only images that no record uses. */
  readonly used?: boolean;
  /** Only images that were stored at this time or later. */
  readonly since?: DateText;
  /** Only images that were stored before this time. */
  readonly until?: DateText;
}

/** Selection of one page of the records that use an image. */
export interface ImageUsageQuery {
  readonly per_page?: number;
  /** Cursor of the page; absent for the first page. */
  readonly cursor?: string;
}

/** Filters of lists of categories or tags. */
export interface TermListQuery extends Listing {
  readonly exclude?: Several<number>;
  readonly include?: Several<number>;
  readonly order?: "asc" | "desc";
  readonly orderby?: string;
  readonly hide_empty?: boolean;
  /** Id of the parent category; 0 for categories at the top level. Has no effect for tags. */
  readonly parent?: number;
  /** Id of an event; the list then contains only its terms. */
  readonly post?: number;
  /** Id of an event; the list then contains only its terms. */
  readonly event?: number;
  readonly slug?: string;
}

/**
 * Occurrences that a write of one occurrence changes: only this one (the default), this and the following
 * ones, or all. Has no effect for a series or a single event.
 */
export interface Scoped {
  readonly scope?: "this" | "following" | "all";
}

export type EventUpdateFields = KnownEventFields & Scoped & OfPlugins;
/** Values of a new event, including the fields of plugins. */
export type EventFields = KnownEventFields & OfPlugins;
export type VenueFields = KnownVenueFields & OfPlugins;
export type OrganizerFields = KnownOrganizerFields & OfPlugins;
/** Parameters of event lists, including the filters of plugins. */
export type EventListQuery = KnownEventListQuery & OfPlugins;
export type VenueListQuery = KnownLinkedListQuery & OfPlugins;
export type OrganizerListQuery = KnownLinkedListQuery & OfPlugins;
