import type { LogFields, Logger } from "@kalends/core";
import { destination, type Level, pino, stdSerializers } from "pino";
import type { LogLevel } from "./settings.ts";

/** A logger that can be told to write what it still holds. */
export interface ClosableLogger extends Logger {
  /** Writes what is buffered. */
  flush(): void;
}

/** In bytes. */
const MAX_UNWRITTEN = 1024 * 1024;

/** JSON lines on the error output: the standard output belongs to the commands. */
export const createPinoLogger = (level: LogLevel): ClosableLogger => {
  const stream = destination({ dest: 2, sync: false, maxLength: MAX_UNWRITTEN });
  // A full disk must not end the server: lines are tried again, and dropped when there are too many.
  let isFailing = false;
  stream.on("error", () => {
    isFailing = true;
  });
  stream.on("write", () => {
    isFailing = false;
  });
  const log = pino({ level, base: null, serializers: { error: stdSerializers.err } }, stream);
  const at =
    (name: Level) =>
    (message: string, fields: LogFields = {}): void => {
      log[name](fields, message);
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    flush() {
      // Its flush would try for ever, and so it would when the process ends.
      if (isFailing) stream.destroy();
      try {
        stream.flushSync();
      } catch {
        // Nothing was written yet, or the reader of the output has gone: there is nobody to tell.
      }
    },
  };
};
