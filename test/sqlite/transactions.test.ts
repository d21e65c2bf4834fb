import { setTimeout as sleep } from "node:timers/promises";
import { CalendarError } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { anEvent, aVenue } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { createGate } from "../stores/gate.ts";

const errorOf = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It was expected to fail");
};

const messageOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work)).message;

describe("units of work in memory", () => {
  let store: Store;
  beforeEach(async () => {
    store = await openSqliteStore(":memory:", { busyTimeout: 50 });
  });
  afterEach(() => store.close());

  it("keep readers out until they end, and writes out of each other", async () => {
    const gate = createGate();
    const unit = store.transaction(async ({ events }) => {
      await events.save(anEvent({ id: 1 }));
      await gate.passed;
      throw new Error("halfway");
    });
    const found = store.events.find(1);
    const saved = store.venues.save(aVenue({ id: 2 }));
    gate.open();
    expect(await messageOf(unit)).to.equal("halfway");
    expect(await found).to.equal(undefined);
    expect(await saved).to.equal(true);
    expect(await store.venues.find(2)).to.deep.equal(aVenue({ id: 2 }));
  });

  it("say so when one is begun inside another, instead of waiting for ever", async () => {
    const inner = await store.transaction(() => errorOf(store.transaction(async () => 1)));
    expect(inner).to.be.instanceOf(CalendarError).and.to.include({ code: "rest_storage_unavailable" });
    expect(inner.cause).to.be.an("error").with.property("message").that.contains("do not nest");
    expect(await store.transaction(async () => 2)).to.equal(2);
  });

  it("wait for ever where the patience has no end", async () => {
    const patient = await openSqliteStore(":memory:", { busyTimeout: Number.POSITIVE_INFINITY });
    const first = patient.transaction(() => sleep(20));
    const second = patient.transaction(async () => "ran");
    expect(await second.finally(() => first)).to.equal("ran");
    await patient.close();
  });

  for (const code of ["SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT"]) {
    it(`say of ${code} from a connection of the caller that the unit itself locks the file`, async () => {
      const cause = new Database.SqliteError("said by the driver", code);
      const error = await errorOf(store.transaction(() => Promise.reject(cause)));
      expect(error).not.to.be.instanceOf(CalendarError);
      expect(error).to.have.property("cause", cause);
      expect(error).to.have.property("message").that.contains("locked by the open transaction");
    });
  }

  for (const code of [
    "SQLITE_LOCKED_SHAREDCACHE",
    "SQLITE_IOERR_WRITE",
    "SQLITE_CANTOPEN",
    "SQLITE_READONLY_DBMOVED",
  ]) {
    it(`say of ${code} that the storage is away, with the error as the cause`, async () => {
      const cause = new Database.SqliteError("said by the driver", code);
      const error = await errorOf(store.transaction(() => Promise.reject(cause)));
      expect(error)
        .to.be.instanceOf(CalendarError)
        .and.to.include({ code: "rest_storage_unavailable", cause });
    });
  }

  for (const code of ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"]) {
    it(`say of ${code} that there is no room, with the error as the cause`, async () => {
      const cause = new Database.SqliteError("said by the driver", code);
      const error = await errorOf(store.transaction(() => Promise.reject(cause)));
      expect(error).to.be.instanceOf(CalendarError).and.to.include({ code: "rest_storage_full", cause });
    });
  }

  it("reject with faults of the program as they are", async () => {
    const fault = new Database.SqliteError("said by the driver", "SQLITE_CONSTRAINT_UNIQUE");
    expect(await errorOf(store.transaction(() => Promise.reject(fault)))).to.equal(fault);
  });

  it("end with their repositories", async () => {
    const repositories = await store.transaction(async (unit) => unit);
    expect(await messageOf(repositories.events.find(1))).to.contain("has ended");
    expect(await messageOf(repositories.events.save(anEvent({ id: 1 })))).to.contain("has ended");
  });

  it("undo a write that fails halfway, even when the unit goes on", async () => {
    await store.venues.save(aVenue({ id: 7 }));
    await store.transaction(async ({ events, venues }) => {
      await venues.save(aVenue({ id: 8, slug: "eight" }));
      expect(await messageOf(events.save(anEvent({ id: 7 })))).to.contain("another kind");
    });
    expect(await store.kindOf(7)).to.equal("venue");
    expect(await store.kindOf(8)).to.equal("venue");
    expect(await store.events.find(7)).to.equal(undefined);
  });

  it("never hand out an id twice, even when the unit that got it fails", async () => {
    const seen: number[] = [];
    const unit = store.transaction(async ({ ids }) => {
      seen.push(await ids.next("record"), await ids.next("record"));
      throw new Error("halfway");
    });
    expect(await messageOf(unit)).to.equal("halfway");
    expect(seen).to.deep.equal([1, 2]);
    expect(await store.ids.next("record")).to.equal(3);
  });
});

describe("numbers that no record has", () => {
  it("match nothing and throw nothing", async () => {
    const store = await openSqliteStore(":memory:");
    const page = { page: 1e9, perPage: 1e9 };
    const visible = { statuses: ["publish"] };
    for (const id of [Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 63, 1e300, -1, 0, 1.5, Number.NaN]) {
      expect(await store.events.find(id), String(id)).to.equal(undefined);
      expect(await store.events.findMany([id, id]), String(id)).to.deep.equal([]);
      expect(await store.kindOf(id), String(id)).to.equal(undefined);
      expect(await store.terms.withDescendants([id]), String(id)).to.deep.equal([]);
      expect(await store.venues.list({ ...page, visible, eventId: id }), String(id)).to.deep.equal({
        items: [],
        total: 0,
      });
      const events = await store.events.list({
        ...page,
        visible: { ...visible, own: { author: id, statuses: ["draft"] } },
        clock: "local",
        order: "start",
        parentId: id,
      });
      expect(events, String(id)).to.deep.equal({ items: [], total: 0 });
    }
    await store.close();
  });
});
