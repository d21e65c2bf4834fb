import { type AccountClient, createAccountClient } from "./account-client.ts";
import { type Batch, createBatch } from "./batch.ts";
import type { BulkChange, BulkOptions, BulkResponse } from "./bulk.ts";
import type {
  BusyTimes,
  CalendarEvent,
  DuplicateVenue,
  FieldsOfRecord,
  GetVenueBusyQuery,
  ImageUsage,
  ListDuplicateVenuesQuery,
  Resources,
  Status,
} from "./interface-types.ts";
import { createJobClient, type JobClient } from "./job-client.ts";
import { createListing, type Listing } from "./listing.ts";
import { createPreferencesClient, type PreferencesClient } from "./preferences-client.ts";
import { createPreviewClient, type PreviewClient } from "./preview-client.ts";
import { createProposalClient, type ProposalClient } from "./proposal-client.ts";
import {
  type ConditionOptions,
  createRecordClient,
  type MergeMethod,
  type OnceOptions,
  type RecordClient,
  type RequestOptions,
  type WriteOptions,
} from "./record-client.ts";
import { createSessionClient, type SessionClient } from "./session-client.ts";
import { type CalendarCopy, createCalendarCopy, type SyncOptions } from "./sync/calendar-copy.ts";
import { type ClientOptions, createTransport, type Send } from "./transport.ts";

type Events = RecordClient<Resources["events"]>;
type Venues = RecordClient<Resources["venues"]>;

/** Functions for events. */
export type EventClient = Events &
  PreviewClient & {
    /**
     * Detaches an event from the import or subscription that created it, and returns the event. Later runs of
     * this import or subscription neither change the event nor add it again.
     */
    detach(id: number, options?: RequestOptions & ConditionOptions): Promise<CalendarEvent>;
    /**
     * Makes the same change to many events, each with the caller's right on it. An error of one event is in
     * its result and does not affect the others.
     * Rejects with the code `rest_count_mismatch` if the number of events differs from `expected`.
     */
    bulk(change: BulkChange, options?: BulkOptions): Promise<BulkResponse>;
  };

/** Functions for venues. */
export type VenueClient = Venues & {
  /** Returns the times at which a venue is in use. */
  busy(id: number, range: GetVenueBusyQuery, options?: RequestOptions): Promise<BusyTimes>;
  /** Returns pairs of venues that may be the same. */
  duplicates(query?: ListDuplicateVenuesQuery, options?: RequestOptions): Listing<DuplicateVenue>;
};

type Images = RecordClient<Resources["images"]>;

type Creation = Resources["images"]["creation"];

/** Details that describe an image, such as the alternative text. */
export type ImageDetails = Omit<Creation, "file">;

interface FileOptions extends RequestOptions {
  /** File name of the image; by default the name of the `File`. */
  readonly name?: string;
}

export interface UploadOptions extends FileOptions, OnceOptions, Pick<WriteOptions, "strict"> {
  readonly details?: ImageDetails;
}

/** Query for one page of the records that have an image. */
export interface ImageUsageQuery {
  readonly per_page?: number;
  /** `next_cursor` of the previous page; absent for the first page. */
  readonly cursor?: string;
}

/** Functions for images. `list`, `get`, `update` and `delete` are the same as for other records. */
export interface ImageClient extends Omit<Images, "create"> {
  /**
   * Stores an image and returns its record. The server derives the format from the content of the file. To
   * show the image, store its id in the member `image` of other records.
   */
  upload(file: Blob | Uint8Array, options?: UploadOptions): Promise<Resources["images"]["record"]>;
  /**
   * Replaces the file of an image, which gets new URLs and keeps its id and details. All records show the new
   * file.
   */
  replace(
    id: number,
    file: Blob | Uint8Array,
    options?: FileOptions & ConditionOptions,
  ): Promise<Resources["images"]["record"]>;
  /** Returns one page of the records that have the image, as far as the caller may read them. */
  usage(id: number, query?: ImageUsageQuery, options?: RequestOptions): Promise<ImageUsage>;
}

/** Kinds of records that can be merged. */
type Mergeable = "venues" | "organizers" | "categories" | "tags";

