import { closeSync, existsSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type { Repositories, StoreWithAccounts } from "@kalends/core";
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
import { createRecordCache } from "./database/record-cache.ts";
import { untilFree } from "./database/until-free.ts";
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
import { createOutbox, createOutboxWriter } from "./repositories/outbox.ts";
import { kindOf, type ListingSession } from "./repositories/records.ts";
import { createTermRepository } from "./repositories/term-repository.ts";
import { createUserIds } from "./repositories/user-ids.ts";
import { createTransactions, type Session, SYNCHRONOUS } from "./transactions/transactions.ts";

export interface SqliteStoreOptions {
  /**
   * `full` (the default): what was answered survives a power cut. `normal`: only a crash of the process; several times as
   * many writes a second.
   */
  readonly synchronous?: "full" | "normal";
  /** How long a transaction waits for others, of this process or another one, in milliseconds; 30,000 by default. */
  readonly busyTimeout?: number;
  /**
   * Whether the totals of lists are counted only once between two changes of the file, by whatever process (the default), or
   * for each list: for comparisons.
   */
  readonly rememberTotals?: boolean;
  /**
   * How much memory records may take that are kept to be answered again, in bytes; 32 MiB by default, 0: none is kept. Whatever
   * it is, answers are those of the database.
   */
  readonly cacheMemory?: number;
  /**
   * How long a list may block the process, in milliseconds: one that takes longer is read anew in a thread of its own. 15 by
   * default; 0: threads read every list. A database in memory has none.
   */
  readonly listBudget?: number;
  /**
   * How long a list may take, in milliseconds; 10,000 by default. Then it rejects with `rest_storage_unavailable`. Inside a transaction, where
   * everything waits for it, a second at most.
   */
  readonly listDeadline?: number;
  /** Milliseconds, from any point in time on, for the two: a clock that tests move. */
  readonly now?: () => number;
  /** Whether a file or a database in memory is created (the default); otherwise opening throws when none is there. */
  readonly create?: boolean;
  /**
   * Whether the tables are brought up to those of this version (the default). Otherwise nothing is created or changed, and opening throws
   * for any other layout.
   */
  readonly migrate?: boolean;
  /** Gets the text of each statement that runs, without its values: for tests and for looking at what is slow. */
  readonly onStatement?: (sql: string) => void;
}

const IN_MEMORY = ":memory:";
const CACHE_MEMORY = 32 * 1024 * 1024;
const LIST_BUDGET = 15;
const LIST_DEADLINE = 10_000;
/** Of a list inside a transaction, which no other thread can read, and for which everything waits. */
const INNER_LIST_DEADLINE = 1_000;
/** Negative: KiB. */
const READING_CACHE = -32_000;
const WRITING_CACHE = -16_000;
/** How long the log grows before it is copied into the database: an event is some 30 pages of 4 KiB. */
const LOG_PAGES = 4000;

/**
 * Opens the store in a file or, as `:memory:`, a new one in memory. A file that is not there is created, readable for its owner
 * only; one may have tables of a host beside those of the calendar. Throws when the file is no database, when the calendar in it is of a
 * newer version, and when something of a host has one of our names. Transactions that wait longer than `busyTimeout` reject
 * with `rest_storage_unavailable`, as does everything that the file or its disk is at fault for.
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
  // Never blocks for a lock: its holder may need this very thread to go on.
  const writing = openConnection(place, { timeout: 0, ...listener });
  try {
    let version = 0;
    await untilFree(() => {
      // Before anything is written.
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
      read: (question) => health.watch(() => threads.read(question)),
      budget,
      now,
    });
    return createStore({ ...common, reading, health, longLists, threads });
  } catch (error) {
    writing.close();
    throw isNoDatabase(error) ? new Error(`${place} is not a database.`, { cause: error }) : error;
  }
};

/** Passwords' hashes are in it. SQLite gives the log the same mode; what is there already keeps its own. */
const createPrivateFile = (place: string): void => {
  try {
    // The driver trims its path, too.
    closeSync(openSync(place.trim(), "wx", 0o600));
  } catch {
    // It is there already, or SQLite says in a moment why it cannot be.
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
  // What is removed or replaced is overwritten in the file, whatever its length: somebody may have wished to be forgotten.
  connection.script(
    `${SYNCHRONOUS[synchronous]}; PRAGMA foreign_keys = ON;
     PRAGMA cache_size = ${WRITING_CACHE}; PRAGMA temp_store = MEMORY;
     PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA secure_delete = ON`,
  );
  // The first read makes the log of a file that had another mode: from then on it is watched.
  connection.value("SELECT 1 FROM sqlite_schema LIMIT 1");
};

const isNoDatabase = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "SQLITE_NOTADB";

interface StoreParts {
  readonly writing: Connection;
  readonly reading: Connection;
  readonly health: FileHealth;
  readonly longLists: LongLists;
  /** Inside transactions. */
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
    // In many steps, and all of them or none.
    terms: { ...repositories.terms, remove: (id) => transaction(({ terms }) => terms.remove(id)) },
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
  ids: createIdSequences(session),
  outbox: createOutboxWriter(session),
  kindOf: (id) => session.read((connection) => kindOf(connection, id)),
});
