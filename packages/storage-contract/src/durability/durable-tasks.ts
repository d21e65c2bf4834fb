import type { BlobStore, Repositories, Store } from "@kalends/core";
import { someBytes } from "../blobs.ts";
import { aChange, anEvent, aVenue } from "../fixtures.ts";
import { changeInTurn } from "../outbox/outbox.ts";
import { saveUnderFreeSlug } from "../transactions/concurrent-slugs.ts";

/** Reports to the waiting process one thing that is done. */
export type Report = (value: string | number) => void;

/** What a process of its own does with a store; it reports an id, a slug or a name only when that is safely stored. */
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

/** Writers in one process. */
const WRITERS = 12;

/** The category that every event of `saveTogether` has. */
export const CATEGORY_ID = 1;

/** A venue and an event in one transaction: there is never one without the other. Answers the event's id. */
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
  /** Asks for ids, by itself and in transactions in turn. */
  async takeIds(store, report, _first, count) {
    for (const number of range(0, count))
      report(
        number % 2 === 0
          ? await store.ids.next("record")
          : await store.transaction(({ ids }) => ids.next("record")),
      );
  },
  /** Takes leases that others want, too; reports those it got. */
  async takeLeases({ leases }, report, first, count) {
    for (const number of range(0, count))
      if (await leases.acquire(`lease ${number}`, `process ${first}`, 3_600_000)) report(number);
  },
  /** Asks for the numbers of users that others ask for, too. */
  async numberUsers({ userIds }, report, _first, count) {
    for (const user of range(0, count)) report(await userIds.numberOf(`user ${user}`));
  },
  /** Takes a lease for so many milliseconds and holds it until it is killed. */
  async holdLease({ leases }, report, milliseconds) {
    if (await leases.acquire("held", "the one that is killed", milliseconds)) report("held");
    await new Promise(() => setInterval(() => undefined, 1000));
  },
  /** Stores events that all want the same slug. */
  async takeSlugs(store, report, first, count) {
    for (const id of range(first, count)) report(await saveUnderFreeSlug(store, id, "concert"));
  },
  /** Counts event 1's author up. */
  async increment(store, report, _first, count) {
    for (const number of range(0, count)) {
      await store.transaction(increment);
      report(number);
    }
  },
  /** Changes events that others change, too, and notes that in the outbox. */
  async noteChanges(store, report, _first, count) {
    for (const number of range(0, count)) {
      await changeInTurn(store, number);
      report(number);
    }
  },
  /** Stores events of its own. */
  async saveEvents(store, report, first, count) {
    for (const id of range(first, count)) {
      await store.events.save(anEvent({ id }));
      report(id);
    }
  },
  /** Stores pairs of records until it is killed. */
  async saveTogether(store, report) {
    for (;;) report(await saveTogether(store));
  },
  /** The same by several writers, who wait for one another; each third unit fails halfway. */
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

/** The bytes that tasks keep under a number: their length says which they are. */
export const blobBytes = (number: number): Uint8Array => someBytes(200_000 + number, number);

async function* slowly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    await new Promise(setImmediate);
    yield bytes.subarray(at, at + PIECE);
  }
}

export const BLOB_TASKS: Readonly<Record<BlobTask, Task<BlobStore>>> = {
  /** Keeps blobs under numbers, from the first one, until it is killed. */
  async putBlobs(store, report, first) {
    for (let number = first; ; number += 1) {
      await store.put(`blobs/${number}`, slowly(blobBytes(number)));
      report(number);
    }
  },
  /** Never comes to the end of one blob; reports how many pieces were taken. */
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
  /** Wants names that others want, too; reports those it was given. */
  async putSame(store, report, first, count) {
    for (const number of range(1, count))
      if (await store.put(`same/${number}`, slowly(blobBytes(first)))) report(`${number}:${first}`);
  },
};
