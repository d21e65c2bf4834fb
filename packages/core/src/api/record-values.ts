import type { FilePart } from "../model/upload.ts";
import type { TermName } from "../parameters/term-name.ts";

/** What plugins add beside the fields and filters named here. */
interface OfPlugins {
  readonly [name: string]: unknown;
}

/** A date and time in any form that the interface reads, such as `2031-05-01 19:30:00`. */
type DateText = string;
/** One entry, several as a comma list, or a list. */
type Several<T> = string | T | readonly T[];

type Texts<Name extends string> = { readonly [Key in Name]?: string | null };
type Dates<Name extends string> = { readonly [Key in Name]?: DateText };
type Flags<Name extends string> = { readonly [Key in Name]?: boolean };

interface DryRun {
  /** Answers only what would be; false by default. */
  readonly dry_run?: boolean;
}

interface PostValues {
  readonly description: string;
  readonly status: string;
  /** A user, by the number of records or by the host's own id. */
  readonly author: number | string;
  /** On the site's clock. */
  readonly date: DateText;
  /** In UTC. */
  readonly date_utc: DateText;
  /** An id as text, an address, a file (`toFilePart`), or `""` for none. */
  readonly image: string | FilePart;
}

/** `Nullable`: those that may be `null`, which is nothing. */
type PostFields<Nullable extends keyof PostValues = never> = DryRun & {
  readonly [Name in keyof PostValues]?: PostValues[Name] | (Name extends Nullable ? null : never);
};

/** When an event takes place again: RRULEs, RDATEs and EXDATEs on its wall clock; all empty: it does not. */
interface RecurrenceFields {
  readonly rules?: Several<string>;
  readonly dates?: Several<string>;
  readonly except?: Several<string>;
}

/** The fields of an event as the interface names them; those left out stay as they are. */
export interface KnownEventFields
  extends PostFields,
    Texts<"website">,
    Dates<"start_date" | "end_date">,
    Flags<"all_day" | "show_map" | "show_map_link" | "hide_from_listings" | "sticky" | "featured"> {
  readonly title?: string;
  readonly slug?: string;
  readonly excerpt?: string;
  /** A zone name or a UTC offset; start and end are read in it. */
  readonly timezone?: string;
  readonly recurrence?: RecurrenceFields | null;
  readonly event_status?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
  /** Plain text; `""` for none. */
  readonly status_reason?: string;
  /** Of a rescheduled event, on its clock; `""` for none. */
  readonly previous_start_date?: DateText;
  readonly cost?: number | string | readonly (number | string)[] | null;
  /** Ids or names. */
  readonly categories?: Several<number | string | TermName> | null;
  /** Ids or names. */
  readonly tags?: Several<number | string | TermName> | null;
  /** An id or the fields of a new one. */
  readonly venue?: Several<number | KnownVenueFields> | null;
  /** Ids or the fields of new ones. */
  readonly organizer?: Several<number | KnownOrganizerFields> | null;
}

export interface KnownVenueFields
  extends PostFields<"description" | "image">,
    Texts<"address" | "city" | "country" | "province" | "state" | "stateprovince" | "zip">,
    Texts<"phone" | "website"> {
  /** The name. */
  readonly venue?: string;
  readonly show_map?: boolean | null;
  readonly show_map_link?: boolean | null;
  /** Degrees. */
  readonly geo_lat?: number | string | null;
  /** Degrees. */
  readonly geo_lng?: number | string | null;
}

export interface KnownOrganizerFields
  extends PostFields<keyof PostValues>,
    Texts<"phone" | "website" | "email"> {
  /** The name. */
  readonly organizer?: string;
}

export interface TermFields extends DryRun {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
  /** Categories only: an id, 0 for none. */
  readonly parent?: number;
}

export interface PagingQuery {
  /** From 1. */
  readonly page?: number;
  readonly per_page?: number;
}

interface Listing extends PagingQuery {
  readonly search?: string;
}

/** The filters of event lists as the interface names them. */
export interface KnownEventListQuery
  extends Listing,
    Dates<"start_date" | "end_date" | "starts_before" | "starts_after" | "ends_before" | "ends_after">,
    Flags<"featured" | "geoloc" | "ticketed" | "hide_subsequent_recurrences"> {
  /** A text, as in the interface: whether all dates are exact times instead of whole days; `"false"` by default. */
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
  /** Ids of series or of occurrences of theirs. */
  readonly series?: Several<number>;
}

/** The filters of lists of venues and organizers. */
export interface KnownLinkedListQuery extends Listing {
  /** Id of an event. */
  readonly event?: number;
  readonly has_events?: boolean;
  readonly only_with_upcoming?: boolean;
  readonly status?: Several<string>;
}

/** The filters of lists of categories and tags. */
export interface TermListQuery extends Listing {
  readonly exclude?: Several<number>;
  readonly include?: Several<number>;
  readonly order?: "asc" | "desc";
  readonly orderby?: string;
  readonly hide_empty?: boolean;
  /** Categories only: an id, 0 for the top level. */
  readonly parent?: number;
  /** Id of an event. */
  readonly post?: number;
  /** Id of an event. */
  readonly event?: number;
  readonly slug?: string;
}

/** What a write on an occurrence is for. */
export interface Scoped {
  readonly scope?: "this" | "following" | "all";
}

export type EventUpdateFields = KnownEventFields & Scoped & OfPlugins;
/** Values of a new event, fields of plugins included. */
export type EventFields = KnownEventFields & OfPlugins;
export type VenueFields = KnownVenueFields & OfPlugins;
export type OrganizerFields = KnownOrganizerFields & OfPlugins;
/** Parameters of event lists, those of plugins included. */
export type EventListQuery = KnownEventListQuery & OfPlugins;
export type VenueListQuery = KnownLinkedListQuery & OfPlugins;
export type OrganizerListQuery = KnownLinkedListQuery & OfPlugins;
