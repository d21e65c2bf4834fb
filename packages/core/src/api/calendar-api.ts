import type { WriteResult } from "../adjustment.ts";
import type { Image } from "../model/image.ts";
import type { UploadedFile } from "../model/upload.ts";
import type { EventView, ListResult, OrganizerView, TermView, VenueView } from "../model/views.ts";
import type { EventFormat, FeedEvents, FormatSubject } from "../plugins/event-format.ts";
import type {
  EventFields,
  EventListQuery,
  EventUpdateFields,
  ImageFields,
  ImageListQuery,
  ImageUsageQuery,
  KnownEventListQuery,
  OrganizerFields,
  OrganizerListQuery,
  PagingQuery,
  Scoped,
  TermFields,
  TermListQuery,
  VenueFields,
  VenueListQuery,
} from "./record-values.ts";
import type {
  ConditionOptions,
  MergeApi,
  RecordsApi,
  RemoveOptions,
  UpdateOptions,
  WriteOptions,
} from "./records-api.ts";

/** Filters of event lists, without paging. Unlike lists, streams and feeds have no default date range. */
export type EventStreamQuery = Omit<EventListQuery, keyof PagingQuery>;

/** Selection and order of the events in a feed. */
export interface FeedOptions extends Partial<Pick<EventFormat, "order">> {
  /** Venue, organizer, category, tag or event whose events the feed contains; absent for all events. */
  readonly subject?: FormatSubject;
  /**
   * True if the feed contains matching occurrences as single events, instead of their series. False by
   * default.
   */
  readonly expands?: boolean;
}

/**
 * Operations on events.
 * `stream` yields each series once, instead of its matching occurrences. If the caller may see occurrences
 * but not their series, it yields these occurrences, ordered by start.
 */
export interface EventsApi
  extends RecordsApi<
    EventView,
    EventFields,
    EventListQuery,
    number | string,
    EventStreamQuery,
    EventUpdateFields,
    RemoveOptions & Scoped
  > {
  /**
   * Returns the operations on the occurrences of a series. `series` is the id or slug of the series, or of
   * one of its occurrences.
   */
  occurrences(series: number | string): OccurrencesApi;
  /**
   * Returns events in the form in which an `EventFormat` gets them: without paging and without a default date
   * range. Each series comes together with the occurrences that differ from it.
   * If `options` has a subject, the filter of that subject in the query has no effect. If the subject is an
   * event, no filter has an effect. Rejects with a `TypeError` for an unknown order.
   */
  feed(query?: EventStreamQuery, options?: FeedOptions): Promise<FeedEvents>;
}

/**
 * Operations on the occurrences of one series. An occurrence is identified by its original start: `2031-05-06
 * 19:00:00`, or a date if the series is all-day.
 */
export interface OccurrencesApi {
  get(recurrenceId: string): Promise<EventView>;
  /**
   * Lists occurrences, including those that are not stored, such as occurrences after the horizon.
   * Occurrences that are not stored have negative ids.
   */
  list(
    query?: Pick<KnownEventListQuery, "start_date" | "end_date"> & PagingQuery,
  ): Promise<ListResult<EventView>>;
  update(
    recurrenceId: string,
    values: EventUpdateFields,
    options?: UpdateOptions,
  ): Promise<WriteResult<EventView>>;
  remove(recurrenceId: string, options?: RemoveOptions & Scoped): Promise<EventView>;
}

/** Page of the records that use an image. `next` is the cursor of the next page; absent on the last page. */
export interface ImageUses {
  readonly uses: readonly { readonly kind: "event" | "venue" | "organizer"; readonly id: number }[];
  readonly next?: string;
}

/** Operations on the images of the calendar. */
export interface ImagesApi {
  get(id: number): Promise<Image>;
  /** Lists images, newest first. */
  list(query?: ImageListQuery): Promise<ListResult<Image>>;
  create(file: UploadedFile, details?: ImageFields, options?: WriteOptions): Promise<WriteResult<Image>>;
  /** Changes the details of an image. Omitted details stay unchanged. */
  update(
    id: number,
    values: ImageFields & Pick<RemoveOptions, "dry_run">,
    options?: UpdateOptions,
  ): Promise<WriteResult<Image>>;
  /**
   * Replaces the file of an image. The image gets new URLs and keeps its id and details, so all records show
   * the new file. The old files are removed after 30 days.
   */
  replace(id: number, file: UploadedFile, options?: ConditionOptions): Promise<Image>;
  /** Returns one page of the records that use the image, as far as the caller may read them. */
  usage(id: number, query?: ImageUsageQuery): Promise<ImageUses>;
  /**
   * Returns the image at a URL of another server. Kalends fetches it unless it is already stored.
   * A later write of a record with this URL uses the stored image, without another request to that server.
   */
  fetch(address: string): Promise<Image>;
  remove(id: number, options?: ConditionOptions): Promise<Image>;
}

/**
 * Type of the global `fetch` in the program that uses this package, or `never` without one. The package
 * itself depends on the types of neither browsers nor Node.js.
 */
type RuntimeFetch = typeof globalThis extends { fetch: infer Fetch } ? Fetch : never;

/**
 * Operations of the HTTP interface as functions in the same process, for one caller. The functions do not use
 * `this`.
 */
export interface CalendarApi {
  readonly events: EventsApi;
  readonly venues: RecordsApi<VenueView, VenueFields, VenueListQuery> & MergeApi<VenueView>;
  readonly organizers: RecordsApi<OrganizerView, OrganizerFields, OrganizerListQuery> &
    MergeApi<OrganizerView>;
  readonly categories: RecordsApi<TermView, TermFields, TermListQuery, number> & MergeApi<TermView>;
  readonly tags: RecordsApi<TermView, TermFields, TermListQuery, number> & MergeApi<TermView>;
  readonly images: ImagesApi;
  /**
   * Sends a request to the HTTP interface without a server. Names, formats, links and status codes are the
   * same as those that a server sends to this caller.
   * A path that begins with `/`, such as `/events/7`, is below the namespace of the interface. Any other text
   * is an absolute URL; its origin is ignored.
   */
  readonly fetch: RuntimeFetch;
}

/** Operations inside a transaction. Store images before the transaction; inside, they can only be read. */
export interface TransactionApi extends Omit<CalendarApi, "fetch" | "images"> {
  readonly images: Pick<ImagesApi, "get" | "list">;
}
