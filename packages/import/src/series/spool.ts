import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSourceRecord } from "../records/source-record.ts";
import type { FoundRecord } from "../source/source.ts";
import { createNumbers } from "./numbers.ts";

/** List of records in a temporary file. Takes 8 to 16 bytes of memory for each record. */
export interface Spool {
  /** Returns the number of records. */
  size(): number;
  append(found: FoundRecord): Promise<void>;
  /** Returns the record at a position, from 0. */
  read(index: number): Promise<FoundRecord>;
  /** Closes and deletes the file. */
  close(): Promise<void>;
}

/** Number of bytes to write at once or read ahead. */
const WINDOW = 1 << 20;

/** Stored form of a record. The series of the record is not stored. */
interface Line extends Omit<FoundRecord, "record" | "series"> {
  readonly record: Readonly<Record<string, unknown>>;
}

export const openSpool = async (): Promise<Spool> => {
  const folder = await mkdtemp(join(tmpdir(), "kalends-import-"));
  const file = await open(join(folder, "records"), "wx+", 0o600);
  const starts = createNumbers();
  let length = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  // Reuse the buffer: callers parse the bytes at once and hold no reference to them.
  let buffer = Buffer.alloc(WINDOW);
  let window = { from: 0, bytes: Buffer.alloc(0) };

  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    await file.appendFile(Buffer.concat(waiting));
    [waiting, waitingBytes] = [[], 0];
  };
  const bytesAt = async (from: number, to: number): Promise<Buffer> => {
    if (from < window.from || to > window.from + window.bytes.length) {
      // Read ahead only if the records are read in sequence.
      const isNext = from >= window.from && from <= window.from + window.bytes.length;
      const length = isNext ? Math.max(WINDOW, to - from) : to - from;
      if (buffer.length < length) buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, from);
      window = { from, bytes: buffer.subarray(0, bytesRead) };
    }
    return window.bytes.subarray(from - window.from, to - window.from);
  };
  return {
    size: () => starts.size(),
    async append({ record, series: _, ...more }) {
      const others = JSON.stringify(more).slice(1);
      const bytes = Buffer.from(`{"record":${record.json()},${others}`);
      starts.push(length);
      length += bytes.length;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= WINDOW) await flush();
    },
    async read(index) {
      await flush();
      const to = index + 1 < starts.size() ? starts.at(index + 1) : length;
      // The cast is safe: only `append` writes these lines.
      const line = JSON.parse((await bytesAt(starts.at(index), to)).toString()) as Line;
      return { ...line, record: createSourceRecord(line.record) };
    },
    async close() {
      await file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
