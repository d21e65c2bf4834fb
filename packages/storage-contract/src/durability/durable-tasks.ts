import type { BlobStore, Repositories } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { someBytes } from "../blobs.ts";
import { aChange, anEvent, aVenue } from "../fixtures.ts";
import { changeInTurn } from "../outbox/outbox.ts";
import { saveUnderFreeSlug } from "../transactions/concurrent-slugs.ts";

/** Reports one finished step to the waiting process. */
export type Report = (value: string | number) => void;

/**
 * Task of a separate process with a store. It reports an id, a slug or a name only when that is durably
 * stored.
 */
export type Task<Opened> = (store: Opened, report: Report, first: number, count: number) => Promise<void>;

type StoreTask =
  | "takeIds"
  | "takeLeases"
  | "numberUsers"
  | "holdLease"
  | "takeSlugs"
  | "increment"
  | "noteChanges"
  | "saveEvents"
  | "saveTogether"
  | "saveTogetherAtOnce";
type BlobTask = "putBlobs" | "putEndless" | "putSame";
export type TaskName = StoreTask | BlobTask;

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** Number of concurrent writers in one process. */
const WRITERS = 12;

/** Category of every event of `saveTogether`. */
export const CATEGORY_ID = 1;

/**
 * Stores a venue and an event in one transaction, so that neither exists without the other. Returns the
 * event's id.
 */
const saveTogether = (store: Store): Promise<number> =>
  store.transaction(async ({ events, venues, ids, outbox }) => {
    const venueId = await ids.next("record");
    await venues.save(aVenue({ id: venueId }));
    const id = await ids.next("record");
    await events.save(anEvent({ id, title: `Together ${id}`, venueId, categoryIds: [CATEGORY_ID] }));
    await outbox.append([aChange({ recordId: id })]);
    return id;
  });

const failTogether = async (store: Store): Promise<void> => {
  const failing = store.transaction(async ({ venues, ids }) => {
    await venues.save(aVenue({ id: await ids.next("record") }));
    throw new Error("halfway");
  });
  await failing.catch(() => undefined);
};

const increment = async ({ events }: Repositories): Promise<boolean> => {
  const event = await events.find(1);
  if (event === undefined) throw new Error("There is nothing to count with");
  return events.save({ ...event, author: event.author + 1 });
};

export const STORE_TASKS: Readonly<Record<StoreTask, Task<Store>>> = {
  /** Requests ids, alternately outside and inside transactions. */
  async takeIds(store, report, _first, count) {
    for (const number of range(0, count))
      report(
        number % 2 === 0
          ? await store.ids.next("record")
          : await store.transaction(({ ids }) => ids.next("record")),
      );
  },
  /** Acquires leases that other processes also request; reports those it got. */
  async takeLeases({ leases }, report, first, count) {
    for (const number of range(0, count))
      if (await leases.acquire(`lease ${number}`, `process ${first}`, 3_600_000)) report(number);
  },
  /** Requests user numbers that other processes also request. */
  async numberUsers({ userIds }, report, _first, count) {
    for (const user of range(0, count)) report(await userIds.numberOf(`user ${user}`));
  },
  /** Acquires a lease for this many milliseconds and holds it until the process is killed. */
  async holdLease({ leases }, report, milliseconds) {
    if (await leases.acquire("held", "the one that is killed", milliseconds)) report("held");
    await new Promise(() => setInterval(() => undefined, 1000));
  },
  /** Stores events that all request the same slug. */
  async takeSlugs(store, report, first, count) {
    for (const id of range(first, count)) report(await saveUnderFreeSlug(store, id, "concert"));
  },
  /** Increments the author of event 1. */
  async increment(store, report, _first, count) {
    for (const number of range(0, count)) {
      await store.transaction(increment);
      report(number);
    }
  },
  /** Changes events that other processes also change, and records each change in the outbox. */
  async noteChanges(store, report, _first, count) {
    for (const number of range(0, count)) {
      await changeInTurn(store, number);
      report(number);
    }
  },
  /** Stores events that no other process writes. */
  async saveEvents(store, report, first, count) {
    for (const id of range(first, count)) {
      await store.events.save(anEvent({ id }));
      report(id);
    }
  },
  /** Stores pairs of records until the process is killed. */
  async saveTogether(store, report) {
    for (;;) report(await saveTogether(store));
  },
  /**
   * Stores pairs with several concurrent writers, which wait for each other. Every third unit fails halfway.
   */
  async saveTogetherAtOnce(store, report) {
    const write = async (): Promise<void> => {
      for (let turn = 1; ; turn += 1) {
        if (turn % 3 === 0) await failTogether(store);
        else report(await saveTogether(store));
      }
    };
    await Promise.all(range(0, WRITERS).map(write));
  },
};

/** Bytes in each piece of a source. */
const PIECE = 16 * 1024;

/** Returns the bytes that tasks store under a number. Their length identifies them. */
export const blobBytes = (number: number): Uint8Array => someBytes(200_000 + number, number);

async function* slowly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    await new Promise(setImmediate);
    yield bytes.subarray(at, at + PIECE);
  }
}

export const BLOB_TASKS: Readonly<Record<BlobTask, Task<BlobStore>>> = {
  /** Stores blobs under consecutive numbers until the process is killed. */
  async putBlobs(store, report, first) {
    for (let number = first; ; number += 1) {
      await store.put(`blobs/${number}`, slowly(blobBytes(number)));
      report(number);
    }
  },
  /** Writes one blob without end; reports how many pieces were read. */
  async putEndless(store, report) {
    const piece = someBytes(PIECE);
    async function* source(): AsyncGenerator<Uint8Array> {
      for (let taken = 0; taken < 5000; taken += 1) {
        report(taken);
        await new Promise(setImmediate);
        yield piece;
      }
      await new Promise(() => setInterval(() => undefined, 1000));
    }
    await store.put("endless", source());
  },
  /** Requests names that other processes also request; reports those it got. */
  async putSame(store, report, first, count) {
    for (const number of range(1, count))
      if (await store.put(`same/${number}`, slowly(blobBytes(first)))) report(`${number}:${first}`);
  },
};
