import type { BlobStore } from "@kalends/core";
import type { AccountStore, Store } from "@kalends/core/storage";
import type { Command } from "commander";
import type { Installation } from "../configuration/installation.ts";
import { systemClock } from "../jobs/timers.ts";
import type { OutputStream } from "../logging/pino-logger.ts";
import { OperatorError } from "../operator-error.ts";
import { describeStorage, type OpenedStorage } from "../storage/storage-schemes.ts";

/** What a command may know of the process it runs in. */
export interface CommandContext {
  /**
   * The configuration and its plugins, read once; warnings go to the error output. `options` stand for variables of the environment, and win over
   * them. Rejects with an `OperatorError`.
   */
  loadInstallation(options?: Readonly<Record<string, string>>): Promise<Installation>;
  /** Resolves when somebody asks the process to stop. */
  untilStopped(): Promise<void>;
  /** One line on the standard output. */
  print(line: string): void;
  /** One line on the error output. */
  warn(line: string): void;
  /** Replaces the text of the terminal's current line; nothing when the error output is no terminal. */
  showProgress(text: string): void;
  /** The environment, for what is no setting of the calendar. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** For the log and for questions: the standard output belongs to what the command answers. */
  readonly stderr: OutputStream;
}

/** Makes one command of the command line; whatever is heavy is imported when it runs. */
export type CommandFactory = (context: CommandContext) => Command;

/** The configured storage, while a command works on it. */
export interface CommandStorage extends Installation, Omit<OpenedStorage, "load"> {
  /** Does what stores so many events; where these are many, lists may be slow meanwhile. */
  loadEvents(count: number, work: () => Promise<unknown>): Promise<unknown>;
  /** The same store, but records keep the revisions that they come with: for archives. */
  readonly storeAsIs: Store;
  /** The accounts, if the storage keeps any. */
  openAccounts(): Promise<AccountStore | undefined>;
  /** The files of images. */
  openMedia(): Promise<BlobStore>;
}

/** From so many events on, a storage that prepares for them is quicker in the end. */
const MANY = 2000;
/** MiB for caches: commands go through all records, once. */
const MOST_CACHE = 8;

export interface WithStorageOptions {
  readonly create?: boolean;
  readonly migrate?: boolean;
  /** Called with the storage, without credentials, if it did not exist. */
  onCreated?(storage: string): void;
}

const unlessUsable = (error: unknown): undefined => {
  if (!(error instanceof OperatorError)) throw error;
  return undefined;
};

/** Opens the storage, which is created unless `create` says otherwise, and closes it after the work. */
export const withStorage = async (
  { loadInstallation, warn }: CommandContext,
  { create = true, migrate, onCreated }: WithStorageOptions,
  work: (storage: CommandStorage) => Promise<void>,
): Promise<void> => {
  const installation = await loadInstallation();
  const { config, plugins } = installation;
  const { openAccounts, openMedia, openStorage } = await import("../storage/open-storage.ts");
  const { withUnitsOfWork } = await import("@kalends/core/interface");
  const frugal = { ...config, cacheMemory: Math.min(config.cacheMemory, MOST_CACHE) };
  const options = {
    plugins,
    ...(migrate !== undefined && { migrate }),
    onWaiting: ({
      storage,
      triesForSeconds,
    }: {
      readonly storage: string;
      readonly triesForSeconds: number;
    }) => warn(`The storage ${storage} does not answer yet; it is tried for ${triesForSeconds} seconds.`),
  };
  const known =
    create && onCreated !== undefined
      ? await openStorage(frugal, { ...options, create: false }).catch(unlessUsable)
      : undefined;
  const storage = known ?? (await openStorage(frugal, { ...options, create }));
  if (known === undefined && create) onCreated?.(describeStorage(config.storage));
  let blobStore: BlobStore | undefined;
  try {
    await work({
      ...installation,
      ...storage,
      store: withUnitsOfWork(storage.store, { clock: systemClock }),
      storeAsIs: storage.store,
      loadEvents: (count, work) =>
        count >= MANY && storage.load !== undefined ? storage.load(work) : work(),
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

/** A number with its noun, which is in the plural and ends in s: "1 image", "2 images". */
export const countOf = (count: number, nouns: string): string =>
  `${count} ${count === 1 ? nouns.slice(0, -1) : nouns}`;
