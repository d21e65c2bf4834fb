import { setTimeout as sleep } from "node:timers/promises";
import { storageUnavailable } from "@kalends/core";
import { foldText } from "@kalends/core/storage";
import type { Collection, Db, UpdateFilter } from "mongodb";
import { COLLECTION_OPTIONS, MAX_READ } from "./collections.ts";
import type { Connection } from "./connect.ts";
import type { AccountDocument } from "./documents.ts";
import { hasCode, isDuplicate } from "./errors.ts";
import {
  type Clock,
  FIRST_VERSION,
  INDEX_VERSION,
  type Index,
  type IndexedName,
  indexesOf,
} from "./indexes.ts";

/** Milliseconds after which the lock of an ended process is released. */
const LEASE = 30_000;
const PAUSE = 50;
const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;
const NAMESPACE_EXISTS = 48;
const READING = { maxTimeMS: MAX_READ } as const;
/** Prefix of the names of our indexes, see `Index.name`. */
const OURS = "kalends_";

/** Part of the layout that is created separately: not every database stores accounts and files. */
export type LayoutPart = (typeof LAYOUT_PARTS)[number];
const LAYOUT_PARTS = ["layout", "accounts", "blobs"] as const;

export const PARTS: Readonly<Record<LayoutPart, readonly IndexedName[]>> = {
  layout: [
    ...(["events", "venues", "organizers", "terms", "usage", "series", "images"] as const),
    ...(["claims", "sequences", "leases", "userIds", "pluginDocuments", "pluginValues"] as const),
    ...(["outbox", "outboxReaders", "outboxFailures"] as const),
  ],
  accounts: ["accounts", "signInRecords"],
  blobs: ["blobs.files", "blobs.chunks"],
};

export interface LayoutDocument {
  readonly _id: LayoutPart;
  readonly version: number;
  /** Clocks of lists, of the part `layout`. */
  readonly clocks?: readonly Clock[];
  /** The process that changes the collections, and until when. */
  readonly lease?: { readonly owner: string; readonly until: Date };
}

export type Place = Pick<Connection, "db" | "prefix">;

/** Options for changes of the layout. */
interface MigrateOptions {
  /** Milliseconds to wait for a renewal by another process that changes the layout. */
  readonly patience: number;
  /** Clocks that lists use; the others need no indexes. */
  readonly clocks: readonly Clock[];
}

/**
 * Migrates the collections and indexes of a part. It only adds, so that processes of an older version can
 * continue. Processes that start together wait for the first one, even while it builds indexes of a large
 * calendar. Throws for a newer version or one from before the first release.
 */
export const migrate = (
  place: Place,
  part: LayoutPart,
  { patience, clocks }: MigrateOptions,
): Promise<void> => {
  const missingOf = (found: LayoutDocument | null): readonly Clock[] =>
    part === "layout" ? clocks.filter((clock) => !clocksOf(found).includes(clock)) : [];
  return withLease(place, part, {
    patience,
    isNeeded: (found) => found?.version !== INDEX_VERSION || missingOf(found).length > 0,
    below: INDEX_VERSION + 1,
    async work(found) {
      for (const name of PARTS[part])
        await addIndexes(place.db, place.prefix + name, indexesOf(name, clocks));
      if (part === "accounts") await addFoldedEmails(place);
      const all = [...clocksOf(found), ...missingOf(found)];
      return { version: INDEX_VERSION, ...(part === "layout" && { clocks: all }) };
    },
  });
};

/** Adds the member by which accounts are found by email address to accounts of older versions. */
const addFoldedEmails = async ({ db, prefix }: Place): Promise<void> => {
  const accounts = db.collection<AccountDocument>(`${prefix}accounts`, COLLECTION_OPTIONS);
  const without = { email: { $exists: true }, "derived.foldedEmail": { $exists: false } };
  for (const { _id, email } of await accounts.find(without, READING).toArray()) {
    if (email === undefined) continue;
    // The account may have been changed meanwhile.
    await accounts.updateOne({ _id, email }, { $set: { "derived.foldedEmail": foldText(email) } });
  }
};

const clocksOf = (found: LayoutDocument | null): readonly Clock[] => found?.clocks ?? [];

