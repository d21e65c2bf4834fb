import type { PostStatus, WallClock } from "../model/post.ts";
import type { Taxonomy } from "../model/term.ts";
import type { LocationFilter } from "./geography.ts";
import type { Paging } from "./page.ts";

/** Which records a caller may see: those in `statuses` by anybody, and those in `own.statuses` by their author. */
export interface Visibility {
  readonly statuses: readonly PostStatus[];
  readonly own?: { readonly author: number; readonly statuses: readonly PostStatus[] };
}

/** Bounds on a wall clock, all of those given hold; texts compare as text. */
export interface WallClockRange {
  /** Inclusive. */
  readonly from?: WallClock;
  /** Exclusive. */
  readonly after?: WallClock;
  /** Inclusive. */
  readonly until?: WallClock;
  /** Exclusive. */
  readonly before?: WallClock;
}

/**
 * What to look for in texts: every entry of `all` occurs and none of `none` does. Entries are folded by `foldText`
 * (model/text/text-search) and never empty.
 */
export interface TextSearch {
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/**
 * A field that a plugin keeps in `extensions` has one of these values or, where it is a list, contains one of them. Texts
 * compare exactly; `1` is neither `"1"` nor `true`. An empty list matches nothing.
 */
export interface ExtensionFilter {
  readonly plugin: string;
  readonly field: string;
  readonly anyOf: readonly (string | number | boolean)[];
}

/**
 * Where the venue of an event lies. The location of a venue that is not `visible`, as of one that is missing, is not known: a
 * list must not give it away.
 */
export interface VenueLocationFilter extends LocationFilter {
  readonly visible: Visibility;
}

/** The vocabulary of event lists that every store understands. All members narrow (AND); values of one widen (OR). */
export interface EventQuery extends Paging {
  /** Events hidden from listings are never listed, whoever asks. */
  readonly visible: Visibility;
  /** Which clock `start`, `end` and the order by start look at: the event's own wall clock, or UTC. */
  readonly clock: "local" | "utc";
  readonly start?: WallClockRange;
  readonly end?: WallClockRange;
  /** Looks into `eventSearchText` (model/text/text-search): words may come from different fields. */
  readonly search?: TextSearch;
  /** Descendants are already included. An empty list matches nothing, here and in all id lists. */
  readonly categoryIds?: readonly number[];
  readonly tagIds?: readonly number[];
  readonly venueIds?: readonly number[];
  readonly organizerIds?: readonly number[];
  readonly ids?: readonly number[];
  readonly featured?: boolean;
  readonly parentId?: number;
  readonly location?: VenueLocationFilter;
  readonly extensions?: readonly ExtensionFilter[];
  /**
   * `start`: start, publication date, id; `published`: publication date, id; `distance` (only with `location.within`): from
   * its centre, then as `start`. All ascending, dates as stored texts.
   */
  readonly order: "start" | "published" | "distance";
}

/** Lists of venues and organizers: newest publication date first, ties by the higher id. */
export interface LinkedQuery extends Paging {
  readonly visible: Visibility;
  /** Folded fragments, all of which occur in one of `venueSearchFields` / `organizerSearchFields`. */
  readonly search?: readonly string[];
  /** Linked to this event, whatever its status. */
  readonly eventId?: number;
  /** `any`: linked to at least one such event, hidden ones included; `none`: to no such event. */
  readonly events?: { readonly linked: "any" | "none"; readonly visible: Visibility };
  /** Linked to at least one event that is not hidden, is visible and starts at `from` or later by the clock. */
  readonly upcoming?: {
    readonly from: WallClock;
    readonly clock: "local" | "utc";
    readonly visible: Visibility;
  };
  readonly extensions?: readonly ExtensionFilter[];
}

/** The vocabulary of venue lists that every store understands. */
export interface VenueQuery extends LinkedQuery {
  readonly location?: LocationFilter;
  /** `distance` (only with `location.within`): nearest first, then as lists without it. */
  readonly order?: "distance";
}

export type TermOrder =
  | "id"
  | "name"
  | "slug"
  | "description"
  | "count"
  | "parent"
  /** By the position of the id in `ids`; by id for those not in it. */
  | "ids";

/** Lists of categories or tags. */
export interface TermQuery extends Paging {
  readonly taxonomy: Taxonomy;
  /** Folded; occurs in the folded name or in the slug. */
  readonly search?: string;
  readonly ids?: readonly number[];
  readonly excludeIds?: readonly number[];
  readonly slug?: string;
  /** Direct children; 0 = top level. */
  readonly parentId?: number;
  /** Assigned to this event, whatever its status. */
  readonly eventId?: number;
  /** Drops terms whose count is 0, but keeps a category with a descendant whose count is not. */
  readonly hideEmpty: boolean;
  /** The statuses whose events are counted (`usage` summed over these is the count). */
  readonly countedStatuses: readonly PostStatus[];
  /** Names compare folded (`foldText`); ties go by id ascending in either direction. */
  readonly order: { readonly by: TermOrder; readonly descending: boolean };
}
