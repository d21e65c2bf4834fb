import type { BlobStore } from "@kalends/core";
import { createBlobStore } from "./blob-store.ts";
import { connect, type MongodbPlace } from "./connect.ts";
import { toStoreError } from "./errors.ts";
import { migrate } from "./migrate.ts";

export interface MongodbBlobStoreOptions {
  /** How long opening waits for the server, in milliseconds; 30,000 by default. */
  readonly timeout?: number;
}

/** Opens bytes in GridFS on their own: the collections `blobs.files` and `blobs.chunks` of the place. See `openMongodbStorage`. */
export const openMongodbBlobStore = async (
  place: string | MongodbPlace,
  { timeout = 30_000 }: MongodbBlobStoreOptions = {},
): Promise<BlobStore> => {
  // One write makes a name appear: no transaction is needed.
  const connection = await connect(place, { patience: timeout, isStandaloneEnough: true });
  try {
    await migrate(connection, "blobs", timeout);
    return { ...createBlobStore(connection), close: connection.close };
  } catch (error) {
    await connection.close();
    throw toStoreError(error);
  }
};
