import { CalendarError, type Store } from "@kalends/core";
import { OperatorError } from "./operator-error.ts";
import type { Config } from "./settings.ts";
import { STORAGE_SCHEMES, splitStorage, withoutCredentials } from "./storage-schemes.ts";

/** Opens the configured store and brings its layout up to date; an `OperatorError` says why it cannot. */
export const openStorage = async ({ storage, storageTimeout, mongodbStandalone }: Config): Promise<Store> => {
  const { scheme, place } = splitStorage(storage);
  const open = Object.hasOwn(STORAGE_SCHEMES, scheme) ? STORAGE_SCHEMES[scheme] : undefined;
  if (!open) throw new OperatorError([`The storage scheme ${scheme} is unknown`]);
  try {
    return await open(place, { storageTimeout, mongodbStandalone });
  } catch (error) {
    const reason = error instanceof CalendarError ? error.cause : error;
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new OperatorError([`The storage ${withoutCredentials(storage)} cannot be opened: ${message}`]);
  }
};
