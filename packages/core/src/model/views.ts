import type { ParameterValues } from "../parameter.ts";
import type { CalendarEvent } from "./event.ts";
import type { Image } from "./image.ts";
import type { JsonObject } from "./json.ts";
import type { Organizer } from "./organizer.ts";
import type { Term } from "./term.ts";
import type { Venue } from "./venue.ts";

/** A record with all that its representation shows, as far as the caller may see it. */
export interface EventView {
  readonly event: CalendarEvent;
  readonly image?: Image;
  readonly venue?: VenueView;
  /** In link order. */
  readonly organizers: readonly OrganizerView[];
  /** By name. */
  readonly categories: readonly TermView[];
  /** By name. */
  readonly tags: readonly TermView[];
  /** Of an occurrence: the event that recurs. */
  readonly series?: CalendarEvent;
  /** Of a series: the first occurrence that starts now or later; absent: there is none that the caller may see. */
  readonly nextOccurrence?: CalendarEvent;
  /** Of a series that was written: occurrences with changes of their own that no rule wants any more. */
  readonly trashed?: readonly CalendarEvent[];
  /** What plugins add to the representation. */
  readonly members?: JsonObject;
}

export interface VenueView {
  readonly venue: Venue;
  readonly image?: Image;
  readonly members?: JsonObject;
}

export interface OrganizerView {
  readonly organizer: Organizer;
  readonly image?: Image;
  readonly members?: JsonObject;
}

export interface TermView {
  readonly term: Term;
  /** Public, listed events that have the term directly (rules/terms.md#term-count). */
  readonly count: number;
  /** Slugs of the ancestors of a category, the top one first; for its page's address. Empty inside events. */
  readonly ancestors: readonly string[];
}

/** One page of a list, and what it is a list of. */
export interface ListResult<View> {
  readonly items: readonly View[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /**
   * The values of the request that have an effect, and those implied, by parameter name: scalars, lists of these, or objects
   * whose `sent` is what a caller would send to mean the same.
   */
  readonly understood: ParameterValues;
  /** Parameters that were sent but have no effect, in their order (rules/interface.md#ignored-parameters). */
  readonly ignored?: readonly string[];
}
