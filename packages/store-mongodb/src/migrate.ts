import { setTimeout as sleep } from "node:timers/promises";
import type { Collection, Db, Document } from "mongodb";
import { COLLECTION_OPTIONS } from "./collections.ts";
import type { Connection } from "./connect.ts";
import { INDEX_VERSION, INDEXES, type Index } from "./indexes.ts";
import { hasCode, isDuplicate, unavailable } from "./unavailable.ts";

/** Milliseconds after which the lock of a process that has gone is anybody's. */
const LEASE = 30_000;
const PAUSE = 50;
const NAMESPACE_EXISTS = 48;

/** What is laid out on its own: accounts and files are not kept in every database. */
export type LayoutPart = "layout" | "accounts" | "blobs";

const PARTS: Readonly<Record<LayoutPart, readonly (keyof typeof INDEXES)[]>> = {
  layout: ["events", "venues", "organizers", "terms", "images", "claims", "sequences"],
  accounts: ["accounts"],
  blobs: ["blobs.files", "blobs.chunks"],
};

interface LayoutDocument {
  readonly _id: LayoutPart;
  readonly version: number;
  /** Who brings the collections up to date, until when. */
  readonly lease?: Lease;
}

interface Lease {
  readonly owner: string;
  readonly until: Date;
}

/**
 * Brings the collections and indexes of a part up to date. Processes that start together wait for the first of them, also while it builds
 * indexes of a big calendar; `patience` (milliseconds) only bounds the wait for a sign of life of it. Throws when a newer
 * version was here.
 */
export const migrate = async (
  { db, prefix }: Pick<Connection, "db" | "prefix">,
  part: LayoutPart,
  patience: number,
): Promise<void> => {
  const layout = db.collection<LayoutDocument>(`${prefix}layout`, COLLECTION_OPTIONS);
  const lock: Lock = { layout, part, owner: crypto.randomUUID() };
  let deadline = performance.now() + Math.max(patience, 2 * LEASE);
  let seen: number | undefined;
  for (;;) {
    const found = await layout.findOne({ _id: part });
    if (found !== null && isCurrent(found, db, prefix)) return;
    if (await takeLease(lock)) break;
    const until = found?.lease?.until.getTime();
    if (until !== seen) deadline = performance.now() + Math.max(patience, 2 * LEASE);
    seen = until;
    if (performance.now() >= deadline)
      throw unavailable(
        new Error("Another process has been bringing the collections up to date for too long."),
      );
    await sleep(PAUSE);
  }
  const renewal = setInterval(() => void renewLease(lock).catch(() => undefined), LEASE / 3);
  try {
    for (const name of PARTS[part]) await update(db, prefix + name, INDEXES[name]);
    await endLease(lock, { $set: { version: INDEX_VERSION } });
  } catch (error) {
    await endLease(lock).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
};

/** Throws when the database holds no calendar. */
export const requireLayout = async ({ db, prefix }: Pick<Connection, "db" | "prefix">): Promise<void> => {
  const found = await db
    .collection<LayoutDocument>(`${prefix}layout`, COLLECTION_OPTIONS)
    .findOne({ _id: "layout" });
  if (found === null) throw new Error(`the database ${db.databaseName} holds no calendar.`);
};

const isCurrent = ({ version }: LayoutDocument, db: Db, prefix: string): boolean => {
  if (version > INDEX_VERSION) {
    throw new Error(
      `${db.databaseName}.${prefix}* was written by a newer version of Kalends (layout ${version}; this one knows ${INDEX_VERSION}).`,
    );
  }
  return version === INDEX_VERSION;
};

const newLease = (owner: string): Lease => ({ owner, until: new Date(Date.now() + LEASE) });

interface Lock {
  readonly layout: Collection<LayoutDocument>;
  readonly part: LayoutPart;
  readonly owner: string;
}

const takeLease = async ({ layout, part, owner }: Lock): Promise<boolean> => {
  const free = { $or: [{ lease: { $exists: false } }, { "lease.until": { $lt: new Date() } }] };
  try {
    const { upsertedCount, modifiedCount } = await layout.updateOne(
      { _id: part, version: { $lt: INDEX_VERSION }, ...free },
      { $set: { lease: newLease(owner) }, $setOnInsert: { version: 0 } },
      { upsert: true },
    );
    return upsertedCount + modifiedCount > 0;
  } catch (error) {
    // Somebody else has it, or has done it.
    if (isDuplicate(error)) return false;
    throw error;
  }
};

const renewLease = ({ layout, part, owner }: Lock): Promise<unknown> =>
  layout.updateOne({ _id: part, "lease.owner": owner }, { $set: { lease: newLease(owner) } });

const endLease = ({ layout, part, owner }: Lock, change: Document = {}): Promise<unknown> =>
  layout.updateOne({ _id: part, "lease.owner": owner }, { ...change, $unset: { lease: "" } });

/** Transactions find every collection there already: one that two of them make at once would make them collide. */
const update = async (db: Db, name: string, indexes: readonly Index[]): Promise<void> => {
  await db.createCollection(name).catch((error: unknown) => {
    if (!hasCode(error, NAMESPACE_EXISTS)) throw error;
  });
  const collection = db.collection(name, COLLECTION_OPTIONS);
  const declared = new Set<string>(indexes.map((index) => index.name));
  for (const { name: old } of await collection.listIndexes().toArray())
    if (String(old).startsWith("kalends_") && !declared.has(old)) await collection.dropIndex(old);
  if (indexes.length > 0) await collection.createIndexes(indexes.map((index) => ({ ...index })));
};
