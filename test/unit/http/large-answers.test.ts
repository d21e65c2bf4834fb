import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { ANONYMOUS, type Logger } from "@kalends/core";
import { createPostStatuses, type EventView, type ListResult } from "@kalends/core/interface";
import { createHttpApp, createHttpMiddleware, createInterface, type HttpSettings } from "@kalends/http";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { failingOperations, SETTINGS } from "./fake-app.ts";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const PATH = "/wp-json/tribe/events/v1/events";
const TEXT = `<p>${"a long text ".repeat(8000)}</p>`;

const viewOf = (id: number, description = TEXT): EventView => ({
  event: anEvent({ id, description }),
  organizers: [],
  categories: [],
  tags: [],
});

/** Events that make a response of about 10 MB but need little memory. */
const HEAVY: readonly EventView[] = Array.from({ length: 100 }, (_, index) => viewOf(index + 1));

const listOf = (items: readonly EventView[]): ListResult<EventView> => ({
  items,
  total: items.length,
  page: 1,
  perPage: 200,
  understood: {},
});

describe("large answers", () => {
  let server: Server;
  let port: number;
  let made: number;
  let now: number;
  const sockets: Socket[] = [];

  const start = async (
    list: () => readonly EventView[] | Promise<readonly EventView[]>,
    settings: Partial<HttpSettings> = {},
  ): Promise<void> => {
    made = 0;
    now = 0;
    const deps = { logger: SILENT, settings: { ...SETTINGS, sendTimeout: 60_000, ...settings } };
    const { events, ...others } = failingOperations(() => Promise.reject(new Error("is not asked for")));
    const run = async (): Promise<ListResult<EventView>> => {
      made += 1;
      return listOf(await list());
    };
    const middleware = createHttpMiddleware({
      ...deps,
      about: { version: "1.2.3", plugins: [] },
      interface: createInterface({
        stopwatch: { now: () => 0 },
        ...deps,
        operations: { ...others, events: { ...events, list: { ...events.list, run } } },
      }),
      identify: async () => ANONYMOUS,
      postStatuses: createPostStatuses(),
      blobStore: createMemoryBlobStore(),
      stopwatch: { now: () => now },
      ready: async () => {},
      hasPublishedEvents: async () => true,
    });
    server = createServer(createHttpApp({ ...deps, middleware }).callback());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  };

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const get = (path = PATH, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers });

  /** Sends requests without reading the responses. Resolves to the connection when the first byte arrives. */
  const askWithoutReading = async (requests = 1): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests));
    await once(socket, "readable");
    return socket;
  };

  /** Resolves to the server side of the next connection. */
  const accepted = async (): Promise<Socket> => (await once(server, "connection"))[0];

  it("are the bytes of the whole, with their length and tag, and 304 for who has them", async () => {
    await start(() => HEAVY);
    const answer = await get();
    const text = await answer.text();
    expect(answer.headers.get("content-length")).to.equal(String(Buffer.byteLength(text)));
    const { events, total } = JSON.parse(text);
    expect(total).to.equal(100);
    expect(events.map(({ id }: { id: number }) => id)).to.deep.equal(HEAVY.map(({ event }) => event.id));
    const tag = answer.headers.get("etag") ?? "";
    const known = await get(PATH, { "if-none-match": tag });
    expect([known.status, await known.text(), known.headers.get("etag")]).to.deep.equal([304, "", tag]);
    const head = await get(PATH, {}, "HEAD");
    expect(head.headers.get("content-length")).to.equal(answer.headers.get("content-length"));
    expect(head.headers.get("etag")).to.equal(tag);
    const chosen = await get(`${PATH}?_fields=events.description`);
    expect(chosen.headers.get("etag")).not.to.equal(tag);
    expect(await chosen.json()).to.deep.equal({
      events: events.map(({ description }: { description: string }) => ({ description })),
    });
  });

  it("are tagged anew when any of their bytes changes", async () => {
    let last = viewOf(101);
    await start(() => [...HEAVY, last]);
    const tags = new Set<string | null>();
    for (const change of [
      last,
      viewOf(101, `${TEXT}.`),
      viewOf(102),
      viewOf(101, TEXT.replace("long", "lo-g")),
    ]) {
      last = change;
      tags.add((await get(PATH, {}, "HEAD")).headers.get("etag"));
    }
    expect(tags.size).to.equal(4);
  });

  it("are errors, and no part of an answer, when they cannot be made to the end", async () => {
    const failing = {
      ...viewOf(100),
      get organizers(): never {
        throw new Error("damaged");
      },
    };
    await start(() => [...HEAVY, failing]);
    const answer = await get();
    expect(answer.status).to.equal(500);
    expect(await answer.json()).to.include({ code: "internal_server_error" });
  });

  it("come whole and in their order to a client that asks for many at once", async () => {
    await start(() => HEAVY.slice(0, 20));
    const one = await (await get()).text();
    const answers = await Promise.all(Array.from({ length: 50 }, async () => (await get()).text()));
    expect(answers.every((text) => text === one)).to.equal(true);
  });

  it("cut off a client that takes nothing", async () => {
    await start(() => HEAVY, { sendTimeout: 100 });
    const [connection] = await Promise.all([accepted(), askWithoutReading()]);
    await once(connection, "close");
    expect(await (await get(`${PATH}?_fields=total`)).json()).to.deep.equal({ total: 100 });
  });

  it("leave a client alone that has taken all and is still sending", async () => {
    await start(() => [], { sendTimeout: 40 });
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.write("POST /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 20\r\n\r\n");
    let isSent = false;
    const sending = (async () => {
      for (let piece = 0; piece < 20; piece += 1) {
        await setTimeout(10);
        if (!socket.destroyed) socket.write("x");
      }
      isSent = true;
    })();
    await once(socket.resume(), "close");
    expect(isSent).to.equal(true);
    await sending;
  });

  it("are not made for requests whose connection has not taken those before", async () => {
    await start(() => HEAVY);
    const socket = await askWithoutReading(200);
    // When this response arrives, the requests that were sent with the first one have been parsed.
    await (await get(`${PATH}?_fields=total`)).text();
    expect(made).to.equal(2);
    const [connection] = await Promise.all([accepted(), askWithoutReading()]);
    socket.destroy();
    connection.destroy();
    await (await get(`${PATH}?_fields=total`)).text();
    expect(made).to.equal(4);
  });

  it("answer requests that are sent at once one after another, each whole", async () => {
    let count = 0;
    await start(() => [viewOf(++count, "short")]);
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.write(
      `GET ${PATH}?_fields=events.id HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(49) +
        `GET ${PATH}?_fields=events.id HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    let text = "";
    for await (const chunk of socket) text += chunk;
    const ids = [...text.matchAll(/\{"events":\[\{"id":(\d+)\}\]\}/g)].map(([, id]) => Number(id));
    expect(ids).to.deep.equal(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it("wait until there is room, in the order of arrival, while others are answered", async () => {
    await start(() => HEAVY);
    const clients = Array.from({ length: 12 }, () => ({ connection: askWithoutReading(), isBegun: false }));
    for (const client of clients) {
      client.connection.then(
        () => {
          client.isBegun = true;
        },
        () => undefined,
      );
    }
    const begun = (): number => clients.filter(({ isBegun }) => isBegun).length;
    await Promise.race(clients.map(({ connection }) => connection));
    while (made < 12) await (await get("/wp-json/tribe/events/v1")).text();
    await (await get("/wp-json/tribe/events/v1")).text();
    const first = begun();
    // One client may use 48 MiB, and each list takes 8 MiB.
    expect(first).to.be.within(1, 6);
    for (const socket of sockets.splice(0, first)) socket.destroy();
    while (begun() < first + 1) await (await get("/wp-json/tribe/events/v1")).text();
    expect(made).to.be.above(12);
  });

  it("leave as much time for others as the making of each one takes", async () => {
    await start(() => {
      now += 50;
      return [];
    });
    const many = Array.from({ length: 40 }, () => get(`${PATH}?per_page=100`));
    await (await get("/healthz")).text();
    expect(made).to.be.below(20);
    await Promise.all(many);
    expect(made).to.equal(40);
  });

  it("keep nobody waiting behind all that another client has asked for", async () => {
    const ends: (() => void)[] = [];
    const list = (): Promise<readonly EventView[]> => new Promise((resolve) => ends.push(() => resolve([])));
    await start(list, { trustProxy: 1 });
    let asked = 0;
    server.on("request", () => {
      asked += 1;
    });
    const answered: string[] = [];
    const ask = async (address: string): Promise<void> => {
      await (await get(`${PATH}?per_page=100`, { "x-forwarded-for": address })).text();
      answered.push(address);
    };
    const many = Array.from({ length: 40 }, () => ask("192.0.2.1"));
    // Number of lists that one client may read at the same time.
    while (asked < 40 || made < 8) await (await get("/healthz")).text();
    const other = ask("192.0.2.2");
    while (made < 9) await (await get("/healthz")).text();
    ends[8]?.();
    while (answered.length < 1) await (await get("/healthz")).text();
    expect(answered).to.deep.equal(["192.0.2.2"]);
    for (let end = 0; end < 41; end += 1) {
      while (made <= end) await (await get("/healthz")).text();
      ends[end]?.();
    }
    await Promise.all([...many, other]);
  });

  it("make room when their clients go away, also while they wait", async () => {
    await start(() => HEAVY);
    for (let round = 0; round < 3; round += 1) {
      const clients = Array.from({ length: 10 }, () => askWithoutReading().catch(() => undefined));
      await Promise.race(clients);
      for (const socket of sockets.splice(0)) socket.destroy();
    }
    expect((await (await get()).text()).length).to.be.above(9_000_000);
  });
});
