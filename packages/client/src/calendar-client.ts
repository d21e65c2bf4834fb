import { type Batch, createBatch } from "./batch.ts";
import type { Resources } from "./interface-types.ts";
import {
  createRecordClient,
  type OnceOptions,
  type RecordClient,
  type RequestOptions,
} from "./record-client.ts";
import { type CalendarCopy, createCalendarCopy, type SyncOptions } from "./sync/calendar-copy.ts";
import { type ClientOptions, createTransport, type Send } from "./transport.ts";

type Images = RecordClient<Resources["images"]>;

export interface UploadOptions extends RequestOptions, OnceOptions {
  /** What the file is called; that of a `File` by default. */
  readonly name?: string;
}

/** What can be done with images; `list`, `get` and `delete` as with records. */
export interface ImageClient extends Omit<Images, "create"> {
  /** Stores an image, whose content decides what it is: the `image` of records can name its id. */
  upload(file: Blob | Uint8Array, options?: UploadOptions): Promise<Resources["images"]["record"]>;
}

/** A calendar somewhere else, one member for each kind of record. */
export type CalendarClient = {
  readonly [Name in Exclude<keyof Resources, "images">]: RecordClient<Resources[Name]>;
} & {
  readonly images: ImageClient;
  /** For what has no method here, such as what plugins add: `send({ path: "/events", query: { audience: "kids" } })`. */
  readonly send: Send;
  readonly batch: Batch;
  /** A copy to keep here, which can be brought up to date; it asks nothing by itself. */
  sync(options?: SyncOptions): CalendarCopy;
};

/** Asks nothing by itself. Throws a `TypeError` for an address that cannot be one. */
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
