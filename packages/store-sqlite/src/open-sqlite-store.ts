import { closeSync, existsSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type { Repositories } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { type Connection, openConnection } from "./database/connection.ts";
import { createFileHealth, type FileHealth, openedFiles } from "./database/file-health.ts";
import {
  checkedVersion,
  isLatest,
  migrate,
  migrateAccounts,
  requireAccounts,
  requireLatest,
} from "./database/migrate.ts";
import { READING_CACHE, WRITING_CACHE } from "./database/page-cache.ts";
import { createRecordCache } from "./database/record-cache.ts";
import { untilFree } from "./database/retry-while-busy.ts";
import { createInspection } from "./inspection/inspection.ts";
import { createLimitedLists, createLongLists, type LongLists } from "./reading/long-lists.ts";
import { createReaderThreads, type ReaderThreads } from "./reading/reader-threads.ts";
import { createAccountRepository } from "./repositories/account-repository.ts";
import { createDocumentRepository } from "./repositories/document-repository.ts";
import { createEventRepository } from "./repositories/event-repository.ts";
import { createIdSequences } from "./repositories/id-sequences.ts";
import { createImageRepository } from "./repositories/image-repository.ts";
import { createLeases } from "./repositories/leases.ts";
import { createOrganizerRepository, createVenueRepository } from "./repositories/linked-repository.ts";
import { createMergeRepository } from "./repositories/merge-repository.ts";
import { createOutbox, createOutboxWriter } from "./repositories/outbox.ts";
import { kindOf, type ListingSession } from "./repositories/records.ts";
import { createTermRepository } from "./repositories/term-repository.ts";
import { createUserIds } from "./repositories/user-ids.ts";
import { createVersionRepository } from "./repositories/version-repository.ts";
import { createTransactions, type Session, SYNCHRONOUS } from "./transactions/transactions.ts";

export interface SqliteStoreOptions {
  /**
   * Durability of writes. With `full` (the default), acknowledged writes survive a power cut. With `normal`,
   * they survive only a crash of the process, but writing is several times as fast.
   */
  readonly synchronous?: "full" | "normal";
  /**
   * Maximum number of milliseconds for which a transaction waits for others, of this process or of another
   * one; 30,000 by default.
   */
  readonly busyTimeout?: number;
  /**
   * True by default: totals of lists are cached until any process changes the file. With false, each list
   * counts them again; this is for comparisons. Databases in memory never cache totals.
   */
  readonly rememberTotals?: boolean;
  /**
   * Maximum memory for cached records, in bytes; 32 MiB by default. 0 disables the cache. Results do not
   * depend on this value.
   */
  readonly cacheMemory?: number;
  /**
   * Number of milliseconds for which a list may block the process; 15 by default. A list that takes longer is
   * read again in another thread. With 0, every list is read in another thread. Databases in memory have no
   * other threads.
   */
  readonly listBudget?: number;
  /**
   * Number of milliseconds after which a list rejects with `rest_storage_unavailable`; 10,000 by default.
   * Inside a transaction, the maximum is one second, because all other writes wait for the transaction.
   */
  readonly listDeadline?: number;
  /** Clock for `listBudget` and `listDeadline`, in milliseconds since any fixed time. For tests. */
  readonly now?: () => number;
  /**
   * True by default: a missing file or a database in memory is created. If false, opening throws if the file
   * does not exist or contains no calendar. It then also throws for a database in memory.
   */
  readonly create?: boolean;
  /**
   * True by default: tables are migrated to the layout of this package. If false, no file or table is created
   * or changed, and opening throws if the layout has another version.
   */
  readonly migrate?: boolean;
  /**
   * Called with the text of each statement that runs, without its values. For tests, and for finding slow
   * statements.
   */
  readonly onStatement?: (sql: string) => void;
}

const IN_MEMORY = ":memory:";
const CACHE_MEMORY = 32 * 1024 * 1024;
const LIST_BUDGET = 15;
const LIST_DEADLINE = 10_000;
/**
 * Maximum number of milliseconds for a list inside a transaction. No reader thread can read such a list,
 * because the transaction is not committed, and all other writes wait for the transaction.
 */
const INNER_LIST_DEADLINE = 1_000;
/**
 * Number of 4 KiB pages in the write-ahead log after which the log is copied into the database. Writing an
 * event takes about 30 pages.
 */
const LOG_PAGES = 4000;

/**
 * Opens the store in a file, or in memory with `:memory:`.
 *
 * - If the file does not exist, it is created, and only its owner can read it.
 * - The file may also contain tables of a host application.
 * - Throws if the file is not a database.
 * - Throws if its calendar has a newer version, or one from before the first release.
 * - Throws if a host application has created an object with the prefix `kalends_`.
 * - A transaction that waits longer than `busyTimeout` rejects with `rest_storage_unavailable`. A failure
 *   of the file or its disk causes the same error.
 */
export const openSqliteStore = async (
  place: string,
  {
    synchronous = "full",
    busyTimeout = 30_000,
    rememberTotals = true,
    cacheMemory = CACHE_MEMORY,
    listBudget: budget = LIST_BUDGET,
    listDeadline: deadline = LIST_DEADLINE,
    now = () => performance.now(),
    create: createAllowed = true,
    migrate: isMigrated = true,
    onStatement,
  }: SqliteStoreOptions = {},
): Promise<StoreWithAccounts> => {
  if (place.trim() === "") throw new Error("The path of the database is empty.");
  const create = createAllowed && isMigrated;
  const listener = onStatement === undefined ? {} : { onStatement };
  if (!create) requireFile(place);
  else if (place !== IN_MEMORY) createPrivateFile(place);
  // This connection never blocks to wait for a lock, because the connection that holds the lock may need this
  // thread to continue.
  const writing = openConnection(place, { timeout: 0, ...listener });
  try {
    let version = 0;
    await untilFree(() => {
      // The version must be checked before anything is written.
      version = checkedVersion(writing, place);
      if (!isMigrated) requireLatest(version, place);
      if (version === 0 && !create) throw new Error(`${place} holds no calendar.`);
    }, busyTimeout);
    await untilFree(() => configure(writing, place, synchronous), busyTimeout);
    if (!isLatest(version)) await migrate(writing, place, busyTimeout);
    const innerLists = createLimitedLists(Math.min(INNER_LIST_DEADLINE, deadline), now);
    const settings = { cacheMemory, patience: busyTimeout, synchronous };
    const common = { writing, ...settings, isMigrated, innerLists };
    if (place === IN_MEMORY) {
      const longLists = createLimitedLists(deadline, now);
      return createStore({ ...common, reading: writing, health: createFileHealth([], writing), longLists });
    }
    const files = openedFiles(place.trim());
    const health = createFileHealth(files, writing);
    const reads = { timeout: busyTimeout, remembersTotals: rememberTotals };
    const reading = openConnection(place, { ...reads, ...listener });
    reading.script(`PRAGMA query_only = ON; PRAGMA cache_size = ${READING_CACHE}`);
    const threads = createReaderThreads({ place: resolve(place.trim()), ...reads, deadline });
    const longLists = createLongLists({
      read: (request) => health.watch(() => threads.read(request)),
      count: (request) => health.watch(() => threads.count(request)),
      budget,
      now,
    });
    return createStore({ ...common, reading, health, longLists, threads });
  } catch (error) {
    writing.close();
    throw isNoDatabase(error) ? new Error(`${place} is not a database.`, { cause: error }) : error;
  }
};

/**
 * Creates a file that only its owner can read, because it contains hashes of passwords. SQLite gives its log
 * the same mode. An existing file keeps its mode.
 */
const createPrivateFile = (place: string): void => {
  try {
    // The driver also removes blanks around the path.
    closeSync(openSync(place.trim(), "wx", 0o600));
  } catch {
    // The file already exists, or SQLite reports the cause when it opens the file.
  }
};

const requireFile = (place: string): void => {
  if (place === IN_MEMORY) throw new Error("a database in memory is always new.");
  if (!existsSync(place.trim())) throw new Error(`there is no file ${place}.`);
};

const configure = (connection: Connection, place: string, synchronous: "full" | "normal"): void => {
  const mode = connection.value<string>("PRAGMA journal_mode = WAL");
  if (mode !== "wal" && place !== IN_MEMORY) {
    throw new Error(
      `${place} is on a file system that cannot be shared safely: write-ahead logging is refused.`,
    );
  }
  // Removed and replaced content is overwritten with zeros, whatever its length. It may be personal data that
  // had to be erased.
  connection.script(
    `${SYNCHRONOUS[synchronous]}; PRAGMA foreign_keys = ON;
     PRAGMA cache_size = ${WRITING_CACHE}; PRAGMA temp_store = MEMORY;
     PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA secure_delete = ON`,
  );
  // If the file had another journal mode, the first read creates the log. From then on, the health check
  // includes the log.
  connection.value("SELECT 1 FROM sqlite_schema LIMIT 1");
};

const isNoDatabase = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "SQLITE_NOTADB";

interface StoreParts {
  readonly writing: Connection;
  readonly reading: Connection;
  readonly health: FileHealth;
  readonly longLists: LongLists;
  /** Reads lists inside transactions. */
  readonly innerLists: LongLists;
  readonly threads?: ReaderThreads;
  readonly cacheMemory: number;
  readonly patience: number;
  readonly synchronous: keyof typeof SYNCHRONOUS;
  readonly isMigrated: boolean;
}

const createStore = (parts: StoreParts): StoreWithAccounts => {
  const { writing, reading, health, threads, cacheMemory, patience, longLists, innerLists, synchronous } =
    parts;
  const cache = createRecordCache(cacheMemory);
  const transactions = createTransactions({ writing, reading, health, cache, patience, synchronous });
  const inUnit = (session: Session): ListingSession => ({ ...session, longLists: innerLists });
  const closing = { done: undefined as Promise<void> | undefined };
  const close = async (): Promise<void> => {
    await transactions.stop();
    await threads?.close();
    if (reading !== writing) reading.close();
    health.saveLog();
    writing.close();
  };
  const repositories = createRepositories({ ...transactions.session, longLists });
  const transaction: StoreWithAccounts["transaction"] = (work) =>
    transactions.run((session) => work(createRepositories(inUnit(session))));
  return {
    ...repositories,
    // Removing a term and merging take several steps; either all of them are committed, or none.
    terms: { ...repositories.terms, remove: (id) => transaction(({ terms }) => terms.remove(id)) },
    merges: { ...repositories.merges, merge: (merge) => transaction(({ merges }) => merges.merge(merge)) },
    leases: createLeases(transactions),
    userIds: createUserIds(transactions.session),
    outbox: createOutbox(transactions.session),
    inspection: createInspection(transactions.session),
    transaction,
    nativeTransaction: (work) =>
      transactions.runNative((session, native) => work(createRepositories(inUnit(session)), native)),
    async openAccounts() {
      if (parts.isMigrated) await migrateAccounts(transactions.session);
      else await requireAccounts(transactions.session);
      return {
        ...createAccountRepository(transactions.session),
        transaction: (work) => transactions.run((session) => work(createAccountRepository(session))),
      };
    },
    revision: transactions.revision,
    ...(cache && { cacheUse: cache.use }),
    ping: transactions.ping,
    close: () => {
      closing.done ??= close();
      return closing.done;
    },
  };
};

const createRepositories = (session: ListingSession): Repositories => ({
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
  kindOf: (id) => session.read((connection) => kindOf(connection, id)),
});
