import { createImageClient, type ImageClient } from "./image-client.ts";
import { RESOURCES, type Resources } from "./interface-types.ts";
import { createRecordClient, type RecordClient } from "./record-client.ts";
import { type ClientOptions, createTransport, type Send } from "./transport.ts";

/** A calendar somewhere else, one member for each kind of record. */
export type CalendarClient = {
  readonly [Name in Exclude<keyof Resources, "images">]: RecordClient<Resources[Name]>;
} & {
  readonly images: ImageClient;
  /** For what has no method here, such as what plugins add: `send({ path: "/events", query: { audience: "kids" } })`. */
  readonly send: Send;
};

/** Asks nothing by itself. Throws a `TypeError` for an address that cannot be one. */
export const createCalendarClient = (options: ClientOptions): CalendarClient => {
  const send = createTransport(options);
  const records = Object.fromEntries(RESOURCES.map((name) => [name, createRecordClient(send, name)]));
  // Sound: the types of each resource come from the document of the interface that it asks.
  return { ...records, images: createImageClient(send), send } as unknown as CalendarClient;
};
