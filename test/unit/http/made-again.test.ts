import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { ANONYMOUS, type Logger } from "@kalends/core";
import { createPostStatuses } from "@kalends/core/interface";
import { createHttpApp, createHttpMiddleware, createInterface } from "@kalends/http";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { SETTINGS } from "./fake-app.ts";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const PATH = "/wp-json/tribe/events/v1/events/1";

const LONG = "a long text ".repeat(1_200_000);
/** Budget that has room for one such response. */
const ROOM = { capacity: 12_000_000, perKey: 12_000_000 };

describe("an answer on one record that waits for room", () => {
  let calendar: TestCalendar;
  let server: Server;
  let port: number;
  let made = (): void => {};

  before(async () => {
    calendar = await openCalendar();
    const { store, operations } = calendar;
    const { get } = operations.events;
    const run: typeof get.run = async (...sent) => {
      const view = await get.run(...sent);
      // By then, the size of the response has been estimated.
      setImmediate(() => made());
      return view;
    };
    const capacities = { ...SETTINGS.capacities, largeAnswers: ROOM };
    const deps = { logger: SILENT, settings: { ...SETTINGS, capacities } };
    const middleware = createHttpMiddleware({
      ...deps,
      about: { version: "1.2.3", plugins: [] },
      interface: createInterface({
        stopwatch: { now: () => 0 },
        ...deps,
        operations: { ...operations, events: { ...operations.events, get: { ...get, run } } },
      }),
      identify: async () => ANONYMOUS,
      postStatuses: createPostStatuses(),
      blobStore: createMemoryBlobStore(),
      stopwatch: { now: () => 0 },
      ready: async () => {},
      hasPublishedEvents: async () => true,
    });
    server = createServer(createHttpApp({ ...deps, middleware }).callback());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
    await store.events.save(anEvent({ id: 1, slug: "one", description: LONG }));
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await calendar.store.close();
  });

  it("is made of the record as it is by then", async () => {
    const first = connect(port, "127.0.0.1");
    first.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(first, "readable");
    const isMade = new Promise<void>((resolve) => {
      made = resolve;
    });
    const second = fetch(`http://127.0.0.1:${port}${PATH}`);
    await isMade;
    await calendar.store.events.save(anEvent({ id: 1, slug: "one", status: "private" }));
    first.destroy();
    const answer = await second;
    expect(answer.status).to.equal(403);
    expect(await answer.json()).to.include({ code: "event-not-accessible" });
  });
});
