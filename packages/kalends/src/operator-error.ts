/** Returns the message of a thrown value of any type, even if it cannot be converted to text. */
export const messageOf = (error: unknown): string => {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return typeof error;
  }
};

/**
 * Error that stops a command and that the operator can fix. The command prints it as lines without a stack
 * trace.
 */
export class OperatorError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "OperatorError";
    this.problems = problems;
  }
}

/** Advice to print if the database is damaged. */
export const DAMAGE_HINT =
  "Run `kalends doctor` to find the damage, or `kalends restore FOLDER --replace` to restore a backup.";

const DAMAGES: ReadonlySet<unknown> = new Set(["SQLITE_CORRUPT", "SQLITE_NOTADB"]);

/** True for the errors by which SQLite reports a damaged file. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  DAMAGES.has(baseCodeOf(error.code));

/** Returns the primary code of a SQLite error, such as `SQLITE_CORRUPT` for `SQLITE_CORRUPT_VTAB`. */
const baseCodeOf = (code: string): string => code.split("_").slice(0, 2).join("_");

/** Returns the lines to print for an error that the operator can fix. Throws any other error again. */
export const problemsOf = (error: unknown): readonly string[] => {
  if (error instanceof OperatorError) return error.problems;
  if (isImportError(error)) return [error.message];
  if (isSystemError(error)) return [error.message];
  if (isStorageFailure(error)) {
    const { cause } = error;
    const message = `The storage does not respond: ${cause instanceof Error ? cause.message : error.message}`;
    return [isDamage(cause) ? `${message}. ${DAMAGE_HINT}` : message];
  }
  throw error;
};

/**
 * True for an `ImportError`. Compares the name of the error, because importing its class would load a heavy
 * module.
 */
const isImportError = (error: unknown): error is Error =>
  error instanceof Error && error.name === "ImportError";

const STORAGE_FAILURES: ReadonlySet<unknown> = new Set(["rest_storage_unavailable", "rest_storage_full"]);

/**
 * True for errors of the storage, such as a damaged database. SQLite detects damage only when it reads the
 * damaged part.
 */
const isStorageFailure = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && STORAGE_FAILURES.has(error.code);

/** True for errors of system calls, such as reading a file. Their message names the reason and the file. */
const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && "syscall" in error && typeof error.syscall === "string";
