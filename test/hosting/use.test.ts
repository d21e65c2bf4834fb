import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import Koa, { type Middleware } from "koa";
import { firstStore } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const identity: NonNullable<CalendarOptions["identity"]> = ({ method }) =>
  method === "GET" ? undefined : { id: 7, roles: ["administrator"] };
const CLOSED = { code: "closed", message: "Closed until Monday.", data: { status: 423 } };
const EVENTS = "/tribe/events/v1/events";

for (const { name, open } of firstStore) {
  describe(`a middleware of the host, on ${name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let server: HostServer;

    const start = async (use: Middleware, options: CalendarOptions = {}): Promise<void> => {
      const media = createMemoryBlobStore();
      calendar = await createCalendar({
        ...{ storage: store, media, clock: CLOCK, scheduler: false, identity, use },
        ...options,
      });
      server = await listen(calendar.callback);
    };
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await server.close();
      await calendar.close();
      await store.close();
    });

    it("is told who asks for what, also for responses that were kept", async () => {
      const seen: unknown[] = [];
      await start(async (ctx, next) => {
        // The test client also requests the OpenAPI document.
        if (ctx.path.endsWith("/events")) seen.push(ctx.state.calendar);
        ctx.set("X-Host", "yes");
        await next();
      });
      const created = await server.post("/events", { json: AN_EVENT });
      const read = await server.get("/events");
      const again = await server.get("/events");
      expect([created.status, read.status, again.status]).to.deep.equal([201, 200, 200]);
      expect([read, again].map(({ headers }) => headers["x-host"])).to.deep.equal(["yes", "yes"]);
      expect(seen).to.deep.equal([
        { user: 7, method: "POST", path: EVENTS },
        { user: undefined, method: "GET", path: EVENTS },
        { user: undefined, method: "GET", path: EVENTS },
      ]);
    });

    it("answers itself where it does not go on, and nothing is written or kept", async () => {
      let isClosed = true;
      await start(async (ctx, next) => {
        if (!isClosed) return next();
        ctx.status = 423;
        ctx.body = CLOSED;
      });
      const refused = await server.post("/events", { json: AN_EVENT });
      expect([refused.status, refused.body]).to.deep.equal([423, CLOSED]);
      expect((await server.get("/events")).status).to.equal(423);
      isClosed = false;
      const { status, body } = await server.get("/events");
      expect([status, body.events]).to.deep.equal([200, []]);
    });

    it("decides nothing by what it changes of the context, nor by what it makes of the answer", async () => {
      await start(async (ctx, next) => {
        ctx.state.calendar = { user: 1, method: "DELETE", path: "/" };
        ctx.state.user = { roles: ["administrator"] };
        ctx.method = "DELETE";
        ctx.path = "/elsewhere";
        await next();
        ctx.body = "changed";
      });
      const { status, body } = await server.get("/events");
      expect([status, body.events]).to.deep.equal([200, []]);
      expect((await server.get("/events")).body.events).to.deep.equal([]);
    });

    it("fails as the calendar does, and the next request is answered", async () => {
      let fails = true;
      await start(
        async (_ctx, next) => {
          if (fails) throw new Error("the host has failed");
          await next();
        },
        { logger: { debug() {}, info() {}, warn() {}, error() {} } },
      );
      const { status, body } = await server.get("/events");
      expect([status, body.code]).to.deep.equal([500, "internal_server_error"]);
      fails = false;
      expect((await server.get("/events")).status).to.equal(200);
    });

    it("decides nothing by the query and the method that it changes, also of what is kept", async () => {
      await start(async (ctx, next) => {
        if (ctx.get("X-Change") !== "") {
          ctx.querystring = "per_page=1&other=2";
          ctx.method = "HEAD";
        }
        await next();
        ctx.method = "HEAD";
      });
      const changed = await server.get("/events?unknown=1", { headers: { "x-change": "yes" } });
      const kept = await server.get("/events");
      for (const { status, body } of [changed, kept]) {
        expect(status).to.equal(200);
        expect(body.rest_url).to.contain("per_page=10");
      }
    });

    it("decides nothing by the headers that it changes, also of what is kept", async () => {
      const changes: Readonly<Record<string, Record<string, string | undefined>>> = {
        tag: { "if-match": '"0"' },
        missing: { "if-match": undefined },
        method: { "x-http-method-override": "DELETE" },
        form: { accept: "text/calendar", "accept-encoding": "gzip", prefer: "handling=strict" },
        known: { "if-none-match": "*" },
        type: { "content-type": "text/plain", "transfer-encoding": "chunked" },
        key: { "idempotency-key": "one-key" },
      };
      await start(async (ctx, next) => {
        const change = changes[ctx.get("X-Change")];
        if (change === undefined) return next();
        // The headers are changed in place, and also replaced as an object.
        Object.assign(ctx.headers, change);
        ctx.accepts("json");
        if (ctx.get("X-Whole") !== "") ctx.req.headers = { ...ctx.headers };
        await next();
        Object.assign(ctx.headers, change);
      });
      const created = await server.post("/events", { json: AN_EVENT });
      const { id } = created.body;
      for (const whole of ["", "yes"]) {
        const headers = (name: string): Record<string, string> => ({
          "x-change": name,
          ...(whole !== "" && { "x-whole": whole }),
        });
        const first = await server.get(`/events?unknown=${whole}`, { headers: headers("form") });
        const kept = await server.get(`/events?unknown=${whole}`);
        // A client that sends its own headers does not accept compressed responses.
        expect(first.headers["content-encoding"]).to.equal(undefined);
        for (const { status, headers: sent, body } of [first, kept]) {
          expect([status, sent["content-type"]]).to.deep.equal([200, "application/json; charset=UTF-8"]);
          expect(sent["preference-applied"]).to.equal(undefined);
          expect(sent["cache-control"]).to.include("public");
          expect(body.events).to.have.length(1);
        }
        for (const name of ["method", "known"])
          expect((await server.get(`/events/${id}`, { headers: headers(name) })).status, name).to.equal(200);
        const tagged = await server.post(`/events/${id}`, {
          json: { title: "New" },
          headers: headers("tag"),
        });
        expect(tagged.status).to.equal(200);
        const stale = await server.post(`/events/${id}`, {
          json: { title: "Newer" },
          headers: { ...headers("missing"), "if-match": '"0"' },
        });
        expect(stale.status).to.equal(412);
        const typed = await server.post(`/events/${id}`, {
          json: { title: "Typed" },
          headers: headers("type"),
        });
        expect([typed.status, typed.body.title]).to.deep.equal([200, "Typed"]);
        for (const title of ["One", "Two"]) {
          const keyed = await server.post("/events", {
            json: { ...AN_EVENT, title, status: "draft" },
            headers: headers("key"),
          });
          expect([keyed.status, keyed.body.title]).to.deep.equal([201, title]);
        }
      }
    });

    it("signs nobody in by the headers that it changes", async () => {
      const users: unknown[] = [];
      await start(
        async (ctx, next) => {
          if (ctx.path.endsWith("/events")) users.push(ctx.state.calendar.user);
          ctx.headers["x-user"] = "7";
          await next();
        },
        {
          identity: ({ headers }) =>
            headers["x-user"] === undefined
              ? undefined
              : { id: Number(headers["x-user"]), roles: ["administrator"] },
          changes: true,
        },
      );
      const refused = await server.post("/events", { json: AN_EVENT });
      expect([refused.status, users]).to.deep.equal([401, [undefined]]);
      const batch = await server.post("/batch", {
        json: { requests: [{ method: "POST", path: "/events", body: AN_EVENT }] },
      });
      expect(batch.body.responses[0].status).to.equal(401);
    });

    it("goes on once, also where it does not wait for it", async () => {
      await start((_ctx, next) => {
        void next();
        void next();
      });
      const created = await server.post("/events", { json: AN_EVENT });
      expect([created.status, created.body.title]).to.deep.equal([201, AN_EVENT.title]);
      const { status, body } = await server.get("/events/999");
      expect([status, body.code]).to.deep.equal([404, "rest-event-not-found"]);
    });

    it("is a function, or a mistake that is named", async () => {
      await start(async (_ctx, next) => next());
      const options = { storage: store, use: "log" } as unknown as CalendarOptions;
      const failure = await createCalendar(options).catch((error: unknown) => String(error));
      expect(failure).to.contain("use is not a function");
    });

    it("leaves the context of a Koa host as it was", async () => {
      await start(async (_ctx, next) => next());
      const app = new Koa();
      const seen: unknown[] = [];
      const look: Middleware = async (ctx, next) => {
        const before = { params: { id: "9" }, routerPath: "/own", router: "mine" };
        Object.assign(ctx, before);
        await next();
        const { params, routerPath, router, method, path, matched } = ctx;
        if (path.endsWith("/events")) seen.push({ params, routerPath, router, method, path, matched });
      };
      app.use(look);
      app.use(calendar.middleware);
      const host = await listen(app.callback());
      const { status } = await host.get("/events");
      await host.close();
      expect(status).to.equal(200);
      expect(seen).to.deep.equal([
        {
          ...{ params: { id: "9" }, routerPath: "/own", router: "mine" },
          ...{ method: "GET", path: "/wp-json/tribe/events/v1/events", matched: undefined },
        },
      ]);
    });
  });
}
