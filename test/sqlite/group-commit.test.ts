import { AsyncLocalStorage } from "node:async_hooks";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Repositories } from "@kalends/core";
import type { EventRepository, StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, aTerm, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { createGate } from "../stores/gate.ts";
import { newFiles } from "../stores/new-files.ts";

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

describe("units of work that wait for one another, in a file", () => {
  const newPath = newFiles();
  const statements: string[] = [];
  let path: string;
  let store: StoreWithAccounts;
  /** Beginning of the next statement that must fail. */
  let refused: string | undefined;
  const onStatement = (sql: string): void => {
    statements.push(sql);
    if (refused === undefined || !sql.startsWith(refused)) return;
    refused = undefined;
    throw new Error("refused");
  };
  const { now } = performance;
  beforeEach(async () => {
    // A group accepts transactions for a few milliseconds. With a clock that stands still, it accepts them as
    // long as any are waiting.
    performance.now = () => 0;
    path = newPath();
    refused = undefined;
    store = await openSqliteStore(path, { onStatement });
    statements.length = 0;
  });
  afterEach(async () => {
    performance.now = now;
    await store.close();
  });

  const saveEvent = (id: number): Promise<boolean> =>
    store.transaction(({ events }) => events.save(anEvent({ id, title: `Number ${id}` })));
  /**
   * Runs a transaction that starts other transactions, so that they join its group. Returns the results of
   * all.
   */
  const saveWith = (
    id: number,
    ask: () => readonly Promise<unknown>[],
  ): { readonly first: Promise<unknown>; readonly others: Promise<unknown>[] } => {
    const others: Promise<unknown>[] = [];
    const first = store.transaction(async ({ events }) => {
      if (others.length === 0) others.push(...ask());
      await events.save(anEvent({ id }));
    });
    return { first, others };
  };
  const storedIds = async (): Promise<readonly number[]> =>
    (await store.events.readAfter(0, 1000)).map(({ id }) => id);
  const count = (statement: string): number => statements.filter((sql) => sql === statement).length;
  const search = (word: string, events: Pick<EventRepository, "list"> = store.events) =>
    events.list({ ...EVERYTHING, search: { all: [word], none: [] } });

  it("share a commit, and need no savepoint", async () => {
    await Promise.all(range(1, 40).map(saveEvent));
    expect(await storedIds()).to.deep.equal(range(1, 40));
    expect(count("COMMIT")).to.be.below(40);
    expect(statements.filter((sql) => /SAVEPOINT (unit|step)/.test(sql))).to.deep.equal([]);
    expect((await search("number")).total).to.equal(40);
  });

  it("count a term once for all events of a unit, and before they read how often it is used", async () => {
    const usage = await store.transaction(async ({ events, terms }) => {
      await terms.save(aTerm({ id: 1 }));
      await Promise.all(range(1, 20).map((id) => events.save(anEvent({ id, categoryIds: [1] }))));
      await events.save(anEvent({ id: 1 }));
      return (await terms.find("category", 1))?.usage;
    });
    expect(usage).to.deep.equal({ publish: 19 });
    expect((await store.terms.find("category", 1))?.usage).to.deep.equal({ publish: 19 });
    expect(statements.filter((sql) => sql.includes("INTO kalends_term_usage"))).to.have.length(1);
  });

  it("write nothing that nobody waited for once they have counted", async () => {
    await store.terms.save(aTerm({ id: 1 }));
    const saveLate = async (events: EventRepository, id: number): Promise<void> => {
      for (let round = 0; round < id; round += 1) await undefined;
      await events.save(anEvent({ id, slug: `late-${id}`, categoryIds: [1] }));
    };
    const late: Promise<unknown>[] = [];
    await store.transaction(async ({ events }) => {
      for (const id of range(1, 10)) late.push(saveLate(events, id));
    });
    const outcomes = await Promise.allSettled(late);
    expect(outcomes.at(-1)).to.have.property("status", "rejected");
    const usage = (await store.terms.find("category", 1))?.usage;
    expect(usage).to.deep.equal({ publish: (await storedIds()).length });
  });

  it("are undone each by itself, with what they would be found by, but for the ids they got", async () => {
    const seen: number[] = [];
    const results = await Promise.allSettled(
      range(1, 30).map((number) =>
        store.transaction(async ({ events, ids }) => {
          const id = await ids.next("record");
          seen.push(id);
          await events.save(anEvent({ id, title: `Number ${number}`, categoryIds: [number] }));
          if (number % 3 === 0) throw new Error(`number ${number}`);
          return id;
        }),
      ),
    );
    const kept = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason.message] : []));
    expect(errors).to.deep.equal(range(1, 10).map((third) => `number ${3 * third}`));
    expect(await storedIds()).to.deep.equal(kept.toSorted((one, other) => one - other));
    const found = await search("number");
    expect(found.items.map(({ id }) => id)).to.have.members(kept);
    expect((await store.events.list({ ...EVERYTHING, categoryIds: [3] })).total).to.equal(0);
    expect((await store.events.list({ ...EVERYTHING, categoryIds: [4] })).total).to.equal(1);
    expect(new Set(seen).size).to.equal(seen.length);
    expect(await store.ids.next("record")).to.be.above(Math.max(...seen));
  });

  it("undo a write that fails halfway, even when the unit goes on", async () => {
    await store.venues.save(aVenue({ id: 7 }));
    const goingOn = store.transaction(async ({ events, venues }) => {
      await venues.save(aVenue({ id: 8, slug: "eight" }));
      await events.save(anEvent({ id: 7 })).catch(() => undefined);
    });
    await Promise.all([saveEvent(1), goingOn, saveEvent(2)]);
    expect(await storedIds()).to.deep.equal([1, 2]);
    expect(await store.kindOf(7)).to.equal("venue");
    expect(await store.kindOf(8)).to.equal("venue");
  });

  it("find by text what they have saved, and others before them", async () => {
    const found = await Promise.all(
      range(1, 5).map((id) =>
        store
          .transaction(async ({ events }) => {
            await events.save(anEvent({ id, title: "Searched" }));
            const { total } = await events.list({ ...EVERYTHING, search: { all: ["searched"], none: [] } });
            if (id === 3) throw new Error("halfway");
            await events.save(anEvent({ id, title: "Renamed" }));
            return total;
          })
          .catch(() => "failed"),
      ),
    );
    expect(found).to.deep.equal([1, 1, "failed", 1, 1]);
    expect((await search("searched")).total).to.equal(0);
    expect((await search("renamed")).items.map(({ id }) => id)).to.have.members([1, 2, 4, 5]);
  });

  it("do not wait for one that waits for something else: it runs again when it has ended", async () => {
    const gate = createGate();
    let runs = 0;
    const save = async ({ events }: Repositories): Promise<void> => {
      runs += 1;
      await events.save(anEvent({ id: 2 }));
      await gate.passed;
      await events.save(anEvent({ id: 3 }));
    };
    const { first, others } = saveWith(1, () => [saveEvent(4), store.transaction(save)]);
    await first;
    await others[0];
    expect(await storedIds()).to.deep.equal([1, 4]);
    gate.open();
    await Promise.all(others);
    expect(runs).to.equal(2);
    expect(await storedIds()).to.deep.equal([1, 2, 3, 4]);
  });

  it("run again once, also when the commit fails that they were late for", async () => {
    const gate = createGate();
    let runs = 0;
    const save = async ({ events, ids }: Repositories): Promise<void> => {
      runs += 1;
      await events.save(anEvent({ id: 100 + (await ids.next("record")) }));
      if (runs !== 2) return;
      refused = "COMMIT";
      await gate.passed;
    };
    const fail = (): Promise<never> => Promise.reject(new Error("failing"));
    const { first, others } = saveWith(1, () => [store.transaction(save), store.transaction(fail)]);
    await Promise.allSettled([first, others[1]]);
    gate.open();
    await others[0];
    await store.close();
    expect(runs).to.equal(3);
    store = await openSqliteStore(path);
    expect(await storedIds()).to.have.lengthOf(2);
  });

  it("are not committed with half of what they are found by, even when they go on", async () => {
    await Promise.all([1, 2].map(saveEvent));
    const goingOn = store.transaction(async ({ events }) => {
      await events.save(anEvent({ id: 1, title: "Renamed" }));
      refused = "INSERT INTO kalends_event_search (rowid";
      await search("renamed", events).catch(() => undefined);
    });
    await goingOn.catch(() => undefined);
    refused = undefined;
    await store.close();
    const database = new Database(path);
    const check =
      "INSERT INTO kalends_event_search (kalends_event_search, rank) VALUES ('integrity-check', 1)";
    expect(() => database.exec(check)).not.to.throw();
    database.close();
    store = await openSqliteStore(path);
  });

  it("are told of their own failure, not of another's, when a commit fails", async () => {
    const gate = createGate();
    let runs = 0;
    const save = async (): Promise<void> => {
      runs += 1;
      if (runs === 1) throw new Error("another's");
      if (runs === 2) refused = "COMMIT";
      await gate.passed;
    };
    const { first, others } = saveWith(1, () => [store.transaction(save)]);
    const [outcome] = await Promise.allSettled([first]);
    gate.open();
    await Promise.all(others);
    expect(outcome).to.have.nested.property("reason.message", "refused");
  });

  it("run as part of what asked for them", async () => {
    const caller = new AsyncLocalStorage<number>();
    const callers = range(1, 3).map((number) =>
      caller.run(number, () => store.transaction(async () => caller.getStore())),
    );
    expect(await Promise.all(callers)).to.deep.equal([1, 2, 3]);
  });

  it("are waited for when the store is closed, also those that run again", async () => {
    const gate = createGate();
    const save = async ({ events }: Repositories): Promise<void> => {
      await events.save(anEvent({ id: 2 }));
      await gate.passed;
    };
    const { first, others } = saveWith(1, () => [store.transaction(save)]);
    await first;
    const closed = store.close();
    gate.open();
    await Promise.all([...others, closed]);
    store = await openSqliteStore(path);
    expect(await storedIds()).to.deep.equal([1, 2]);
  });

  it("are lost each by itself when the disk is full", async () => {
    await store.close();
    const opener = new URL("../stores/open-sqlite.js", import.meta.url);
    const program = `
      const { open } = await import(${JSON.stringify(opener.href)});
      const { anEvent } = await import(${JSON.stringify(import.meta.resolve("@kalends/storage-contract"))});
      const store = await open(${JSON.stringify(path)});
      const save = (id) => store.transaction(async ({ events }) => {
        await events.save(anEvent({ id, ...(id === 5 && { description: "much too long ".repeat(400_000) }) }));
      });
      const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map(save));
      console.log(JSON.stringify(results.map(({ reason }) => reason?.code ?? "kept")));
      await store.close();`;
    // Limits files to 4 MiB. Larger writes then fail as on a full disk.
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      `ulimit -f 8192; exec "$0" --input-type=module --eval "$1"`,
      process.execPath,
      program,
    ]);
    expect(JSON.parse(stdout)).to.deep.equal([
      ...Array(4).fill("kept"),
      "rest_storage_unavailable",
      ...Array(3).fill("kept"),
    ]);
    store = await openSqliteStore(path);
    expect(await storedIds()).to.deep.equal([1, 2, 3, 4, 6, 7, 8]);
  }).timeout(60_000);
});
