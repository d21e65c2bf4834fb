import type { WriteResult } from "../adjustment.ts";
import type { Image } from "../model/image.ts";
import type { UploadedFile } from "../model/upload.ts";
import type { EventView, ListResult, OrganizerView, TermView, VenueView } from "../model/views.ts";
import type { EventFormat, FeedEvents, FormatSubject } from "../plugins/event-format.ts";
import type {
  EventFields,
  EventListQuery,
  EventUpdateFields,
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
import type { ConditionOptions, RecordsApi, RemoveOptions, UpdateOptions } from "./records-api.ts";

/** Filters of event lists, without paging; there is no default date range. */
export type EventStreamQuery = Omit<EventListQuery, keyof PagingQuery>;

/** Selection and order of the events of a feed. */
export interface FeedOptions extends Partial<Pick<EventFormat, "order">> {
  /** Only the events of this record. */
  readonly subject?: FormatSubject;
  /** True if matching occurrences come as single events; false by default. */
  readonly expands?: boolean;
}

/**
 * Operations on events. A stream has each series in place of its matching occurrences. If the caller can see
 * occurrences but not their series, these come by start.
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
  /** Operations on the occurrences of a series, given by its id or slug, or by one of its occurrences. */
  occurrences(series: number | string): OccurrencesApi;
  /**
   * Returns events as event formats get them: without paging, without a default date range, each series with the
   * occurrences that differ from it. With a subject, the query must not contain the filter of that subject. Rejects
   * with a `TypeError` for an unknown order.
   */
  feed(query?: EventStreamQuery, options?: FeedOptions): Promise<FeedEvents>;
}

/**
 * Operations on the occurrences of a series. Each is identified by its original start: `2031-05-06 19:00:00`, or a
 * date for all-day events.
 */
export interface OccurrencesApi {
  get(recurrenceId: string): Promise<EventView>;
  /** Also lists occurrences that are not stored; their ids are negative. */
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

/** Image library. */
export interface ImagesApi {
  get(id: number): Promise<Image>;
  /** Lists images, newest first. */
  list(query?: PagingQuery): Promise<ListResult<Image>>;
  create(file: UploadedFile): Promise<Image>;
  /**
   * Returns the image at an address; fetches it unless it is already stored. A record that names the address then
   * shows the image without waiting for another server.
   */
  fetch(address: string): Promise<Image>;
  remove(id: number, options?: ConditionOptions): Promise<Image>;
}

/**
 * `fetch` as declared by the program that uses this package: the package itself depends neither on a browser nor on
 * Node.js.
 */
type RuntimeFetch = typeof globalThis extends { fetch: infer Fetch } ? Fetch : never;

/** In-process operations of the interface for one caller. The functions do not use `this`. */
export interface CalendarApi {
  readonly events: EventsApi;
  readonly venues: RecordsApi<VenueView, VenueFields, VenueListQuery>;
  readonly organizers: RecordsApi<OrganizerView, OrganizerFields, OrganizerListQuery>;
  readonly categories: RecordsApi<TermView, TermFields, TermListQuery, number>;
  readonly tags: RecordsApi<TermView, TermFields, TermListQuery, number>;
  readonly images: ImagesApi;
  /**
   * The HTTP interface without a server: names, formats, links and status codes are those that a server returns to
   * this caller. A path that begins with `/` is below the namespace, such as `/events/7`. Anything else is an
   * absolute URL, whose origin does not matter.
   */
  readonly fetch: RuntimeFetch;
}

/** Operations inside a transaction; images must be stored before it. */
export interface TransactionApi extends Omit<CalendarApi, "fetch" | "images"> {
  readonly images: Pick<ImagesApi, "get" | "list">;
}
