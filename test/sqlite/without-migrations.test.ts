import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { anEvent } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It was expected to fail");
};

const layoutOf = (path: string): unknown => {
  const database = new Database(path);
  try {
    return [
      database.prepare("SELECT version FROM kalends_layout").all(),
      database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all(),
    ];
  } finally {
    database.close();
  }
};

describe("openSqliteStore without migrations", () => {
  const newPath = newFiles();
  const open = (path: string): Promise<StoreWithAccounts> => openSqliteStore(path, { migrate: false });

  it("creates no file and no tables", async () => {
    const path = newPath();
    expect((await failureOf(open(path))).message).to.contain("there is no file");
    expect(existsSync(path)).to.equal(false);
    await writeFile(path, "");
    expect((await failureOf(open(path))).message).to.contain("holds no calendar");
    expect((await readFile(path)).length).to.equal(0);
    expect((await failureOf(open(":memory:"))).message).to.contain("always new");
  });

  it("makes no tables in a file of a host", async () => {
    const path = newPath();
    const host = new Database(path);
    host.exec("CREATE TABLE bookings (event INTEGER)");
    host.close();
    const before = await readFile(path);
    expect((await failureOf(open(path))).message).to.contain("holds no calendar");
    expect((await readFile(path)).equals(before)).to.equal(true);
  });

  it("uses the layout of this version, and makes no accounts", async () => {
    const path = newPath();
    await (await openSqliteStore(path)).close();
    const before = layoutOf(path);
    const store = await open(path);
    expect(await store.events.save(anEvent())).to.equal(true);
    expect(await store.leases.acquire("a", "b", 1)).to.equal(true);
    expect((await failureOf(store.openAccounts())).message).to.contain("no accounts: run kalends migrate");
    await store.close();
    expect(layoutOf(path)).to.deep.equal(before);
  });
});
