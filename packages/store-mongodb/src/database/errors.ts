import { storageUnavailable } from "@kalends/core";
import { storageFull } from "@kalends/core/storage";

/** Server error codes that are temporary or need an operator. */
const TEMPORARY_CODES: ReadonlySet<unknown> = new Set([
  ...[6, 7, 89, 202, 9001], // HostUnreachable, HostNotFound, NetworkTimeout, NetworkInterfaceExceededTimeLimit, SocketException
  ...[24, 46, 112], // LockTimeout, LockBusy, WriteConflict
  ...[246, 251, 290], // SnapshotUnavailable, NoSuchTransaction, TransactionExceededLifetimeLimitSeconds
  ...[50, 64, 262, 365], // MaxTimeMSExpired, WriteConcernTimeout, ExceededTimeLimit, TemporarilyUnavailable
  ...[133, 134], // FailedToSatisfyReadPreference, ReadConcernMajorityNotAvailableYet
  ...[189, 10058, 10107, 13435, 13436], // PrimarySteppedDown, LegacyNotPrimary, NotWritablePrimary, NotPrimary...
  ...[91, 11600, 11602], // ShutdownInProgress, InterruptedAtShutdown, InterruptedDueToReplStateChange
  371, // UserWritesBlocked
]);

const OUT_OF_DISK_SPACE = 14031;

/** Names of driver errors for a failed connection. */
const LOST: ReadonlySet<string> = new Set([
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoPoolClearedError",
  "PoolClearedOnNetworkError",
  "MongoSystemError",
  "MongoServerSelectionError",
]);

/** Names of other temporary driver errors. */
const TEMPORARY_NAMES: ReadonlySet<string> = new Set([
  "MongoNotConnectedError",
  "MongoServerClosedError",
  "MongoOperationTimeoutError",
  "MongoWaitQueueTimeoutError",
  "MongoWriteConcernError",
]);

/** Error of any copy of the driver: a host may pass in a database of its own copy. */
interface DriverError extends Error {
  /** Error code of the server, if it responded. */
  readonly code?: unknown;
  readonly errorLabels?: unknown;
  readonly errorResponse?: unknown;
}

const isOfDriver = (error: unknown): error is DriverError =>
  error instanceof Error && (/^Mongo[A-Z]/.test(error.name) || LOST.has(error.name));

/**
 * Returns the actual error: the driver wraps a lost connection when several documents are written at once.
 */
const causeOf = (error: unknown): unknown =>
  isOfDriver(error) && isOfDriver(error.errorResponse) ? error.errorResponse : error;

const hasLabel = ({ errorLabels }: DriverError, label: string): boolean =>
  Array.isArray(errorLabels) && errorLabels.includes(label);

/** True for an error of the server with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly number[]): boolean =>
  isOfDriver(error) && codes.some((code) => code === error.code);

const isPassing = (error: unknown): error is Error =>
  isLost(error) ||
  (isOfDriver(error) &&
    (TEMPORARY_NAMES.has(error.name) ||
      TEMPORARY_CODES.has(error.code) ||
      hasLabel(error, "RetryableWriteError") ||
      hasLabel(error, "TransientTransactionError")));

/**
 * Converts an error to `rest_storage_full`, or to `rest_storage_unavailable` if it is temporary. Returns
 * other errors unchanged.
 */
export const toStoreError = (error: unknown): unknown => {
  const cause = causeOf(error);
  if (hasCode(cause, OUT_OF_DISK_SPACE)) return storageFull(cause);
  return isPassing(cause) ? storageUnavailable(cause) : error;
};

/** Runs `work` and converts its errors with `toStoreError`. */
export const withStoreErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
};

/** True if the connection failed, not the command. */
export const isLost = (error: unknown): error is Error => {
  const cause = causeOf(error);
  return (isOfDriver(cause) && LOST.has(cause.name)) || isOfSystem(cause);
};

/** System error codes of a lost connection, which the driver usually wraps in its own errors. */
const LOST_CODES: ReadonlySet<unknown> = new Set([
  ...["EPIPE", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"],
  ...["ERR_STREAM_DESTROYED", "ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_WRITE_AFTER_END"],
]);

const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && !isOfDriver(error) && "code" in error && LOST_CODES.has(error.code);

/** True if an error comes from the database or its connection, which ends a transaction. */
export const isOfDatabase = (error: unknown): boolean => isOfDriver(error) || isOfSystem(error);

const DUPLICATE_KEY = 11000;

export const isDuplicate = (error: unknown): boolean => hasCode(error, DUPLICATE_KEY);

/**
 * True if a transaction may succeed on a retry: it conflicted with another one or lost the server. A
 * duplicate key is also a conflict, because the transaction found its reserved keys free.
 */
export const isConflict = (error: unknown): boolean => {
  const cause = causeOf(error);
  return (
    isOfSystem(cause) ||
    (isOfDriver(cause) &&
      cause.name !== "MongoServerSelectionError" &&
      (hasLabel(cause, "TransientTransactionError") || isDuplicate(cause)))
  );
};

const NO_SUCH_TRANSACTION = 251;

/** True if the server has already ended the transaction. */
export const isVanished = (error: unknown): boolean => hasCode(error, NO_SUCH_TRANSACTION);

/** Error for a duplicate key in a collection of the host. A retry cannot succeed. */
export class ForeignDuplicate extends Error {
  constructor(cause: unknown) {
    super("A collection of the host already has this key.", { cause });
  }
}

/** True if the outcome of the failed commit is unknown. Committing again determines it. */
export const isUnknownCommit = (error: unknown): error is Error =>
  isOfDriver(error) ? hasLabel(error, "UnknownTransactionCommitResult") : error instanceof Error;
