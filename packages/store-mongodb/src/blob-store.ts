import { type BlobStore, type ByteRange, storageUnavailable } from "@kalends/core";
import { isBlobName } from "@kalends/core/storage";
import { type Collection, type GridFSChunk, type GridFSFile, ObjectId } from "mongodb";
import { COLLECTION_OPTIONS, MAX_READ } from "./database/collections.ts";
import type { Connection } from "./database/connect.ts";
import { isDuplicate, withStoreErrors } from "./database/errors.ts";

/**
 * Stores files and chunks in the format of GridFS, but without the driver's streams. The driver's streams end
 * early, without an error, if another process removes the chunks of a file. They also leave a cursor open if
 * the caller stops reading. A new file is first a draft, whose name cannot be that of a blob. When the draft
 * is complete, one write changes its name. A unique index ensures that each name exists only once.
 */

const READING = { maxTimeMS: MAX_READ } as const;
/** Number of bytes in a chunk; the default of GridFS. */
const CHUNK = 255 * 1024;
/** Number of chunks in one response of the server, so that only about a megabyte is in memory at once. */
const BATCH = 4;
/** Number of milliseconds after which a draft counts as abandoned, because its process was killed. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
/**
 * Lower bound of the names of blobs. Names of drafts, and of files that are being removed, sort before it.
 */
const LOWEST = "/";

const draftName = (id: ObjectId): string => `.draft/${id.toHexString()}`;
const goneName = (id: ObjectId): string => `.gone/${id.toHexString()}`;

export const createBlobStore = ({ db, prefix }: Pick<Connection, "db" | "prefix">): BlobStore => {
  const files = db.collection<GridFSFile>(`${prefix}blobs.files`, COLLECTION_OPTIONS);
  const chunks = db.collection<GridFSChunk>(`${prefix}blobs.chunks`, COLLECTION_OPTIONS);
  let isClean = false;

  /**
   * Removes a file. Its name is removed before its bytes, so that nobody finds an incomplete file.
   * If `filename` is given and the file has another name, removes nothing and returns false.
   */
  const drop = async (id: ObjectId, filename?: string): Promise<boolean> => {
    const named = filename === undefined ? {} : { filename };
    const { matchedCount } = await files.updateOne(
      { _id: id, ...named },
      { $set: { filename: goneName(id) } },
    );
    if (matchedCount === 0 && filename !== undefined) return false;
    await chunks.deleteMany({ files_id: id });
    await files.deleteOne({ _id: id });
    return true;
  };

  const dropLeftBehind = async (): Promise<void> => {
    const uploadDate = { $lt: new Date(Date.now() - ABANDONED_AFTER_MS) };
    const abandoned = await files.find({ filename: { $lt: LOWEST }, uploadDate }, READING).toArray();
    for (const { _id, filename } of abandoned) await drop(_id, filename);
  };

  const find = (name: string): Promise<GridFSFile | null> =>
    isBlobName(name)
      ? withStoreErrors(() => files.findOne({ filename: name }, READING))
      : Promise.resolve(null);

  return {
    put: (name, bytes) =>
      withStoreErrors(async () => {
        if (!isBlobName(name)) throw new RangeError(`"${name}" is not a valid blob name.`);
        if (!isClean) await dropLeftBehind();
        isClean = true;
        if ((await files.countDocuments({ filename: name }, { ...READING, limit: 1 })) > 0) return false;
        const _id = new ObjectId();
        const filename = draftName(_id);
        await files.insertOne({ _id, length: 0, chunkSize: CHUNK, uploadDate: new Date(), filename });
        try {
          const length = await writeChunks(chunks, _id, bytes);
          const { matchedCount } = await files.updateOne(
            { _id, filename },
            { $set: { length, filename: name } },
          );
          if (matchedCount === 0)
            throw storageUnavailable(new Error("The draft was removed as abandoned. Try again."));
          return true;
        } catch (error) {
          // If removing the draft fails, the draft stays and is removed later with other abandoned drafts.
          await drop(_id).catch(() => undefined);
          if (isDuplicate(error)) return false;
          throw error;
        }
      }),
    size: async (name) => (await find(name))?.length,
    async read(name, range) {
      const file = await find(name);
      return file === null
        ? undefined
        : readChunks(chunks, file, range ?? { first: 0, last: file.length - 1 });
    },
    async remove(name) {
      const file = await find(name);
      return file !== null && (await withStoreErrors(() => drop(file._id, name)));
    },
    readAfter: (name, limit) =>
      withStoreErrors(async () => {
        if (limit < 1) return [];
        const found = await files
          .find(
            { filename: { $gt: name > LOWEST ? name : LOWEST } },
            { ...READING, sort: { filename: 1 }, limit, projection: { filename: 1 } },
          )
          .toArray();
        return found.map(({ filename }) => filename);
      }),
    close: () => Promise.resolve(),
  };
};

/**
 * Splits bytes into pieces of `size` bytes; the last one may be smaller. Each piece has a buffer of its own.
 */
async function* toPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const given of bytes) {
    for (let at = 0; at < given.length; ) {
      const some = given.subarray(at, at + size - filled);
      piece.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** Writes the chunks of a file and returns the total number of bytes. */
const writeChunks = async (
  chunks: Collection<GridFSChunk>,
  id: ObjectId,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> => {
  let length = 0;
  let n = 0;
  for await (const data of toPieces(bytes, CHUNK)) {
    await chunks.insertOne({ _id: new ObjectId(), files_id: id, n, data });
    length += data.length;
    n += 1;
  }
  return length;
};

async function* readChunks(
  chunks: Collection<GridFSChunk>,
  { _id, chunkSize }: GridFSFile,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  if (last < first) return;
  const [begin, end] = [Math.floor(first / chunkSize), Math.floor(last / chunkSize)];
  const found = chunks.find(
    { files_id: _id, n: { $gte: begin, $lte: end } },
    { ...READING, sort: { n: 1 }, batchSize: BATCH, promoteBuffers: true },
  );
  try {
    for (let n = begin; n <= end; n += 1) {
      const chunk = await withStoreErrors(() => found.next());
      const from = Math.max(0, first - n * chunkSize);
      const until = Math.min(chunkSize, last + 1 - n * chunkSize);
      if (chunk === null || chunk.n !== n || chunk.data.length < until) {
        throw storageUnavailable(new Error(`Chunk ${n} of file ${_id.toHexString()} is missing.`));
      }
      yield chunk.data.subarray(from, until);
    }
  } finally {
    await found.close().catch(() => undefined);
  }
}
