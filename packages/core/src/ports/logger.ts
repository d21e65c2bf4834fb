/** Severity of a log line. */
export type LogSeverity = "debug" | "info" | "warn" | "error";

/** Port to the structured log. The composition root decides where log lines are written. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /**
   * True if lines of this severity are written. Use it to avoid computing fields of lines that are not
   * written. Absent if the logger cannot report this.
   */
  isEnabled?(severity: LogSeverity): boolean;
}

/** Fields of a log line. An `error` is written with its stack trace. */
export type LogFields = Readonly<Record<string, unknown>> & { readonly error?: unknown };
