import type { BlobStore } from "@kalends/core";
import { someBytes } from "./blobs.ts";
import type { Tell } from "./durable-tasks.ts";

export type BlobTaskName = "putBlobs" | "putEndless" | "putSame";

/** What a process of its own does with a blob store. */
export type BlobTask = (store: BlobStore, tell: Tell, first: number, count: number) => Promise<void>;

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

/** The tasks by name. */
export const BLOB_TASKS: Readonly<Record<BlobTaskName, BlobTask>> = {
  /** Keeps blobs under numbers, from the first one, until it is killed; tells each when it is safely kept. */
  async putBlobs(store, tell, first) {
    for (let number = first; ; number += 1) {
      await store.put(`blobs/${number}`, slowly(blobBytes(number)));
      tell(number);
    }
  },
  /** Never comes to the end of one blob; tells how many pieces were taken. */
  async putEndless(store, tell) {
    const piece = someBytes(PIECE);
    async function* source(): AsyncGenerator<Uint8Array> {
      for (let taken = 0; taken < 5000; taken += 1) {
        tell(taken);
        await new Promise(setImmediate);
        yield piece;
      }
      await new Promise(() => setInterval(() => undefined, 1000));
    }
    await store.put("endless", source());
  },
  /** Wants names that others want, too; tells those it was given. */
  async putSame(store, tell, first, count) {
    for (let number = 1; number <= count; number += 1)
      if (await store.put(`same/${number}`, slowly(blobBytes(first)))) tell(`${number}:${first}`);
  },
};
