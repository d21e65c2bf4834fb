import type { Written } from "../adjustment.ts";
import type { Image } from "../model/image.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { UploadedFile } from "../model/upload.ts";
import type { EventView, ListResult, OrganizerView, TermView, VenueView } from "../model/views.ts";
import type {
  EventFields,
  EventListQuery,
  EventUpdateFields,
  KnownEventListQuery,
  OrganizerFields,
  OrganizerListQuery,
  Paging,
  Scoped,
  TermFields,
  TermListQuery,
  VenueFields,
  VenueListQuery,
} from "./service-values.ts";

/** An id, or a slug as text. */
export type Target = number | string;

/** Of which revision something is meant. */
export interface ConditionOptions {
  /** Refuses (412) to change or delete another revision of the record than this one. Source: rules/interface.md#if-match. */
  readonly ifMatch?: number;
}

/** How to delete. */
export interface DeleteOptions extends ConditionOptions {
  /** Answers only what would be; false by default. */
  readonly dry_run?: boolean;
}

/** How to write. */
export interface WriteOptions {
  /** Refuses (400) what would not be stored as it is given, instead of naming it in `adjustments`; false by default. */
  readonly strict?: boolean;
  /**
   * Origin of the records that the call creates, venues and organizers inside events included. For importers: a `recurrence` that they send
   * is absolute, so that nothing of it moves along with the start of the event.
   */
  readonly origin?: RecordOrigin;
}

/** How to change what is there. */
export interface UpdateOptions extends WriteOptions, ConditionOptions {}

/**
 * The operations on one kind of record. Values are checked as those of a request are; all throw the `CalendarError` that
 * a request would be answered with.
 */
type RecordServices<
  Who extends readonly unknown[],
  One extends string,
  Many extends string,
  View,
  Fields,
  Query,
  Key,
  UpdateFields = Fields,
  HowToDelete = DeleteOptions,
> = {
  readonly [Name in `list${Many}`]: (...sent: [...Who, query?: Query]) => Promise<ListResult<View>>;
} & {
  readonly [Name in `create${One}`]: (
    ...sent: [...Who, values: Fields, options?: WriteOptions]
  ) => Promise<Written<View>>;
} & {
  readonly [Name in `get${One}`]: (...sent: [...Who, target: Key]) => Promise<View>;
} & {
  readonly [Name in `delete${One}`]: (...sent: [...Who, target: Key, options?: HowToDelete]) => Promise<View>;
} & {
  readonly [Name in `update${One}`]: (
    ...sent: [...Who, target: Key, values: UpdateFields, options?: UpdateOptions]
  ) => Promise<Written<View>>;
};

/** By the id or slug of a series, or of one of its occurrences, and the original start: `2031-05-06 19:00:00`, all-day a date. */
type NamedOccurrence = [series: Target, recurrenceId: string];

/** The occurrences of a series. */
interface OccurrenceServices<Who extends readonly unknown[]> {
  /** Also those that are not kept: their ids are negative. */
  readonly listOccurrences: (
    ...sent: [...Who, series: Target, query?: Pick<KnownEventListQuery, "start_date" | "end_date"> & Paging]
  ) => Promise<ListResult<EventView>>;
  readonly getOccurrence: (...sent: [...Who, ...NamedOccurrence]) => Promise<EventView>;
  readonly updateOccurrence: (
    ...sent: [...Who, ...NamedOccurrence, values: EventUpdateFields, options?: UpdateOptions]
  ) => Promise<Written<EventView>>;
  readonly deleteOccurrence: (
    ...sent: [...Who, ...NamedOccurrence, options?: DeleteOptions & Scoped]
  ) => Promise<EventView>;
}

/** The library of images. */
interface ImageServices<Who extends readonly unknown[]> {
  readonly listImages: (...sent: [...Who, query?: Paging]) => Promise<ListResult<Image>>;
  readonly createImage: (...sent: [...Who, file: UploadedFile]) => Promise<Image>;
  readonly getImage: (...sent: [...Who, id: number]) => Promise<Image>;
  readonly deleteImage: (...sent: [...Who, id: number, options?: ConditionOptions]) => Promise<Image>;
}

/**
 * Everything that the interface can do, in process: the same checks and the same rights, without HTTP. `Who` are the first arguments,
 * which say who asks.
 */
export type ServicesOf<Who extends readonly unknown[]> = ImageServices<Who> &
  OccurrenceServices<Who> &
  RecordServices<
    Who,
    "Event",
    "Events",
    EventView,
    EventFields,
    EventListQuery,
    Target,
    EventUpdateFields,
    DeleteOptions & Scoped
  > &
  RecordServices<Who, "Venue", "Venues", VenueView, VenueFields, VenueListQuery, Target> &
  RecordServices<Who, "Organizer", "Organizers", OrganizerView, OrganizerFields, OrganizerListQuery, Target> &
  RecordServices<Who, "Category", "Categories", TermView, TermFields, TermListQuery, number> &
  RecordServices<Who, "Tag", "Tags", TermView, TermFields, TermListQuery, number>;

/** What a plugin does with the rights that it declares. */
export type PluginServices = ServicesOf<readonly []>;
