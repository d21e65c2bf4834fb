import { setImmediate as nextEvent } from "node:timers/promises";
import type { Store } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

describe("reads of store-sqlite outside units of work", () => {
  const newPath = newFiles();
  let path: string;
  let store: Store;
  beforeEach(async () => {
    path = newPath();
    store = await openSqliteStore(path);
    // A snapshot ends when no results of I/O are pending.
    await nextEvent();
  });
  afterEach(() => store.close());

  /** Writes to the file with a separate connection, as another process would. */
  const writeFromOutside = (): void => {
    const database = new Database(path);
    database.exec("UPDATE kalends_sequences SET last = last + 10 WHERE name = 'record'");
    database.close();
  };

  it("see one state while they follow one another, and the present one afterwards", async () => {
    expect(await store.ids.last("record")).to.equal(0);
    writeFromOutside();
    expect(await store.ids.last("record")).to.equal(0);
    await nextEvent();
    expect(await store.ids.last("record")).to.equal(10);
  });

  it("see what this process has written at once, through whatever store", async () => {
    const other = await openSqliteStore(path);
    expect(await store.ids.last("record")).to.equal(0);
    await other.ids.reserve("record", 7);
    expect(await store.ids.last("record")).to.equal(7);
    await store.ids.reserve("record", 9);
    expect(await store.ids.last("record")).to.equal(9);
    await other.close();
  });

  it("let others have their turn, however many follow one another", async () => {
    let isTurn = false;
    setImmediate(() => {
      isTurn = true;
    });
    // All reads resolve immediately, so without a time limit the loop might never end.
    const giveUp = performance.now() + 5000;
    while (!isTurn && performance.now() < giveUp) await store.ids.last("record");
    expect(isTurn).to.equal(true);
  });

  it("let the store close while a state is held", async () => {
    expect(await store.ids.last("record")).to.equal(0);
    await store.close();
    expect(() => new Database(path).close()).not.to.throw();
  });
});
