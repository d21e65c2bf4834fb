/** Severity of a log line. */
export type LogSeverity = "debug" | "info" | "warn" | "error";

/** Structured logger. The composition root decides where lines are written. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** True if lines of this severity are written; absent if all may be. Saves computing fields that nobody reads. */
  isEnabled?(severity: LogSeverity): boolean;
}

/** Fields of a log line; `error` is rendered with its stack. */
export type LogFields = Readonly<Record<string, unknown>> & { readonly error?: unknown };
