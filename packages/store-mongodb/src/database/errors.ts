import { storageFull, storageUnavailable } from "@kalends/core";

/** What passes, or what an operator has to mend, by the server's error codes. */
const PASSING: ReadonlySet<unknown> = new Set([
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

/** The connection is at fault, by the names of the driver's errors. */
const LOST: ReadonlySet<string> = new Set([
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoPoolClearedError",
  "PoolClearedOnNetworkError",
  "MongoSystemError",
  "MongoServerSelectionError",
]);

/** What else passes, by their names. */
const PASSING_NAMES: ReadonlySet<string> = new Set([
  "MongoNotConnectedError",
  "MongoServerClosedError",
  "MongoOperationTimeoutError",
  "MongoWaitQueueTimeoutError",
  "MongoWriteConcernError",
]);

/** An error of the driver, by whatever copy of it: a host passes in a database of its own one. */
interface DriverError extends Error {
  /** That of the server, where it has answered. */
  readonly code?: unknown;
  readonly errorLabels?: unknown;
  readonly errorResponse?: unknown;
}

const isOfDriver = (error: unknown): error is DriverError =>
  error instanceof Error && (/^Mongo[A-Z]/.test(error.name) || LOST.has(error.name));

/** The driver wraps the loss of a connection where several documents are written at once. */
const causeOf = (error: unknown): unknown =>
  isOfDriver(error) && isOfDriver(error.errorResponse) ? error.errorResponse : error;

const hasLabel = ({ errorLabels }: DriverError, label: string): boolean =>
  Array.isArray(errorLabels) && errorLabels.includes(label);

/** Whether it is an error of the server with this code. */
export const hasCode = (error: unknown, ...codes: readonly number[]): boolean =>
  isOfDriver(error) && codes.some((code) => code === error.code);

const isPassing = (error: unknown): error is Error =>
  isLost(error) ||
  (isOfDriver(error) &&
    (PASSING_NAMES.has(error.name) ||
      PASSING.has(error.code) ||
      hasLabel(error, "RetryableWriteError") ||
      hasLabel(error, "TransientTransactionError")));

/** The error as the port has it: `rest_storage_full`, `rest_storage_unavailable` if it passes, else the error itself. */
export const toStoreError = (error: unknown): unknown => {
  const cause = causeOf(error);
  if (hasCode(cause, OUT_OF_DISK_SPACE)) return storageFull(cause);
  return isPassing(cause) ? storageUnavailable(cause) : error;
};

/** Rejects with errors as the port has them. */
export const withStoreErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
};

/** Whether the connection is at fault, not what was asked for. */
export const isLost = (error: unknown): error is Error => {
  const cause = causeOf(error);
  return (isOfDriver(cause) && LOST.has(cause.name)) || isOfSystem(cause);
};

/** What the system says of a connection that is gone; the driver mostly, but not always, says it in its own words. */
const GONE: ReadonlySet<unknown> = new Set([
  ...["EPIPE", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"],
  ...["ERR_STREAM_DESTROYED", "ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_WRITE_AFTER_END"],
]);

const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && !isOfDriver(error) && "code" in error && GONE.has(error.code);

/** Whether an error comes from the database or from the way there: a transaction is over with it. */
export const isOfDatabase = (error: unknown): boolean => isOfDriver(error) || isOfSystem(error);

const DUPLICATE_KEY = 11000;

export const isDuplicate = (error: unknown): boolean => hasCode(error, DUPLICATE_KEY);

/**
 * Whether a transaction may succeed when it runs again: it met another one, or lost the server. The keys that it reserved were
 * free when it looked, so a duplicate is a write conflict, too.
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

/** Whether the server has ended the transaction before. */
export const isVanished = (error: unknown): boolean => hasCode(error, NO_SUCH_TRANSACTION);

/** A key that is taken in a collection that the store does not know: it stays taken, however often the transaction runs. */
export class ForeignDuplicate extends Error {
  constructor(cause: unknown) {
    super("A collection beside those of the store has this key.", { cause });
  }
}

/** Whether it is unknown if the commit that failed has happened: committing again answers that. */
export const isUnknownCommit = (error: unknown): error is Error =>
  isOfDriver(error) ? hasLabel(error, "UnknownTransactionCommitResult") : error instanceof Error;
