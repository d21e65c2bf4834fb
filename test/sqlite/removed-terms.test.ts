import { setImmediate as nextEvent } from "node:timers/promises";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, aTerm, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

describe("a term that many events have, removed from store-sqlite", () => {
  const newPath = newFiles();
  const events = 1_001;
  let path: string;
  let store: StoreWithAccounts;
  beforeEach(async () => {
    path = newPath();
    store = await openSqliteStore(path);
    await store.transaction(async (unit) => {
      await unit.terms.save(aTerm({ id: 7, taxonomy: "tag" }));
      for (let id = 1; id <= events; id += 1)
        await unit.events.save(anEvent({ id, slug: `event-${id}`, tagIds: [7] }));
    });
  });
  afterEach(() => store.close());

  const tagged = async (): Promise<number> =>
    (await store.events.list({ ...EVERYTHING, tagIds: [7], perPage: 1 })).total;

  it("is taken off all of them, while others have their turn", async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    // No read may see some events with the term and some without it.
    const seen = new Set<number>();
    const removed = store.terms.remove(7);
    const looked = (async () => {
      for (let look = 0; look < 5; look += 1) {
        seen.add(await tagged());
        await new Promise(setImmediate);
      }
    })();
    expect(await removed).to.equal(true);
    clearImmediate(turning);
    await looked;
    expect(turns).to.be.above(2);
    seen.add(await tagged());
    expect([...seen]).to.deep.equal([events, 0]);
    expect(await store.terms.findMany([7])).to.deep.equal([]);
    expect((await store.events.find(events))?.tagIds).to.deep.equal([]);
  });

  it("stays with all of them when the last cannot lose it, though the transaction bears with that", async () => {
    const database = new Database(path);
    database.prepare("UPDATE kalends_events SET json = 'x' WHERE id = ?").run(events);
    database.close();
    await nextEvent();
    const bearing = store.transaction(({ terms }) => terms.remove(7).catch(() => undefined));
    expect(await bearing.catch(({ message }) => message)).to.equal("malformed JSON");
    expect(await store.events.find(1)).to.have.deep.property("tagIds", [7]);
  });

  it("stays with all of them when the transaction does not wait for it", async () => {
    let removed: Promise<unknown> = Promise.resolve();
    const hasty = store.transaction(async ({ terms }) => {
      removed = terms.remove(7).catch(({ message }) => message);
      await nextEvent();
    });
    expect(await hasty.catch(({ message }) => message)).to.include("in the middle of a write");
    expect(await removed).to.include("has ended");
    expect(await tagged()).to.equal(events);
  });

  it("stays with all of them when the transaction fails", async () => {
    const failing = store.transaction(async ({ terms }) => {
      await terms.remove(7);
      throw new Error("too bad");
    });
    expect(await failing.catch(({ message }) => message)).to.equal("too bad");
    expect(await tagged()).to.equal(events);
  });
});
