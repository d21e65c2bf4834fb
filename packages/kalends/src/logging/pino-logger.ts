import type { Logger } from "@kalends/core";
import type { LogFields } from "@kalends/core/interface";
import { destination, pino, stdSerializers } from "pino";
import type { LogLevel } from "../configuration/config.ts";
import { createLogger } from "./loggers.ts";
import { toReadableLine } from "./readable-log.ts";

/** A logger that can write what it still holds. */
export interface ClosableLogger extends Logger {
  /** Writes what is buffered. */
  flush(): void;
}

/** In bytes. */
const MAX_UNWRITTEN = 1024 * 1024;

/** The standard or error output of a process, or whatever stands in for them. */
export interface OutputStream {
  write(text: string): unknown;
  /** Its file descriptor: such a stream is written to past its own buffer. */
  readonly fd?: number;
  readonly isTTY?: boolean;
  /** Of the terminal. */
  readonly columns?: number;
  hasColors?(): boolean;
}

/** Lines for people on a terminal, else JSON for programs; each with these fields. */
export const createPinoLogger = (
  level: LogLevel,
  to: OutputStream,
  fields: LogFields | null = null,
): ClosableLogger => {
  const { output, flush } = to.fd === undefined ? { output: to, flush() {} } : openFile(to.fd);
  const hasColours = to.hasColors?.() ?? false;
  const stream = {
    write: (line: string) => void output.write(to.isTTY ? toReadableLine(line, hasColours) : line),
  };
  const log = pino({ level, base: fields, serializers: { error: stdSerializers.err } }, stream);
  const logger = createLogger(
    (name, message, more = {}) => log[name](more, message),
    (name) => log.isLevelEnabled(name),
  );
  return { ...logger, flush };
};

const openFile = (fd: number) => {
  const output = destination({ dest: fd, sync: false, maxLength: MAX_UNWRITTEN });
  // A full disk must not end the server: lines are tried again, and dropped when there are too many.
  let isFailing = false;
  output.on("error", () => {
    isFailing = true;
  });
  output.on("write", () => {
    isFailing = false;
  });
  return {
    output,
    flush(): void {
      // Its flush would try for ever, and so it would when the process ends.
      if (isFailing) output.destroy();
      try {
        output.flushSync();
      } catch {
        // Nothing was written yet, or the reader of the output has gone: nothing can be done.
      }
    },
  };
};
