import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Plugin } from "@kalends/core/interface";
import { pluginRoute } from "@kalends/core/plugin";
import { CATALOGUES, mapSentences } from "@kalends/http/internals";
import { type CalendarOptions, createCalendar } from "kalends";

/** Descriptions of the API in English, as a calendar with all features returns them in JSON. */
export interface InterfaceTexts {
  readonly index: unknown;
  readonly root: unknown;
  /** OpenAPI 3.1 document. */
  readonly document: unknown;
  /** Swagger 2.0 document. */
  readonly swagger: unknown;
  /**
   * OpenAPI document of a calendar with an event format and a route of a plugin, but without change streams.
   * The other documents are from a calendar without plugins.
   */
  readonly extended: unknown;
}

/** Description that a plugin gives. It is one of our texts, so that only our texts are found. */
const DESCRIPTION = CATALOGUES.en.descriptions["changes.lists.events"] ?? "";

const EXTENSION: Plugin = {
  name: "extension",
  setup: () => ({
    eventFormats: [
      {
        pure: false,
        mediaType: "text/x-file",
        extension: "file",
        description: DESCRIPTION,
        order: "id",
        parameters: {},
        async *write() {},
      },
    ],
    routes: [
      pluginRoute({
        method: "POST",
        path: "/things/{id}",
        description: DESCRIPTION,
        parameters: {},
        consumes: { "text/x-file": { maxBytes: 1000 } },
        permits: () => true,
        run: () => ({ body: {} }),
      }),
    ],
  }),
};

/** Settings of mail, which is never sent. */
const MAIL: CalendarOptions = { smtpUrl: "smtp://127.0.0.1:2525", mailFrom: "calendar@calendar.example" };

const NAMESPACE = "/tribe/events/v1";

type Read = (path: string) => Promise<unknown>;

/** Plugin that renders previews, so that the document contains the routes for previews. */
const PREVIEWS: Plugin = {
  name: "previews",
  setup: () => ({ previews: [{ handle: () => ({ type: "text/html", text: "" }) }] }),
};

/** Starts a calendar at `https://calendar.example` and calls `work` with a function that reads from it. */
const ask = async <T>(options: CalendarOptions, work: (read: Read) => Promise<T>): Promise<T> => {
  const calendar = await createCalendar({
    storage: "sqlite::memory:",
    baseUrl: "https://calendar.example",
    scheduler: false,
    // The document contains the routes for changes and the audit log only if they are enabled.
    changes: true,
    audit: true,
    ...options,
  });
  const server = createServer(calendar.callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const read: Read = async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}/wp-json${path}`);
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return response.json();
  };
  try {
    return await work(read);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
  }
};

export const readInterface = async (): Promise<InterfaceTexts> => ({
  ...(await ask({ plugins: [PREVIEWS] }, async (read) => ({
    index: await read(NAMESPACE),
    root: await read(""),
    document: await read(`${NAMESPACE}/doc?version=3.1`),
    swagger: await read(`${NAMESPACE}/doc?version=2.0`),
  }))),
  extended: await ask({ ...MAIL, plugins: [EXTENSION], changeStreams: 0 }, (read) =>
    read(`${NAMESPACE}/doc?version=3.1`),
  ),
});

/** Summary of a plugin route that sets none: method and path. */
const METHOD_AND_PATH = /^[A-Z]+ \/\S*$/;

/** Returns all different paragraphs of these descriptions, sorted. */
export const collectSentences = (texts: object): readonly string[] => {
  const sentences = new Set<string>();
  mapSentences(Object.values(texts), (sentence) => {
    if (!METHOD_AND_PATH.test(sentence)) sentences.add(sentence);
    return sentence;
  });
  return [...sentences].sort();
};
