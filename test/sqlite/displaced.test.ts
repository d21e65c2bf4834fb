import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextEvent } from "node:timers/promises";
import { CalendarError } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { anEvent, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

/** True if the work succeeds. Work after it reads the data again. */
const isAnswered = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof CalendarError && error.code === "rest_storage_unavailable") return false;
    throw error;
  } finally {
    await nextEvent();
  }
};

/** Returns the events in a closed file and the result of its integrity check. */
const contentOf = (path: string): { readonly ids: unknown; readonly check: unknown } => {
  const database = new Database(path);
  try {
    return {
      ids: database.prepare("SELECT id FROM kalends_events ORDER BY id").pluck().all(),
      check: database.pragma("integrity_check", { simple: true }),
    };
  } finally {
    database.close();
  }
};

describe("the files of store-sqlite, moved while they are open", () => {
  const newPath = newFiles();
  let folder: string;
  let path: string;
  let backup: string;
  let store: Store;
  let nextId: number;

  const fill = async (place: string, ids: readonly number[]): Promise<void> => {
    const opened = await openSqliteStore(place);
    for (const id of ids) await opened.events.save(anEvent({ id, slug: `event-${id}` }));
    await opened.close();
  };
  const save = (): Promise<unknown> => {
    nextId += 1;
    return store.events.save(anEvent({ id: nextId, slug: `event-${nextId}` }));
  };
  const open = async (place = path): Promise<void> => {
    store = await openSqliteStore(place);
    nextId = 0;
    for (let count = 0; count < 3; count += 1) await save();
    await nextEvent();
  };
  const expectAway = async (): Promise<void> => {
    expect(await isAnswered(store.ping()), "ping").to.equal(false);
    expect(await isAnswered(store.events.list(EVERYTHING)), "list").to.equal(false);
    await expectReadOnly();
  };
  const expectReadOnly = async (): Promise<void> => {
    expect(await isAnswered(store.ping()), "ping").to.equal(false);
    expect(await isAnswered(save()), "save").to.equal(false);
    expect(await isAnswered(store.transaction(async ({ ids }) => ids.next("record"))), "unit").to.equal(
      false,
    );
    nextId -= 1;
  };
  const expectBack = async (): Promise<void> => {
    expect(await isAnswered(store.ping()), "ping").to.equal(true);
    expect(await isAnswered(save()), "save").to.equal(true);
    expect((await store.events.list(EVERYTHING)).total).to.equal(4);
  };

  beforeEach(async () => {
    folder = newPath();
    mkdirSync(folder);
    path = join(folder, "calendar.db");
    backup = join(folder, "backup.db");
    await fill(backup, [77]);
  });

  it("keep out what would be lost until the file is back at its path", async () => {
    await open();
    renameSync(path, `${path}.old`);
    await expectAway();
    renameSync(`${path}.old`, path);
    await expectBack();
    await store.close();
    expect(contentOf(path)).to.deep.equal({ ids: [1, 2, 3, 4], check: "ok" });
  });

  it("take what was acknowledged along, though the log was left behind", async () => {
    await open();
    renameSync(path, `${path}.old`);
    expect(await isAnswered(store.ping())).to.equal(false);
    // The file has the same content as after the server was killed.
    expect(contentOf(`${path}.old`)).to.deep.equal({ ids: [1, 2, 3], check: "ok" });
    await store.close();
  });

  it("are given up when the file is deleted, and made anew by the next start", async () => {
    await open();
    rmSync(path);
    await expectAway();
    await store.close();
    await fill(path, [5]);
    expect(contentOf(path)).to.deep.equal({ ids: [5], check: "ok" });
  });

  it("leave a backup alone that is put into their place", async () => {
    await open();
    renameSync(backup, path);
    await expectAway();
    await store.close();
    expect(contentOf(path)).to.deep.equal({ ids: [77], check: "ok" });
    await open();
    expect((await store.events.list(EVERYTHING)).items.map(({ id }) => id)).to.deep.equal([1, 2, 3, 77]);
    await store.close();
  });

  it("leave it alone, too, when the server ends before it has noticed", async () => {
    await open();
    renameSync(backup, path);
    await store.close();
    expect(contentOf(path)).to.deep.equal({ ids: [77], check: "ok" });
  });

  it("are not mixed with the log of somebody who has opened the new file", async () => {
    await open();
    for (const suffix of ["", "-wal", "-shm"]) renameSync(path + suffix, `${path}.old${suffix}`);
    renameSync(backup, path);
    const other = await openSqliteStore(path);
    await other.events.save(anEvent({ id: 78, slug: "event-78" }));
    await expectAway();
    await store.close();
    await other.events.save(anEvent({ id: 79, slug: "event-79" }));
    await other.close();
    expect(contentOf(path)).to.deep.equal({ ids: [77, 78, 79], check: "ok" });
    expect(contentOf(`${path}.old`)).to.deep.equal({ ids: [1, 2, 3], check: "ok" });
  });

  for (const suffix of ["-wal", "-shm"]) {
    it(`keep every acknowledged write when the file ending with ${suffix} is removed`, async () => {
      await open();
      rmSync(path + suffix);
      await expectReadOnly();
      expect((await store.events.list(EVERYTHING)).total).to.equal(3);
      await store.close();
      expect(contentOf(path)).to.deep.equal({ ids: [1, 2, 3], check: "ok" });
    });
  }

  it("are found again when their folder comes back", async () => {
    await open();
    renameSync(folder, `${folder}.old`);
    await expectAway();
    renameSync(`${folder}.old`, folder);
    await expectBack();
    await store.close();
    expect(contentOf(path)).to.deep.equal({ ids: [1, 2, 3, 4], check: "ok" });
  });

  it("are known behind a symbolic link, and missed when it leads elsewhere", async () => {
    const link = join(folder, "current.db");
    symlinkSync(path, link);
    await open(link);
    rmSync(link);
    symlinkSync(backup, link);
    await expectAway();
    rmSync(link);
    symlinkSync(path, link);
    await expectBack();
    await store.close();
    expect(contentOf(path)).to.deep.equal({ ids: [1, 2, 3, 4], check: "ok" });
    expect(contentOf(backup)).to.deep.equal({ ids: [77], check: "ok" });
  });

  it("are looked at once more before a unit commits", async () => {
    await open();
    const unit = store.transaction(async ({ events }) => {
      await events.save(anEvent({ id: 50, slug: "event-50" }));
      renameSync(path, `${path}.old`);
    });
    expect(await isAnswered(unit)).to.equal(false);
    renameSync(`${path}.old`, path);
    expect(await store.events.find(50)).to.equal(undefined);
    await expectBack();
    await store.close();
  });

  it("are known by where they were opened, wherever the process goes", async () => {
    const before = process.cwd();
    try {
      process.chdir(folder);
      await open("./calendar.db");
      process.chdir(dirname(folder));
      await expectBack();
      await store.close();
    } finally {
      process.chdir(before);
    }
    expect(readdirSync(folder).sort()).to.deep.equal(["backup.db", "calendar.db"]);
  });

  it("may be restored through SQLite while they are open", async () => {
    await open();
    const restored = new Database(backup);
    await restored.backup(path);
    restored.close();
    expect((await store.events.list(EVERYTHING)).items.map(({ id }) => id)).to.deep.equal([77]);
    expect(await isAnswered(store.ping())).to.equal(true);
    expect(await isAnswered(save())).to.equal(true);
    await store.close();
    expect(contentOf(path)).to.deep.equal({ ids: [4, 77], check: "ok" });
  });
});
