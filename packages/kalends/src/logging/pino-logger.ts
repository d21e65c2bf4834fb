import type { Logger } from "@kalends/core";
import type { LogFields } from "@kalends/core/interface";
import { destination, pino, stdSerializers } from "pino";
import type { LogLevel } from "../configuration/config.ts";
import { createLogger } from "./loggers.ts";
import { toReadableLine } from "./readable-log.ts";

/** Logger with buffered output. */
export interface ClosableLogger extends Logger {
  /** Writes the buffered lines. */
  flush(): void;
}

/** Maximum size of unwritten lines in bytes. */
const MAX_UNWRITTEN = 1024 * 1024;

/** Output stream of a process or a replacement for it. */
export interface OutputStream {
  write(text: string): unknown;
  /** File descriptor. If set, lines are written to it directly, bypassing the buffer of the stream. */
  readonly fd?: number;
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
  hasColors?(): boolean;
}

/**
 * Creates a logger that writes readable lines to a terminal, and JSON otherwise. Each line also has the given
 * fields.
 */
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
  // A full disk must not end the server. Lines are retried, and dropped when there are too many.
  let hasWriteError = false;
  output.on("error", () => {
    hasWriteError = true;
  });
  output.on("write", () => {
    hasWriteError = false;
  });
  return {
    output,
    flush(): void {
      // Otherwise flushing would retry forever, also when the process ends.
      if (hasWriteError) output.destroy();
      try {
        output.flushSync();
      } catch {
        // Nothing was written yet, or the reading program has exited; both need no action.
      }
    },
  };
};
