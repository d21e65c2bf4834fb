import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DAY } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import type { CalendarOptions } from "kalends";
import { stores, type TestStore } from "../stores.ts";
import { createClient } from "./client.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const SECOND = 1000;
const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

/** Wraps a store. It counts the lists of events. With `revision`, the store reports no revision. */
const watched = (store: TestStore, revision?: () => undefined) => {
  const counted = { lists: 0 };
  const open: TestStore["open"] = async () => {
    const opened = await store.open();
    return {
      ...opened,
      ...(revision && { revision }),
      events: {
        ...opened.events,
        list(query) {
          counted.lists += 1;
          return opened.events.list(query);
        },
      },
    };
  };
  return { open, counted };
};

/** Creates a plugin that adds a member to the events in lists. */
const adding = (pure: boolean | undefined): Plugin => ({
  name: "adding",
  setup: () => ({
    members: [
      {
        // A plugin in JavaScript may set any value.
        pure: pure as boolean,
        record: "venue",
        schemas: {},
        membersOf: (venues) => venues.map(() => ({})),
      },
    ],
  }),
});

for (const store of stores) {
  // rules/interface.md#kept-answers
  describe(`answers that are sent again on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let now: number;
    afterEach(() => calendar.close());

    const start = async (options: CalendarOptions = {}, revision?: () => undefined) => {
      now = NOW;
      const place = watched(store, revision);
      calendar = await startCalendar(place, {
        clock: { now: () => now },
        cacheMemory: 16,
        cacheStaleness: 60,
        ...options,
      });
      return place.counted;
    };
    const WINDOW = "/events?start_date=2031-04-01&end_date=2031-06-01";

    it("cost the store nothing", async () => {
      const counted = await start();
      const first = await calendar.get(WINDOW);
      expect((await calendar.get(WINDOW)).text).to.equal(first.text);
      expect(counted.lists).to.equal(1);
      await calendar.get(WINDOW, { as: "author" });
      expect(counted.lists).to.equal(2);
    });

    it("are made anew where that is switched off", async () => {
      const counted = await start({ cacheMemory: 0 });
      for (const _ of [1, 2]) await calendar.get(WINDOW);
      expect(counted.lists).to.equal(2);
    });

    it("are as old as they may be where nothing says whether they have changed", async () => {
      await start({ cacheStaleness: 10 }, () => undefined);
      expect((await calendar.get(WINDOW)).body.total).to.equal(0);
      await calendar.post("/events", { as: "author", json: EVENT });
      now += 9_999;
      expect((await calendar.get(WINDOW)).body.total).to.equal(0);
      expect((await calendar.get(WINDOW, { as: "author" })).body.total).to.equal(1);
      now += 1;
      expect((await calendar.get(WINDOW)).body.total).to.equal(1);
    });

    it("are never old where they may not be", async () => {
      const counted = await start({ cacheStaleness: 0 }, () => undefined);
      for (const _ of [1, 2]) await calendar.get(WINDOW);
      expect(counted.lists).to.equal(2);
    });

    if (store.name === "sqlite")
      for (const [path, lasts, what] of [
        ["/events?start_date=now", SECOND, "a second where they depend on the time"],
        ["/events", Math.ceil(NOW / DAY) * DAY - NOW, "the day where they depend on the default dates alone"],
      ] as const)
        it(`last for ${what}`, async () => {
          const counted = await start();
          for (const _ of [1, 2]) await calendar.get(path);
          now += lasts - 1;
          await calendar.get(path);
          expect(counted.lists).to.equal(1);
          now += 1;
          await calendar.get(path);
          expect(counted.lists).to.equal(2);
        });

    for (const [pure, lists] of [
      [true, 1],
      [false, 2],
      [undefined, 2],
    ] as const)
      it(`show what a plugin adds that says pure: ${pure}`, async () => {
        const counted = await start({ plugins: [adding(pure)] });
        for (const _ of [1, 2]) await calendar.get(WINDOW);
        expect(counted.lists).to.equal(lists);
      });
  });
}

/** Request headers that reads use. The text says how the response cache takes each header into account. */
const HEADERS: Readonly<Record<string, string>> = {
  host: "part of the key, as the address of the site",
  "x-forwarded-host": "part of the key, as the address of the site",
  "x-forwarded-proto": "part of the key, as the address of the site",
  accept: "part of the key where lists have several forms",
  "x-http-method-override": "nothing is kept with one",
  "transfer-encoding": "nothing is kept with a body",
  "content-length": "nothing is kept with a body",
  "content-type": "says something of a body only",
  authorization: "of the caller: anonymous ones only",
  cookie: "of the caller: anonymous ones only",
  "x-kalends-background": "of the use of sessions, which anonymous callers have none of",
  "sec-fetch-site": "of the caller: anonymous ones only",
  prefer: "of writes, and of timings for editors only",
  "accept-language": "of errors only, which are not kept",
  "x-forwarded-for": "of the log, and of who waits for whom",
  traceparent: "of the log, and of what listeners get",
  "x-request-id": "set on each answer by itself",
  origin: "set on each answer by itself",
  "if-none-match": "looked at when an answer is sent",
  "accept-encoding": "looked at when an answer is sent",
  "cache-control": "looked at when an answer is sent",
};

describe("what reads look at", () => {
  let calendar: StartedCalendar;
  let server: Server;
  const seen = new Set<string>();

  before(async () => {
    const [store] = stores;
    if (store === undefined) throw new Error("There are no stores.");
    calendar = await startCalendar(store, { trustProxy: true, cacheMemory: 0 });
    server = createServer((request, response) => {
      const { headers } = request;
      const watching = new Proxy(headers, {
        get(target, name) {
          seen.add(String(name));
          return Reflect.get(target, name);
        },
      });
      Object.defineProperty(request, "headers", { get: (): IncomingMessage["headers"] => watching });
      calendar.calendar.callback(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
  });

  it("is known, header by header", async () => {
    const { port } = server.address() as AddressInfo;
    const client = createClient(port, new Map());
    for (const path of ["/events", "/events/0", "/venues", "/categories", "/images", "/doc", "", "/nothing"])
      await client.get(path, { headers: { "accept-encoding": "br", "if-none-match": '"x"' } });
    expect(seen).to.include("host");
    expect(Object.keys(HEADERS)).to.include.members([...seen]);
  });
});
