import type { LogFields, Logger } from "@kalends/core";

/**
 * The same logger, whose faults change nothing: much is logged in timers, after answers and where errors are caught, and
 * nobody would catch what a host's logger throws there.
 */
export const createSafeLogger = (logger: Logger): Logger => {
  const at =
    (level: keyof Logger) =>
    (message: string, fields?: LogFields): void => {
      try {
        logger[level](message, fields);
      } catch {
        // Where else could it be said?
      }
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
};
