import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@kalends/core/storage";
import Database from "better-sqlite3";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import Koa from "koa";
import { aPicture } from "../http/pictures.ts";
import { firstStore } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const identity = (): Identity => ({ id: 1, roles: ["administrator"] });

/** Substitute for `Promise.withResolvers`, which Node.js 20 does not have. */
const withResolvers = <T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } => {
  const state: { resolve: (value: T) => void } = { resolve() {} };
  const promise = new Promise<T>((resolve) => {
    state.resolve = resolve;
  });
  return { promise, resolve: state.resolve };
};

for (const { name, open } of firstStore) {
  describe(`a calendar inside a host, on ${name}`, () => {
    let store: Store;
    let calendar: Calendar;
    let server: HostServer;

    const start = async (options: CalendarOptions = {}): Promise<Calendar> => {
      calendar = await createCalendar({
        storage: store,
        scheduler: false,
        clock: CLOCK,
        identity,
        ...options,
      });
      return calendar;
    };
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await server.close();
      await calendar.close();
      await store.close();
    });

    it("says so if JSON that a form parser of the host has read was sent as a form", async () => {
      const { callback } = await start();
      server = await listen(async (request, response) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of request) chunks.push(chunk);
        // A form parser treats the JSON text as a name without a value.
        Object.assign(request, { body: { [Buffer.concat(chunks).toString()]: "" } });
        callback(request, response);
      });
      const { status, body } = await server.post("/events", { form: JSON.stringify(AN_EVENT) });
      expect([status, body.code]).to.deep.equal([400, "rest_invalid_json"]);
      expect(body.message).to.contain("`Content-Type: application/json`");
    });

    it("says which of its two functions is for which host", async () => {
      const { callback, middleware } = await start();
      const app = new Koa();
      const failures: string[] = [];
      app.on("error", ({ message }: Error) => failures.push(message));
      app.use(callback as never);
      server = await listen(app.callback());
      expect((await fetch(`${server.origin}/wp-json/`)).status).to.equal(500);
      expect(failures).to.deep.equal([
        "`callback` takes (request, response, next) of Node. In Koa use `middleware`.",
      ]);
      // Express would call the middleware with values that are not a Koa context.
      expect(() => middleware({ url: "/" } as never, {} as never)).to.throw(
        TypeError,
        "In Express, Fastify and on node:http use `callback`.",
      );
    });

    it("refuses listeners to what never happens", async () => {
      const { events } = await start();
      server = await listen(() => undefined);
      expect(() => events.on("event.publish" as "event.published", () => undefined)).to.throw(
        TypeError,
        "event.publish is not a domain event; known names: event.created, ",
      );
      expect(() => events.on("event.published", undefined as never)).to.throw(TypeError, "is not a function");
    });

    it("is one middleware of a Koa application that leaves all else as it is", async () => {
      const { middleware } = await start();
      const seen: unknown[] = [];
      const app = new Koa();
      app.on("error", (error) => seen.push(error));
      app.use(async (ctx, next) => {
        ctx.state.user = "alma";
        await next();
        seen.push(ctx.state.user);
      });
      app.use(middleware);
      app.use((ctx) => {
        ctx.body = `the host's ${ctx.url}`;
      });
      server = await listen(app.callback());
      expect((await server.post("/events", { json: AN_EVENT })).status).to.equal(201);
      expect((await server.get("//wp-json-of-mine?x=1")).text).to.equal("the host's /wp-json-of-mine?x=1");
      expect((await server.get("//healthz")).text).to.equal("the host's /healthz");
      expect((await server.get("//")).text).to.equal("the host's /");
      expect((await server.get("/nothing")).body.code).to.equal("rest_no_route");
      expect([...new Set(seen)]).to.deep.equal(["alma"]);
    });

    it("takes /?rest_route= only when that is asked for", async () => {
      const { middleware } = await start();
      const app = new Koa().use(middleware).use((ctx) => {
        ctx.body = "home";
      });
      server = await listen(app.callback());
      expect((await server.get("/?rest_route=/tribe/events/v1/events")).body.events).to.deep.equal([]);
      expect((await server.get("/?page=2")).text).to.equal("home");
    });

    it("is one handler (request, response, next) that passes on what is not its own", async () => {
      const { callback } = await start();
      server = await listen((request, response) => {
        response.statusCode = 202;
        callback(request, response, (error) => response.end(`next ${error ?? ""}${request.url}`));
      });
      const passed = await server.get("//elsewhere?x=1");
      expect([passed.status, passed.text]).to.deep.equal([202, "next /elsewhere?x=1"]);
      expect(passed.headers).to.not.have.any.keys("content-type", "link", "etag");
      expect((await server.post("/events", { json: AN_EVENT })).status).to.equal(201);
      expect((await server.get("/nothing")).status).to.equal(404);
    });

    it("leaves bodies of others unread, and takes those that the host has read", async () => {
      const { callback } = await start();
      server = await listen(async (request, response) => {
        if (request.headers["x-read"] !== undefined) {
          const chunks: Buffer[] = [];
          for await (const chunk of request) chunks.push(chunk as Buffer);
          Object.assign(request, { body: JSON.parse(Buffer.concat(chunks).toString()) });
        }
        callback(request, response, async () => {
          let text = "";
          for await (const chunk of request) text += String(chunk);
          response.end(text);
        });
      });
      expect((await server.post("//form", { raw: "a=1&b=2" })).text).to.equal("a=1&b=2");
      const parsed = await server.post("/events", { json: AN_EVENT, headers: { "x-read": "yes" } });
      expect(parsed.status).to.equal(201);
    });

    it("finishes what it is answering before it closes, and answers no more afterwards", async () => {
      const asked = withResolvers<void>();
      const known = withResolvers<Identity>();
      const { callback } = await start({
        identity: () => {
          asked.resolve();
          return known.promise;
        },
      });
      const passedOn = withResolvers<void>();
      server = await listen((request, response) =>
        callback(request, response, () => void passedOn.promise.then(() => response.end("host"))),
      );
      const ofTheHost = server.get("//slow");
      const running = server.post("/events", { json: AN_EVENT });
      await asked.promise;
      const closed = calendar.close();
      const late = await server.get("/events");
      expect([late.status, late.body.code]).to.deep.equal([503, "rest_storage_unavailable"]);
      known.resolve(identity());
      expect((await running).status).to.equal(201);
      await closed;
      expect((await server.get("/events")).status).to.equal(503);
      passedOn.resolve();
      expect((await ofTheHost).text).to.equal("host");
    });

    it("takes images that the host has read, and says so when it has left nothing of them", async () => {
      const { callback } = await start({ media: createMemoryBlobStore() });
      server = await listen(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        if (request.headers["x-kept"] !== undefined) Object.assign(request, { body: Buffer.concat(chunks) });
        callback(request, response, () => response.end());
      });
      const raw = await aPicture();
      const headers = { "content-type": "image/png" };
      const kept = await server.post("/images", { raw, headers: { ...headers, "x-kept": "yes" } });
      expect([kept.status, kept.body.width]).to.deep.equal([201, 8]);
      const lost = await server.post("/images", { raw, headers });
      expect([lost.status, lost.body.code]).to.deep.equal([400, "rest_missing_callback_param"]);
    });

    it("has its pages where it is told to", async () => {
      const { callback } = await start({ pages: true });
      server = await listen((request, response) => callback(request, response, () => response.end("host")));
      expect((await server.get("//healthz")).body).to.deep.equal({ status: "ok" });
      expect((await server.get("//other")).text).to.equal("host");
    });
  });
}

