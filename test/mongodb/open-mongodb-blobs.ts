import type { BlobStore } from "@kalends/core";
import { openMongodbBlobStore } from "@kalends/store-mongodb";

/** Opens the store for child processes of the durability suite. */
export const open = (place: string): Promise<BlobStore> => openMongodbBlobStore(place);
