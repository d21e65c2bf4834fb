import type { BlobStore } from "@kalends/core";
import { createBlobStore } from "./blob-store.ts";
import { connect } from "./database/connect.ts";
import { toStoreError } from "./database/errors.ts";
import { migrate } from "./database/migrate.ts";
import type { MongodbPlace } from "./database/mongodb-place.ts";

export interface MongodbBlobStoreOptions {
  /** Number of milliseconds to wait for the server when opening; 30,000 by default. */
  readonly timeout?: number;
  /** Prefix of collection names: see `openMongodbStorage`. */
  readonly collectionPrefix?: string;
}

/**
 * Opens a blob store in GridFS without a record store. It uses the collections `blobs.files` and
 * `blobs.chunks`. See `openMongodbStorage`.
 */
export const openMongodbBlobStore = async (
  place: string | MongodbPlace,
  { timeout = 30_000, collectionPrefix }: MongodbBlobStoreOptions = {},
): Promise<BlobStore> => {
  // Transactions are not needed, because a single write makes a blob visible.
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
