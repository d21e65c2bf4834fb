import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CalendarError, isCalendarError, type Logger } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { type Calendar, createCalendar, type Identity } from "kalends";
import * as driver from "mongodb";
import { aPicture } from "../http/pictures.ts";
import { describeWithServer, newDatabase } from "../mongodb/shared-server.ts";
import { createSecondCopies, type SecondCopies } from "../second-copies.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const identity = (): Identity => ({ id: 1, roles: ["administrator"] });

/** Code of a plugin that refuses requests at every extension point. */
const PLUGIN = `
  import { CalendarError, eventFilter, invalidParameter, pluginRoute } from "@kalends/core/plugin";

  const refusals = {
    bad: () => invalidParameter("colour", { reason: "not-one-of", values: { values: "red, blue" } }),
    away: () => new CalendarError("rest_storage_unavailable", {}, { cause: new Error("no light") }),
    newer: () => new CalendarError("rest_code_of_tomorrow"),
  };
  const parameters = { colour: { description: "A colour.", type: "string" } };

  export const plugin = () => ({
    name: "colours",
    setup: () => ({ eventFilters: [
      eventFilter({
        parameters,
        async narrow(query, { colour }) {
          if (colour in refusals) throw refusals[colour]();
          return query;
        },
        decorates: { event: { painted: { type: "boolean" } } },
        decorate(event, venue, { colour }) {
          if (colour === "dark") throw refusals.away();
          return { event: { painted: true } };
        },
      }),
    ],
    routes: [
      pluginRoute({
        method: "GET",
        path: "/colours",
        description: "Colours.",
        parameters,
        permits: () => true,
        async run({ colour }) {
          throw refusals[colour]();
        },
      }),
    ] }),
  });`;

describe("a copy of @kalends/core of somebody else's", () => {
  let copies: SecondCopies;
  let Foreign: typeof CalendarError;
  let calendar: Calendar;
  let server: HostServer;
  let logged: string[];

  const logger = (): Logger => {
    const log = (message: string): void => void logged.push(message);
    return { debug: () => {}, info: () => {}, warn: log, error: log };
  };
  const open = async (options: Parameters<typeof createCalendar>[0] = {}): Promise<void> => {
    calendar = await createCalendar({
      storage: "sqlite::memory:",
      clock: CLOCK,
      identity,
      media: join(copies.directory, "media"),
      logger: logger(),
      ...options,
    });
    server = await listen(calendar.callback);
  };

  before(async () => {
    copies = createSecondCopies("@kalends/core");
    writeFileSync(join(copies.directory, "plugin.mjs"), PLUGIN);
    const path = join(copies.directory, "node_modules/@kalends/core/dist/plugin.js");
    ({ CalendarError: Foreign } = await import(pathToFileURL(path).href));
  });
  after(() => copies.remove());
  beforeEach(() => {
    logged = [];
  });
  afterEach(async () => {
    await server.close();
    await calendar.close();
  });

  it("makes errors of another class, which are known all the same", async () => {
    await open();
    const error = new Foreign("rest_forbidden");
    expect(error).not.to.be.instanceOf(CalendarError);
    expect([error, new CalendarError("rest_forbidden")].map(isCalendarError)).to.deep.equal([true, true]);
    const others = [undefined, null, "rest_forbidden", new Error("no"), { code: "rest_forbidden" }];
    expect(others.filter(isCalendarError)).to.deep.equal([]);
  });

  for (const path of ["/events", "/colours"]) {
    it(`lets a plugin refuse GET ${path}`, async () => {
      await open({ plugins: [join(copies.directory, "plugin.mjs")] });
      const bad = await server.get(`${path}?colour=bad`);
      expect(bad.status).to.equal(400);
      expect(bad.body).to.include({ code: "rest_invalid_param" });
      expect(bad.body.data.params).to.have.all.keys("colour");
      const away = await server.get(`${path}?colour=away`);
      expect(away.status).to.equal(503);
      expect(away.body).to.include({ code: "rest_storage_unavailable" });
      expect(Number(away.headers["retry-after"])).to.be.above(0);
      expect(logged).to.deep.equal(["unavailable at the moment"]);
      const newer = await server.get(`${path}?colour=newer`);
      expect(newer.status).to.equal(500);
      expect(newer.body).to.include({ code: "internal_server_error" });
      expect(newer.body.data.request_id).to.be.a("string");
      expect(logged).to.deep.equal(["unavailable at the moment", "a request failed"]);
    });
  }

  it("lets what a plugin adds say that the storage is away", async () => {
    await open({ plugins: [join(copies.directory, "plugin.mjs")] });
    await calendar.as(identity()).events.create(AN_EVENT);
    expect((await server.get("/events?colour=green")).body.events[0]).to.include({ painted: true });
    expect((await server.get("/events?colour=dark")).status).to.equal(503);
  });

  it("lets a store say that it is away", async () => {
    const store: Store = await openSqliteStore(":memory:");
    const list = async () => {
      throw new Foreign("rest_storage_unavailable", {}, { cause: new Error("no disk") });
    };
    await open({ storage: { ...store, events: { ...store.events, list } } });
    expect((await server.get("/events")).status).to.equal(503);
    const error = await calendar
      .as()
      .events.list({})
      .catch((reason: unknown) => reason);
    expect(error).to.satisfy(isCalendarError).and.include({ code: "rest_storage_unavailable" });
    await store.close();
  });
});

