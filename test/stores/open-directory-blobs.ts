import type { BlobStore } from "@kalends/core";
import { openDirectoryBlobStore } from "@kalends/media";

/** Opens the store for child processes of the durability suite. */
export const open = (place: string): Promise<BlobStore> => openDirectoryBlobStore(place);
