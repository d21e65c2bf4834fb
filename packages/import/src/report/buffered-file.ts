import { closeSync, openSync, writeSync } from "node:fs";

const BUFFERED = 64 * 1024;

/**
 * A file that is written from start to end in large chunks. A chunk is written when it has at least 65,536
 * characters.
 */
export interface BufferedFile {
  write(text: string): void;
  close(): void;
}

/** Creates a file, or truncates an existing one. Throws the errors of the file system. */
export const openBufferedFile = (path: string): BufferedFile => {
  const file = openSync(path, "w");
  let waiting: string[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = Buffer.from(waiting.join(""));
    waiting = [];
    length = 0;
    for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
  };
  return {
    write(text) {
      waiting.push(text);
      length += text.length;
      if (length >= BUFFERED) flush();
    },
    close() {
      try {
        flush();
      } finally {
        closeSync(file);
      }
    },
  };
};