describeWithServer("a calendar in the database of a driver that is a copy of the host's", function () {
  this.timeout(60_000);
  let copies: SecondCopies;
  let copy: typeof driver;
  let client: driver.MongoClient;
  let calendar: Calendar;
  let server: HostServer;

  before(() => {
    copies = createSecondCopies("mongodb", "bson");
    copy = createRequire(join(copies.directory, "index.js"))("mongodb");
    expect(copy.MongoServerError).not.to.equal(driver.MongoServerError);
    expect(copy.ObjectId).not.to.equal(driver.ObjectId);
  });
  after(() => copies.remove());

  beforeEach(async () => {
    const address = await newDatabase();
    client = await new copy.MongoClient(address).connect();
    const db = client.db(new URL(address).pathname.slice(1));
    calendar = await createCalendar({ storage: { db }, clock: CLOCK, identity });
    server = await listen(calendar.callback);
  });
  afterEach(async () => {
    await server.close();
    await calendar.close();
    await client.close();
  });

  it("creates events of one title at once, with the same venue, under different slugs", async () => {
    const json = { ...AN_EVENT, venue: { venue: "Town hall" } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.post("/events", { json })));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(10);
    expect(new Set(answers.map(({ body }) => body.slug)).size).to.equal(10);
    expect(new Set(answers.map(({ body }) => body.venue.id)).size).to.equal(1);
    expect((await server.get("/events")).body.total).to.equal(10);
  });

  it("keeps every change of several that are made to one event at once", async () => {
    const { body } = await server.post("/events", { json: AN_EVENT });
    const changes = Array.from({ length: 10 }, (_, index) => ({ json: { title: `Fair ${index}` } }));
    const answers = await Promise.all(
      changes.map((change) => server.send("PATCH", `/events/${body.id}`, change)),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
  });

  it("keeps the files of images, once each", async () => {
    const headers = { "content-type": "image/png", "content-disposition": 'inline; filename="fair.png"' };
    const raw = await aPicture(200, 200);
    const uploads = await Promise.all([1, 2, 3].map(() => server.post("/images", { raw, headers })));
    expect(uploads.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    for (const { body } of uploads) {
      const file = await fetch(server.origin + new URL(body.url).pathname);
      expect(Buffer.from(await file.arrayBuffer()).equals(raw)).to.equal(true);
    }
  });

  it("opens at the same time in several processes' stead", async () => {
    const opened = await Promise.all(
      Array.from({ length: 4 }, () =>
        createCalendar({ storage: { db: client.db(), prefix: "new_" }, clock: CLOCK, identity }),
      ),
    );
    for (const each of opened) await each.close();
  });

  it("answers 503 once the client is closed", async () => {
    await client.close();
    expect((await server.get("/events")).status).to.equal(503);
    expect((await server.post("/events", { json: AN_EVENT })).status).to.equal(503);
  });
});