/**
 * Drops the indexes of older versions and of other clocks, and returns their names, as `collection.index`.
 * Stop all processes of an older version first: their lists need these indexes. Throws for a newer version.
 */
export const dropOldIndexes = async (
  place: Place,
  { patience, clocks }: MigrateOptions,
): Promise<readonly string[]> => {
  const dropped: string[] = [];
  for (const part of LAYOUT_PARTS) {
    await withLease(place, part, {
      patience,
      // Only the current version: any other belongs to a process that has just begun.
      isNeeded: (found) => found?.version === INDEX_VERSION,
      below: INDEX_VERSION + 1,
      async work() {
        // Stored first, so that processes that need the dropped indexes create them again, even after an
        // interruption.
        if (part === "layout") await layoutOf(place).updateOne({ _id: part }, { $set: { clocks } });
        for (const { collection, index } of await findOldIndexes(place, part, clocks)) {
          // The index may have been dropped manually meanwhile.
          await collection.dropIndex(index).catch(unless(INDEX_NOT_FOUND));
          dropped.push(`${collection.collectionName}.${index}`);
        }
        return {};
      },
    });
  }
  return dropped;
};

/**
 * Drops the indexes of events if there are no events, and returns true if it did. Storing very many events is
 * faster without them. `migrate` creates them again. So does the next process that opens the store, if this
 * one ends before.
 */
export const dropIndexesOfNone = async (
  place: Place,
  { patience, clocks }: MigrateOptions,
): Promise<boolean> => {
  let isDone = false;
  await withLease(place, "layout", {
    patience,
    isNeeded: (found) => found?.version === INDEX_VERSION,
    below: INDEX_VERSION + 1,
    async work(found) {
      const events = place.db.collection(`${place.prefix}events`, COLLECTION_OPTIONS);
      if ((await events.findOne({}, READING)) !== null) return {};
      // Stored first, so that processes that need the indexes create them again.
      const others = clocksOf(found).filter((clock) => !clocks.includes(clock));
      await layoutOf(place).updateOne({ _id: "layout" }, { $set: { version: 0, clocks: others } });
      isDone = true;
      for (const { name } of indexesOf("events", clocks))
        await events.dropIndex(name).catch(unless(INDEX_NOT_FOUND));
      return {};
    },
  });
  return isDone;
};

/** Returns a handler that throws all errors except this one of the server. */
const unless =
  (code: number) =>
  (error: unknown): void => {
    if (!hasCode(error, code)) throw error;
  };

/** Returns the index names that `dropOldIndexes` would drop. */
export const listOldIndexes = async (place: Place, clocks: readonly Clock[]): Promise<readonly string[]> => {
  const found = await Promise.all(LAYOUT_PARTS.map((part) => findOldIndexes(place, part, clocks)));
  return found.flat().map(({ collection, index }) => `${collection.collectionName}.${index}`);
};

const findOldIndexes = async (
  { db, prefix }: Place,
  part: LayoutPart,
  clocks: readonly Clock[],
): Promise<readonly { readonly collection: Collection; readonly index: string }[]> => {
  const found = await Promise.all(
    PARTS[part].map(async (name) => {
      const declared = new Set<string>(indexesOf(name, clocks).map((index) => index.name));
      const collection = db.collection(prefix + name, COLLECTION_OPTIONS);
      const all = await collection.listIndexes(READING).toArray().catch(unless(NAMESPACE_NOT_FOUND));
      return (all ?? [])
        .map(({ name: index }): string => index)
        .filter((index) => index.startsWith(OURS) && !declared.has(index))
        .map((index) => ({ collection, index }));
    }),
  );
  return found.flat();
};

export const layoutOf = ({ db, prefix }: Place): Collection<LayoutDocument> =>
  db.collection<LayoutDocument>(`${prefix}layout`, COLLECTION_OPTIONS);

/** Throws if the database contains no calendar. */
export const requireLayout = async (place: Place): Promise<void> => {
  const found = await layoutOf(place).findOne({ _id: "layout" }, READING);
  if (found === null) throw new Error(`the database ${place.db.databaseName} holds no calendar.`);
};

