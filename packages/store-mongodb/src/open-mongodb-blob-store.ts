import { pipeline } from "node:stream/promises";
import type { BlobStore } from "@kalends/core";
import { GridFSBucket, ObjectId, ReadPreference } from "mongodb";
import { COLLECTION_OPTIONS } from "./collections.ts";
import { connect } from "./connect.ts";
import type { MongodbPlace } from "./open-mongodb-store.ts";
import { isDuplicate, told } from "./unavailable.ts";

/** A name and the file that has its bytes. */
interface BlobDocument {
  readonly _id: string;
  readonly file: ObjectId;
  /** Bytes. */
  readonly length: number;
}

export interface MongodbBlobStoreOptions {
  /** How long opening waits for the server, in milliseconds; 30,000 by default. */
  readonly timeout?: number;
}

/**
 * Keeps bytes in GridFS, beside a store in the same database: the collections `blobs`, `blobs.files` and `blobs.chunks`. A
 * name appears once its bytes are complete; those of an upload that was cut off are never seen.
 */
export const openMongodbBlobStore = async (
  place: string | MongodbPlace,
  { timeout = 30_000 }: MongodbBlobStoreOptions = {},
): Promise<BlobStore> => {
  // One write makes a name appear: no transaction is needed.
  const { db, prefix, close } = await connect(place, { patience: timeout, isStandaloneEnough: true });
  const bucket = new GridFSBucket(db, {
    bucketName: `${prefix}blobs`,
    writeConcern: { w: "majority", j: true },
    readPreference: ReadPreference.primary,
  });
  const blobs = db.collection<BlobDocument>(`${prefix}blobs`, COLLECTION_OPTIONS);
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw told(error);
    }
  };

  return {
    put: (name, bytes) =>
      asking(async () => {
        if ((await blobs.findOne({ _id: name })) !== null) return false;
        const file = new ObjectId();
        const upload = bucket.openUploadStreamWithId(file, name);
        try {
          await pipeline(bytes, upload);
          await blobs.insertOne({ _id: name, file, length: upload.length });
          return true;
        } catch (error) {
          // Whatever has come so far. Its own failure is not what the caller must hear of.
          await bucket.delete(file).catch(() => upload.abort().catch(() => undefined));
          if (isDuplicate(error)) return false;
          throw error;
        }
      }),
    size: (name) => asking(async () => (await blobs.findOne({ _id: name }))?.length),
    read: (name, range) =>
      asking(async () => {
        const found = await blobs.findOne({ _id: name });
        if (found === null) return undefined;
        const part = range && { start: range.first, end: range.last + 1 };
        return toPieces(bucket.openDownloadStream(found.file, part));
      }),
    remove: (name) =>
      asking(async () => {
        const found = await blobs.findOneAndDelete({ _id: name });
        if (found === null) return false;
        await bucket.delete(found.file);
        return true;
      }),
    readAfter: (name, limit) =>
      asking(async () => {
        const found = await blobs.find({ _id: { $gt: name } }, { sort: { _id: 1 }, limit }).toArray();
        return found.map(({ _id }) => _id);
      }),
    close,
  };
};

async function* toPieces(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw told(error);
  }
}
