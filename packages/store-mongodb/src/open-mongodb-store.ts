import type { BlobStore, Logger, Repositories, StoreWithAccounts } from "@kalends/core";
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
import type { MongodbDatabase, MongodbPlace } from "./database/place.ts";
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
import { createOutbox, createOutboxWriter } from "./repositories/outbox.ts";
import { createTermRepository } from "./repositories/term-repository.ts";
import { createUserIds } from "./repositories/user-ids.ts";
import { readCommits } from "./transactions/commits.ts";
import type { Session } from "./transactions/session.ts";
import { createTransactions } from "./transactions/transactions.ts";
import { kindsOf } from "./transactions/unique-keys.ts";

export interface MongodbStoreOptions {
  /**
   * How long opening waits for the server, and a transaction for others, in milliseconds; 30,000 by default. Once open,
   * everything else rejects a few seconds after the server has gone away.
   */
  readonly timeout?: number;
  /**
   * Whether a server that is no member of a replica set will do; not by default. It has no transactions: a transaction that
   * fails halfway leaves what it wrote, and those of several processes may overlap.
   */
  readonly standalone?: boolean;
  /**
   * Whether collections and indexes are made as this version needs them (the default). Otherwise nothing is created, and opening throws
   * for a layout of any other version.
   */
  readonly migrate?: boolean;
  /** Comes before the names of the collections at an address, so that a database holds several calendars; none by default. */
  readonly collectionPrefix?: string;
  /** Whether a calendar is created in a database that holds none (the default); otherwise opening throws. */
  readonly create?: boolean;
  /**
   * How much memory records may take that were read, in bytes; 32 MiB by default, 0: none is kept. What is read again and has
   * not changed is the same object. Whatever it is, answers are those of the database.
   */
  readonly cacheMemory?: number;
  /**
   * The clock that lists of events go by: each event's own (`local`) or UTC. Only its indexes are created; those for both by default.
   * Lists by the other clock are slow.
   */
  readonly clock?: "local" | "utc";
  /** Gets a line when the server lacks an index that lists are read by; nothing is logged without. */
  readonly logger?: Pick<Logger, "warn">;
  /** Gets each command that is sent, where the place is an address: for tests and for looking at what is slow. */
  readonly onCommand?: (command: Readonly<Record<string, unknown>>) => void;
}

/** Bytes. */
const CACHE_MEMORY = 32 * 1024 * 1024;

/**
 * The transaction of a unit of work, for collections of a host beside those of the store: calls of the driver take part in it with
 * `{ session }`, one after the other.
 */
export interface MongodbTransaction {
  /** A `ClientSession` of the driver. */
  readonly session: object;
  /** The database of the store, a `Db` of the driver: its client is the one that the session belongs to. */
  readonly db: MongodbDatabase;
}

/** A store and a blob store on one connection, which ends when the store is closed. */
export interface MongodbStorage {
  readonly store: StoreWithAccounts;
  /** Bytes in GridFS. It ends with the store; its collections are created with the first call. */
  openBlobStore(): Promise<BlobStore>;
  /** Indexes that only older versions or lists by another clock use, as `collection.index`. Opening leaves them, for processes of such a version. */
  listOldIndexes(): Promise<readonly string[]>;
  /** Drops these and answers them; processes of an older version must have ended. */
  dropOldIndexes(): Promise<readonly string[]>;
  /** How to spread the collections over a sharded cluster: with those of files, or without. */
  planSharding(withFiles: boolean): Sharding;
  /**
   * Does what stores very many events. Where there are none yet, their indexes are made afterwards, or by the next process that opens the
   * store, should this one end before: until then lists are slow.
   */
  load<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Opens the store at an address (`mongodb://host/database`; the database `kalends` when none is named) or in a database
 * of the host's. Waits for the server, creates collections and indexes; throws when there is no server in time, when it is
 * standalone unless allowed, or when a newer version was here.
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
    /** Brings a part up to date, or only looks whether it is. */
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
          // It says more than what the indexes fail with; the next process makes up for these.
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

/** Only the store. */
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
  return {
    ...createRepositories(transactions.session),
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
    // To know what others have committed takes a round trip.
    revision: () => undefined,
    // The shards of a cluster show a commit one after the other.
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
  ids: createIdSequences(session),
  outbox: createOutboxWriter(session),
  async kindOf(id) {
    const kindsAt = async (access: Access, ids: readonly number[]) =>
      (await kindsOf(access, ids)).map((value) => ({ value }));
    if (session.inTransaction) return session.together("kinds", id, kindsAt);
    return (await session.read((access) => kindsOf(access, [id])))[0];
  },
});
