import type { BlobStore } from "@kalends/core";
import { createBlobStore } from "./blob-store.ts";
import { connect } from "./database/connect.ts";
import { toStoreError } from "./database/errors.ts";
import { migrate } from "./database/migrate.ts";
import type { MongodbPlace } from "./database/place.ts";

export interface MongodbBlobStoreOptions {
  /** How long opening waits for the server, in milliseconds; 30,000 by default. */
  readonly timeout?: number;
  /** See `openMongodbStorage`. */
  readonly collectionPrefix?: string;
}

/** Opens bytes in GridFS on their own: the collections `blobs.files` and `blobs.chunks` of the place. See `openMongodbStorage`. */
export const openMongodbBlobStore = async (
  place: string | MongodbPlace,
  { timeout = 30_000, collectionPrefix }: MongodbBlobStoreOptions = {},
): Promise<BlobStore> => {
  // One write makes a name appear: no transaction is needed.
  const connection = await connect(place, {
    ...{ patience: timeout, isStandaloneEnough: true },
    ...(collectionPrefix !== undefined && { prefix: collectionPrefix }),
  });
  try {
    await migrate(connection, "blobs", { patience: timeout, clocks: [] });
    return { ...createBlobStore(connection), close: connection.close };
  } catch (error) {
    await connection.close();
    throw toStoreError(error);
  }
};
