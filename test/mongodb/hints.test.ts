import type { EventQuery, Store } from "@kalends/core/storage";
import { anEvent, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openMongodbStorage } from "@kalends/store-mongodb";
import { createIndexHints } from "@kalends/store-mongodb/internals";
import { expect } from "chai";
import { type Db, MongoServerError } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

const PUBLIC = { statuses: ["publish"] };
const HOME = { lat: 48, lng: 11 };
const AROUND = { center: HOME, kilometres: 5 };

/** Queries that each need another index. */
const LISTS: Readonly<Record<string, Partial<EventQuery>>> = {
  "a window of dates": { start: { from: "2030-01-01 00:00:00" } },
  "a window of dates by UTC": { start: { from: "2030-01-01 00:00:00" }, clock: "utc" },
  "a category": { categoryIds: [31] },
  "a venue": { venueIds: [11] },
  "a parent": { parentId: 1 },
  "featured ones": { featured: true },
  "a circle, nearest first": { location: { within: AROUND, visible: PUBLIC }, order: "distance" },
  "places that are known": { location: { known: true, visible: PUBLIC } },
};

describeWithServer("store-mongodb without an index that its lists go along", () => {
  let db: Db;
  let store: Store;
  let logged: string[];
  let commands: string[];

  beforeEach(async () => {
    const address = await newDatabase();
    db = (await sharedClient()).db(new URL(address).pathname.slice(1));
    logged = [];
    commands = [];
    ({ store } = await openMongodbStorage(address, {
      logger: { warn: (_message, fields) => void logged.push(String(fields?.index)) },
      onCommand: (command) => {
        if ("find" in command || "aggregate" in command) commands.push(String(command.hint));
      },
    }));
    await store.venues.save(aVenue({ id: 11, coordinates: HOME }));
    const links = { venueId: 11, categoryIds: [31], featured: true };
    for (const id of [1, 2])
      await store.events.save(anEvent({ id, slug: `event-${id}`, parentId: 1, ...links }));
  });
  afterEach(() => store.close());

  const dropAll = async (): Promise<void> => {
    for (const collection of ["events", "venues"]) await db.collection(collection).dropIndexes();
  };
  const idsOf = async (query: Partial<EventQuery>, { events }: Pick<Store, "events"> = store) => {
    const { items, total } = await events.list({ ...EVERYTHING, ...query });
    expect(total).to.equal(items.length);
    return items.map(({ id }) => id);
  };

  for (const [name, query] of Object.entries(LISTS)) {
    it(`lists ${name} without it, and logs that once`, async () => {
      expect(await idsOf(query)).to.deep.equal([1, 2]);
      expect(commands.filter((hint) => hint.startsWith("kalends_"))).not.to.deep.equal([]);
      expect(logged).to.deep.equal([]);
      await dropAll();
      for (let times = 0; times < 3; times += 1) expect(await idsOf(query)).to.deep.equal([1, 2]);
      expect(logged.length).to.be.within(1, 2);
      expect(new Set(logged).size).to.equal(logged.length);
      // The store must not try the hint again for each query.
      commands.length = 0;
      await idsOf(query);
      expect(commands.filter((hint) => hint.startsWith("kalends_"))).to.deep.equal([]);
    });
  }

  it("lists inside a unit of work, too, and the unit goes on", async () => {
    await dropAll();
    const ids = await store.transaction(async (unit) => {
      await unit.events.save(anEvent({ id: 3, slug: "event-3", venueId: 11 }));
      return idsOf({ venueIds: [11] }, unit);
    });
    expect(ids).to.deep.equal([1, 2, 3]);
  });
});

describe("createIndexHints", () => {
  const missing = new MongoServerError({ code: 2, errmsg: "hint provided does not correspond to an index" });
  let time: number;
  let logged: unknown[];
  let tried: (string | undefined)[];
  let isThere: boolean;
  let ask: () => Promise<string>;

  beforeEach(() => {
    [time, isThere] = [0, false];
    [logged, tried] = [[], []];
    const logger = { warn: (_message: string, fields?: object) => void logged.push(fields) };
    const hints = createIndexHints({ logger, now: () => time });
    ask = () =>
      hints.read("dates", async (hint) => {
        tried.push(hint);
        if (hint !== undefined && !isThere) throw missing;
        return "found";
      });
  });

  it("tries an index that was missing again after a minute", async () => {
    expect([await ask(), await ask()]).to.deep.equal(["found", "found"]);
    expect(tried).to.deep.equal(["dates", undefined, undefined]);
    time = 61_000;
    await ask();
    expect(logged).to.deep.equal([{ index: "dates" }]);
    isThere = true;
    time = 122_000;
    tried.length = 0;
    await ask();
    await ask();
    expect(tried).to.deep.equal(["dates", "dates"]);
    isThere = false;
    await ask();
    expect(logged).to.have.length(2);
  });

  it("logs once what several find out at once", async () => {
    await Promise.all([ask(), ask(), ask()]);
    expect(logged).to.have.length(1);
  });

  it("lets through what has another cause", async () => {
    const hints = createIndexHints({ now: () => 0 });
    const other = new MongoServerError({ code: 50, errmsg: "too long" });
    for (const error of [other, missing, new TypeError("no")]) {
      const failed = await hints
        .read("dates", () => Promise.reject(error))
        .catch((reason: unknown) => reason);
      expect(failed).to.equal(error);
    }
  });
});
