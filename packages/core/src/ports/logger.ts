export type LogSeverity = "debug" | "info" | "warn" | "error";

/** Structured log lines; the composition root decides where they go. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Whether lines of this severity go anywhere; absent: all of them may. Saves making what nobody reads. */
  isEnabled?(severity: LogSeverity): boolean;
}

/** `error` is rendered with its stack. */
export type LogFields = Readonly<Record<string, unknown>> & { readonly error?: unknown };
