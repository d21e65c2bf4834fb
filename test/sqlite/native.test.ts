import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { anEvent } from "@kalends/storage-contract";
import { openSqliteStore, type SqliteTransaction } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";

describe("a transaction of SQLite in which a host takes part", () => {
  let directory: string;
  let store: StoreWithAccounts;
  let own: Database.Database;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "kalends-native-"));
    store = await openSqliteStore(join(directory, "calendar.db"));
    own = new Database(join(directory, "calendar.db"));
    own.exec("CREATE TABLE host (name TEXT UNIQUE, size INTEGER)");
  });
  afterEach(async () => {
    own.close();
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  const transact = <T>(work: (native: SqliteTransaction) => T | Promise<T>): Promise<T> | undefined =>
    store.nativeTransaction?.(async (_repositories, native) => work(native as SqliteTransaction));
  const names = (): readonly unknown[] => own.prepare("SELECT name FROM host ORDER BY name").pluck().all();

  it("reads and writes rows with values, by position and by name", async () => {
    const found = await transact((native) => {
      expect(native.run("INSERT INTO host VALUES (?, ?)", "a", 1)).to.include({ changes: 1 });
      const add = native.prepare("INSERT INTO host VALUES (@name, @size)");
      add.run({ name: "b", size: 2 });
      const one = native.get("/* one */ -- of them\n SELECT * FROM host WHERE name = ?", "b");
      return [one, native.all("WITH all_of AS (SELECT * FROM host) SELECT size FROM all_of ORDER BY size")];
    });
    expect(found).to.deep.equal([{ name: "b", size: 2 }, [{ size: 1 }, { size: 2 }]]);
    expect(names()).to.deep.equal(["a", "b"]);
  });

  it("refuses what would end the transaction, or change tables or the connection, and goes on", async () => {
    const refused = [
      "BEGIN",
      "commit",
      "  END;",
      "ROLLBACK",
      "SAVEPOINT mine",
      "RELEASE grouped",
      "ROLLBACK TO grouped",
      "/* no */ COMMIT",
      "-- no\nCOMMIT",
      "/* unfinished",
      "/**/--\n/* again */\tCOMMIT",
      "ATTACH 'other.db' AS other",
      "DETACH other",
      "VACUUM",
      "PRAGMA journal_mode = DELETE",
      "EXPLAIN COMMIT",
      "CREATE TABLE more (id)",
      "DROP TABLE kalends_events",
      "",
      ";COMMIT",
      "\uFEFFCOMMIT",
      "(COMMIT)",
    ];
    await transact((native) => {
      for (const sql of refused) expect(() => native.run(sql), sql).to.throw();
      expect(() => native.run("INSERT INTO host VALUES ('b', 1); COMMIT")).to.throw(
        /more than one statement/,
      );
      expect(() => native.run("INSERT INTO missing VALUES (1)")).to.throw(/no such table/);
      native.run("INSERT INTO host VALUES ('a', 1)");
      expect(() => native.run("INSERT INTO host VALUES ('a', 1)")).to.throw(/UNIQUE/);
    });
    expect(names()).to.deep.equal(["a"]);
  });

  it("stores nothing where a statement has made the database roll back", async () => {
    const failing = store.nativeTransaction?.(async ({ events }, native) => {
      await events.save(anEvent({ id: 1 }));
      const { run } = native as SqliteTransaction;
      run("INSERT INTO host VALUES ('a', 1)");
      expect(() => run("INSERT OR ROLLBACK INTO host VALUES ('a', 1)")).to.throw(/UNIQUE/);
      expect(() => run("INSERT INTO host VALUES ('b', 1)")).to.throw(/has taken the unit of work back/);
    });
    expect(await failing?.catch(({ message }: Error) => message)).to.contain(
      "has taken the unit of work back",
    );
    expect([names(), await store.events.find(1)]).to.deep.equal([[], undefined]);
    await transact((native) => void native.run("INSERT INTO host VALUES ('c', 1)"));
    expect(names()).to.deep.equal(["c"]);
  });

  it("is of no use after its end", async () => {
    let kept: SqliteTransaction | undefined;
    let statement: ReturnType<SqliteTransaction["prepare"]> | undefined;
    await transact((native) => {
      kept = native;
      statement = native.prepare("INSERT INTO host VALUES (?, 1)");
    });
    expect(() => kept?.run("INSERT INTO host VALUES ('late', 1)")).to.throw(/has ended/);
    expect(() => statement?.run("late")).to.throw(/has ended/);
    expect(names()).to.deep.equal([]);
  });

  it("is committed together with no other unit", async () => {
    const failing = transact((native) => {
      native.run("INSERT INTO host VALUES ('lost', 1)");
      throw new Error("halfway");
    })?.catch(() => undefined);
    const others = [1, 2, 3].map((id) => store.events.save(anEvent({ id, slug: `event-${id}` })));
    await Promise.all([...others, failing]);
    expect([names(), await store.events.readAfter(0, 10)].map(({ length }) => length)).to.deep.equal([0, 3]);
  });
});
