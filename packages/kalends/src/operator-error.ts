/** Of whatever was thrown: also of what has no text. */
export const messageOf = (error: unknown): string => {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return typeof error;
  }
};

/** What stops a command and the operator can do something about: shown as lines, without a stack. */
export class OperatorError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "OperatorError";
    this.problems = problems;
  }
}

/** Advice for a damaged database. */
export const DAMAGE_HINT =
  "If the file can be opened at all, `kalends doctor` says what is damaged; `kalends restore FOLDER --replace` brings a backup back.";

const DAMAGES: ReadonlySet<unknown> = new Set(["SQLITE_CORRUPT", "SQLITE_NOTADB"]);

/** True for what reading a damaged SQLite file rejects with. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  DAMAGES.has(baseCodeOf(error.code));

/** Matches `SQLITE_CORRUPT_VTAB` and the like. */
const baseCodeOf = (code: string): string => code.split("_").slice(0, 2).join("_");

/** What to say of an error that the operator can do something about; throws any other. */
export const problemsOf = (error: unknown): readonly string[] => {
  if (error instanceof OperatorError) return error.problems;
  if (isImportError(error)) return [error.message];
  if (isSystemError(error)) return [error.message];
  if (isStorageFailure(error)) {
    const { cause } = error;
    const message = `The storage does not answer: ${cause instanceof Error ? cause.message : error.message}`;
    return [isDamage(cause) ? `${message}. ${DAMAGE_HINT}` : message];
  }
  throw error;
};

/** By its name: what is heavy is imported when it is needed. */
const isImportError = (error: unknown): error is Error =>
  error instanceof Error && error.name === "ImportError";

const STORAGE_FAILURES: ReadonlySet<unknown> = new Set(["rest_storage_unavailable", "rest_storage_full"]);

/** Such as a database that is damaged: only what is read shows it. */
const isStorageFailure = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && STORAGE_FAILURES.has(error.code);

/** The system refused something, such as to read a file; its message names the reason and the file. */
const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && "syscall" in error && typeof error.syscall === "string";
