import { inspect } from "node:util";
import type { Logger } from "@kalends/core";
import type { LogFields, LogSeverity } from "@kalends/core/interface";
import { toReadableLine } from "./readable-log.ts";

/** Creates a logger that calls the same function for all levels. */
export const createLogger = (
  write: (level: LogSeverity, message: string, fields?: LogFields) => void,
  isEnabled?: Logger["isEnabled"],
): Logger => {
  const at = (level: LogSeverity) => (message: string, fields?: LogFields) => write(level, message, fields);
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    ...(isEnabled && { isEnabled }),
  };
};

export const SILENT_LOGGER: Logger = createLogger(
  () => undefined,
  () => false,
);

const ERROR = 50;

/**
 * Logger that writes errors to standard error and drops all other lines. Host applications get this logger by
 * default.
 */
export const ERROR_LOGGER: Logger = createLogger(
  (level, message, { error, ...fields } = {}) => {
    if (level !== "error") return;
    const trouble = error === undefined ? {} : { error: { stack: inspect(error) } };
    const line = { level: ERROR, time: Date.now(), msg: `kalends: ${message}`, ...fields, ...trouble };
    process.stderr.write(toReadableLine(JSON.stringify(line), false));
  },
  (level) => level === "error",
);

/**
 * Logger that writes to the global console. It drops debug lines, because the console would print them like
 * all other lines.
 */
export const CONSOLE_LOGGER: Logger = createLogger(
  (level, message, fields) => {
    if (level !== "debug") console[level](message, ...(fields === undefined ? [] : [fields]));
  },
  (level) => level !== "debug",
);

/**
 * Returns a logger that never throws. Many lines are logged in timers, after responses and in error handlers,
 * where nothing would catch an error of a host's logger.
 */
export const createSafeLogger = (logger: Logger): Logger =>
  createLogger((level, message, fields) => {
    try {
      logger[level](message, fields);
    } catch {
      // Ignore the error, because a logger that fails cannot log it.
    }
  }, toSafe(logger));

const toSafe = (logger: Logger): Logger["isEnabled"] =>
  logger.isEnabled &&
  ((severity) => {
    try {
      return logger.isEnabled?.(severity) !== false;
    } catch {
      return true;
    }
  });
