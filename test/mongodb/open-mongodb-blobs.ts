import type { BlobStore } from "@kalends/core";
import { openMongodbBlobStore } from "@kalends/store-mongodb";

/** Opens the store in the child processes of the durability tests. */
export const open = (place: string): Promise<BlobStore> => openMongodbBlobStore(place);