describe("a calendar with the host's users in a file", () => {
  it("has no tables for accounts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kalends-"));
    const path = join(folder, "calendar.db");
    const calendar = await createCalendar({ storage: `sqlite:${path}`, identity });
    await calendar.close();
    const database = new Database(path);
    expect(
      database.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'kalends_accounts'").pluck().get(),
    ).to.equal(0);
    database.close();
    rmSync(folder, { recursive: true });
  });
});

describe("createCalendar and close", () => {
  it("leave nothing behind, however often", async () => {
    /** Returns what keeps the process running: resources by kind, and numbers of listeners. */
    const held = (): string =>
      JSON.stringify([
        process.getActiveResourcesInfo().sort(),
        process.eventNames().map((event) => [String(event), process.listenerCount(event)]),
        Object.keys(globalThis).sort(),
      ]);
    const round = async (): Promise<void> => {
      const calendar = await createCalendar({ storage: "sqlite::memory:", identity });
      await calendar.as(identity()).events.create(AN_EVENT);
      const server = createServer(calendar.callback);
      await calendar.close();
      server.close();
    };
    // The first round also loads modules, so it is not measured.
    await round();
    const before = held();
    for (let count = 0; count < 50; count += 1) await round();
    expect(held()).to.equal(before);
  });
});
