const LONGEST = 200;
const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/**
 * Whether this can be the name of a blob: a relative path of at most 200 characters, its segments of lower-case letters,
 * digits, `.`, `_` and `-`, beginning with a letter or digit. So it cannot leave the place where the bytes are kept.
 */
export const isBlobName = (name: string): boolean => name.length <= LONGEST && NAME.test(name);

/** A part of a blob: both ends are byte positions from 0 and included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Where the bytes of images are kept, by names as `isBlobName` describes them, made by the calendar and never by callers. No name is a
 * folder of another one. Failures of the storage reject with `rest_storage_unavailable`. An adapter is
 * done when it passes `blobStoreContract`.
 */
export interface BlobStore {
  /**
   * Keeps the bytes under this name; they are durable and readable when it resolves, and nothing is when it rejects. The
   * bytes of a name never change: one that exists stays as it is, and the answer is false. Rejects with the error of
   * the source when that fails, and with a `RangeError` when this is no name.
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** How many bytes are kept under this name; `undefined` when there are none. */
  size(name: string): Promise<number | undefined>;
  /**
   * The bytes, or the part of them, in pieces; `undefined` when there is nothing. The range lies within the size. It can be
   * iterated once, and holds nothing open before and after. Iterating fails when the bytes are removed meanwhile and not
   * all of them can be given.
   */
  read(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** False when there is nothing. */
  remove(name: string): Promise<boolean>;
  /** Every name above this text in the order of character codes, at most `limit`: for export and repair. */
  readAfter(name: string, limit: number): Promise<readonly string[]>;
  /** Rejects with `rest_storage_unavailable` if nothing can be kept at the moment; absent: only `put` shows it. */
  check?(): Promise<void>;
  close(): Promise<void>;
}
