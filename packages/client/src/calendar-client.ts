import { type AccountClient, createAccountClient } from "./account-client.ts";
import { type Batch, createBatch } from "./batch.ts";
import type { Resources } from "./interface-types.ts";
import { createPreferencesClient, type PreferencesClient } from "./preferences-client.ts";
import {
  createRecordClient,
  type MergeMethod,
  type OnceOptions,
  type RecordClient,
  type RequestOptions,
} from "./record-client.ts";
import { createSessionClient, type SessionClient } from "./session-client.ts";
import { type CalendarCopy, createCalendarCopy, type SyncOptions } from "./sync/calendar-copy.ts";
import { type ClientOptions, createTransport, type Send } from "./transport.ts";

type Images = RecordClient<Resources["images"]>;

export interface UploadOptions extends RequestOptions, OnceOptions {
  /** File name of the image; by default the name of the `File`. */
  readonly name?: string;
}

/** Functions for images. `list`, `get` and `delete` are the same as for other records. */
export interface ImageClient extends Omit<Images, "create"> {
  /**
   * Stores an image and returns its record. The server derives the format from the content of the file. To
   * show the image, other records contain its id in `image`.
   */
  upload(file: Blob | Uint8Array, options?: UploadOptions): Promise<Resources["images"]["record"]>;
}

/** Kinds of records that can be merged. */
type Mergeable = "venues" | "organizers" | "categories" | "tags";

/** Client for one calendar server. It has one member for each kind of record. */
export type CalendarClient = {
  readonly [Name in Exclude<keyof Resources, "images" | "accounts" | Mergeable>]: RecordClient<
    Resources[Name]
  >;
} & {
  readonly [Name in Mergeable]: RecordClient<Resources[Name]> & MergeMethod<Resources[Name]>;
} & {
  readonly images: ImageClient;
  readonly accounts: AccountClient;
  readonly session: SessionClient;
  readonly preferences: PreferencesClient;
  /**
   * Sends any request, for example one with parameters of plugins: `send({ path: "/events", query: {
   * audience: "kids" } })`.
   */
  readonly send: Send;
  readonly batch: Batch;
  /** Returns a local copy of the calendar. The copy sends requests only during `update` and `follow`. */
  sync(options?: SyncOptions): CalendarCopy;
};

/** Creates a client. It sends no request yet. Throws a `TypeError` if `site` is not a valid URL. */
export const createCalendarClient = (options: ClientOptions): CalendarClient => {
  const transport = createTransport(options);
  const { send } = transport;
  const sync: CalendarClient["sync"] = (options = {}) => createCalendarCopy(transport, options);
  return {
    events: createRecordClient<Resources["events"]>(send, "events"),
    venues: createRecordClient<Resources["venues"]>(send, "venues"),
    organizers: createRecordClient<Resources["organizers"]>(send, "organizers"),
    categories: createRecordClient<Resources["categories"]>(send, "categories"),
    tags: createRecordClient<Resources["tags"]>(send, "tags"),
    images: createImageClient(send),
    accounts: createAccountClient(send),
    session: createSessionClient(send),
    preferences: createPreferencesClient(send),
    send,
    batch: createBatch(transport),
    sync,
  };
};

const createImageClient = (send: Send): ImageClient => {
  const { list, create, get, delete: remove } = createRecordClient<Resources["images"]>(send, "images");
  return {
    list,
    get,
    delete: remove,
    upload: (file, { name = file instanceof File ? file.name : "", ...options } = {}) =>
      create({ file: new File([file instanceof Blob ? file : new Uint8Array(file)], name) }, options),
  };
};
