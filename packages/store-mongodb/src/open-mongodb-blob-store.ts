import type { BlobStore } from "@kalends/core";
import { createBlobStore } from "./blob-store.ts";
import { connect } from "./database/connect.ts";
import { toStoreError } from "./database/errors.ts";
import { migrate } from "./database/migrate.ts";
import type { MongodbPlace } from "./database/mongodb-place.ts";

export interface MongodbBlobStoreOptions {
  /** Milliseconds that opening waits for the server. Default: 30,000. */
  readonly timeout?: number;
  /** See `openMongodbStorage`. */
  readonly collectionPrefix?: string;
}

/**
 * Opens a blob store in GridFS without a record store, in the collections `blobs.files` and `blobs.chunks`.
 * See `openMongodbStorage`.
 */
export const openMongodbBlobStore = async (
  place: string | MongodbPlace,
  { timeout = 30_000, collectionPrefix }: MongodbBlobStoreOptions = {},
): Promise<BlobStore> => {
  // No transaction is needed, because one write makes a name appear.
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
