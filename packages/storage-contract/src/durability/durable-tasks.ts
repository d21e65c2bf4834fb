import type { BlobStore, Repositories } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { someBytes } from "../blobs.ts";
import { aChange, anEvent, aVenue } from "../fixtures.ts";
import { changeInTurn } from "../outbox/outbox.ts";
import { saveUnderFreeSlug } from "../transactions/concurrent-slugs.ts";

/** Reports the result of a completed step to the test process. */
export type Report = (value: string | number) => void;

/**
 * Task that a separate process runs on a store. It reports an id, slug or name only after it is stored
 * durably.
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
  | "mergeMany"
  | "saveTogether"
  | "saveTogetherAtOnce";
type BlobTask = "putBlobs" | "putEndless" | "putSame";
export type TaskName = StoreTask | BlobTask;

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** Number of concurrent writers in one process. */
const WRITERS = 12;

/** Category of every event that `saveTogether` stores. */
export const CATEGORY_ID = 1;

/**
 * Stores a venue and an event in one transaction, so that both exist or neither. Returns the id of the event.
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
  /** Requests new ids, alternately outside and inside of transactions. */
  async takeIds(store, report, _first, count) {
    for (const number of range(0, count))
      report(
        number % 2 === 0
          ? await store.ids.next("record")
          : await store.transaction(({ ids }) => ids.next("record")),
      );
  },
  /** Tries to acquire leases that other processes also try to acquire. Reports the acquired leases. */
  async takeLeases({ leases }, report, first, count) {
    for (const number of range(0, count))
      if (await leases.acquire(`lease ${number}`, `process ${first}`, 3_600_000)) report(number);
  },
  /** Requests user numbers for the same users as other processes. */
  async numberUsers({ userIds }, report, _first, count) {
    for (const user of range(0, count)) report(await userIds.numberOf(`user ${user}`));
  },
  /** Acquires a lease for `milliseconds` and holds it until the process is killed. */
  async holdLease({ leases }, report, milliseconds) {
    if (await leases.acquire("held", "the one that is killed", milliseconds)) report("held");
    await new Promise(() => setInterval(() => undefined, 1000));
  },
  /** Stores events that all request the same slug. */
  async takeSlugs(store, report, first, count) {
    for (const id of range(first, count)) report(await saveUnderFreeSlug(store, id, "concert"));
  },
  /** Increments the author number of event 1. */
  async increment(store, report, _first, count) {
    for (const number of range(0, count)) {
      await store.transaction(increment);
      report(number);
    }
  },
  /** Changes events that other processes also change, and adds each change to the outbox. */
  async noteChanges(store, report, _first, count) {
    for (const number of range(0, count)) {
      await changeInTurn(store, number);
      report(number);
    }
  },
  /** Stores events whose ids no other process uses. */
  async saveEvents(store, report, first, count) {
    for (const id of range(first, count)) {
      await store.events.save(anEvent({ id }));
      report(id);
    }
  },
  /**
   * Merges venue 2 into venue 1 and tag 2 into tag 1, both with many events, and moves all links. Then waits
   * until the process is killed.
   */
  async mergeMany({ merges }, report) {
    report("began");
    await merges.merge({ kind: "venue", targetId: 1, sourceIds: [2] });
    report("merged");
    await merges.merge({ kind: "tag", targetId: 1, sourceIds: [2] });
    while (await merges.movePortion?.()) report("moved");
    report("done");
    await new Promise(() => setInterval(() => undefined, 1000));
  },
  /** Stores pairs of records until the process is killed. */
  async saveTogether(store, report) {
    for (;;) report(await saveTogether(store));
  },
  /**
   * Stores pairs of records with several concurrent writers, which wait for each other. Every third
   * transaction fails after its first write.
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

/** Number of bytes in each chunk of a blob. */
const PIECE = 16 * 1024;

/** Returns the bytes that tasks store under a number. The length identifies the number. */
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
  /** Writes a blob that never ends. Reports the number of chunks that the store has read. */
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
  /** Tries to store blobs under names that other processes also use. Reports the names that were stored. */
  async putSame(store, report, first, count) {
    for (const number of range(1, count))
      if (await store.put(`same/${number}`, slowly(blobBytes(first)))) report(`${number}:${first}`);
  },
};
