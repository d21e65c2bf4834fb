import { dirname, resolve } from "node:path";
import { type BlobStore, isCalendarError, type Logger } from "@kalends/core";
import type { Plugin, StorageScheme } from "@kalends/core/interface";
import type { AccountStore, Store, StoreWithAccounts } from "@kalends/core/storage";
import type { MongodbPlace } from "@kalends/store-mongodb";
import type { Config } from "../configuration/config.ts";
import { toCacheBytes } from "../configuration/settings.ts";
import { systemTimers, type Timers } from "../jobs/timers.ts";
import { DAMAGE_HINT, isDamage, messageOf, OperatorError } from "../operator-error.ts";
import { checkPlace } from "./check-place.ts";
import {
  type OpenedStorage,
  openMongodb,
  STORAGE_SCHEMES,
  splitStorage,
  withoutCredentials,
} from "./storage-schemes.ts";
import { requireFolder, requireFolderOf } from "./usable-folder.ts";

/**
 * Opens the storage and migrates its layout, unless `migrate` is false. The storage is the configured store,
 * a store of a plugin's scheme, or a database of the host application. Rejects with an `OperatorError` that
 * names the reason.
 */
export const openStorage = async (
  config: Config,
  {
    plugins,
    create = true,
    migrate = config.migrate,
    database,
    logger,
    timers = systemTimers,
    onWaiting = (fields) => logger?.warn("the storage does not respond yet; retrying", fields),
  }: OpenStorageOptions,
): Promise<OpenedStorage> => {
  const { storage, storageTimeout, mongodbStandalone, collectionPrefix, displayZone } = config;
  const cacheMemory = toCacheBytes(config);
  const clock: "local" | "utc" = displayZone === "site" ? "utc" : "local";
  const options = {
    ...{ storageTimeout, mongodbStandalone, collectionPrefix, cacheMemory, clock, logger },
    ...{ create: create && migrate, migrate },
  } as const;
  if (database !== undefined)
    return orOperatorError(
      openMongodb(database, options),
      `storage in ${database.db.databaseName}, the host's database,`,
    );
  const { scheme, place } = splitStorage(storage);
  const added = plugins.flatMap(({ storageSchemes = [] }) => storageSchemes);
  const open = findScheme(scheme, added);
  if (open === undefined) {
    const known = [...Object.keys(STORAGE_SCHEMES), ...added.map((other) => other.scheme)].join(", ");
    throw new OperatorError([`The storage scheme ${scheme} is unknown; known schemes: ${known}`]);
  }
  const shown = withoutCredentials(storage);
  if (scheme === "sqlite" && place !== ":memory:") await requireDatabase(place.trim(), options.create, shown);
  const cancel = timers.after(SLOW_MS, () => onWaiting({ storage: shown, triesForSeconds: storageTimeout }));
  try {
    return await orOperatorError(open(place, options), `storage ${shown}`);
  } finally {
    cancel();
  }
};

/**
 * Checks that the database file can be opened, because SQLite does not report the reason if it cannot. With
 * `create`, first creates the folder of a missing file. Rejects with an `OperatorError`.
 */
const requireDatabase = async (path: string, create: boolean, shown: string): Promise<void> => {
  if (create) await requireFolderOf(path, "the database");
  const file = await checkPlace(path, "file");
  const { exists } = file;
  // SQLite creates additional files in the folder of the database.
  const { problem } = file.problem === undefined && exists ? await checkPlace(dirname(path), "folder") : file;
  if (problem !== undefined) throw new OperatorError([`The storage ${shown} cannot be opened: ${problem}.`]);
  if (!exists && !create)
    throw new OperatorError([
      `The storage ${shown} cannot be opened: there is no file ${resolve(path)}. Run the command in the folder of the server, or set KALENDS_STORAGE.`,
    ]);
};

/** Milliseconds after which a start reports that it is waiting for the storage. */
const SLOW_MS = 2000;

interface OpenStorageOptions {
  readonly plugins: readonly Plugin[];
  /** True to create a storage that does not exist. Defaults to true. */
  readonly create?: boolean;
  /** Value to use instead of the configured `migrate`. */
  readonly migrate?: boolean;
  readonly database?: MongodbPlace | undefined;
  readonly logger?: Logger;
  readonly timers?: Timers;
  /** Called once if opening takes long. By default, a line is logged. */
  onWaiting?(fields: { readonly storage: string; readonly triesForSeconds: number }): void;
}

/**
 * Opens the accounts of a store. Returns `undefined` if the store supports none. Rejects with an
 * `OperatorError` that names the reason.
 */
export const openAccounts = async (store: Store | StoreWithAccounts): Promise<AccountStore | undefined> =>
  "openAccounts" in store ? orOperatorError(store.openAccounts(), "accounts of the storage") : undefined;

/** Opens the accounts of a store. Rejects with an `OperatorError` if the store supports none. */
export const requireAccounts = async (store: Store | StoreWithAccounts): Promise<AccountStore> => {
  const accounts = await openAccounts(store);
  if (accounts === undefined) {
    throw new OperatorError([
      "The storage has no accounts: use a storage with accounts, or embed the calendar with createCalendar({ identity })",
    ]);
  }
  return accounts;
};

const orOperatorError = async <T>(opening: Promise<T>, what: string): Promise<T> => {
  try {
    return await opening;
  } catch (error) {
    const reason = isCalendarError(error) ? error.cause : error;
    const message = `The ${what} cannot be opened: ${messageOf(reason)}`;
    throw new OperatorError([isDamage(reason) ? `${message}. ${DAMAGE_HINT}` : message]);
  }
};

const findScheme = (
  name: string,
  added: readonly StorageScheme[],
): (typeof STORAGE_SCHEMES)[string] | undefined => {
  if (Object.hasOwn(STORAGE_SCHEMES, name)) return STORAGE_SCHEMES[name];
  const found = added.find(({ scheme }) => scheme === name);
  return (
    found &&
    (async (place, { storageTimeout, create, migrate }) => ({
      store: await found.open(place, { storageTimeout, create, migrate }),
    }))
  );
};

export const DEFAULT_DIRECTORY = "./kalends-media";

/**
 * Opens the storage of image files: the configured directory, else the storage that the store offers, else
 * the default directory. With `creates`, a missing directory is created now, otherwise with the first file.
 * Rejects with an `OperatorError` that names the reason.
 */
export const openMedia = async (
  { media }: Pick<Config, "media">,
  { openBlobStore }: Pick<OpenedStorage, "openBlobStore">,
  creates = false,
): Promise<BlobStore> => {
  const isInStorage = media === undefined && openBlobStore !== undefined;
  const directory = media ?? DEFAULT_DIRECTORY;
  if (creates && !isInStorage) await requireFolder(directory, "images");
  try {
    if (isInStorage) return await openBlobStore();
    const { openDirectoryBlobStore } = await import("@kalends/media");
    return await openDirectoryBlobStore(directory);
  } catch (error) {
    const place = isInStorage ? "the storage" : directory;
    throw new OperatorError([`The image files cannot be stored in ${place}: ${messageOf(error)}`]);
  }
};
