import type { BlobStore } from "@kalends/core";
import type { AccountStore, Store } from "@kalends/core/storage";
import type { Command } from "commander";
import type { Installation } from "../configuration/installation.ts";
import { systemClock } from "../jobs/timers.ts";
import type { OutputStream } from "../logging/pino-logger.ts";
import { OperatorError } from "../operator-error.ts";
import { describeStorage, type OpenedStorage } from "../storage/storage-schemes.ts";

/** Parts of the process that a command may use. */
export interface CommandContext {
  /**
   * Loads the configuration and its plugins once, and prints warnings to standard error. `options` take
   * precedence over environment variables of the same name. Rejects with an `OperatorError`.
   */
  loadInstallation(options?: Readonly<Record<string, string>>): Promise<Installation>;
  /** Resolves when the process receives a stop signal. */
  untilStopped(): Promise<void>;
  /** Prints one line to standard output. */
  print(line: string): void;
  /** Prints one line to standard error. */
  warn(line: string): void;
  /** Replaces the text of the terminal's current line. Does nothing if standard error is not a terminal. */
  showProgress(text: string): void;
  /** Environment variables of the process. Commands use them for values that are not settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Stream for the log and for questions. Standard output is reserved for results. */
  readonly stderr: OutputStream;
}

/** Creates one command of the command line. The command imports heavy modules only when it runs. */
export type CommandFactory = (context: CommandContext) => Command;

/** The opened storage that a command works with. */
export interface CommandStorage extends Installation, Omit<OpenedStorage, "load"> {
  /**
   * Runs `work`, which stores `count` events. For many events, the storage is prepared for bulk loading.
   * Lists may be slow during that time.
   */
  loadEvents(count: number, work: () => Promise<unknown>): Promise<unknown>;
  /**
   * Same store as `store`, except that records keep the revisions with which they are saved. Used for
   * archives.
   */
  readonly storeAsIs: Store;
  /** Opens the accounts; returns `undefined` if the storage has none. */
  openAccounts(): Promise<AccountStore | undefined>;
  /** Opens the storage of image files. */
  openMedia(): Promise<BlobStore>;
}

/** Minimum number of events for which the preparation for bulk loading saves time. */
const BULK_LOAD_COUNT = 2000;
/** Maximum cache memory in MiB. Commands read most records only once, so they need little. */
const MAX_CACHE_MB = 8;

export interface WithStorageOptions {
  readonly create?: boolean;
  readonly migrate?: boolean;
  /**
   * Called if the storage did not exist and was created. `storage` is the address of the storage, without
   * credentials.
   */
  onCreated?(storage: string): void;
}

const orUndefined = (error: unknown): undefined => {
  if (!(error instanceof OperatorError)) throw error;
  return undefined;
};

/**
 * Opens the storage, runs the work and closes the storage. Creates a missing storage unless `create` is
 * false.
 */
export const withStorage = async (
  { loadInstallation, warn }: CommandContext,
  { create = true, migrate, onCreated }: WithStorageOptions,
  work: (storage: CommandStorage) => Promise<void>,
): Promise<void> => {
  const installation = await loadInstallation();
  const { config, plugins } = installation;
  const { openAccounts, openMedia, openStorage } = await import("../storage/open-storage.ts");
  const { withUnitsOfWork } = await import("@kalends/core/interface");
  const withSmallCache = { ...config, cacheMemory: Math.min(config.cacheMemory, MAX_CACHE_MB) };
  const options = {
    plugins,
    ...(migrate !== undefined && { migrate }),
    onWaiting: ({
      storage,
      triesForSeconds,
    }: {
      readonly storage: string;
      readonly triesForSeconds: number;
    }) => warn(`The storage ${storage} does not respond yet. Retrying for ${triesForSeconds} seconds.`),
  };
  const known =
    create && onCreated !== undefined
      ? await openStorage(withSmallCache, { ...options, create: false }).catch(orUndefined)
      : undefined;
  const storage = known ?? (await openStorage(withSmallCache, { ...options, create }));
  if (known === undefined && create) onCreated?.(describeStorage(config.storage));
  let blobStore: BlobStore | undefined;
  try {
    await work({
      ...installation,
      ...storage,
      store: withUnitsOfWork(storage.store, { clock: systemClock }),
      storeAsIs: storage.store,
      loadEvents: (count, work) =>
        count >= BULK_LOAD_COUNT && storage.load !== undefined ? storage.load(work) : work(),
      openAccounts: () => openAccounts(storage.store),
      async openMedia() {
        blobStore = await openMedia(config, storage);
        return blobStore;
      },
    });
    await blobStore?.close();
  } finally {
    await storage.store.close();
  }
};

/** Formats a count with its noun. The noun is given as a plural that ends in s: "1 image", "2 images". */
export const countOf = (count: number, nouns: string): string =>
  `${count} ${count === 1 ? nouns.slice(0, -1) : nouns}`;
