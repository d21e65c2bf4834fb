import type { BlobStore, Logger, Repositories } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { createBlobStore } from "./blob-store.ts";
import { type Access, createCollections } from "./database/collections.ts";
import { type Connection, connect } from "./database/connect.ts";
import { toStoreError, withStoreErrors } from "./database/errors.ts";
import { ALL_CLOCKS } from "./database/indexes.ts";
import {
  dropIndexesOfNone,
  dropOldIndexes,
  type LayoutPart,
  listOldIndexes,
  migrate,
  requireLayout,
  requirePart,
} from "./database/migrate.ts";
import type { MongodbDatabase, MongodbPlace } from "./database/mongodb-place.ts";
import { createRecordCache } from "./database/record-cache.ts";
import { planSharding } from "./database/sharding.ts";
import type { Sharding } from "./database/sharding-plan.ts";
import { createInspection } from "./inspection/inspection.ts";
import { foldUsage } from "./queries/term-usage.ts";
import { createAccountRepository } from "./repositories/account-repository.ts";
import { createDocumentRepository } from "./repositories/document-repository.ts";
import { createEventRepository } from "./repositories/event-repository.ts";
import { createIdSequences } from "./repositories/id-sequences.ts";
import { createImageRepository } from "./repositories/image-repository.ts";
import { createLeases } from "./repositories/leases.ts";
import { createOrganizerRepository, createVenueRepository } from "./repositories/linked-repository.ts";
import { createMergeRepository } from "./repositories/merge-repository.ts";
import { createOutbox, createOutboxWriter } from "./repositories/outbox.ts";
import { createTermRepository } from "./repositories/term-repository.ts";
import { createUserIds } from "./repositories/user-ids.ts";
import { createVersionRepository } from "./repositories/version-repository.ts";
import { readCommits } from "./transactions/commits.ts";
import type { Session } from "./transactions/session.ts";
import { createTransactions } from "./transactions/transactions.ts";
import { kindsOf } from "./transactions/unique-keys.ts";

export interface MongodbStoreOptions {
  /**
   * Number of milliseconds for which opening waits for the server, and a transaction waits for others; 30,000
   * by default. Other calls of an open store reject a few seconds after the server became unreachable.
   */
  readonly timeout?: number;
  /**
   * True if a server outside of a replica set is accepted; false by default. Such a server has no
   * transactions: a unit of work that fails leaves its writes, and units of several processes may overlap.
   */
  readonly standalone?: boolean;
  /**
   * True by default: collections and indexes are migrated to the layout of this package. If false, nothing is
   * created, and opening throws if the layout is missing or has another version.
   */
  readonly migrate?: boolean;
  /**
   * Prefix of collection names if the place is an address. A database can then contain several calendars.
   * None by default.
   */
  readonly collectionPrefix?: string;
  /** True by default: if the database has no calendar, one is created. If false, opening then throws. */
  readonly create?: boolean;
  /**
   * Maximum memory for cached records, in bytes; 32 MiB by default. 0 disables the cache. If a cached record
   * is read again unchanged, the same object is returned. Results do not depend on this value.
   */
  readonly cacheMemory?: number;
  /**
   * Clock that event lists use: that of each event (`local`), or UTC. Indexes are created only for this
   * clock; by default for both. Lists with the other clock are slow.
   */
  readonly clock?: "local" | "utc";
  /** Logger for a warning if an index for lists is missing. Without it, nothing is logged. */
  readonly logger?: Pick<Logger, "warn">;
  /**
   * Called with each command that is sent to the server, if the place is an address. For tests, and for
   * finding slow commands.
   */
  readonly onCommand?: (command: Readonly<Record<string, unknown>>) => void;
}

/** Default memory for cached records, in bytes. */
const CACHE_MEMORY = 32 * 1024 * 1024;

/**
 * Transaction of a unit of work, for a host application with collections in the same database. To include its
 * own writes, the host passes `{ session }` to the driver's methods, one call after another.
 */
export interface MongodbTransaction {
  /** `ClientSession` of the driver. */
  readonly session: object;
  /** Database of the store, a `Db` of the driver. The session belongs to the same client. */
  readonly db: MongodbDatabase;
}

