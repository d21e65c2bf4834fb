import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { isCalendarError, type Repositories, type StoreWithAccounts } from "@kalends/core";
import { anAccount, anEvent, aTerm, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "./new-files.ts";

/** The tables that came after the version before. */
const LATER = [
  ...["leases", "user_ids", "document_values", "documents", "extension_scalars", "event_costs"],
  ...["outbox", "outbox_failures", "outbox_readers"],
  ...["series_links", "series", "occurrence_months"],
];
const VERSION_BEFORE = 7;

/** What the indexes were that have changed since; the others are new. */
const INDEXES_BEFORE: Readonly<Record<string, string | undefined>> = {
  events_due: "(published_utc) WHERE status = 'future'",
  events_by_status_start: "(status, starts, published, id, ends, featured, venue_id) WHERE hidden = 0",
  events_by_start: "(starts, published, id, status, author, ends, featured, venue_id) WHERE hidden = 0",
  events_by_status_utc_start:
    "(status, utc_starts, published, id, utc_ends, featured, venue_id) WHERE hidden = 0",
  events_by_utc_start:
    "(utc_starts, published, id, status, author, utc_ends, featured, venue_id) WHERE hidden = 0",
  events_by_venue:
    "(venue_id, status, hidden, starts, published, utc_starts, ends, utc_ends, author, featured) WHERE venue_id IS NOT NULL",
  events_by_series_start: undefined,
  events_by_series_utc_start: undefined,
  events_by_recurrence: undefined,
};

const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It was expected to fail");
};

const inFile = <T>(path: string, work: (database: Database.Database) => T): T => {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
};

const layoutOf = (path: string): unknown =>
  inFile(path, (database) => [
    database.pragma("user_version", { simple: true }),
    database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all(),
  ]);

describe("openSqliteStore without migrations", () => {
  const newPath = newFiles();
  const open = (path: string): Promise<StoreWithAccounts> => openSqliteStore(path, { migrate: false });

  const write = async (path: string): Promise<void> => {
    const store = await openSqliteStore(path);
    await store.events.save(anEvent({ id: 1, title: "Spring fair" }));
    await store.terms.save(aTerm({ id: 1 }));
    await (await store.openAccounts()).save(anAccount());
    await store.close();
  };

  /** A file as the version before has left it. */
  const writeBefore = async (path: string): Promise<void> => {
    await write(path);
    inFile(path, (database) => {
      // A trigger names tables without owning them.
      for (const change of ["insert", "update", "delete"])
        database.exec(`DROP TRIGGER events_${change}_counted_of_series`);
      for (const table of LATER) database.exec(`DROP TABLE ${table}`);
      for (const [name, columns] of Object.entries(INDEXES_BEFORE))
        database.exec(
          `DROP INDEX ${name}; ${columns === undefined ? "" : `CREATE INDEX ${name} ON events ${columns}`}`,
        );
      for (const table of ["events", "event_organizers", "event_terms"])
        for (const column of ["series_id", "text_of", ...(table === "events" ? ["recurrence_id"] : [])])
          database.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
      database.pragma(`user_version = ${VERSION_BEFORE}`);
    });
  };

  it("creates no file and no tables", async () => {
    const path = newPath();
    expect((await failureOf(open(path))).message).to.contain("there is no file");
    expect(existsSync(path)).to.equal(false);
    await writeFile(path, "");
    expect((await failureOf(open(path))).message).to.contain("holds no calendar");
    expect((await readFile(path)).length).to.equal(0);
    expect((await failureOf(open(":memory:"))).message).to.contain("always new");
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

  it("reads the layout of the version before, and writes nothing into it", async () => {
    const path = newPath();
    await writeBefore(path);
    const before = layoutOf(path);
    const store = await open(path);
    expect(
      (await store.events.list({ ...EVERYTHING, search: { all: ["spring"], none: [] } })).total,
    ).to.equal(1);
    expect(await store.events.find(1)).to.deep.equal(anEvent({ id: 1, title: "Spring fair" }));
    expect(await store.events.readAfter(0, 9)).to.have.length(1);
    const { order: _order, page: _page, perPage: _perPage, ...everything } = EVERYTHING;
    expect(await store.events.listAfter(everything, 0, 9)).to.have.length(1);
    expect(await store.events.occurrencesAfter(0, 9)).to.deep.equal([]);
    expect(await store.events.seriesToExtend("9999-01-01 00:00:00", 0, 9)).to.deep.equal([]);
    expect(await store.terms.find("category", 1)).to.include({ id: 1 });
    const accounts = await store.openAccounts();
    expect(await accounts.list()).to.deep.equal([anAccount()]);
    await store.ping();
    expect(await store.outbox.readers()).to.deep.equal([]);
    const refused: readonly (() => Promise<unknown>)[] = [
      () => store.events.save(anEvent({ id: 2 })),
      () => store.ids.next("record"),
      () => store.transaction(({ events }: Repositories) => events.find(1)),
      async () => store.nativeTransaction?.(({ events }: Repositories) => events.find(1)),
      () => accounts.save(anAccount({ id: 2, name: "other" })),
      () => store.leases.acquire("a", "b", 1),
      () => store.userIds.numberOf("a"),
      () => store.userIds.readAfter(0, 1),
      () => store.outbox.addReader("a", "b"),
      () => store.outbox.readAfter(0, 1),
      () => store.documents.find("a/b", "c"),
      () => store.documents.list({ collection: "a/b", limit: 1 }),
    ];
    for (const ask of refused) {
      const error = await failureOf(ask());
      expect(isCalendarError(error) && error.code, String(ask)).to.equal("rest_storage_unavailable");
      expect(String(error.cause)).to.match(/older layout \(7; this version has \d+\).*run kalends migrate/);
    }
    await store.close();
    expect(layoutOf(path)).to.deep.equal(before);
    const migrated = await openSqliteStore(path);
    expect(await migrated.events.save(anEvent({ id: 2 }))).to.equal(true);
    expect(await migrated.userIds.numberOf("a")).to.be.above(0);
    await migrated.close();
  });

  it("says the same where threads read what the layout lacks", async () => {
    const path = newPath();
    await writeBefore(path);
    const store = await openSqliteStore(path, { migrate: false, listBudget: 0 });
    expect((await store.events.list(EVERYTHING)).total).to.equal(1);
    for (const query of [
      { ...EVERYTHING, cost: { decimalMark: ".", from: 1 } },
      { ...EVERYTHING, order: { by: "cost", decimalMark: "." } },
    ] as const) {
      const error = await failureOf(store.events.list(query));
      expect(isCalendarError(error) && error.code).to.equal("rest_storage_unavailable");
    }
    await store.close();
  });

  it("refuses a layout that it cannot read, and leaves it as it is", async () => {
    const path = newPath();
    const script = await readFile(new URL("../../fixtures/sqlite-schema-1.sql", import.meta.url), "utf8");
    inFile(path, (database) => database.exec(script));
    const before = layoutOf(path);
    expect((await failureOf(open(path))).message).to.match(
      /older layout \(1;.*cannot be read: run kalends migrate/,
    );
    inFile(path, (database) => database.pragma("user_version = 999"));
    expect((await failureOf(open(path))).message).to.contain("newer version");
    inFile(path, (database) => database.pragma("user_version = 1"));
    expect(layoutOf(path)).to.deep.equal(before);
  });
});
