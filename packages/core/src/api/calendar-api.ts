import type { Written } from "../adjustment.ts";
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

/** Filters of event lists, without pages; there is no default window. */
export type EventStreamQuery = Omit<EventListQuery, keyof PagingQuery>;

/** Which events a feed reads, and how they come. */
export interface FeedOptions extends Partial<Pick<EventFormat, "order">> {
  /** Only the events of this record. */
  readonly subject?: FormatSubject;
  /** True if the occurrences that match come as single events; false by default. */
  readonly expands?: boolean;
}

/**
 * The operations on events. A stream has each series in place of its occurrences that match; where the caller sees the occurrences but not
 * the series, these come by start.
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
  /** The occurrences of a series, by its id or slug, or those of one of its occurrences. */
  occurrences(series: number | string): OccurrencesApi;
  /**
   * Events as formats of events get them: without pages and without a default window, each series with what its occurrences have of their
   * own. With a subject, the filter that says the same is not for the query. Rejects with a `TypeError` for an unknown order.
   */
  feed(query?: EventStreamQuery, options?: FeedOptions): Promise<FeedEvents>;
}

/** The operations on the occurrences of a series, each by its original start: `2031-05-06 19:00:00`, all-day a date. */
export interface OccurrencesApi {
  get(recurrenceId: string): Promise<EventView>;
  /** Also those that are not stored: their ids are negative. */
  list(
    query?: Pick<KnownEventListQuery, "start_date" | "end_date"> & PagingQuery,
  ): Promise<ListResult<EventView>>;
  update(
    recurrenceId: string,
    values: EventUpdateFields,
    options?: UpdateOptions,
  ): Promise<Written<EventView>>;
  remove(recurrenceId: string, options?: RemoveOptions & Scoped): Promise<EventView>;
}

/** The library of images. */
export interface ImagesApi {
  get(id: number): Promise<Image>;
  /** The newest first. */
  list(query?: PagingQuery): Promise<ListResult<Image>>;
  create(file: UploadedFile): Promise<Image>;
  /**
   * The image of an address, fetched unless it is stored already: a record that names the address then shows it without waiting for
   * another server.
   */
  fetch(address: string): Promise<Image>;
  remove(id: number, options?: ConditionOptions): Promise<Image>;
}

/** `fetch` as the program that uses this package declares it: the package itself needs neither a browser nor Node.js. */
type RuntimeFetch = typeof globalThis extends { fetch: infer Fetch } ? Fetch : never;

/** The operations of the interface, in process, for one caller. Functions need no `this`. */
export interface CalendarApi {
  readonly events: EventsApi;
  readonly venues: RecordsApi<VenueView, VenueFields, VenueListQuery>;
  readonly organizers: RecordsApi<OrganizerView, OrganizerFields, OrganizerListQuery>;
  readonly categories: RecordsApi<TermView, TermFields, TermListQuery, number>;
  readonly tags: RecordsApi<TermView, TermFields, TermListQuery, number>;
  readonly images: ImagesApi;
  /**
   * The interface over HTTP, without a server: the names, shapes, links and status codes that a server returns to this caller. A path
   * that begins with `/` is below the namespace, such as `/events/7`; everything else is an absolute address, whose origin does not
   * matter.
   */
  readonly fetch: RuntimeFetch;
}

/** The operations inside a transaction: images are stored before it. */
export interface TransactionApi extends Omit<CalendarApi, "fetch" | "images"> {
  readonly images: Pick<ImagesApi, "get" | "list">;
}
