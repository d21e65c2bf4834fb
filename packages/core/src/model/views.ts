import type { ParameterValues } from "../parameter.ts";
import type { CalendarEvent } from "./event.ts";
import type { Image } from "./image.ts";
import type { JsonObject } from "./json.ts";
import type { Organizer } from "./organizer.ts";
import type { Term } from "./term.ts";
import type { Venue } from "./venue.ts";

/** An event with its linked records, as far as the caller may see them. */
export interface EventView {
  readonly event: CalendarEvent;
  readonly image?: Image;
  readonly venue?: VenueView;
  /** In the order in which they were linked. */
  readonly organizers: readonly OrganizerView[];
  /** Sorted by name. */
  readonly categories: readonly TermView[];
  /** Sorted by name. */
  readonly tags: readonly TermView[];
  /** Series of an occurrence. */
  readonly series?: CalendarEvent;
  /**
   * First occurrence of a series that starts now or later. Absent if there is none that the caller may see.
   */
  readonly nextOccurrence?: CalendarEvent;
  /**
   * Occurrences of a series that was just written which have changes of their own but are no longer given by
   * a rule.
   */
  readonly trashed?: readonly CalendarEvent[];
  /** Members that plugins add to the representation. */
  readonly members?: JsonObject;
}

/** A venue with its image, as far as the caller may see them. */
export interface VenueView {
  readonly venue: Venue;
  readonly image?: Image;
  readonly members?: JsonObject;
}

/** An organizer with its image, as far as the caller may see them. */
export interface OrganizerView {
  readonly organizer: Organizer;
  readonly image?: Image;
  readonly members?: JsonObject;
}

/** A category or tag. */
export interface TermView {
  readonly term: Term;
  /** Number of public, listed events that have the term directly (rules/terms.md#term-count). */
  readonly count: number;
  /**
   * Slugs of the ancestors of a category, the top one first, for the address of its web page. Empty inside
   * events.
   */
  readonly ancestors: readonly string[];
}

/** Page of a list, with the query that produced it. */
export interface ListResult<View> {
  readonly items: readonly View[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /**
   * Parameters that had an effect, sent or implied, by name. Values are scalars, lists of scalars, or objects
   * whose `sent` is the equivalent value that a caller would send.
   */
  readonly understood: ParameterValues;
  /**
   * Parameters that were sent but have no effect, in the order sent (rules/interface.md#ignored-parameters).
   */
  readonly ignored?: readonly string[];
}
