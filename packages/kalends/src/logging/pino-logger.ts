import type { Logger } from "@kalends/core";
import type { LogFields } from "@kalends/core/interface";
import { destination, pino, stdSerializers } from "pino";
import type { LogLevel } from "../configuration/config.ts";
import { createLogger } from "./loggers.ts";
import { toReadableLine } from "./readable-log.ts";

/** Logger that buffers its output. */
export interface ClosableLogger extends Logger {
  /** Writes all buffered lines. */
  flush(): void;
}

/** Maximum bytes of buffered lines. While the buffer is full, new lines are dropped. */
const MAX_UNWRITTEN = 1024 * 1024;

/** Output stream of a process, or a replacement in tests. */
export interface OutputStream {
  write(text: string): unknown;
  /** File descriptor. If present, lines are written to it directly, without the buffer of the stream. */
  readonly fd?: number;
  readonly isTTY?: boolean;
  /** Width of the terminal in columns. */
  readonly columns?: number;
  hasColors?(): boolean;
}

/**
 * Creates a logger that writes readable lines to a terminal, and JSON to all other outputs. `fields` are
 * added to each line.
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
  // Keep the server running if the disk is full. Lines are written again, or dropped if there are too many.
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
      // After a write error, flushing would retry forever, even when the process ends.
      if (hasWriteError) output.destroy();
      try {
        output.flushSync();
      } catch {
        // Ignore the error: nothing was written yet, or the program that reads the output has ended.
      }
    },
  };
};
