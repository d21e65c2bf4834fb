import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mapSentences } from "@kalends/http/internals";
import { createCalendar } from "kalends";

/** What a calendar without plugins, with all that can be switched on, says of itself in English, in JSON. */
export interface InterfaceTexts {
  readonly index: unknown;
  readonly root: unknown;
  /** In OpenAPI 3.1. */
  readonly document: unknown;
  /** In Swagger 2.0. */
  readonly swagger: unknown;
}

/** Asks a calendar that is started for it, at `https://calendar.example`. */
export const readInterface = async (): Promise<InterfaceTexts> => {
  const calendar = await createCalendar({
    storage: "sqlite::memory:",
    baseUrl: "https://calendar.example",
    scheduler: false,
    // Documented only where it is on.
    changes: true,
  });
  const server = createServer(calendar.callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/wp-json${path}`);
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return response.json();
  };
  try {
    const namespace = "/tribe/events/v1";
    return {
      index: await read(namespace),
      root: await read(""),
      document: await read(`${namespace}/doc?version=3.1`),
      swagger: await read(`${namespace}/doc?version=2.0`),
    };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
  }
};

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
