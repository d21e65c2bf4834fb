/** Codes of drivers and sockets that mean: the storage does not answer now, but may later. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  "SQLITE_BUSY",
  "SQLITE_LOCKED",
  "SQLITE_IOERR",
  "SQLITE_FULL",
  "SQLITE_CANTOPEN",
  "SQLITE_READONLY",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
]);

const UNAVAILABLE_NAMES: ReadonlySet<string> = new Set([
  "StorageUnavailableError",
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoServerSelectionError",
  "MongoNotConnectedError",
  "MongoTopologyClosedError",
  "MongoOperationTimeoutError",
]);

/** Whether an error means that the storage cannot be reached, and not that something is wrong with us. */
export const isStorageUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  // Extended codes of SQLite carry a suffix, such as SQLITE_BUSY_SNAPSHOT.
  const family = typeof code === "string" ? code.replace(/^(SQLITE_[A-Z]+)_.*$/, "$1") : "";
  return UNAVAILABLE.has(family) || UNAVAILABLE_NAMES.has(error.name);
};
