const MAX_NAME_LENGTH = 200;
const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/**
 * True if the text is a valid blob name. A blob name is a relative path of at most 200 characters. Each
 * segment consists of lower-case letters, digits, `.`, `_` and `-`, and begins with a letter or digit. Such a
 * path cannot leave the folder of the blobs.
 */
export const isBlobName = (name: string): boolean => name.length <= MAX_NAME_LENGTH && NAME.test(name);

/** Range of bytes in a blob. Both positions are inclusive and count from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Storage for image files.
 *
 * - Names satisfy `isBlobName`. The calendar creates them; callers of the API cannot choose them.
 * - No name is a folder in the path of another name.
 * - Methods reject with `rest_storage_unavailable` if the storage fails.
 * - An adapter must pass the tests of `blobStoreContract`.
 */
export interface BlobStore {
  /**
   * Stores a new blob.
   * After the promise resolves with true, the bytes are durable and readable.
   * Resolves with false, and changes nothing, if the name exists already.
   * If it rejects, nothing is stored. It rejects with the error of `bytes` if the iteration fails, and with a
   * `RangeError` if the name is not valid.
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** Returns the size of a blob in bytes, or `undefined` if the name does not exist. */
  size(name: string): Promise<number | undefined>;
  /**
   * Returns the bytes of a blob, or a range of them, in chunks. Returns `undefined` if the name does not
   * exist.
   * The range must be within the size of the blob. The result can be iterated once and holds a resource open
   * only during the iteration.
   * The iteration throws if the blob is removed before all bytes are read.
   */
  read(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Removes a blob. Returns false if the name does not exist. */
  remove(name: string): Promise<boolean>;
  /**
   * Returns at most `limit` blob names that sort after `name`, in the order of character codes. Used for
   * export and repair.
   */
  readAfter(name: string, limit: number): Promise<readonly string[]>;
  /**
   * Rejects with `rest_storage_unavailable` if the storage cannot store blobs at the moment. Absent if the
   * storage cannot check this without a write.
   */
  check?(): Promise<void>;
  close(): Promise<void>;
}
