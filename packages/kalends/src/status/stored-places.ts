import { dirname, resolve } from "node:path";
import type { DiskSpace } from "@kalends/core/interface";
import type { Config } from "../configuration/config.ts";
import { DEFAULT_DIRECTORY } from "../storage/open-storage.ts";
import { splitStorage, withoutCredentials } from "../storage/storage-schemes.ts";

/** Places where the calendar stores its data, for the status. */
export interface StoredPlaces {
  /** Address of the storage without credentials; absent if the host application opened the storage. */
  readonly storage?: string;
  /** Folders on disks of this computer. */
  readonly folders: readonly Pick<DiskSpace, "use" | "path">[];
}

/** Parts of the storage that the host application opened, and that the configuration does not describe. */
interface OpenedByHost {
  readonly storage: boolean;
  readonly images: boolean;
  /** True if the storage can also store images. */
  readonly storesImages: boolean;
}

/**
 * Returns the places that the configuration names, without those that the host application opened.
 * Source: rules/status.md#status-disks.
 */
export const toStoredPlaces = (
  { storage, media }: Pick<Config, "storage" | "media">,
  host: OpenedByHost,
): StoredPlaces => {
  const { scheme, place } = splitStorage(storage);
  const isFile = !host.storage && scheme === "sqlite" && place.trim() !== ":memory:";
  const hasImageFolder = !host.images && (media !== undefined || !host.storesImages);
  return {
    ...(!host.storage && { storage: withoutCredentials(storage) }),
    folders: [
      ...(isFile ? [{ use: "storage", path: dirname(resolve(place.trim())) } as const] : []),
      ...(hasImageFolder ? [{ use: "images", path: resolve(media ?? DEFAULT_DIRECTORY) } as const] : []),
    ],
  };
};
