import type { LogFields, Logger } from "@kalends/core";
import { destination, type Level, pino, stdSerializers } from "pino";
import type { LogLevel } from "../configuration/settings.ts";
import { toReadableLine } from "./readable-log.ts";

/** A logger that can be told to write what it still holds. */
export interface ClosableLogger extends Logger {
  /** Writes what is buffered. */
  flush(): void;
}

/** In bytes. */
const MAX_UNWRITTEN = 1024 * 1024;

/** A terminal that somebody reads the log on. */
export interface Terminal {
  readonly hasColours: boolean;
}

/**
 * Lines on the error output, for the standard output belongs to the commands: for people on a terminal, else JSON for
 * programs.
 */
export const createPinoLogger = (level: LogLevel, terminal?: Terminal): ClosableLogger => {
  const output = destination({ dest: 2, sync: false, maxLength: MAX_UNWRITTEN });
  // A full disk must not end the server: lines are tried again, and dropped when there are too many.
  let isFailing = false;
  output.on("error", () => {
    isFailing = true;
  });
  output.on("write", () => {
    isFailing = false;
  });
  const stream =
    terminal === undefined
      ? output
      : { write: (line: string) => void output.write(toReadableLine(line, terminal.hasColours)) };
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
      if (isFailing) output.destroy();
      try {
        output.flushSync();
      } catch {
        // Nothing was written yet, or the reader of the output has gone: there is nobody to tell.
      }
    },
  };
};