/** Throws unless a part exists in this version. Indexes may be missing; lists are slow then. */
export const requirePart = async (place: Place, part: LayoutPart): Promise<void> => {
  const found = await layoutOf(place).findOne({ _id: part }, READING);
  const name = `${place.db.databaseName}.${place.prefix}*`;
  if (found === null) throw new Error(`${name} holds ${WHAT_IS_MISSING[part]}: run kalends migrate.`);
  refuseOthers(found, place);
  if (found.version === INDEX_VERSION) return;
  throw new Error(
    `${name} has an older layout (${found.version}; this version has ${INDEX_VERSION}): run kalends migrate.`,
  );
};

const WHAT_IS_MISSING: Readonly<Record<LayoutPart, string>> = {
  layout: "no calendar",
  accounts: "no accounts",
  blobs: "no files of images",
};

interface Change {
  readonly patience: number;
  isNeeded(found: LayoutDocument | null): boolean;
  /** Only versions below this one are changed. */
  readonly below: number;
  /** Changes the part and returns the new members of its layout document. */
  work(found: LayoutDocument | null): Promise<Partial<Pick<LayoutDocument, "version" | "clocks">>>;
}

/** Changes a part while no other process does. The lock must be renewed regularly. */
const withLease = async (
  place: Place,
  part: LayoutPart,
  { patience, isNeeded, below, work }: Change,
): Promise<void> => {
  const layout = layoutOf(place);
  const owner = crypto.randomUUID();
  const newLease = () => ({ lease: { owner, until: new Date(Date.now() + LEASE) } });
  const update = (change: UpdateFilter<LayoutDocument>): Promise<unknown> =>
    layout.updateOne({ _id: part, "lease.owner": owner }, change);
  const take = async (): Promise<boolean> => {
    const free = { $or: [{ lease: { $exists: false } }, { "lease.until": { $lt: new Date() } }] };
    try {
      const { upsertedCount, modifiedCount } = await layout.updateOne(
        { _id: part, version: { $lt: below }, ...free },
        { $set: newLease(), $setOnInsert: { version: 0 } },
        { upsert: true },
      );
      return upsertedCount + modifiedCount > 0;
    } catch (error) {
      // Another process has the lock, or has finished the change.
      if (isDuplicate(error)) return false;
      throw error;
    }
  };
  let deadline = 0;
  let seen: number | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const found = await layout.findOne({ _id: part }, READING);
    if (found !== null) refuseOthers(found, place);
    if (!isNeeded(found)) return;
    if (await take()) break;
    const until = found?.lease?.until.getTime();
    if (isFirst || until !== seen) deadline = performance.now() + Math.max(patience, 2 * LEASE);
    seen = until;
    if (performance.now() >= deadline)
      throw storageUnavailable(new Error("Another process has been migrating the collections for too long."));
    await sleep(PAUSE);
  }
  const renewal = setInterval(() => void update({ $set: newLease() }).catch(() => undefined), LEASE / 3);
  const end = (change: Partial<LayoutDocument>): Promise<unknown> =>
    update({ ...(Object.keys(change).length > 0 && { $set: change }), $unset: { lease: "" } });
  try {
    const found = await layout.findOne({ _id: part }, READING);
    // Another process may have finished the change meanwhile.
    await end(isNeeded(found) ? await work(found) : {});
  } catch (error) {
    await end({}).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
};

/** Throws for a newer version, or one from before the first release. An unfinished part has version 0. */
const refuseOthers = ({ version }: LayoutDocument, { db, prefix }: Place): void => {
  const name = `${db.databaseName}.${prefix}*`;
  if (version > INDEX_VERSION)
    throw new Error(
      `${name} was written by a newer version of Kalends (layout ${version}; this one knows ${INDEX_VERSION}).`,
    );
  if (version > 0 && version < FIRST_VERSION)
    throw new Error(
      `${name} was made by a version of Kalends from before the first release: export it with that version (kalends export), and import the archive into a new database.`,
    );
};

/**
 * Creates a collection and its indexes before any transaction needs it. Two transactions that create one
 * collection would conflict.
 */
export const addIndexes = async (db: Db, name: string, indexes: readonly Index[]): Promise<void> => {
  await db.createCollection(name).catch(unless(NAMESPACE_EXISTS));
  if (indexes.length > 0)
    await db.collection(name, COLLECTION_OPTIONS).createIndexes(indexes.map((index) => ({ ...index })));
};
