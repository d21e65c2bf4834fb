import { closeSync, copyFileSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { setImmediate as nextEvent } from "node:timers/promises";
import { CalendarError } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import {
  ALL_LINKED,
  allTerms,
  anEvent,
  anOrganizer,
  aTerm,
  aVenue,
  EVERYTHING,
} from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";
import { cutOff, damageRecords, damageTable } from "./damaged-file.ts";

const PAGE = 4096;

const OPERATIONS: Readonly<Record<string, (store: StoreWithAccounts) => Promise<unknown>>> = {
  find: ({ events }) => events.find(7),
  "find many": ({ events }) => events.findMany([1, 50, 99]),
  list: ({ events }) => events.list(EVERYTHING),
  search: ({ events }) => events.list({ ...EVERYTHING, search: { all: ["some"], none: ["zq"] } }),
  category: ({ events }) => events.list({ ...EVERYTHING, categoryIds: [301] }),
  organizer: ({ events }) => events.list({ ...EVERYTHING, organizerIds: [201, 202] }),
  "read after": ({ events }) => events.readAfter(0, 1000),
  venues: ({ venues }) => venues.list({ ...ALL_LINKED, search: ["venue"] }),
  organizers: ({ organizers }) => organizers.list(ALL_LINKED),
  terms: ({ terms }) => terms.list(allTerms("category")),
  accounts: async (store) => (await store.openAccounts()).findByName("account-1"),
  kind: ({ kindOf }) => kindOf(5),
  ping: ({ ping }) => ping(),
  save: ({ events }) => events.save(anEvent({ id: 500, slug: "new", categoryIds: [301] })),
  "save again": ({ events }) => events.save(anEvent({ id: 10, description: "x".repeat(9000) })),
  id: ({ ids }) => ids.next("record"),
  unit: ({ transaction }) =>
    transaction(async ({ ids, events }) => {
      const id = 1000 + (await ids.next("record"));
      await events.save(anEvent({ id, slug: `event-${id}`, organizerIds: [201] }));
    }),
  unlink: ({ events }) => events.unlinkOrganizer(202),
  "remove a term": ({ terms }) => terms.remove(302),
};

/**
 * Returns `answered` if the call succeeds, and `unavailable` if it fails with an error that clients may see.
 * All other errors are thrown.
 */
const outcomeOf = async (work: Promise<unknown>): Promise<"answered" | "unavailable"> => {
  try {
    await work;
    return "answered";
  } catch (error) {
    if (error instanceof CalendarError && error.code === "rest_storage_unavailable") return "unavailable";
    throw error;
  } finally {
    // Work after the call, such as the end of its snapshot, must not throw either. Mocha would report the
    // error.
    await nextEvent();
  }
};

/** Calls each operation of a store in order and returns the results. */
const outcomesOf = async (store: StoreWithAccounts): Promise<Readonly<Record<string, string>>> => {
  const outcomes: Record<string, string> = {};
  for (const [name, work] of Object.entries(OPERATIONS)) outcomes[name] = await outcomeOf(work(store));
  return outcomes;
};

describe("a damaged file of store-sqlite", function () {
  this.timeout(60_000);
  const newPath = newFiles();
  let sound: string;
  before(async () => {
    sound = newPath();
    const store = await openSqliteStore(sound);
    await store.openAccounts();
    for (const id of [201, 202]) await store.organizers.save(anOrganizer({ id }));
    for (const id of [301, 302]) await store.terms.save(aTerm({ id }));
    await store.venues.save(aVenue({ id: 101 }));
    for (let id = 1; id <= 100; id += 1) {
      const description = `some words of ${id} `.repeat(id % 10 === 0 ? 500 : 20);
      const links = { venueId: 101, organizerIds: [201 + (id % 2)], categoryIds: [301 + (id % 2)] };
      await store.events.save(anEvent({ id, slug: `event-${id}`, description, ...links }));
    }
    await store.close();
  });

  const copy = (): string => {
    const path = newPath();
    copyFileSync(sound, path);
    return path;
  };

  for (const table of [
    "kalends_events",
    "kalends_sequences",
    "kalends_records",
    "kalends_events_by_status_start",
    "kalends_events_by_start",
    "kalends_events_by_slug",
    "kalends_event_texts",
    "kalends_event_search_data",
    "kalends_event_organizers",
    "kalends_term_usage",
  ]) {
    it(`is a storage that does not answer, and ends nothing (${table})`, async () => {
      const path = copy();
      damageTable(path, table);
      const store = await openSqliteStore(path);
      expect(Object.values(await outcomesOf(store))).to.include("unavailable");
      expect(await outcomeOf(store.ping())).to.equal("unavailable");
      await store.close();
    });
  }

  it("is found in records whose pages are sound", async () => {
    const path = copy();
    damageRecords(path, '"title":"Event 7"');
    const store = await openSqliteStore(path);
    expect(await outcomeOf(store.events.find(7))).to.equal("unavailable");
    expect(await outcomeOf(store.events.find(8))).to.equal("answered");
    expect(await outcomeOf(store.ping())).to.equal("unavailable");
    await store.close();
  });

  it("is found in records of lists that a thread has read", async () => {
    const path = copy();
    damageRecords(path, '"title":"Event 7"');
    const store = await openSqliteStore(path, { listBudget: 0 });
    expect(await outcomeOf(store.events.list(EVERYTHING))).to.equal("unavailable");
    expect(await outcomeOf(store.ping())).to.equal("unavailable");
    await store.close();
  });

  it("is read where it is sound, but not written any more, until it is opened again", async () => {
    const path = copy();
    damageTable(path, "kalends_event_search_data");
    const store = await openSqliteStore(path);
    expect(await outcomeOf(store.ping())).to.equal("answered");
    expect(await outcomeOf(store.events.save(anEvent({ id: 500, slug: "new" })))).to.equal("unavailable");
    expect(await outcomeOf(store.events.find(7))).to.equal("answered");
    expect(await outcomeOf(store.ids.next("record"))).to.equal("unavailable");
    expect(await outcomeOf(store.ping())).to.equal("unavailable");
    await store.close();
    const restored = await openSqliteStore(copy());
    expect([...new Set(Object.values(await outcomesOf(restored)))]).to.deep.equal(["answered"]);
    await restored.close();
  });

  it("does not commit a unit that goes on after it has come upon damage", async () => {
    const path = copy();
    damageTable(path, "kalends_event_search_data");
    const store = await openSqliteStore(path);
    const unit = store.transaction(async ({ events, terms }) => {
      await terms.save(aTerm({ id: 303, slug: "unit" }));
      await events.save(anEvent({ id: 600, slug: "unit" })).catch(() => undefined);
    });
    expect(await outcomeOf(unit)).to.equal("unavailable");
    expect(await store.terms.find("category", 303)).to.equal(undefined);
    await store.close();
  });

  it("leaves the other stores of the process alone", async () => {
    const path = copy();
    damageTable(path, "kalends_events");
    const [damaged, other] = await Promise.all([openSqliteStore(path), openSqliteStore(copy())]);
    // Both run in the same turn of the event loop. The commit of one ends the snapshots of both.
    const [found, saved] = await Promise.allSettled([
      damaged.events.find(7),
      other.events.save(anEvent({ id: 500, slug: "new" })),
    ]);
    expect([found.status, saved.status]).to.deep.equal(["rejected", "fulfilled"]);
    expect(await outcomeOf(other.ids.next("record"))).to.equal("answered");
    await Promise.all([damaged.close(), other.close()]);
  });

  it("answers or is away, wherever the damage is", async () => {
    const bytes = readFileSync(sound);
    for (let at = PAGE; at < bytes.length; at += PAGE * 29) {
      for (const fill of [0, 0xff, 0x0d]) {
        const path = copy();
        const file = openSync(path, "r+");
        writeSync(file, Buffer.alloc(fill === 0x0d ? 64 : PAGE, fill), 0, fill === 0x0d ? 64 : PAGE, at);
        closeSync(file);
        const store = await openSqliteStore(path).catch((error: Error) => error);
        // Damage that is found when the file is opened is reported to the operator.
        if (store instanceof Error) continue;
        await outcomesOf(store);
        await store.close();
      }
    }
  });

  it("answers or is away when the files are damaged or cut off while they are open", async () => {
    for (const suffix of ["", "-wal"]) {
      for (const length of [PAGE, 8 * PAGE]) {
        const path = copy();
        const store = await openSqliteStore(path);
        await store.events.save(anEvent({ id: 700, slug: "logged", description: "words ".repeat(5000) }));
        const { size } = statSync(path + suffix);
        const file = openSync(path + suffix, "r+");
        writeSync(file, Buffer.alloc(length, 0xff), 0, length, Math.floor(size / 2 / PAGE) * PAGE);
        await outcomesOf(store);
        // When a process closes any descriptor of a file, it loses all its locks on the file. Therefore this
        // descriptor is closed last.
        await store.close();
        closeSync(file);
      }
    }
    const path = copy();
    const store = await openSqliteStore(path);
    cutOff(path);
    const outcomes = await outcomesOf(store);
    expect(Object.values(outcomes)).to.include("unavailable");
    await store.close();
  });
});
