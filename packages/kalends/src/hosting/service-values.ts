/** What plugins add beside the fields and filters named here. */
interface OfPlugins {
  readonly [name: string]: unknown;
}

/** A date and time in any form that the interface reads, such as `2031-05-01 19:30:00`. */
type DateText = string;
/** One entry, several as a comma list, or a list. */
type Several<T> = string | T | readonly T[];

interface PostFields {
  /** User id. */
  readonly author?: number | null;
  /** On the site's clock. */
  readonly date?: DateText | null;
  /** In UTC. */
  readonly date_utc?: DateText | null;
  readonly description?: string | null;
  readonly status?: string | null;
  /** An id as text, an address, or `""` for none. */
  readonly image?: string | null;
}

/** The fields of an event as the interface names them; those left out stay as they are. */
export interface KnownEventFields extends PostFields {
  readonly title?: string;
  readonly slug?: string;
  readonly excerpt?: string;
  /** A zone name or a UTC offset; start and end are read in it. */
  readonly timezone?: string;
  readonly all_day?: boolean;
  readonly start_date?: DateText;
  readonly end_date?: DateText;
  readonly cost?: number | string | readonly (number | string)[] | null;
  readonly website?: string | null;
  readonly show_map?: boolean;
  readonly show_map_link?: boolean;
  readonly hide_from_listings?: boolean;
  readonly sticky?: boolean;
  readonly featured?: boolean;
  /** Ids or names. */
  readonly categories?: Several<number | string> | null;
  /** Ids or names. */
  readonly tags?: Several<number | string> | null;
  /** An id or the fields of a new one. */
  readonly venue?: Several<number | KnownVenueFields> | null;
  /** Ids or the fields of new ones. */
  readonly organizer?: Several<number | KnownOrganizerFields> | null;
}

export interface KnownVenueFields extends PostFields {
  /** The name. */
  readonly venue?: string;
  readonly address?: string | null;
  readonly city?: string | null;
  readonly country?: string | null;
  readonly province?: string | null;
  readonly state?: string | null;
  readonly stateprovince?: string | null;
  readonly zip?: string | null;
  readonly phone?: string | null;
  readonly website?: string | null;
  readonly show_map?: boolean | null;
  readonly show_map_link?: boolean | null;
  /** Degrees. */
  readonly geo_lat?: number | string | null;
  /** Degrees. */
  readonly geo_lng?: number | string | null;
}

export interface KnownOrganizerFields extends PostFields {
  /** The name. */
  readonly organizer?: string;
  readonly phone?: string | null;
  readonly website?: string | null;
  readonly email?: string | null;
}

export interface TermFields {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
  /** Categories only: an id, 0 for none. */
  readonly parent?: number;
}

export interface Paging {
  /** From 1. */
  readonly page?: number;
  readonly per_page?: number;
}

interface Listing extends Paging {
  readonly search?: string;
}

/** The filters of event lists as the interface names them. */
export interface KnownEventListQuery extends Listing {
  readonly start_date?: DateText;
  readonly end_date?: DateText;
  readonly starts_before?: DateText;
  readonly starts_after?: DateText;
  readonly ends_before?: DateText;
  readonly ends_after?: DateText;
  readonly strict_dates?: boolean;
  /** Ids or slugs. */
  readonly categories?: Several<number | string>;
  /** Ids or slugs. */
  readonly tags?: Several<number | string>;
  readonly venue?: Several<number>;
  readonly organizer?: Several<number>;
  readonly featured?: boolean;
  readonly status?: Several<string>;
  readonly geoloc?: boolean;
  readonly geoloc_lat?: number | string;
  readonly geoloc_lng?: number | string;
  readonly include?: Several<number>;
  readonly post_parent?: number;
  readonly ticketed?: boolean;
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

export type EventFields = KnownEventFields & OfPlugins;
export type VenueFields = KnownVenueFields & OfPlugins;
export type OrganizerFields = KnownOrganizerFields & OfPlugins;
export type EventListQuery = KnownEventListQuery & OfPlugins;
export type VenueListQuery = KnownLinkedListQuery & OfPlugins;
export type OrganizerListQuery = KnownLinkedListQuery & OfPlugins;
