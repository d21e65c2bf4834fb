import type { Plugin, StorageScheme, Store } from "@kalends/core";
import { OperatorError } from "./operator-error.ts";
import type { Config } from "./settings.ts";
import { STORAGE_SCHEMES, splitStorage, withoutCredentials } from "./storage-schemes.ts";

/**
 * Opens the configured store, perhaps with a scheme of a plugin, and brings its layout up to date; an `OperatorError` says
 * why it cannot.
 */
export const openStorage = async (
  { storage, storageTimeout }: Config,
  { plugins, accounts = true }: { readonly plugins: readonly Plugin[]; readonly accounts?: boolean },
): Promise<Store> => {
  const { scheme, place } = splitStorage(storage);
  const added = plugins.flatMap(({ storageSchemes = [] }) => storageSchemes);
  const open = findScheme(scheme, added);
  if (open === undefined) {
    const known = [...Object.keys(STORAGE_SCHEMES), ...added.map((other) => other.scheme)].join(", ");
    throw new OperatorError([`The storage scheme ${scheme} is unknown; known schemes: ${known}`]);
  }
  try {
    return await open(place, { storageTimeout, accounts });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError([`The storage ${withoutCredentials(storage)} cannot be opened: ${reason}`]);
  }
};

const findScheme = (name: string, added: readonly StorageScheme[]): StorageScheme["open"] | undefined => {
  if (Object.hasOwn(STORAGE_SCHEMES, name)) return STORAGE_SCHEMES[name];
  const found = added.find(({ scheme }) => scheme === name);
  return found && ((place, options) => found.open(place, options));
};
