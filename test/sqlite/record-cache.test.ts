import { setImmediate as nextEvent } from "node:timers/promises";
import type { Store } from "@kalends/core/storage";
import { anEvent, anImage, anOrganizer, aTerm, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore, type SqliteStoreOptions } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

const MEMORY = ":memory:";
const RENAME = "UPDATE kalends_events SET json = json_set(json, '$.title', ?) WHERE id = ?";

/** Returns the object itself and all objects within it. */
const partsOf = (value: unknown): readonly object[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [];

const expectReadAnew = (record: unknown, old: unknown): void => {
  expect(record).to.deep.equal(old);
  expect(record).not.to.equal(old);
};

const anEventOf = (id: number, title = `Event ${id}`) => anEvent({ id, slug: `event-${id}`, title });

describe("the records that store-sqlite keeps", () => {
  const newPath = newFiles();
  const opened: Store[] = [];
  const open = async (path: string, options: SqliteStoreOptions = {}): Promise<Store> => {
    const store = await openSqliteStore(path, options);
    opened.push(store);
    return store;
  };
  const openFilled = async (path: string, options: SqliteStoreOptions = {}): Promise<Store> => {
    const store = await open(path, options);
    await store.venues.save(aVenue({ id: 101 }));
    await store.organizers.save(anOrganizer({ id: 201 }));
    await store.images.save(anImage({ id: 301 }));
    for (const id of [1, 2]) await store.terms.save(aTerm({ id, slug: `term-${id}` }));
    for (const id of [1, 2, 3])
      await store.events.save({ ...anEventOf(id), venueId: 101, organizerIds: [201], categoryIds: [1] });
    await nextEvent();
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  /** Writes to the file with a separate connection, as another program would. */
  const writeFromOutside = async (
    path: string,
    write: (database: Database.Database) => void,
  ): Promise<void> => {
    const database = new Database(path);
    database.transaction(write)(database);
    database.close();
    // Ends the snapshot of earlier reads.
    await nextEvent();
  };

  /** Reads records of each kind in every way. */
  const readAll = async (store: Store): Promise<readonly unknown[]> => [
    await store.events.find(1),
    await store.events.findMany([2]),
    await store.events.findBySlug("event-3"),
    (await store.events.list(EVERYTHING)).items,
    await store.venues.find(101),
    await store.venues.findMany([101]),
    await store.organizers.findMany([201]),
    await store.images.find(301),
    await store.terms.find("category", 1),
    await store.terms.findMany([1, 2]),
  ];
  const objectsOf = (read: readonly unknown[]): readonly unknown[] => read.flat();

  for (const place of ["a file", MEMORY]) {
    const newPlace = (): string => (place === MEMORY ? MEMORY : newPath());

    describe(`in ${place}`, () => {
      it("are the same frozen objects as long as nothing has changed, whoever asks in whatever way", async () => {
        const store = await openFilled(newPlace());
        const first = objectsOf(await readAll(store));
        await nextEvent();
        const second = objectsOf(await readAll(store));
        expect(first).to.have.length(13);
        expect(first.every((record, index) => record === second[index])).to.equal(true);
        expect(first[0]).to.equal((await store.events.findMany([3, 1, 1])).find(({ id }) => id === 1));
        expect(partsOf(first).length).to.be.greaterThan(40);
        expect(first.flatMap(partsOf).every(Object.isFrozen)).to.equal(true);
      });

      it("stay when others are written", async () => {
        const store = await openFilled(newPlace());
        const [one, two] = [await store.events.find(1), await store.events.find(2)];
        const [term, idle] = [await store.terms.find("category", 1), await store.terms.find("category", 2)];
        await store.events.save({ ...anEventOf(1, "Changed"), categoryIds: [1] });
        expect(await store.events.find(1))
          .to.include({ title: "Changed" })
          .and.not.to.equal(one);
        expect(await store.events.find(2)).to.equal(two);
        // The usage count of the category has not changed.
        expect(await store.terms.find("category", 1)).to.equal(term);
        await store.events.save(anEventOf(1, "Changed"));
        expect((await store.terms.find("category", 1))?.usage.publish).to.equal(2);
        expect(await store.terms.find("category", 2)).to.equal(idle);
      });

      it("never come out of a unit of work, nor get into one", async () => {
        const store = await openFilled(newPlace());
        const kept = await store.events.find(1);
        const unit = store.transaction(async (repositories) => {
          const inside = await repositories.events.find(1);
          expectReadAnew(inside, kept);
          await repositories.events.save(anEventOf(1, "Undone"));
          await repositories.events.save(anEventOf(4, "Undone"));
          expect(await repositories.events.find(1)).to.include({ title: "Undone" });
          expect(await repositories.events.findMany([4])).to.have.length(1);
          throw new Error("Undo.");
        });
        await unit.then(
          () => expect.fail("It was committed."),
          () => undefined,
        );
        expect(await store.events.find(1)).to.equal(kept);
        expect(await store.events.find(4)).to.equal(undefined);
        expect((await store.events.list(EVERYTHING)).items.map(({ title }) => title)).not.to.include(
          "Undone",
        );
      });

      it("take no more memory than they may, the last ones used", async () => {
        const store = await openFilled(newPlace(), { cacheMemory: 20_000 });
        for (let id = 10; id < 60; id += 1) await store.events.save(anEventOf(id));
        const [first, last] = [await store.events.find(10), await store.events.find(59)];
        for (let id = 11; id < 59; id += 1) {
          await store.events.find(id);
          expect(await store.events.find(59)).to.equal(last);
        }
        expectReadAnew(await store.events.find(10), first);
        await store.events.save({ ...anEventOf(60), description: "x".repeat(20_000) });
        const large = await store.events.find(60);
        expectReadAnew(await store.events.find(60), large);
        expect(await store.events.find(59)).to.equal(last);
      });

      it("are none where no memory is given", async () => {
        const store = await openFilled(newPlace(), { cacheMemory: 0 });
        const kept = await store.events.find(1);
        expectReadAnew(await store.events.find(1), kept);
      });

      it("are found by their ids alone", async () => {
        const store = await openFilled(newPlace());
        await readAll(store);
        for (const id of [1.8, 0, -1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])
          expect(await store.events.find(id), String(id)).to.equal(undefined);
        expect(await store.events.find(101)).to.equal(undefined);
        expect(await store.venues.find(1)).to.equal(undefined);
        expect(await store.terms.find("tag", 1)).to.equal(undefined);
      });
    });
  }

  it("are left for what another store on the same file has committed, others stay", async () => {
    const path = newPath();
    const store = await openFilled(path);
    const other = await open(path);
    const before = await store.events.findMany([1, 2, 3]);
    await other.events.save(anEventOf(1, "Changed"));
    const after = await store.events.findMany([1, 2, 3]);
    expect(after.map(({ title }) => title)).to.deep.equal(["Changed", "Event 2", "Event 3"]);
    expect(after.map((event, index) => event === before[index])).to.deep.equal([false, true, true]);
  });

  it("are left for what any other program has committed, others stay", async () => {
    const path = newPath();
    const store = await openFilled(path);
    const before = objectsOf(await readAll(store));
    await writeFromOutside(path, (database) => {
      database.prepare(RENAME).run("Renamed", 2);
      database.prepare("UPDATE kalends_term_usage SET count = 7 WHERE term_id = 1").run();
      database.exec("DELETE FROM kalends_image_texts; DELETE FROM kalends_images");
      database.prepare("INSERT OR REPLACE INTO kalends_venues SELECT * FROM kalends_venues").run();
    });
    expect(await store.events.find(2)).to.include({ title: "Renamed" });
    expect((await store.terms.find("category", 1))?.usage).to.deep.equal({ publish: 7 });
    expect(await store.images.find(301)).to.equal(undefined);
    expect(await store.venues.find(101)).not.to.equal(before[6]);
    expect(await store.events.find(1)).to.equal(before[0]);
    expect(await store.organizers.find(201)).to.equal(before[8]);
    expect(await store.terms.find("category", 2)).to.equal(before[12]);
  });

  it("are all left when more was changed than the log holds", async () => {
    const path = newPath();
    const store = await openFilled(path);
    const [one, two] = await store.events.findMany([1, 2]);
    await writeFromOutside(path, (database) => {
      database.prepare(RENAME).run("Renamed", 1);
      const change = database.prepare("UPDATE kalends_venues SET author = author + 1");
      for (let count = 0; count < 10_000; count += 1) change.run();
      expect(database.prepare("SELECT count(*) FROM kalends_changes").pluck().get()).to.be.below(6000);
    });
    expect(await store.events.find(1))
      .to.include({ title: "Renamed" })
      .and.not.to.equal(one);
    expectReadAnew(await store.events.find(2), two);
  });

  it("are all left when the log is emptied", async () => {
    const path = newPath();
    const store = await openFilled(path);
    expect(await store.events.find(1)).to.include({ title: "Event 1" });
    for (const title of ["First", "Second", "Third"]) {
      await writeFromOutside(path, (database) => {
        database.prepare(RENAME).run(title, 1);
        database.exec("DELETE FROM kalends_changes");
      });
      expect(await store.events.find(1)).to.include({ title });
    }
  });

  it("are all left when the contents of a backup are put into the file", async () => {
    const [path, backup] = [newPath(), newPath()];
    const store = await openFilled(path);
    await writeFromOutside(path, () => undefined);
    const source = new Database(path);
    await source.backup(backup);
    source.close();
    for (const title of ["Second", "Third"]) await store.events.save(anEventOf(1, title));
    expect(await store.events.find(1)).to.include({ title: "Third" });
    const restored = new Database(backup);
    await restored.backup(path);
    restored.close();
    // The log of changes is again as long as the part that the store has read.
    await writeFromOutside(path, (database) => {
      for (let count = 0; count < 20; count += 1) database.prepare(RENAME).run(`Event ${count}`, 2);
    });
    expect(await store.events.find(1)).to.include({ title: "Event 1" });
  });
});
