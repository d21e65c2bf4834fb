import { setTimeout as sleep } from "node:timers/promises";
import { storageUnavailable } from "@kalends/core";
import type { Collection, Db, UpdateFilter } from "mongodb";
import { COLLECTION_OPTIONS, MAX_READ } from "./collections.ts";
import type { Connection } from "./connect.ts";
import { hasCode, isDuplicate } from "./errors.ts";
import {
  type Clock,
  FIRST_VERSION,
  INDEX_VERSION,
  type Index,
  type IndexedName,
  indexesOf,
} from "./indexes.ts";

/** Number of milliseconds after which the lock of a process that has ended is free again. */
const LEASE = 30_000;
const PAUSE = 50;
const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;
const NAMESPACE_EXISTS = 48;
const READING = { maxTimeMS: MAX_READ } as const;
/** Prefix of the names of Kalends indexes: see `Index.name`. */
const OURS = "kalends_";

/** Part of the layout that is created separately, because not every database stores accounts and files. */
export type LayoutPart = (typeof LAYOUT_PARTS)[number];
const LAYOUT_PARTS = ["layout", "accounts", "blobs"] as const;

export const PARTS: Readonly<Record<LayoutPart, readonly IndexedName[]>> = {
  layout: [
    ...(["events", "venues", "organizers", "terms", "usage", "series", "images"] as const),
    ...(["claims", "sequences", "leases", "userIds", "pluginDocuments", "pluginValues"] as const),
    "versions",
    ...(["outbox", "outboxReaders", "outboxFailures"] as const),
  ],
  accounts: ["accounts", "signInRecords"],
  blobs: ["blobs.files", "blobs.chunks"],
};

export interface LayoutDocument {
  readonly _id: LayoutPart;
  readonly version: number;
  /** Clocks that lists use. Only the part `layout` has this member. */
  readonly clocks?: readonly Clock[];
  /** Process that is changing the collections, and the time until which its lock is valid. */
  readonly lease?: { readonly owner: string; readonly until: Date };
}

export type Place = Pick<Connection, "db" | "prefix">;

/** Options for changing the layout. */
interface MigrateOptions {
  /**
   * Milliseconds to wait while another process changes the layout without renewing its lock. Lower values
   * than twice the lifetime of the lock count as this value.
   */
  readonly patience: number;
  /** Clocks that lists use. Indexes for other clocks are not needed. */
  readonly clocks: readonly Clock[];
}

/**
 * Migrates the collections and indexes of a part. It only adds to them, so processes of an older version can
 * continue.
 * Processes that start at the same time wait for the first one, even if it builds indexes of a large
 * calendar.
 * Throws if the layout has a newer version or comes from before the first release.
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
      const all = [...clocksOf(found), ...missingOf(found)];
      return { version: INDEX_VERSION, ...(part === "layout" && { clocks: all }) };
    },
  });
};

const clocksOf = (found: LayoutDocument | null): readonly Clock[] => found?.clocks ?? [];

/**
 * Drops the indexes of older versions and of unused clocks. Returns their names, as `collection.index`.
 * Stop all processes of an older version first, because their lists need these indexes. Throws if the layout
 * has a newer version or comes from before the first release.
 */
export const dropOldIndexes = async (
  place: Place,
  { patience, clocks }: MigrateOptions,
): Promise<readonly string[]> => {
  const dropped: string[] = [];
  for (const part of LAYOUT_PARTS) {
    await withLease(place, part, {
      patience,
      // Only the current version is changed. Any other version belongs to a process that has just begun a
      // migration.
      isNeeded: (found) => found?.version === INDEX_VERSION,
      below: INDEX_VERSION + 1,
      async work() {
        // The clocks are stored before indexes are dropped. Processes that need a dropped index then create
        // it again, even after an interruption.
        if (part === "layout") await layoutOf(place).updateOne({ _id: part }, { $set: { clocks } });
        for (const { collection, index } of await findOldIndexes(place, part, clocks)) {
          // Somebody may have dropped the index in the meantime.
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
 * Drops the indexes of events if the calendar has no events, because many events can be stored faster without
 * them. Returns true if it dropped them. `migrate` creates the indexes again. If this process ends before,
 * the next process that opens the store creates them.
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
      // The clocks are stored before indexes are dropped, so that processes that need an index create it
      // again.
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

/** Returns an error handler that ignores the server's error with this code and throws all others. */
const unless =
  (code: number) =>
  (error: unknown): void => {
    if (!hasCode(error, code)) throw error;
  };

/** Returns the names of the indexes that `dropOldIndexes` would drop. */
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

/**
 * Throws if the part does not exist in this version. Missing indexes are accepted, although lists are slow
 * without them.
 */
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
  /** Upper bound for the version: the layout is changed only if its version is lower. */
  readonly below: number;
  /** Changes the part and returns the new members of its layout document. */
  work(found: LayoutDocument | null): Promise<Partial<Pick<LayoutDocument, "version" | "clocks">>>;
}

/** Changes a part while no other process changes it. Renews the lock regularly until the change ends. */
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
      // Another process has the lock, or has already finished the change.
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
    // Another process may have finished the change before this one got the lock.
    await end(isNeeded(found) ? await work(found) : {});
  } catch (error) {
    await end({}).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
};

/**
 * Throws if the version is newer than this one, or from before the first release. The version of an
 * unfinished part is 0.
 */
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
 * Creates a collection and its indexes before a transaction uses it. Two transactions that created the same
 * collection would conflict.
 */
export const addIndexes = async (db: Db, name: string, indexes: readonly Index[]): Promise<void> => {
  await db.createCollection(name).catch(unless(NAMESPACE_EXISTS));
  if (indexes.length > 0)
    await db.collection(name, COLLECTION_OPTIONS).createIndexes(indexes.map((index) => ({ ...index })));
};
