import type { LogFields } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import {
  type Calendar,
  type CalendarOptions,
  createCalendar,
  OperatorError,
  type ReportedRequest,
  type StoreCall,
} from "kalends";
import { aPicture } from "../http/pictures.ts";
import { firstStore } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const identity: NonNullable<CalendarOptions["identity"]> = () => ({ id: 1, roles: ["administrator"] });
const ROOT = "/wp-json/tribe/events/v1";
const DOC = `${ROOT}/doc`;

for (const { name, open } of firstStore) {
  describe(`hooks for timings, on ${name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let server: HostServer;
    let errors: (readonly [message: string, fields: LogFields | undefined])[];

    const start = async (options: CalendarOptions): Promise<void> => {
      const logger = {
        debug() {},
        info() {},
        warn() {},
        error: (message: string, fields?: LogFields) => void errors.push([message, fields]),
      };
      const media = createMemoryBlobStore();
      calendar = await createCalendar({
        storage: store,
        clock: CLOCK,
        media,
        logger,
        scheduler: false,
        ...options,
      });
      server = await listen(calendar.callback);
    };
    beforeEach(async () => {
      errors = [];
      store = await open();
    });
    afterEach(async () => {
      await server.close();
      await calendar.close();
      await store.close();
    });

    it("call onRequest with each answer and the pattern of its route", async () => {
      const requests: ReportedRequest[] = [];
      await start({
        identity,
        locales: ["fr"],
        onRequest: (request) => {
          // The test client also requests the OpenAPI document.
          if (request.route !== DOC) requests.push(request);
        },
      });
      const raw = await aPicture();
      const image = await server.post("/images", { raw, headers: { "content-type": "image/png" } });
      const { body } = await server.post("/events", { json: AN_EVENT });
      const asked = [
        await server.get(`/events/${body.id}`),
        await server.get(`/events/by-slug/${body.slug}`),
        await server.get("//fr/wp-json/tribe/events/v1/events?page=1"),
        await server.get("/"),
        await server.get("//wp-json/"),
        await server.get("/events/99999"),
        await server.get("/nothing/7"),
        await server.get(`/${new URL(image.body.url).pathname}`),
        await server.send("DELETE", `/events/${body.id}`),
      ];
      expect(requests.slice(2).map(({ method, route, status }) => [method, route, status])).to.deep.equal([
        ["GET", `${ROOT}/events/{id}`, 200],
        ["GET", `${ROOT}/events/by-slug/{slug}`, 200],
        ["GET", `${ROOT}/events`, 200],
        ["GET", ROOT, 200],
        ["GET", "/wp-json/", 200],
        ["GET", `${ROOT}/events/{id}`, 404],
        ["GET", undefined, 404],
        ["GET", "/wp-json/media/{file}", 200],
        ["DELETE", `${ROOT}/events/{id}`, 200],
      ]);
      expect(requests.slice(2).map(({ requestId }) => requestId)).to.deep.equal(
        asked.map(({ headers }) => headers["x-request-id"]),
      );
      for (const { milliseconds, storeMilliseconds = -1 } of requests) {
        expect(storeMilliseconds).to.be.at.least(0);
        expect(milliseconds).to.be.at.least(storeMilliseconds);
      }
    });

    it("name the route of an answer that was kept, too", async () => {
      const routes: (string | undefined)[] = [];
      await start({ onRequest: ({ route }) => void routes.push(route) });
      await server.get("/events");
      await server.get("/events");
      expect(routes.filter((route) => route !== DOC)).to.deep.equal([`${ROOT}/events`, `${ROOT}/events`]);
    });

    it("call onStoreCall with each question to the store, those of a transaction before it", async () => {
      const calls: StoreCall[] = [];
      await start({ onStoreCall: (call) => void calls.push(call) });
      const taken = (): string[] =>
        calls
          .splice(0)
          .map(({ repository, method, failed }) => `${repository}.${method}${failed ? " failed" : ""}`);
      await calendar.as({ id: 1, roles: ["editor"] }).events.create(AN_EVENT);
      const written = taken();
      expect(written).to.include("events.save").and.include("ids.next");
      expect(written.at(-1)).to.equal("store.transaction");
      await server.get("/events/1");
      expect(taken()).to.include("events.find");
      await calendar.ready();
      expect(taken()).to.deep.equal(["store.ping"]);
      await server.get("/events", { headers: { authorization: `Basic ${btoa("ann:secret word")}` } });
      expect(taken()).to.include("accounts.findByName");
    });

    it("say that a question has failed", async () => {
      const calls: StoreCall[] = [];
      store = { ...store, ping: () => Promise.reject(new Error("gone")) };
      await start({ onStoreCall: (call) => void calls.push(call) });
      calls.length = 0;
      await calendar.ready().catch(() => undefined);
      expect(calls.map(({ method, failed }) => [method, failed])).to.deep.equal([["ping", true]]);
      expect(calls[0]?.milliseconds).to.be.at.least(0);
    });

    it("change nothing when they throw or reject", async () => {
      await start({
        identity,
        onRequest: () => {
          throw new Error("no tracer");
        },
        // A host application in JavaScript can pass this.
        onStoreCall: (async () => {
          throw new Error("no meter");
        }) as NonNullable<CalendarOptions["onStoreCall"]>,
      });
      expect((await server.post("/events", { json: AN_EVENT })).status).to.equal(201);
      expect(new Set(errors.map(([message, fields]) => `${message}: ${fields?.error}`))).to.deep.equal(
        new Set([
          "onStoreCall of the host failed: Error: no meter",
          "onRequest of the host failed: Error: no tracer",
        ]),
      );
    });
  });
}

describe("hooks for timings", () => {
  it("that are no functions are refused at the start", async () => {
    const options = {
      storage: "sqlite::memory:",
      onRequest: "log",
      onStoreCall: {},
    } as unknown as CalendarOptions;
    const error: unknown = await createCalendar(options).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(OperatorError);
    expect(String(error))
      .to.include("onRequest is not a function")
      .and.include("onStoreCall is not a function");
  });
});
