import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Plugin } from "@kalends/core/plugin";
import { mapSentences } from "@kalends/http/internals";
import { createCalendar } from "kalends";

/** What a calendar with all that can be switched on says of itself in English, in JSON. */
export interface InterfaceTexts {
  readonly index: unknown;
  readonly root: unknown;
  /** In OpenAPI 3.1. */
  readonly document: unknown;
  /** In Swagger 2.0. */
  readonly swagger: unknown;
  /** With a form of events that a plugin writes; the others are without plugins. */
  readonly files: unknown;
}

const FILES: Plugin = {
  name: "files",
  eventFormats: [
    () => ({
      mediaType: "text/x-file",
      extension: "file",
      description: "All events.",
      order: "id",
      parameters: {},
      async *write() {},
    }),
  ],
};

const NAMESPACE = "/tribe/events/v1";

type Read = (path: string) => Promise<unknown>;

/** Asks a calendar that is started for it, at `https://calendar.example`. */
const ask = async <T>(plugins: readonly Plugin[], work: (read: Read) => Promise<T>): Promise<T> => {
  const calendar = await createCalendar({
    storage: "sqlite::memory:",
    baseUrl: "https://calendar.example",
    scheduler: false,
    // Documented only where it is on.
    changes: true,
    audit: true,
    plugins,
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
  ...(await ask([], async (read) => ({
    index: await read(NAMESPACE),
    root: await read(""),
    document: await read(`${NAMESPACE}/doc?version=3.1`),
    swagger: await read(`${NAMESPACE}/doc?version=2.0`),
  }))),
  files: await ask([FILES], (read) => read(`${NAMESPACE}/doc?version=3.1`)),
});

/** Every sentence in which the interface is described, once each and sorted. */
export const collectSentences = (texts: InterfaceTexts): readonly string[] => {
  const sentences = new Set<string>();
  mapSentences(Object.values(texts), (sentence) => {
    sentences.add(sentence);
    return sentence;
  });
  return [...sentences].sort();
};

/** The module with the sentences that translations may name. */
export const toDescriptionsModule = (sentences: readonly string[]): string =>
  [
    "/** Written by `npm run generate`: every sentence that describes the interface. */",
    `export const DESCRIPTIONS = [${sentences.map((sentence) => JSON.stringify(sentence)).join(",\n")}] as const;`,
    "",
    "export type Description = (typeof DESCRIPTIONS)[number];",
    "",
  ].join("\n");
