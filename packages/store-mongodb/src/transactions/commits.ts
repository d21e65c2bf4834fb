import { randomUUID } from "node:crypto";
import type { Access } from "../database/collections.ts";
import { oneOf } from "../queries/clauses.ts";
import { LANES } from "./lanes.ts";

/*
 * Each writing transaction marks its lane (lanes.ts) with a new name. So concurrent transactions do not wait
 * for each other, and all marks together identify the committed state. A restored copy has its earlier
 * identity.
 */
const toMark = (lane: number): string => `commit/${lane}`;

const MARKS: readonly string[] = Array.from({ length: LANES }, (_, lane) => toMark(lane));

/** Marks the commit, as the last step of a transaction. */
export const markCommit = async ({ keys, writing, lane }: Access): Promise<void> => {
  await keys.updateOne(
    { _id: toMark(lane) },
    { $set: { commit: randomUUID() } },
    { ...writing, upsert: true },
  );
};

/** See `Store.readRevision`. */
export const readCommits = async ({ keys, reading }: Access): Promise<string> => {
  const marks = await keys.find(oneOf("_id", MARKS), { ...reading, batchSize: LANES }).toArray();
  return marks
    .map(({ _id, commit }) => `${_id} ${commit}`)
    .toSorted()
    .join();
};
