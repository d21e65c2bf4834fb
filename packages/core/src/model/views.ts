import type { ParameterValues } from "../parameter.ts";
import type { FacetCount, FacetName } from "../queries/event-facets.ts";
import type { DuplicateReason } from "./duplicate-keys.ts";
import type { CalendarEvent } from "./event.ts";
import type { Image } from "./image.ts";
import type { JsonObject } from "./json.ts";
import type { Organizer } from "./organizer.ts";
import type { Term } from "./term.ts";
import type { WallClock } from "./time/wall-clock.ts";
import type { Venue } from "./venue.ts";

/** Event with its linked records. Linked records that the caller may not see are left out. */
export interface EventView {
  readonly event: CalendarEvent;
  readonly image?: Image;
  readonly venue?: VenueView;
  /** Organizers in the order in which the author listed them. */
  readonly organizers: readonly OrganizerView[];
  /** Categories of the event, sorted by name. */
  readonly categories: readonly TermView[];
  /** Tags of the event, sorted by name. */
  readonly tags: readonly TermView[];
  /** Series to which the event belongs; only on an occurrence. */
  readonly series?: CalendarEvent;
  /** Next occurrence of a series, from now on, that the caller may see. Absent if there is none. */
  readonly nextOccurrence?: CalendarEvent;
  /**
   * Occurrences that the write of a series moved to the trash, because its rules no longer produce them.
   * Contains only occurrences with changes of their own.
   */
  readonly trashed?: readonly CalendarEvent[];
  /** Members that plugins add to the event in responses. */
  readonly members?: JsonObject;
}

/** Venue with its image. The image is left out if the caller may not see it. */
export interface VenueView {
  readonly venue: Venue;
  readonly image?: Image;
  readonly members?: JsonObject;
}

/** Time at which a venue is in use: the start and end of an event, on the wall clock of `timezone`. */
export interface BusyTime {
  readonly start: WallClock;
  readonly end: WallClock;
  readonly timezone: string;
  /** Id of the event. Absent, like `title`, if the caller may not read the event. */
  readonly id?: number;
  readonly title?: string;
}

/** Times at which a venue is in use, ordered by start. */
export interface BusyTimes {
  readonly busy: readonly BusyTime[];
  /**
   * True if more events use the venue in the requested range than the result contains. The missing events
   * start later.
   */
  readonly hasMore: boolean;
}

/** Two venues that may be the same, with the reasons. */
export interface DuplicateVenues {
  readonly venues: readonly [VenueView, VenueView];
  readonly reasons: readonly DuplicateReason[];
}

/** Organizer with its image. The image is left out if the caller may not see it. */
export interface OrganizerView {
  readonly organizer: Organizer;
  readonly image?: Image;
  readonly members?: JsonObject;
}

/** Category or tag with the number of its events. */
export interface TermView {
  readonly term: Term;
  /**
   * Number of public, listed events with this term. Events that only have a descendant of the term do not
   * count (rules/terms.md#term-count).
   */
  readonly count: number;
  /**
   * Slugs of the category's ancestors, from the top level down. The slugs form the URL of the category's web
   * page. Empty for terms inside events.
   */
  readonly ancestors: readonly string[];
}

/** Value of a facet with the number of its events. */
export interface FacetView extends FacetCount {
  /**
   * Name of the term, venue, organizer or user, as it is stored. Absent for statuses and months, and for
   * users without a known name.
   */
  readonly name?: string;
}

/** Facets of an event list. */
export type FacetViews = { readonly [Name in FacetName]?: readonly FacetView[] };

/** One page of a list, with information about the query. */
export interface ListResult<View> {
  readonly items: readonly View[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /**
   * Values of the parameters that had an effect, by name, both sent and default ones.
   * A value is a scalar, a list of scalars, or an object. The member `sent` of the object is the value that a
   * client would send for the parameter.
   */
  readonly understood: ParameterValues;
  /**
   * Names of the parameters that were sent but had no effect, in the order in which they were sent
   * (rules/interface.md#ignored-parameters).
   */
  readonly ignored?: readonly string[];
  /** Counts by values, if the list is one of events and the caller requested them. */
  readonly facets?: FacetViews;
}