/** Record store and blob store on one connection. The connection is closed together with the record store. */
export interface MongodbStorage {
  readonly store: StoreWithAccounts;
  /**
   * Opens the blob store in GridFS, and creates its collections if they do not exist. It is closed together
   * with the record store.
   */
  openBlobStore(): Promise<BlobStore>;
  /**
   * Returns the names of indexes that only older versions or lists with another clock use, as
   * `collection.index`. Opening the store does not drop them.
   */
  listOldIndexes(): Promise<readonly string[]>;
  /**
   * Drops the indexes that `listOldIndexes` returns, and returns their names. Stop all processes of an older
   * version first.
   */
  dropOldIndexes(): Promise<readonly string[]>;
  /**
   * Returns the plan for distributing the large collections over a sharded cluster. `withFiles` includes the
   * collection with the bytes of files.
   */
  planSharding(withFiles: boolean): Sharding;
  /**
   * Runs work that stores very many events. If the calendar is empty, its event indexes are dropped before
   * the work and created again after it. If this process ends earlier, the next process that opens the store
   * creates the indexes. Lists are slow until then.
   */
  load<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Opens the store at an address (`mongodb://host/database`; the default database is `kalends`), or in a
 * database of the host application. Waits for the server, and creates collections and indexes.
 * Throws if the server does not respond in time, or if it is standalone and `standalone` is not set. Throws
 * if a newer version, or one from before the first release, has created the layout.
 */
export const openMongodbStorage = async (
  place: string | MongodbPlace,
  {
    timeout = 30_000,
    standalone = false,
    create = true,
    migrate: isMigrated = true,
    collectionPrefix,
    cacheMemory = CACHE_MEMORY,
    clock,
    logger,
    onCommand,
  }: MongodbStoreOptions = {},
): Promise<MongodbStorage> => {
  const connection = await connect(place, {
    patience: timeout,
    isStandaloneEnough: standalone,
    ...(collectionPrefix !== undefined && { prefix: collectionPrefix }),
    ...(onCommand && { onCommand }),
  });
  try {
    const options = { patience: timeout, clocks: clock === undefined ? ALL_CLOCKS : [clock] };
    /** Migrates a part of the layout, or only checks it if `migrate` is false. */
    const prepare = (part: LayoutPart, clocks = options.clocks): Promise<void> =>
      isMigrated ? migrate(connection, part, { ...options, clocks }) : requirePart(connection, part);
    if (!create) await requireLayout(connection);
    await prepare("layout");
    return {
      store: createStore(connection, {
        ...{ patience: timeout, cacheMemory, logger },
        prepareAccounts: () => prepare("accounts", []),
      }),
      async openBlobStore() {
        await withStoreErrors(() => prepare("blobs"));
        return createBlobStore(connection);
      },
      listOldIndexes: () => withStoreErrors(() => listOldIndexes(connection, options.clocks)),
      dropOldIndexes: () => withStoreErrors(() => dropOldIndexes(connection, options)),
      planSharding: (withFiles) => planSharding(connection, withFiles),
      async load<T>(work: () => Promise<T>) {
        const areDropped = await withStoreErrors(() => dropIndexesOfNone(connection, options));
        const makeAgain = async (): Promise<void> => {
          if (areDropped) await withStoreErrors(() => migrate(connection, "layout", options));
        };
        let result: T;
        try {
          result = await work();
        } catch (error) {
          // The original error is more useful than an error about the indexes. The next process creates the
          // indexes.
          await makeAgain().catch(() => undefined);
          throw error;
        }
        await makeAgain();
        return result;
      },
    };
  } catch (error) {
    await connection.close();
    throw toStoreError(error);
  }
};

/** Opens only the record store. */
export const openMongodbStore = async (
  place: string | MongodbPlace,
  options: MongodbStoreOptions = {},
): Promise<StoreWithAccounts> => (await openMongodbStorage(place, options)).store;

interface StoreOptions {
  readonly patience: number;
  readonly cacheMemory: number;
  readonly logger: Pick<Logger, "warn"> | undefined;
  prepareAccounts(): Promise<void>;
}

const createStore = (
  connection: Connection,
  { patience, cacheMemory, logger, prepareAccounts }: StoreOptions,
): StoreWithAccounts => {
  const { client, db, prefix, hasTransactions, isSharded, close } = connection;
  const collections = createCollections(db, prefix);
  const records = createRecordCache(cacheMemory);
  const transactions = createTransactions({
    client,
    collections,
    hasTransactions,
    patience,
    logger,
    records,
    clean: foldUsage,
  });
  const closing = { done: undefined as Promise<void> | undefined };
  const repositories = createRepositories(transactions.session);
  return {
    ...repositories,
    // Merging takes several steps; either all of them are committed, or none.
    merges: {
      ...repositories.merges,
      merge: (merge) => transactions.run((session) => createMergeRepository(session).merge(merge)),
    },
    leases: createLeases(transactions.session, db),
    outbox: createOutbox(transactions.session, transactions.tryOnce),
    inspection: createInspection(transactions, connection),
    userIds: createUserIds(transactions.session),
    transaction: (work) => transactions.run((session) => work(createRepositories(session))),
    nativeTransaction: (work) =>
      transactions.run((own, session) => {
        const native: MongodbTransaction | undefined = session && { session, db };
        return work(createRepositories(own), native);
      }),
    async openAccounts() {
      await withStoreErrors(prepareAccounts);
      return {
        ...createAccountRepository(transactions.session),
        transaction: (work) => transactions.run((session) => work(createAccountRepository(session))),
      };
    },
    // Reading the commits of other processes needs a request to the server, so there is no synchronous
    // revision.
    revision: () => undefined,
    // On a sharded cluster, a commit does not become visible on all shards at the same time.
    ...(hasTransactions && !isSharded && { readRevision: () => transactions.session.read(readCommits) }),
    ...(records.use && { cacheUse: records.use }),
    ping: () =>
      transactions.session.read(async ({ reading }) => void (await db.command({ ping: 1, ...reading }))),
    close: () => {
      closing.done ??= transactions.stop().then(close);
      return closing.done;
    },
  };
};

const createRepositories = (session: Session): Repositories => ({
  events: createEventRepository(session),
  venues: createVenueRepository(session),
  organizers: createOrganizerRepository(session),
  terms: createTermRepository(session),
  images: createImageRepository(session),
  documents: createDocumentRepository(session),
  versions: createVersionRepository(session),
  merges: createMergeRepository(session),
  ids: createIdSequences(session),
  outbox: createOutboxWriter(session),
  async kindOf(id) {
    const kindsAt = async (access: Access, ids: readonly number[]) =>
      (await kindsOf(access, ids)).map((value) => ({ value }));
    if (session.inTransaction) return session.batched("kinds", id, kindsAt);
    return (await session.read((access) => kindsOf(access, [id])))[0];
  },
});
