import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ANONYMOUS } from "@kalends/core";
import { createPostStatuses } from "@kalends/core/interface";
import {
  createCalendarMiddleware,
  createInterface,
  createSharedResources,
  type InterfaceDeps,
} from "@kalends/http";
import { expect } from "chai";
import Koa from "koa";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { SETTINGS } from "./fake-app.ts";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const MEMORY = 32 * 1024 * 1024;
const DOC = "/wp-json/tribe/events/v1/doc";

interface Read {
  readonly status: number | undefined;
  readonly etag: string | undefined;
  readonly length: number;
  readonly language: string | undefined;
  readonly encoding: string | undefined;
  readonly text: string;
}

describe("descriptions of the interface that never change", () => {
  let calendar: TestCalendar;
  const servers: Server[] = [];

  before(async () => {
    calendar = await openCalendar();
  });
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  after(() => calendar.store.close());

  /** Starts a server that caches no responses. Only earlier requests fill its cache of descriptions. */
  const start = async (
    cacheMemory: number,
    extraMembers: NonNullable<InterfaceDeps["extraMembers"]> = {},
  ) => {
    const settings = { ...SETTINGS, cacheMemory, locales: [{ name: "fr" }] };
    const stopwatch = { now: () => 0 };
    const answering = createSharedResources({ stopwatch, settings });
    const app = new Koa();
    app.use(
      createCalendarMiddleware({
        ...{ logger: SILENT, stopwatch, settings, answering },
        interface: createInterface({
          stopwatch: { now: () => 0 },
          ...{ operations: calendar.operations, logger: SILENT, settings, extraMembers },
        }),
        identify: async () => ANONYMOUS,
        postStatuses: createPostStatuses(),
        blobStore: createMemoryBlobStore(),
      }),
    );
    const server = createServer(app.callback());
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const read = async (
      path: string,
      headers: Readonly<Record<string, string>> = {},
      method = "GET",
    ): Promise<Read> => {
      const sent = request({ port, path, method, headers: { host: "calendar.example", ...headers } });
      sent.end();
      const [answer] = await once(sent, "response");
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      return {
        status: answer.statusCode,
        etag: answer.headers.etag,
        length: Number(answer.headers["content-length"]),
        language: answer.headers["content-language"],
        encoding: answer.headers["content-encoding"],
        text: Buffer.concat(chunks).toString(),
      };
    };
    return { read, use: () => answering.cacheUses().fragments };
  };

  it("are written once, whatever else the query says", async () => {
    const { read, use } = await start(MEMORY);
    const first = await read(`${DOC}?x=1`);
    expect(JSON.parse(first.text)).to.deep.include({
      servers: [{ url: `http://calendar.example${DOC.replace(/doc$/, "")}` }],
    });
    expect(first.etag).to.equal(`"${hash("sha1", first.text, "base64url")}"`);
    for (const query of ["x=2", "_fields=", "context=help"])
      expect(await read(`${DOC}?${query}`)).to.deep.equal(first);
    expect(await read(`${DOC}?x=3`, {}, "HEAD")).to.deep.equal({ ...first, text: "" });
    expect(await read(`${DOC}?x=4`, { "if-none-match": String(first.etag) })).to.include({
      ...{ status: 304, etag: first.etag, text: "" },
    });
    expect(await read(`${DOC}?x=5`, { "accept-encoding": "gzip" })).to.include({ encoding: "gzip" });
    expect(use()).to.include({ misses: 1, hits: 6 });
  });

  it("are those of their version, language and address, as they would be without", async () => {
    const [kept, made] = [await start(MEMORY), await start(0)];
    const asked: readonly (readonly [path: string, host: string])[] = [
      [DOC, "calendar.example"],
      [`${DOC}?version=3.1`, "calendar.example"],
      [`${DOC}?version=2.0`, "calendar.example"],
      [`/fr${DOC}`, "calendar.example"],
      [DOC, "other.example"],
    ];
    const texts = new Set<string>();
    for (let round = 0; round < 2; round += 1)
      for (const [path, host] of asked) {
        const answer = await kept.read(path, { host });
        expect(answer, `${host} ${path}`).to.deep.equal(await made.read(path, { host }));
        texts.add(answer.text);
      }
    expect(texts.size).to.equal(asked.length);
    expect(kept.use()).to.include({ misses: asked.length, hits: asked.length });
  });

  it("are cut to the members that are asked for", async () => {
    const { read, use } = await start(MEMORY);
    await read(DOC);
    const { text } = await read(`${DOC}?_fields=info.title,servers`);
    expect(Object.keys(JSON.parse(text))).to.have.members(["info", "servers"]);
    expect(Object.keys(JSON.parse(text).info)).to.deep.equal(["title"]);
    expect((await read(`/fr${DOC}?_fields=info`)).language).to.equal("fr");
    expect((await read(`${DOC}?version=4`)).status).to.equal(400);
    expect(use()).to.include({ misses: 1, hits: 0 });
  });

  it("take no more memory than there is for them, whatever hosts are asked", async () => {
    const { read, use } = await start(MEMORY / 8);
    for (let host = 0; host < 12; host += 1) await read(DOC, { host: `${host}.example` });
    expect(use()).to.include({ misses: 12 });
    expect(use()?.bytes).to.be.within(100_000, MEMORY / 16);
  });

  it("are sent in portions where they are long, written once", async () => {
    const long = { type: "string", description: "Long, ü. ".repeat(200_000) } as const;
    const [kept, made] = [await start(MEMORY, { Event: { long } }), await start(0, { Event: { long } })];
    const first = await kept.read(`${DOC}?x=1`, { "accept-encoding": "gzip" });
    expect(first.length).to.be.greaterThan(1_800_000).and.to.equal(Buffer.byteLength(first.text));
    expect(first).to.include({ encoding: undefined, etag: `"${hash("sha1", first.text, "base64url")}"` });
    expect(await kept.read(`${DOC}?x=2`)).to.deep.equal(first);
    expect(await made.read(DOC)).to.deep.equal(first);
    expect(kept.use()).to.include({ misses: 1, hits: 1 });
  });
});
