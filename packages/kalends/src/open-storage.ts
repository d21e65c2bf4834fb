import { CalendarError, type Plugin, type StorageScheme, type Store } from "@kalends/core";
import type { MongodbPlace } from "@kalends/store-mongodb";
import { OperatorError } from "./operator-error.ts";
import type { Config } from "./settings.ts";
import { openMongodb, STORAGE_SCHEMES, splitStorage, withoutCredentials } from "./storage-schemes.ts";

/**
 * Opens the configured store, perhaps with a scheme of a plugin, and brings its layout up to date; an `OperatorError` says
 * why it cannot.
 */
export const openStorage = async (
  { storage, storageTimeout, mongodbStandalone }: Config,
  { plugins, accounts = true }: { readonly plugins: readonly Plugin[]; readonly accounts?: boolean },
): Promise<Store> => {
  const { scheme, place } = splitStorage(storage);
  const added = plugins.flatMap(({ storageSchemes = [] }) => storageSchemes);
  const open = findScheme(scheme, added);
  if (open === undefined) {
    const known = [...Object.keys(STORAGE_SCHEMES), ...added.map((other) => other.scheme)].join(", ");
    throw new OperatorError([`The storage scheme ${scheme} is unknown; known schemes: ${known}`]);
  }
  return opened(withoutCredentials(storage), open(place, { storageTimeout, mongodbStandalone, accounts }));
};

/** Opens the store in a database of the host's, which stays connected when it closes; throws as `openStorage` does. */
export const openStorageIn = (
  place: MongodbPlace,
  { storageTimeout, mongodbStandalone }: Config,
): Promise<Store> =>
  opened(place.db.databaseName, openMongodb(place, { storageTimeout, mongodbStandalone, accounts: true }));

const opened = async (name: string, opening: Promise<Store>): Promise<Store> => {
  try {
    return await opening;
  } catch (error) {
    const reason = error instanceof CalendarError ? error.cause : error;
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new OperatorError([`The storage ${name} cannot be opened: ${message}`]);
  }
};

const findScheme = (
  name: string,
  added: readonly StorageScheme[],
): (typeof STORAGE_SCHEMES)[string] | undefined => {
  if (Object.hasOwn(STORAGE_SCHEMES, name)) return STORAGE_SCHEMES[name];
  const found = added.find(({ scheme }) => scheme === name);
  return found && ((place, { storageTimeout, accounts }) => found.open(place, { storageTimeout, accounts }));
};
