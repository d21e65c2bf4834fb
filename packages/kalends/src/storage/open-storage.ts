import { isCalendarError, type Logger, type Plugin, type StorageScheme } from "@kalends/core";
import type { MongodbPlace } from "@kalends/store-mongodb";
import type { Config } from "../configuration/settings.ts";
import { OperatorError } from "../operator-error.ts";
import {
  type OpenedStorage,
  openMongodb,
  STORAGE_SCHEMES,
  splitStorage,
  withoutCredentials,
} from "./storage-schemes.ts";

/**
 * Opens the configured store, perhaps with a scheme of a plugin, or one in a database of the host's, and brings its layout up
 * to date; an `OperatorError` says why it cannot.
 */
export const openStorage = async (
  { storage, storageTimeout, mongodbStandalone }: Config,
  { plugins, accounts = true, create = true, database, logger }: OpenStorageOptions,
): Promise<OpenedStorage> => {
  const options = { storageTimeout, mongodbStandalone, accounts, create, logger };
  if (database !== undefined)
    return orSay(openMongodb(database, options), `in ${database.db.databaseName}, the host's database,`);
  const { scheme, place } = splitStorage(storage);
  const added = plugins.flatMap(({ storageSchemes = [] }) => storageSchemes);
  const open = findScheme(scheme, added);
  if (open === undefined) {
    const known = [...Object.keys(STORAGE_SCHEMES), ...added.map((other) => other.scheme)].join(", ");
    throw new OperatorError([`The storage scheme ${scheme} is unknown; known schemes: ${known}`]);
  }
  return orSay(open(place, options), withoutCredentials(storage));
};

interface OpenStorageOptions {
  readonly plugins: readonly Plugin[];
  readonly accounts?: boolean;
  /** Whether a storage that does not exist is created (the default). */
  readonly create?: boolean;
  readonly database?: MongodbPlace | undefined;
  readonly logger?: Logger;
}

const orSay = async (opening: Promise<OpenedStorage>, where: string): Promise<OpenedStorage> => {
  try {
    return await opening;
  } catch (error) {
    const reason = isCalendarError(error) ? error.cause : error;
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new OperatorError([`The storage ${where} cannot be opened: ${message}`]);
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
    (async (place, { storageTimeout, accounts, create }) => ({
      store: await found.open(place, { storageTimeout, accounts, create }),
    }))
  );
};
