import { execFile } from "node:child_process";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { CalendarError } from "@kalends/core";
import { anAccount, anEvent, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { createGate } from "../stores/gate.ts";
import { newFiles } from "../stores/new-files.ts";

const failure = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It was expected to fail");
};

/** Opens the file without the store. */
const inspect = <T>(path: string, work: (database: Database.Database) => T): T => {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
};

describe("openSqliteStore", () => {
  const newPath = newFiles();

  it("changes nothing of a file that has the tables of this version", async () => {
    const path = newPath();
    await (await openSqliteStore(path)).close();
    const statements: string[] = [];
    const store = await openSqliteStore(path, { onStatement: (sql) => statements.push(sql) });
    await store.close();
    expect(statements.filter((sql) => /CREATE|INSERT|UPDATE/.test(sql))).to.deep.equal([]);
  });

  it("makes the tables of accounts only for those who want accounts, whenever that is", async () => {
    const path = newPath();
    const tables = (): unknown =>
      inspect(path, (database) =>
        database
          .prepare("SELECT name FROM sqlite_schema WHERE name IN ('kalends_accounts', 'kalends_credentials')")
          .all(),
      );
    const store = await openSqliteStore(path);
    expect(tables()).to.deep.equal([]);
    const accounts = await store.openAccounts();
    expect(tables()).to.have.length(2);
    expect(await accounts.save(anAccount())).to.equal(true);
    expect(await (await store.openAccounts()).list()).to.have.length(1);
    await store.close();
  });

  it("creates a file that only its owner reads, and leaves the mode of one that is there", async () => {
    const path = newPath();
    const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;
    const store = await openSqliteStore(path);
    await store.ids.next("record");
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(await modeOf(file), file).to.equal(0o600);
    await store.close();
    await chmod(path, 0o640);
    await (await openSqliteStore(path)).close();
    expect(await modeOf(path)).to.equal(0o640);
  });

  it("migrates once when ten processes open one new file together", async () => {
    const path = newPath();
    const opener = new URL("../stores/open-sqlite.js", import.meta.url);
    const program = `
      const { open } = await import(${JSON.stringify(opener.href)});
      const store = await open(${JSON.stringify(path)});
      console.log(await store.ids.next("record"));
      await store.close();`;
    const run = promisify(execFile);
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
        return Number(stdout);
      }),
    );
    expect(ids.toSorted((one, other) => one - other)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  }).timeout(60_000);

  it("refuses a file of a newer version, and leaves it as it is", async () => {
    const path = newPath();
    await (await openSqliteStore(path)).close();
    // Adds a table that this version does not know.
    inspect(path, (database) =>
      database.exec("UPDATE kalends_layout SET version = 999; CREATE TABLE kalends_more (id)"),
    );
    expect((await failure(openSqliteStore(path))).message)
      .to.contain("newer version")
      .and.to.contain("999");
    const version = inspect(path, (database) =>
      database.prepare("SELECT version FROM kalends_layout").pluck().all(),
    );
    expect(version).to.deep.equal([999]);
  });

  it("refuses a file from before the first release, and leaves it as it is", async () => {
    const path = newPath();
    inspect(path, (database) => {
      database.exec("CREATE TABLE events (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT");
      database.pragma("application_id = 0x4b4c4e44");
      database.pragma("user_version = 13");
    });
    const before = await readFile(path);
    expect((await failure(openSqliteStore(path))).message)
      .to.contain(path)
      .and.to.contain("export it with that version (kalends export)");
    expect((await readFile(path)).equals(before)).to.equal(true);
  });

  it("refuses the layouts before the first release, and leaves them as they are", async () => {
    const path = newPath();
    await (await openSqliteStore(path)).close();
    for (const version of [14, 15]) {
      inspect(path, (database) => database.exec(`UPDATE kalends_layout SET version = ${version}`));
      for (const migrate of [true, false])
        expect((await failure(openSqliteStore(path, { migrate }))).message).to.contain(
          "from before the first release",
        );
      expect(
        inspect(path, (database) => database.prepare("SELECT version FROM kalends_layout").pluck().get()),
      ).to.equal(version);
    }
  });

  it("refuses a file that is no database", async () => {
    const path = newPath();
    await writeFile(path, "Not a database, but a text that is long enough to be looked at.".repeat(20));
    expect((await failure(openSqliteStore(path))).message).to.equal(`${path} is not a database.`);
  });

  it("says why a file cannot be opened", async () => {
    expect((await failure(openSqliteStore(`${newPath()}/missing/calendar.db`))).message).to.contain(
      "directory",
    );
  });

  it("survives a power cut by default, and writes a log that readers need not wait for", async () => {
    const path = newPath();
    const statements: string[] = [];
    const store = await openSqliteStore(path, { onStatement: (sql) => statements.push(sql) });
    expect(statements.join("\n")).to.contain("synchronous = FULL").and.to.contain("foreign_keys = ON");
    expect(inspect(path, (database) => database.pragma("journal_mode", { simple: true }))).to.equal("wal");
    await store.close();
    const faster: string[] = [];
    const relaxed = { synchronous: "normal", onStatement: (sql: string) => faster.push(sql) } as const;
    await (await openSqliteStore(newPath(), relaxed)).close();
    expect(faster.join("\n")).to.contain("synchronous = NORMAL");
  });

  it("waits for the disk in all commits but those of leases, also where one of these fails", async () => {
    const path = newPath();
    const statements: string[] = [];
    const store = await openSqliteStore(path, {
      busyTimeout: 100,
      onStatement: (sql) => statements.push(sql),
    });
    statements.length = 0;
    await Promise.all([
      store.leases.acquire("one", "me", 1_000),
      store.events.save(anEvent({ id: 1 })),
      store.leases.acquire("two", "me", 1_000),
      store.leases.release("one", "me"),
      store.events.save(anEvent({ id: 2 })),
    ]);
    const other = new Database(path);
    other.exec("BEGIN IMMEDIATE");
    expect(await failure(store.leases.release("two", "me"))).to.include({ code: "rest_storage_unavailable" });
    other.exec("COMMIT");
    other.close();
    await store.events.save(anEvent({ id: 3 }));
    await store.close();
    let level = "FULL";
    for (const sql of statements) {
      level = /^PRAGMA synchronous = (\w+)/.exec(sql)?.[1] ?? level;
      if (sql === "COMMIT") expect(level).to.equal("FULL");
      if (sql.includes(" kalends_leases ")) expect(level).to.equal("NORMAL");
    }
    expect(statements).to.include("COMMIT").and.to.include("PRAGMA synchronous = NORMAL");
  });

  it("leaves one file behind when it is closed, once or twice", async () => {
    const path = newPath();
    const store = await openSqliteStore(path);
    await store.events.save(anEvent({ id: 1 }));
    await Promise.all([store.close(), store.close()]);
    await store.close();
    const events = inspect(path, (database) => {
      database.pragma("journal_mode = DELETE");
      return database.prepare("SELECT id FROM kalends_events").pluck().all();
    });
    expect(events).to.deep.equal([1]);
    expect((await failure(store.events.save(anEvent({ id: 2 })))).message).to.contain("closed");
  });

  it("finishes open units before it closes", async () => {
    const path = newPath();
    const store = await openSqliteStore(path);
    const gate = createGate();
    const unit = store.transaction(async ({ events }) => {
      await gate.passed;
      await events.save(anEvent({ id: 1 }));
    });
    const closed = store.close();
    gate.open();
    await Promise.all([unit, closed]);
    const again = await openSqliteStore(path);
    expect(await again.events.find(1)).to.deep.equal(anEvent({ id: 1 }));
    await again.close();
  });

  it("shows what another store on the same file has committed, totals included", async () => {
    const path = newPath();
    const [one, other] = await Promise.all([openSqliteStore(path), openSqliteStore(path)]);
    for (const id of [1, 2, 3]) {
      await one.events.save(anEvent({ id, slug: `event-${id}` }));
      expect((await one.events.list(EVERYTHING)).total).to.equal(id);
      expect((await other.events.list(EVERYTHING)).total).to.equal(id);
    }
    await Promise.all([one.close(), other.close()]);
  });

  it("waits for the units of another store without blocking this process, then gives up", async () => {
    const path = newPath();
    const one = await openSqliteStore(path);
    const other = await openSqliteStore(path, { busyTimeout: 20 });
    const patient = await openSqliteStore(path);
    const gate = createGate();
    const unit = one.transaction(() => gate.passed);
    const refusal = await failure(other.ids.next("record"));
    expect(refusal).to.be.instanceOf(CalendarError).and.to.include({ code: "rest_storage_unavailable" });
    expect(refusal.cause).to.have.property("message").that.contains("kept the SQLite file locked");
    expect(refusal.cause).to.have.property("cause").that.includes({ code: "SQLITE_BUSY" });
    const id = patient.ids.next("record");
    gate.open();
    await unit;
    expect(await id).to.equal(1);
    expect(await other.ids.next("record")).to.equal(2);
    await Promise.all([one.close(), other.close(), patient.close()]);
  });
});
