import type { FilePart } from "../model/upload.ts";
import type { TermName } from "../parameters/term-name.ts";

/** Fields and filters that plugins add. */
interface OfPlugins {
  readonly [name: string]: unknown;
}

/** Date and time in any format that the interface accepts, such as `2031-05-01 19:30:00`. */
type DateText = string;
/** One entry, several as a comma-separated list, or an array. */
type Several<T> = string | T | readonly T[];

type Texts<Name extends string> = { readonly [Key in Name]?: string | null };
type Dates<Name extends string> = { readonly [Key in Name]?: DateText };
type Flags<Name extends string> = { readonly [Key in Name]?: boolean };

interface DryRun {
  /** If true, returns only what would be stored; false by default. */
  readonly dry_run?: boolean;
}

interface PostValues {
  readonly description: string;
  readonly status: string;
  /** User, by the number of records or by the host's own id. */
  readonly author: number | string;
  /** Publication date on the site's clock. */
  readonly date: DateText;
  /** Publication date in UTC. */
  readonly date_utc: DateText;
  /** Id as text, URL, file (`toFilePart`), or `""` for none. */
  readonly image: string | FilePart;
}

/** Fields of a post. `Nullable` names those that accept `null` for no value. */
type PostFields<Nullable extends keyof PostValues = never> = DryRun & {
  readonly [Name in keyof PostValues]?: PostValues[Name] | (Name extends Nullable ? null : never);
};

/**
 * Recurrence of an event: RRULEs, RDATEs and EXDATEs in its local time. The event does not recur if all are empty.
 */
interface RecurrenceFields {
  readonly rules?: Several<string>;
  readonly dates?: Several<string>;
  readonly except?: Several<string>;
}

/** Fields of an event, named as in the interface; omitted fields stay unchanged. */
export interface KnownEventFields
  extends PostFields,
    Texts<"website">,
    Dates<"start_date" | "end_date">,
    Flags<"all_day" | "show_map" | "show_map_link" | "hide_from_listings" | "sticky" | "featured"> {
  readonly title?: string;
  readonly slug?: string;
  readonly excerpt?: string;
  /** Zone name or UTC offset in which start and end are read. */
  readonly timezone?: string;
  readonly recurrence?: RecurrenceFields | null;
  readonly event_status?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
  /** Reason as plain text; `""` for none. */
  readonly status_reason?: string;
  /** Former start of a rescheduled event, in its local time; `""` for none. */
  readonly previous_start_date?: DateText;
  readonly cost?: number | string | readonly (number | string)[] | null;
  /** Ids or names. */
  readonly categories?: Several<number | string | TermName> | null;
  /** Ids or names. */
  readonly tags?: Several<number | string | TermName> | null;
  /** Id, or the fields of a new venue. */
  readonly venue?: Several<number | KnownVenueFields> | null;
  /** Ids, or the fields of new organizers. */
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

export interface TermFields extends DryRun {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
  /** Parent id of a category, 0 for none; not for tags. */
  readonly parent?: number;
}

export interface PagingQuery {
  /** Page number, from 1. */
  readonly page?: number;
  readonly per_page?: number;
}

interface Listing extends PagingQuery {
  readonly search?: string;
}

/** Filters of event lists, named as in the interface. */
export interface KnownEventListQuery
  extends Listing,
    Dates<"start_date" | "end_date" | "starts_before" | "starts_after" | "ends_before" | "ends_after">,
    Flags<"featured" | "geoloc" | "ticketed" | "hide_subsequent_recurrences"> {
  /** `"true"` if all dates are exact times instead of whole days; `"false"` by default. */
  readonly strict_dates?: "true" | "false";
  /** Ids or slugs. */
  readonly categories?: Several<number | string>;
  /** Ids or slugs. */
  readonly tags?: Several<number | string>;
  readonly venue?: Several<number>;
  readonly organizer?: Several<number>;
  readonly status?: Several<string>;
  readonly geoloc_lat?: number | string;
  readonly geoloc_lng?: number | string;
  readonly include?: Several<number>;
  readonly post_parent?: number;
  /** Ids of series, or of occurrences of these series. */
  readonly series?: Several<number>;
}

/** Filters of lists of venues and organizers. */
export interface KnownLinkedListQuery extends Listing {
  /** Id of an event. */
  readonly event?: number;
  readonly has_events?: boolean;
  readonly only_with_upcoming?: boolean;
  readonly status?: Several<string>;
}

/** Filters of lists of categories and tags. */
export interface TermListQuery extends Listing {
  readonly exclude?: Several<number>;
  readonly include?: Several<number>;
  readonly order?: "asc" | "desc";
  readonly orderby?: string;
  readonly hide_empty?: boolean;
  /** Parent id of categories, 0 for the top level; not for tags. */
  readonly parent?: number;
  /** Id of an event. */
  readonly post?: number;
  /** Id of an event. */
  readonly event?: number;
  readonly slug?: string;
}

/** Scope of a write on an occurrence. */
export interface Scoped {
  readonly scope?: "this" | "following" | "all";
}

export type EventUpdateFields = KnownEventFields & Scoped & OfPlugins;
/** Values of a new event, including fields of plugins. */
export type EventFields = KnownEventFields & OfPlugins;
export type VenueFields = KnownVenueFields & OfPlugins;
export type OrganizerFields = KnownOrganizerFields & OfPlugins;
/** Parameters of event lists, including those of plugins. */
export type EventListQuery = KnownEventListQuery & OfPlugins;
export type VenueListQuery = KnownLinkedListQuery & OfPlugins;
export type OrganizerListQuery = KnownLinkedListQuery & OfPlugins;
