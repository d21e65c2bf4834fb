import type { Store } from "@kalends/core";
import { OperatorError } from "./operator-error.ts";
import type { Config } from "./settings.ts";
import { STORAGE_SCHEMES, splitStorage, withoutCredentials } from "./storage-schemes.ts";

/** Opens the configured store and brings its layout up to date; an `OperatorError` says why it cannot. */
export const openStorage = async (
  { storage, storageTimeout }: Config,
  { accounts }: { readonly accounts: boolean } = { accounts: true },
): Promise<Store> => {
  const { scheme, place } = splitStorage(storage);
  const open = Object.hasOwn(STORAGE_SCHEMES, scheme) ? STORAGE_SCHEMES[scheme] : undefined;
  if (!open) throw new OperatorError([`The storage scheme ${scheme} is unknown`]);
  try {
    return await open(place, { storageTimeout, accounts });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError([`The storage ${withoutCredentials(storage)} cannot be opened: ${reason}`]);
  }
};