/** Client for one calendar server. It has one member for each kind of record. */
export type CalendarClient = {
  readonly [Name in Exclude<keyof Resources, "events" | "images" | "accounts" | Mergeable>]: RecordClient<
    Resources[Name]
  >;
} & {
  readonly [Name in Exclude<Mergeable, "venues">]: RecordClient<Resources[Name]> &
    MergeMethod<Resources[Name]>;
} & {
  readonly events: EventClient;
  readonly venues: VenueClient;
  readonly images: ImageClient;
  readonly accounts: AccountClient;
  readonly session: SessionClient;
  readonly preferences: PreferencesClient;
  readonly jobs: JobClient;
  readonly proposals: ProposalClient;
  /** Returns the status of the installation. Rejects with a 403 without the right `manage_settings`. */
  status(options?: RequestOptions): Promise<Status>;
  /**
   * Returns the fields that the caller may set in records of a kind, with labels and other texts in the
   * language of `locale`, for forms.
   */
  fields(record: FieldsOfRecord["record"], options?: RequestOptions): Promise<FieldsOfRecord>;
  /**
   * Sends any request, for example one with parameters of plugins: `send({ path: "/events", query: {
   * audience: "kids" } })`.
   */
  readonly send: Send;
  readonly batch: Batch;
  /** Returns a local copy of the calendar. The copy sends requests only during `update` and `follow`. */
  sync(options?: SyncOptions): CalendarCopy;
};

/**
 * Creates a client. It sends no request yet. Throws a `TypeError` if `site` is not a valid http(s) URL or
 * contains credentials.
 */
export const createCalendarClient = (options: ClientOptions): CalendarClient => {
  const transport = createTransport(options);
  const { send } = transport;
  const sync: CalendarClient["sync"] = (options = {}) => createCalendarCopy(transport, options);
  return {
    events: createEventClient(send),
    venues: createVenueClient(send),
    organizers: createRecordClient<Resources["organizers"]>(send, "organizers"),
    categories: createRecordClient<Resources["categories"]>(send, "categories"),
    tags: createRecordClient<Resources["tags"]>(send, "tags"),
    images: createImageClient(send),
    accounts: createAccountClient(send),
    session: createSessionClient(send),
    preferences: createPreferencesClient(send),
    fields: (record, { signal } = {}) => send({ path: "/fields", query: { record }, signal }),
    jobs: createJobClient(send),
    proposals: createProposalClient(send),
    status: ({ signal } = {}) => send({ path: "/status", signal }),
    send,
    batch: createBatch(transport),
    sync,
  };
};

const createEventClient = (send: Send): EventClient => ({
  ...createRecordClient<Resources["events"]>(send, "events"),
  ...createPreviewClient(send),
  detach: (id, { ifMatch, signal } = {}) =>
    send({ method: "POST", path: `/events/${encodeURIComponent(id)}/detach`, ifMatch, signal }),
  bulk: (change, { idempotencyKey, strict, signal } = {}) =>
    send({ method: "POST", path: "/events/bulk", body: change, idempotencyKey, strict, signal }),
});

const createVenueClient = (send: Send): VenueClient => ({
  ...createRecordClient<Resources["venues"]>(send, "venues"),
  busy: (id, query, { signal } = {}) =>
    send({ path: `/venues/${encodeURIComponent(id)}/busy`, query, signal }),
  duplicates: (query, { signal } = {}) =>
    createListing({ send, name: "duplicates", path: "/venues/duplicates", query, signal }),
});

const createImageClient = (send: Send): ImageClient => {
  const records = createRecordClient<Resources["images"]>(send, "images");
  const { list, create, get, update, delete: remove } = records;
  return {
    list,
    get,
    update,
    delete: remove,
    upload: (file, { name, details = {}, ...options } = {}) =>
      create({ ...toFormFields(details), file: toFile(file, name) }, options),
    replace: (id, file, { name, ifMatch, signal } = {}) =>
      send({
        ...{ method: "PUT", path: `/images/${encodeURIComponent(id)}/file`, ifMatch, signal },
        body: { file: toFile(file, name) },
      }),
    usage: (id, query = {}, { signal } = {}) =>
      send({ path: `/images/${encodeURIComponent(id)}/usage`, query: { ...query }, signal }),
  };
};

const toFile = (file: Blob | Uint8Array, name = file instanceof File ? file.name : ""): File =>
  new File([file instanceof Blob ? file : new Uint8Array(file)], name);

/** Returns the details as fields of a form, which contains texts only. */
const toFormFields = ({ focal_point: point, ...texts }: ImageDetails): object => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)),
  ...(point && { "focal_point[x]": point.x, "focal_point[y]": point.y }),
});
