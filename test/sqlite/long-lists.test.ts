import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextEvent } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { EventQuery, StoreWithAccounts } from "@kalends/core/storage";
import {
  ALL_LINKED,
  allTerms,
  anEvent,
  anOrganizer,
  aTerm,
  aVenue,
  EVERYTHING,
} from "@kalends/storage-contract";
import { openSqliteStore, type SqliteStoreOptions } from "@kalends/store-sqlite";
import { READERS } from "@kalends/store-sqlite/internals";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { newFiles } from "../stores/new-files.ts";

/** First id at which the list checks the time. */
const ASKED = 233;
const JAZZ: EventQuery = { ...EVERYTHING, search: { all: ["ja"], none: [] } };

const jazz = (id: number) => anEvent({ id, slug: `event-${id}`, title: "Jazz" });

const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "answered",
    (error: { readonly code?: string; readonly message: string }) => error.code ?? error.message,
  );

describe("long lists of store-sqlite", () => {
  const newPath = newFiles();
  const opened: StoreWithAccounts[] = [];
  const open = async (
    options: SqliteStoreOptions = {},
    path: string = newPath(),
  ): Promise<StoreWithAccounts> => {
    const store = await openSqliteStore(path, options);
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  const idsOf = async (store: StoreWithAccounts, query: EventQuery = JAZZ): Promise<readonly number[]> =>
    (await store.events.list(query)).items.map(({ id }) => id);

  // rules/facets.md#facet-cache
  it("are read while as many counts as possible wait for a thread", async () => {
    const store = await open({ listBudget: 0 });
    await store.events.save(jazz(ASKED));
    const counting = Array.from({ length: READERS.waiting + 1 }, () =>
      outcome(store.events.facets(JAZZ, ["month"])),
    );
    expect(await idsOf(store)).to.deep.equal([ASKED]);
    expect(new Set(await Promise.all(counting))).to.deep.equal(new Set(["answered"]));
  });

  it("are given up once they take too long, and read by a thread; for a while those like them go there at once", async () => {
    const clock = { time: 0, step: 0 };
    const statements: string[] = [];
    const store = await open({
      listBudget: 10,
      now: () => {
        clock.time += clock.step;
        return clock.time;
      },
      onStatement: (sql) => statements.push(sql),
    });
    await store.events.save(jazz(ASKED));
    const isReadHere = async (query: EventQuery): Promise<boolean> => {
      statements.length = 0;
      expect(await idsOf(store, query)).to.deep.equal([ASKED]);
      return statements.some((sql) => sql.includes("event_texts"));
    };
    expect(await isReadHere(JAZZ)).to.equal(true);
    expect(await isReadHere(JAZZ)).to.equal(true);
    clock.step = 10;
    expect(await isReadHere(JAZZ)).to.equal(true);
    expect(await isReadHere({ ...JAZZ, search: { all: ["az"], none: [] } })).to.equal(false);
    expect(await isReadHere({ ...JAZZ, search: { all: ["ja", "zz"], none: [] } })).to.equal(true);
    clock.step = 0;
    // The list is read in the reader thread. It is fast there, so the next one is read in the main thread.
    expect(await isReadHere(JAZZ)).to.equal(false);
    expect(await isReadHere(JAZZ)).to.equal(true);
    clock.step = 10;
    expect(await isReadHere(JAZZ)).to.equal(true);
    expect(await isReadHere(JAZZ)).to.equal(false);
    clock.time += 10_000;
    expect(await isReadHere(JAZZ)).to.equal(true);
  });

  for (const step of [1, 2, 5, 256, 65_536])
    it(`can be given up where ids go in steps of ${step}`, async () => {
      let asked = 0;
      const store = await open({
        now: () => {
          asked += 1;
          return 0;
        },
      });
      await store.transaction(({ events }) =>
        Promise.all(Array.from({ length: 2000 }, (_, index) => events.save(jazz(1 + step * index)))),
      );
      asked = 0;
      expect(await idsOf(store)).to.have.length.above(0);
      expect(asked).to.be.within(5, 50);
    });

  it("are read by a thread at once if they could not be given up: searches through all dates", async () => {
    const statements: string[] = [];
    const store = await open({ onStatement: (sql) => statements.push(sql) });
    await store.events.save(jazz(1));
    const { start: _none, ...undated } = EVERYTHING;
    for (const [query, isReadHere] of [
      [{ ...undated, search: { all: ["jazz"], none: [] } }, false],
      [{ ...undated, start: { from: "2000-01-01 00:00:00" }, search: { all: ["jazz"], none: [] } }, true],
    ] as const) {
      statements.length = 0;
      expect(await idsOf(store, query)).to.deep.equal([1]);
      expect(statements.some((sql) => sql.includes("event_texts"))).to.equal(isReadHere);
      expect((await store.transaction(({ events }) => events.list(query))).total).to.equal(1);
    }
  });

  it("do not hold up what is asked for after them", async () => {
    const store = await open({ listBudget: 0 });
    await store.events.save(jazz(1));
    const order: string[] = [];
    await Promise.all([
      idsOf(store).then(() => order.push("list")),
      store.events.find(1).then(() => order.push("event")),
    ]);
    expect(order).to.deep.equal(["event", "list"]);
  });

  it("see what was committed before they were asked for, by whatever store", async () => {
    const path = newPath();
    const [store, other] = [await open({ listBudget: 0 }, path), await open({}, path)];
    for (let id = 1; id < 20; id += 2) {
      await store.events.save(jazz(id));
      expect(await idsOf(store)).to.include(id);
      await other.events.save(jazz(id + 1));
      const { items, total } = await store.events.list(JAZZ);
      expect(items).to.have.length(id + 1);
      expect(total).to.equal(id + 1);
    }
  });

  it("answer what they answer elsewhere, whatever is listed", async () => {
    const path = newPath();
    const [store, other] = [await open({ listBudget: 0 }, path), await open({}, path)];
    await store.transaction(async ({ events, venues, organizers, terms }) => {
      await terms.save(aTerm({ id: 1 }));
      await venues.save(aVenue({ id: 101 }));
      await organizers.save(anOrganizer({ id: 102 }));
      for (let id = 1; id < 30; id += 1)
        await events.save(anEvent({ id, slug: `event-${id}`, venueId: 101, categoryIds: [1] }));
    });
    const lists: readonly ((of: StoreWithAccounts) => Promise<unknown>)[] = [
      (of) => of.events.list({ ...EVERYTHING, categoryIds: [1], page: 3, perPage: 7 }),
      (of) => of.events.list({ ...EVERYTHING, page: 100 }),
      (of) => of.venues.list({ ...ALL_LINKED, events: { linked: "any", visible: EVERYTHING.visible } }),
      (of) => of.organizers.list(ALL_LINKED),
      (of) => of.terms.list(allTerms("category")),
      (of) => of.images.list({ page: 1, perPage: 10 }),
    ];
    for (const list of lists) expect(await list(store)).to.deep.equal(await list(other));
  });

  for (const [name, place] of [
    ["on disk", newPath],
    ["in memory", () => ":memory:"],
  ] as const) {
    it(`end at the deadline, and others go on: ${name}`, async () => {
      const store = await open({ listBudget: 0, listDeadline: 0 }, place());
      await store.events.save(jazz(1));
      expect(await idsOf(store)).to.deep.equal([1]);
      await store.events.save(jazz(ASKED));
      expect(await outcome(store.events.list(JAZZ))).to.equal("rest_storage_unavailable");
      expect(await idsOf(store, EVERYTHING)).to.deep.equal([1, ASKED]);
    });
  }

  it("end after a second inside a transaction, where everything waits for them, and take it back", async () => {
    const clock = { time: 0, step: 0 };
    const now = (): number => {
      clock.time += clock.step;
      return clock.time;
    };
    const store = await open({ now });
    await store.events.save(jazz(ASKED));
    const inTransaction = (): Promise<unknown> =>
      outcome(
        store.transaction(async ({ events }) => {
          await events.save(jazz(1));
          return events.list(JAZZ);
        }),
      );
    clock.step = 1000;
    expect(await inTransaction()).to.equal("rest_storage_unavailable");
    expect(await store.events.find(1)).to.equal(undefined);
    clock.step = 0;
    expect(await inTransaction()).to.equal("answered");
  });

  it("are refused when too many wait already", async () => {
    const store = await open({ listBudget: 0 });
    await store.events.save(jazz(1));
    const outcomes = await Promise.all(Array.from({ length: 110 }, () => outcome(store.events.list(JAZZ))));
    expect(outcomes.slice(0, 102).filter((each) => each !== "answered")).to.deep.equal([]);
    expect(outcomes.slice(102)).to.deep.equal(Array.from({ length: 8 }, () => "rest_storage_unavailable"));
    expect(await idsOf(store)).to.deep.equal([1]);
  });

  it("are answered by a store that is closed meanwhile; its file can be opened again", async () => {
    const path = newPath();
    const store = await open({ listBudget: 0 }, path);
    await store.events.save(jazz(ASKED));
    const lists = Array.from({ length: 5 }, () => outcome(store.events.list(JAZZ)));
    await store.close();
    for (const list of lists) expect(await list).to.equal("answered");
    expect(await outcome(store.events.list(JAZZ))).not.to.equal("answered");
    expect(await idsOf(await open({ listBudget: 0 }, path))).to.deep.equal([ASKED]);
  });

  it("are refused when their thread dies, and read by a new one afterwards", async () => {
    const store = await open({ listBudget: 0 });
    await store.events.save(jazz(1));
    process.once("worker", (worker: Worker) => void worker.terminate());
    expect(await outcome(store.events.list(JAZZ))).to.equal("rest_storage_unavailable");
    expect(await idsOf(store)).to.deep.equal([1]);
  });

  it("are answered 503 at the deadline, beside others", async () => {
    const store = await open({ listBudget: 0, listDeadline: 0 });
    await store.events.save(jazz(ASKED));
    await nextEvent();
    const calendar = await createCalendar({ storage: store, scheduler: false });
    const server = createServer(calendar.callback);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // Cast: `address()` returns an object for a server that listens on a port.
    const { port } = server.address() as AddressInfo;
    const get = (path: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/wp-json/tribe/events/v1/events${path}`);
    try {
      const late = await get("?search=ja&start_date=2000-01-01&end_date=2100-01-01");
      expect(late.status).to.equal(503);
      expect(late.headers.get("retry-after")).to.match(/^\d+$/);
      expect(await late.json()).to.have.property("code", "rest_storage_unavailable");
      expect((await get("?start_date=2000-01-01&end_date=2100-01-01")).status).to.equal(200);
      expect((await get(`/${ASKED}`)).status).to.equal(200);
    } finally {
      server.closeAllConnections();
      server.close();
      await calendar.close();
    }
  });
});
