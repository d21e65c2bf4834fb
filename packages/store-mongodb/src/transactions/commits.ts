import { randomUUID } from "node:crypto";
import type { Access } from "../database/collections.ts";
import { oneOf } from "../queries/clauses.ts";
import { LANES } from "./lanes.ts";

/**
 * Each transaction that writes stores a new name in the document of its lane (lanes.ts). Concurrent
 * transactions therefore do not wait for each other. The names in all lanes together identify the committed
 * state.
 * A copy of the database that is restored has the identity that it had before.
 */
const toMark = (lane: number): string => `commit/${lane}`;

const MARKS: readonly string[] = Array.from({ length: LANES }, (_, lane) => toMark(lane));

/** Stores the name of the commit. It must be the last step of a transaction. */
export const markCommit = async ({ keys, writing, lane }: Access): Promise<void> => {
  await keys.updateOne(
    { _id: toMark(lane) },
    { $set: { commit: randomUUID() } },
    { ...writing, upsert: true },
  );
};

/** Returns the identity of the committed state: see `Store.readRevision`. */
export const readCommits = async ({ keys, reading }: Access): Promise<string> => {
  const marks = await keys.find(oneOf("_id", MARKS), { ...reading, batchSize: LANES }).toArray();
  return marks
    .map(({ _id, commit }) => `${_id} ${commit}`)
    .toSorted()
    .join();
};
