const MAX_NAME_LENGTH = 200;
const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/**
 * True if the text is a valid blob name: a relative path of at most 200 characters. Its segments consist of
 * lower-case letters, digits, `.`, `_` and `-`, and begin with a letter or digit. A path therefore cannot
 * leave the folder of the blobs.
 */
export const isBlobName = (name: string): boolean => name.length <= MAX_NAME_LENGTH && NAME.test(name);

/** Part of a blob; both ends are inclusive byte positions from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Storage for the bytes of images. Names satisfy `isBlobName` and are chosen by the calendar, never by
 * callers. No name is a folder of another name. Methods reject with `rest_storage_unavailable` if the storage
 * fails. An adapter is complete when it passes `blobStoreContract`.
 */
export interface BlobStore {
  /**
   * Stores the bytes under this name. When the promise resolves, they are durable and readable; when it
   * rejects, nothing is stored. Returns false, and changes nothing, if the name exists. Rejects with the
   * error of the source if that fails, and with a `RangeError` if the name is not valid.
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** Returns the number of bytes stored under this name, or `undefined` if it does not exist. */
  size(name: string): Promise<number | undefined>;
  /**
   * Returns the bytes, or a part of them, in chunks; `undefined` if the name does not exist. The range must
   * lie within the size. The result can be iterated once and holds no resource open before and after.
   * Iterating fails if the bytes are removed meanwhile and not all of them can be read.
   */
  read(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Returns false if the name does not exist. */
  remove(name: string): Promise<boolean>;
  /**
   * Returns the names after this text in the order of character codes, at most `limit`. Used for export and
   * repair.
   */
  readAfter(name: string, limit: number): Promise<readonly string[]>;
  /**
   * Rejects with `rest_storage_unavailable` if nothing can be stored at the moment. Absent if only `put` can
   * find out.
   */
  check?(): Promise<void>;
  close(): Promise<void>;
}
