import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccounts } from "@kalends/accounts";
import { utcText } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, OperatorError } from "kalends";
import { aPicture } from "../http/pictures.ts";
import { stores } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";

import { basic } from "./kalends-process.ts";

const START = Date.UTC(2030, 0, 1, 12, 0, 0);
const MINUTE = 60_000;

/** Starts an HTTP server for a calendar. */
const listen = async (calendar: Calendar): Promise<{ readonly origin: string; readonly server: Server }> => {
  const server = createServer(calendar.callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

const stop = (server: Server): Promise<unknown> => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
};

describe("createCalendar", () => {
  it("names every bad or unknown option at once", async () => {
    // A program in JavaScript can pass this.
    const options = { perPage: 0, timezone: "Nowhere", colour: "red" } as CalendarOptions;
    const error = await createCalendar(options).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(OperatorError);
    expect((error as OperatorError).problems).to.have.length(3);
  });

  it("says that it takes an object where it is given an address alone", async () => {
    const error: unknown = await createCalendar("sqlite:./kalends.db" as unknown as CalendarOptions).catch(
      (reason: unknown) => reason,
    );
    expect((error as OperatorError).problems).to.deep.equal([
      'createCalendar takes an object, such as { storage: "sqlite:./kalends.db" }',
    ]);
  });

  it("names the accepted form of each option that only a program can give", async () => {
    const problemsOf = async (options: object): Promise<readonly string[]> => {
      const error: unknown = await createCalendar({
        storage: "sqlite::memory:",
        ...options,
      } as CalendarOptions).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error, JSON.stringify(options)).to.be.instanceOf(OperatorError);
      return (error as OperatorError).problems;
    };
    const database = "an opened Store, or { db, prefix } with a database of the MongoDB driver";
    for (const [name, values, form] of [
      ["storage", [null, {}, { db: 1 }, []], `an address such as sqlite:./kalends.db, ${database}`],
      ["media", [{}, []], "a folder, or an opened BlobStore"],
      ["clock", [() => 1, 7, {}], "{ now: () => Date.now() }"],
      ["logger", [null, false, () => {}, { info() {} }], "{ debug, info, warn, error }, such as console"],
      ["scheduler", ["no", null, 1], "true or false"],
      ["pages", ["yes", null, 0], "true or false"],
      ["authors", [() => true, { isAuthor: true }, "ann"], "{ isAuthor: async (id) => true }"],
      [
        "postStatuses",
        [null, "archived", {}, ["archived"], [{ nme: "archived" }]],
        'a list of objects, such as [{ name: "archived", isPublic: true }]',
      ],
    ] as const) {
      for (const value of values)
        expect(await problemsOf({ [name]: value }), `${name}: ${value}`).to.deep.equal([
          `${name} must be ${form}`,
        ]);
    }
    expect(await problemsOf({ mountpath: "/x" })).to.deep.equal([
      "createCalendar: mountpath is unknown; did you mean mountPath?",
    ]);
    expect(await problemsOf({ beforesave() {} })).to.deep.equal([
      "createCalendar: beforesave is unknown; did you mean beforeSave?",
    ]);
  });

  it("refuses a store whose functions are those of a class: copies would lack them", async () => {
    const store = await openSqliteStore(":memory:");
    const inherited = Object.create(store) as typeof store;
    const events = Object.create(store.events) as typeof store.events;
    for (const storage of [inherited, { ...store, events }]) {
      const error = await createCalendar({ storage, identity: () => undefined }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(OperatorError);
      expect(String(error)).to.contain("must be plain objects");
    }
    // The calendar must not close a store that the caller has opened.
    await store.ping();
    await store.close();
  });

  it("refuses an identity that is no function, and origins that no browser sends", async () => {
    const trustedOrigins = ["https://admin.example", "https://admin.example/", "admin.example", "null"];
    const options = { identity: "alma", trustedOrigins } as unknown as CalendarOptions;
    const error = await createCalendar({ ...options, storage: "sqlite::memory:" }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(OperatorError);
    expect((error as OperatorError).problems.map((problem) => problem.split(",")[0])).to.deep.equal([
      "identity is not a function",
      'trustedOrigins has "https://admin.example/"',
      'trustedOrigins has "admin.example"',
      'trustedOrigins has "null"',
    ]);
  });

  it("answers its interface but no other path, unless it has the server to itself", async () => {
    for (const pages of [false, true]) {
      const calendar = await createCalendar({ storage: "sqlite::memory:", pages });
      const { origin, server } = await listen(calendar);
      expect((await fetch(`${origin}/wp-json/tribe/events/v1/events`)).status).to.equal(200);
      expect((await fetch(`${origin}/healthz`)).status).to.equal(pages ? 200 : 404);
      await stop(server);
      await calendar.close();
    }
  });

  // rules/images.md#image-storage
  it("keeps images where it is told, also in a store of files that is open already", async () => {
    const directory = mkdtempSync(join(tmpdir(), "kalends-"));
    const blobStore = createMemoryBlobStore();
    for (const media of [join(directory, "pictures"), blobStore]) {
      const store = await openSqliteStore(":memory:");
      const accounts = createAccounts({ store: await store.openAccounts(), clock: { now: () => START } });
      const added = await accounts.add("ann", "author");
      const calendar = await createCalendar({ storage: store, media });
      const { origin, server } = await listen(calendar);
      expect(existsSync(join(directory, "pictures"))).to.equal(media === blobStore);
      const answer = await fetch(`${origin}/wp-json/tribe/events/v1/images`, {
        method: "POST",
        headers: { authorization: basic("ann", added?.password ?? ""), "content-type": "image/png" },
        body: new Uint8Array(await aPicture()),
      });
      const { url } = (await answer.json()) as { readonly url: string };
      expect((await fetch(url)).status).to.equal(200);
      const name = new URL(url).pathname.replace("/wp-json/media/", "");
      if (typeof media === "string") expect(existsSync(join(media, name))).to.equal(true);
      else expect(media.names()).to.deep.equal([name]);
      await stop(server);
      await calendar.close();
      await store.close();
    }
    rmSync(directory, { recursive: true });
  });

  it("closes the store it opened, and leaves one that it was given open", async () => {
    const own = await createCalendar({ storage: "sqlite::memory:" });
    await own.ready();
    await own.close();
    await own.close();
    expect(await own.ready().catch(() => "closed")).to.equal("closed");

    const store = await openSqliteStore(":memory:");
    const guest = await createCalendar({ storage: store });
    await guest.close();
    await store.ping();
    await store.close();
  });
});

for (const tested of stores) {
  describe(`scheduled publication, on ${tested.name}`, () => {
    let directory: string;
    let address: string;
    let store: StoreWithAccounts;
    let now: number;
    let calendars: Calendar[];
    let server: Server;
    let events: string;

    const open = async (options: CalendarOptions): Promise<Calendar> => {
      const calendar = await createCalendar({ clock: { now: () => now }, scheduler: false, ...options });
      calendars.push(calendar);
      return calendar;
    };

    const statusesOf = async (): Promise<readonly string[]> => {
      const all = await store.events.readAfter(0, 100);
      return all.map(({ status }) => status);
    };

    const schedule = async (title: string, minutes: number): Promise<void> => {
      const password = "first second third";
      const accounts = createAccounts({ store: await store.openAccounts(), clock: { now: () => now } });
      await accounts.add("ann", "editor", password);
      const answer = await fetch(events, {
        method: "POST",
        headers: { authorization: basic("ann", password), "content-type": "application/json" },
        body: JSON.stringify({
          title,
          start_date: "2031-05-01 18:00:00",
          end_date: "2031-05-01 20:00:00",
          date: utcText(START + minutes * MINUTE),
        }),
      });
      expect(answer.status).to.equal(201);
    };

    beforeEach(async () => {
      directory = mkdtempSync(join(tmpdir(), "kalends-"));
      now = START;
      calendars = [];
      address = await tested.newAddress(directory, "kalends");
      store = await tested.openAt(address);
      const listened = await listen(await open({ storage: store }));
      server = listened.server;
      events = `${listened.origin}/wp-json/tribe/events/v1/events`;
    });
    afterEach(async () => {
      await stop(server);
      for (const calendar of calendars) await calendar.close();
      await store.close();
      rmSync(directory, { recursive: true });
    });

    const titles = async (): Promise<readonly string[]> => {
      const answer = await fetch(`${events}?start_date=2031-01-01&end_date=2031-12-31`);
      const list = (await answer.json()) as { readonly events: readonly { readonly title: string }[] };
      return list.events.map(({ title }) => title);
    };

    it("keeps a record from the public until its time, then shows it", async () => {
      await schedule("Later", 10);
      expect(await statusesOf()).to.deep.equal(["future"]);
      expect(await titles()).to.deep.equal([]);
      now = START + 10 * MINUTE - 1000;
      expect(await calendars[0]?.publishDue()).to.equal(0);
      now += 1000;
      expect(await calendars[0]?.publishDue()).to.equal(1);
      expect(await titles()).to.deep.equal(["Later"]);
      expect(await calendars[0]?.publishDue()).to.equal(0);
    });

    it("catches up when a calendar starts, also for what was due long ago", async () => {
      await schedule("Missed", 10);
      now = START + 24 * 60 * MINUTE;
      await open({ storage: address, scheduler: true });
      expect(await statusesOf()).to.deep.equal(["publish"]);
    });

    it("publishes once when several calendars on one store look at the same time", async () => {
      const others = [await open({ storage: address }), await open({ storage: address })];
      for (let minutes = 1; minutes <= 5; minutes += 1) await schedule(`Later ${minutes}`, minutes);
      now = START + 60 * MINUTE;
      const counts = await Promise.all(others.map((calendar) => calendar.publishDue()));
      expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(5);
      expect(await statusesOf()).to.deep.equal(Array(5).fill("publish"));
    });

    // docs/how-to/scale.md
    it("is done by one of several calendars, and by another one when the time of that one is over", async () => {
      const name = "calendar/publish-due";
      await schedule("Later", 10);
      now = START + 10 * MINUTE;
      // The lease is in the same state as after its holder was killed.
      await store.leases.acquire(name, "gone", 10 * MINUTE);
      const seen: string[] = [];
      for (const scheduler of [true, true]) {
        const calendar = await open({ storage: address, scheduler });
        calendar.events.on("event.published", () => void seen.push("published"));
      }
      expect(await statusesOf()).to.deep.equal(["future"]);
      await store.leases.acquire(name, "gone", 1);
      while ((await statusesOf())[0] === "future") await new Promise((resolve) => setTimeout(resolve, 20));
      await Promise.all(calendars.map((calendar) => calendar.close()));
      expect(seen).to.deep.equal(["published"]);
      expect(await store.leases.acquire(name, "the next one", 1)).to.equal(true);
    });

    it("writes nothing while nothing is due", async () => {
      await schedule("Later", 10);
      const before = store.revision();
      await open({ storage: address, scheduler: true });
      expect(store.revision()).to.equal(before);
    });
  });
}
