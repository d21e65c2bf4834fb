import { CalendarError } from "@kalends/core";
import {
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoSystemError,
  MongoWriteConcernError,
} from "mongodb";

/** What passes, or what somebody else has to mend, by the server's error codes. */
const PASSING: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  46, // LockBusy
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  246, // SnapshotUnavailable
  251, // NoSuchTransaction
  262, // ExceededTimeLimit
  290, // TransactionExceededLifetimeLimitSeconds
  365, // TemporarilyUnavailable
  371, // UserWritesBlocked
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

const isPassing = (error: unknown): error is Error =>
  isLost(error) ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoServerClosedError ||
  error instanceof MongoOperationTimeoutError ||
  isQueueing(error) ||
  error instanceof MongoWriteConcernError ||
  (error instanceof MongoServerError && PASSING.has(Number(error.code))) ||
  (error instanceof MongoError &&
    (error.hasErrorLabel("RetryableWriteError") || error.hasErrorLabel("TransientTransactionError")));

/** Whether all connections were busy for too long; the driver keeps the class of this error to itself. */
const isQueueing = (error: unknown): boolean =>
  error instanceof MongoError && error.name === "MongoWaitQueueTimeoutError";

/** What callers of a store are told of an error: `rest_storage_unavailable` if it passes, else the error itself. */
export const told = (error: unknown): unknown => (isPassing(error) ? unavailable(error) : error);

/** Rejects with what callers are told of an error. */
export const asking = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw told(error);
  }
};

export const unavailable = (cause: Error): CalendarError =>
  new CalendarError("rest_storage_unavailable", {}, { cause });

/** Whether the connection is at fault, not what was asked for. */
export const isLost = (error: unknown): error is Error =>
  error instanceof MongoNetworkError || error instanceof MongoSystemError || isOfSystem(error);

/** What the system tells of a connection that is gone; the driver mostly, but not always, says it in its own words. */
const GONE: ReadonlySet<unknown> = new Set([
  "EPIPE",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_WRITE_AFTER_END",
]);

const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof MongoError) && "code" in error && GONE.has(error.code);

/** Whether an error comes from the database or from the way there: a transaction is over with it. */
export const isOfDatabase = (error: unknown): boolean => error instanceof MongoError || isOfSystem(error);

const DUPLICATE_KEY = 11000;

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/**
 * Whether a unit of work may succeed when it runs again: it collided with another, or lost the server. What it claimed was
 * free when it looked, so a duplicate is a collision, too.
 */
export const isConflict = (error: unknown): boolean =>
  isOfSystem(error) ||
  (error instanceof MongoError &&
    !(error instanceof MongoServerSelectionError) &&
    (error.hasErrorLabel("TransientTransactionError") || isDuplicate(error)));

/** Whether nobody knows if the commit that failed has happened: committing again tells. */
export const isUnknownCommit = (error: unknown): error is Error =>
  error instanceof MongoError
    ? error.hasErrorLabel("UnknownTransactionCommitResult")
    : error instanceof Error;
