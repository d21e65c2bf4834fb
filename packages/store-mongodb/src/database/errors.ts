import { storageUnavailable } from "@kalends/core";
import { storageFull } from "@kalends/core/storage";

/** Error codes of the server for failures that are temporary or that an operator must fix. */
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

/** Names of driver errors that mean a failed connection. */
const LOST: ReadonlySet<string> = new Set([
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoPoolClearedError",
  "PoolClearedOnNetworkError",
  "MongoSystemError",
  "MongoServerSelectionError",
]);

/** Names of driver errors that are temporary although the connection has not failed. */
const TEMPORARY_NAMES: ReadonlySet<string> = new Set([
  "MongoNotConnectedError",
  "MongoServerClosedError",
  "MongoOperationTimeoutError",
  "MongoWaitQueueTimeoutError",
  "MongoWriteConcernError",
]);

/**
 * Error of the driver. It can come from any copy of the driver, because a host application may use its own
 * copy.
 */
interface DriverError extends Error {
  /** Error code of the server; absent if the server did not respond. */
  readonly code?: unknown;
  readonly errorLabels?: unknown;
  readonly errorResponse?: unknown;
}

const isOfDriver = (error: unknown): error is DriverError =>
  error instanceof Error && (/^Mongo[A-Z]/.test(error.name) || LOST.has(error.name));

/**
 * Returns the original error. If a connection is lost while several documents are written at once, the driver
 * wraps the error.
 */
const causeOf = (error: unknown): unknown =>
  isOfDriver(error) && isOfDriver(error.errorResponse) ? error.errorResponse : error;

const hasLabel = ({ errorLabels }: DriverError, label: string): boolean =>
  Array.isArray(errorLabels) && errorLabels.includes(label);

/** True if the server has sent an error with one of these codes. */
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
 * Converts an error that means "no space" to `rest_storage_full`, and a temporary one to
 * `rest_storage_unavailable`. Returns other errors unchanged.
 */
export const toStoreError = (error: unknown): unknown => {
  const cause = causeOf(error);
  if (hasCode(cause, OUT_OF_DISK_SPACE)) return storageFull(cause);
  return isPassing(cause) ? storageUnavailable(cause) : error;
};

/** Runs `work`, and converts its errors with `toStoreError`. */
export const withStoreErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
};

/** True if the connection has failed, and not the command itself. */
export const isLost = (error: unknown): error is Error => {
  const cause = causeOf(error);
  return (isOfDriver(cause) && LOST.has(cause.name)) || isOfSystem(cause);
};

/** System error codes that mean a lost connection. The driver usually wraps such errors in its own. */
const LOST_CODES: ReadonlySet<unknown> = new Set([
  ...["EPIPE", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"],
  ...["ERR_STREAM_DESTROYED", "ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_WRITE_AFTER_END"],
]);

const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && !isOfDriver(error) && "code" in error && LOST_CODES.has(error.code);

/** True if the error comes from the database or its connection. A transaction ends after such an error. */
export const isOfDatabase = (error: unknown): boolean => isOfDriver(error) || isOfSystem(error);

const DUPLICATE_KEY = 11000;

export const isDuplicate = (error: unknown): boolean => hasCode(error, DUPLICATE_KEY);

/**
 * True if the transaction may succeed if it runs again, because it conflicted with another one or lost the
 * server.
 * A duplicate key is also a conflict, because the transaction has checked before that its keys are free.
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

/**
 * Error for a duplicate key in a collection of the host application. Running the transaction again would not
 * help.
 */
export class ForeignDuplicate extends Error {
  constructor(cause: unknown) {
    super("A collection of the host already has this key.", { cause });
  }
}

/** True if it is unknown whether the failed commit was applied. Sending the commit again determines this. */
export const isUnknownCommit = (error: unknown): error is Error =>
  isOfDriver(error) ? hasLabel(error, "UnknownTransactionCommitResult") : error instanceof Error;
