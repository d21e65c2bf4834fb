import type { BlobStore } from "@kalends/core";
import { openMongodbBlobStore } from "@kalends/store-mongodb";

/** For the child processes of the durability suite. */
export const open = (place: string): Promise<BlobStore> => openMongodbBlobStore(place);
