import type { BlobStore } from "@kalends/core";
import { openDirectoryBlobStore } from "@kalends/media";

/** Opens the store in the child processes of the durability tests. */
export const open = (place: string): Promise<BlobStore> => openDirectoryBlobStore(place);
