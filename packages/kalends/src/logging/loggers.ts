import { inspect } from "node:util";
import type { Logger } from "@kalends/core";
import type { LogFields, LogSeverity } from "@kalends/core/interface";
import { toReadableLine } from "./readable-log.ts";

/** A logger from one function for all levels. */
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

/** Writes errors to standard error and drops everything else: for hosts that give no logger. */
export const ERROR_LOGGER: Logger = createLogger(
  (level, message, { error, ...fields } = {}) => {
    if (level !== "error") return;
    const trouble = error === undefined ? {} : { error: { stack: inspect(error) } };
    const line = { level: ERROR, time: Date.now(), msg: `kalends: ${message}`, ...fields, ...trouble };
    process.stderr.write(toReadableLine(JSON.stringify(line), false));
  },
  (level) => level === "error",
);

/** The global console without debug lines, which it would print like all others. */
export const CONSOLE_LOGGER: Logger = createLogger(
  (level, message, fields) => {
    if (level !== "debug") console[level](message, ...(fields === undefined ? [] : [fields]));
  },
  (level) => level !== "debug",
);

/**
 * The same logger, whose faults change nothing: much is logged in timers, after answers and where errors are caught, where
 * what a host's logger throws would be caught by nothing.
 */
export const createSafeLogger = (logger: Logger): Logger =>
  createLogger((level, message, fields) => {
    try {
      logger[level](message, fields);
    } catch {
      // Where else could it be said?
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
