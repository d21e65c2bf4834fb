import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CalendarError } from "@kalends/core";
import { createPostStatuses, type PluginTexts } from "@kalends/core/interface";
import { createHttpApp, createHttpMiddleware, createInterface } from "@kalends/http";
import { expect } from "chai";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { failingOperations, SETTINGS } from "./fake-app.ts";

const AUDIENCE = "Only events for this audience.";
const UNKNOWN = "There is no such audience.";
const TEXTS: readonly PluginTexts[] = [
  {
    en: { audience: AUDIENCE, "operation.getEvent.summary": "Read an event" },
    fr: { audience: "Seulement les événements pour ce public.", "operation.getEvent.summary": "Autre chose" },
  },
  {
    en: { here: AUDIENCE, unknown: UNKNOWN },
    fr: { here: "Autre chose", unknown: "Ce public n’existe pas." },
  },
];

describe("texts of plugins", () => {
  let server: Server;

  before(async () => {
    const refused = { audience: { reason: "not-acceptable", text: UNKNOWN } } as const;
    const operations = failingOperations(() =>
      Promise.reject(new CalendarError("rest_invalid_param", { problems: refused })),
    );
    const parameters = { audience: { description: AUDIENCE } };
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const deps = { logger, settings: { ...SETTINGS, locales: [{ name: "fr" }, { name: "de" }] } };
    const middleware = createHttpMiddleware({
      ...deps,
      about: { version: "0.1.0", plugins: [] },
      interface: createInterface({
        stopwatch: { now: () => 0 },
        ...deps,
        operations: {
          ...operations,
          events: { ...operations.events, list: { ...operations.events.list, parameters } },
        },
      }),
      identify: () => Promise.resolve({ capabilities: new Set() }),
      postStatuses: createPostStatuses(),
      blobStore: createMemoryBlobStore(),
      stopwatch: { now: () => 0 },
      ready: () => Promise.resolve(),
      hasPublishedEvents: async () => true,
      texts: TEXTS,
    });
    const app = createHttpApp({ ...deps, middleware });
    server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const read = async (path: string): Promise<any> =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).json();

  it("are told in the language of the address, the first translation before others, ours before all", async () => {
    for (const [prefix, audience, summary, problem] of [
      ["/fr", "Seulement les événements pour ce public.", "Lire un événement", "Ce public n’existe pas."],
      ["/de", AUDIENCE, "Eine Veranstaltung lesen", UNKNOWN],
      ["", AUDIENCE, "Read an event", UNKNOWN],
    ]) {
      const namespace = `${prefix}/wp-json/tribe/events/v1`;
      const { routes } = await read(namespace);
      expect(routes["/tribe/events/v1/events"].endpoints[0].args.audience.description).to.equal(audience);
      const { paths } = await read(`${namespace}/doc`);
      expect(paths["/events/{id}"].get.summary).to.equal(summary);
      expect((await read(`${namespace}/events`)).data.params.audience).to.equal(problem);
    }
  });
});
