import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore, type SqliteTransaction } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";
import { damageTable } from "./damaged-file.ts";

/**
 * Tables of a host application. They have the same names as the tables of the calendar, but without the
 * prefix.
 */
const HOST = `
CREATE TABLE events (id INTEGER PRIMARY KEY, hall TEXT NOT NULL UNIQUE CHECK (hall <> ''));
CREATE INDEX events_by_start ON events (hall);
CREATE TABLE records (id INTEGER PRIMARY KEY AUTOINCREMENT, event INTEGER REFERENCES events (id));
CREATE VIEW terms AS SELECT hall FROM events;
CREATE VIRTUAL TABLE event_search USING fts5 (hall);
CREATE TRIGGER events_insert_logged AFTER INSERT ON events BEGIN INSERT INTO records (event) VALUES (NEW.id); END;
INSERT INTO events VALUES (1, 'A');`;

const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => expect.fail("It was expected to fail."),
    ({ message }: Error) => message,
  );

describe("a SQLite file that a calendar shares with a host", () => {
  const newPath = newFiles();
  const inFile = <T>(path: string, work: (database: Database.Database) => T): T => {
    const database = new Database(path);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const newHostFile = (sql = HOST): string => {
    const path = newPath();
    inFile(path, (database) => {
      database.pragma("page_size = 8192");
      database.pragma("auto_vacuum = INCREMENTAL");
      database.pragma("application_id = 77");
      database.pragma("user_version = 5");
      database.exec(sql);
    });
    return path;
  };
  /** Returns the data of the host application. */
  const hostIn = (path: string): unknown =>
    inFile(path, (database) => [
      database
        .prepare("SELECT type, name, sql FROM sqlite_schema WHERE tbl_name NOT LIKE 'kalends%' ORDER BY name")
        .all(),
      database.prepare("SELECT * FROM events").all(),
      database.prepare("SELECT * FROM records").all(),
      ...["page_size", "auto_vacuum", "application_id", "user_version"].map((name) =>
        database.pragma(name, { simple: true }),
      ),
    ]);

  it("has all of both, and every name of ours begins with kalends_", async () => {
    const path = newHostFile();
    const before = hostIn(path);
    const store = await openSqliteStore(path);
    await (await store.openAccounts()).list();
    expect(await store.events.save(anEvent({ id: 1 }))).to.equal(true);
    await store.close();
    expect(hostIn(path)).to.deep.equal(before);
    inFile(path, (database) => expect(database.pragma("journal_mode", { simple: true })).to.equal("wal"));
    const alone = newPath();
    const other = await openSqliteStore(alone);
    await other.openAccounts();
    await other.close();
    const names = inFile(alone, (database) =>
      database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE sql IS NOT NULL").pluck().all(),
    );
    expect(names.filter((name) => !/^(kalends_|sqlite_)/.test(name))).to.deep.equal([]);
    const again = await openSqliteStore(path);
    expect(await again.events.find(1)).to.deep.equal(anEvent({ id: 1 }));
    await again.close();
  });

  for (const [what, name, sql] of [
    ["table", "kalends_events", "CREATE TABLE kalends_events (id)"],
    ["table", "kalends_layout", "CREATE TABLE kalends_layout (size)"],
    ["table", "Kalends_Bookings", "CREATE TABLE Kalends_Bookings (id)"],
    ["view", "kalends_halls", "CREATE VIEW kalends_halls AS SELECT hall FROM events"],
    ["index", "kalends_halls", "CREATE INDEX kalends_halls ON events (hall)"],
    [
      "trigger",
      "kalends_noted",
      "CREATE TRIGGER kalends_noted AFTER DELETE ON events BEGIN DELETE FROM records; END",
    ],
  ] as const) {
    it(`is refused for the ${what} ${name} of the host, and left as it is`, async () => {
      const path = newHostFile(`${HOST};${sql}`);
      const before = await readFile(path);
      for (const migrate of [true, false])
        expect(await failureOf(openSqliteStore(path, { migrate })))
          .to.contain(`The ${what} ${name} in ${path}`)
          .and.to.contain("Rename it");
      expect((await readFile(path)).equals(before)).to.equal(true);
    });
  }

  for (const [name, sql] of [
    ["kalends_accounts", "CREATE TABLE kalends_accounts (id)"],
    ["kalends_credentials_by_account", "CREATE INDEX kalends_credentials_by_account ON events (hall)"],
    ["kalends_event_search_more", "CREATE TABLE kalends_event_search_more (id)"],
  ] as const) {
    it(`is refused once it has something of the host named ${name} beside the calendar`, async () => {
      const path = newHostFile();
      await (await openSqliteStore(path)).close();
      inFile(path, (database) => database.exec(sql));
      expect(await failureOf(openSqliteStore(path))).to.contain(` ${name} in ${path}`);
    });
  }

  describe("while it is open", () => {
    let path: string;
    let store: StoreWithAccounts;
    let host: Database.Database;
    beforeEach(async () => {
      path = newHostFile();
      store = await openSqliteStore(path);
      host = new Database(path);
    });
    afterEach(async () => {
      host.close();
      await store.close();
    });

    const transact = (hall: string, fails: boolean): Promise<void> | undefined =>
      store.nativeTransaction?.(async ({ events }, native) => {
        await events.save(anEvent({ id: 7 }));
        (native as SqliteTransaction).run("INSERT INTO events (id, hall) VALUES (7, ?)", hall);
        if (fails) throw new Error("halfway");
      });
    const halls = (): unknown => host.prepare("SELECT hall FROM events ORDER BY id").pluck().all();
    const total = async (): Promise<number> => (await store.events.list(EVERYTHING)).total;

    it("commits an event and a row of the host together, or neither", async () => {
      expect(await failureOf(transact("B", true) ?? Promise.resolve())).to.equal("halfway");
      expect([halls(), await total()]).to.deep.equal([["A"], 0]);
      expect(await failureOf(transact("A", false) ?? Promise.resolve())).to.contain("UNIQUE");
      expect([halls(), await total()]).to.deep.equal([["A"], 0]);
      await transact("B", false);
      expect([halls(), await total()]).to.deep.equal([["A", "B"], 1]);
    });

    it("answers with the same records after the host has written to its own tables", async () => {
      await store.events.save(anEvent({ id: 7 }));
      const [before, revision] = [await store.events.find(7), store.revision()];
      host.exec("INSERT INTO events (hall) VALUES ('C')");
      await nextTurn();
      expect(store.revision()).not.to.equal(revision);
      expect(await store.events.find(7)).to.equal(before);
      expect(await total()).to.equal(1);
      await store.nativeTransaction?.(async (_repositories, native) =>
        ["records", "events"].map((table) => (native as SqliteTransaction).run(`DELETE FROM ${table}`)),
      );
      expect(await store.events.find(7)).to.equal(before);
      expect([halls(), await total()]).to.deep.equal([[], 1]);
    });

    it("waits for the host's own transactions, and the host sees nothing of open ones", async () => {
      host.exec("BEGIN IMMEDIATE; INSERT INTO events (hall) VALUES ('C')");
      const saved = store.events.save(anEvent({ id: 7 }));
      await nextTurn();
      expect(await store.events.find(7)).to.equal(undefined);
      host.exec("COMMIT");
      expect(await saved).to.equal(true);
      const seen: unknown[] = [];
      await store.nativeTransaction?.(async (_repositories, native) => {
        (native as SqliteTransaction).run("INSERT INTO events (hall) VALUES ('D')");
        seen.push(halls());
      });
      expect([seen, halls()]).to.deep.equal([[["A", "C"]], ["A", "C", "D"]]);
    });
  });

  describe("when it is examined", () => {
    const examine = async (path: string): Promise<readonly string[]> => {
      const store = await openSqliteStore(path);
      const found: string[] = [];
      for await (const { kind, detail } of store.inspection?.check() ?? []) found.push(`${kind} ${detail}`);
      await store.close();
      return found;
    };
    const newSharedFile = async (): Promise<string> => {
      const path = newHostFile();
      const store = await openSqliteStore(path);
      await store.events.save(anEvent({ id: 1, cost: { values: ["5"], symbol: "€", position: "prefix" } }));
      await store.ids.reserve("record", 1);
      await store.close();
      return path;
    };

    it("shows nothing of the host, damaged as its tables may be", async () => {
      const path = await newSharedFile();
      expect(await examine(path)).to.deep.equal([]);
      inFile(path, (database) => {
        database.pragma("ignore_check_constraints = ON");
        database.exec("INSERT INTO events (hall) VALUES ('')");
        expect(database.pragma("integrity_check")).to.have.length(1);
      });
      expect(await examine(path)).to.deep.equal([]);
      damageTable(path, "records");
      damageTable(path, "events_by_start");
      expect(await examine(path)).to.deep.equal([]);
    });

    it("shows what is wrong with the calendar", async () => {
      const path = await newSharedFile();
      inFile(path, (database) => {
        database.pragma("ignore_check_constraints = ON");
        database.exec("INSERT INTO kalends_term_usage VALUES (1, 'publish', -1)");
      });
      expect((await examine(path)).join("\n")).to.match(/^storage .*kalends_term_usage: restore the file/);
      const missing = await newSharedFile();
      inFile(missing, (database) => database.exec("DROP INDEX kalends_events_by_start"));
      expect(await examine(missing)).to.deep.equal(["layout The index kalends_events_by_start is missing."]);
    });
  });
});
