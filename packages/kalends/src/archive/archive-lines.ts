import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { isNestedDeeper } from "@kalends/import";
import { OperatorError } from "../operator-error.ts";

/**
 * Maximum size of a line in bytes, more than twice the size of all texts that a record may have. Image files
 * are separate files.
 */
export const MAX_LINE_BYTES: number = 16 * 1024 * 1024;
/** Maximum nesting depth of lists and objects in a line. */
const MAX_DEPTH = 200;

const NEWLINE = 0x0a;

/** Line of an archive file with its index from 0, or the reason why the line cannot be read. */
export type ArchiveLine = { readonly index: number } & (
  | { readonly text: string; readonly bytes: number }
  | { readonly problem: string }
);

const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES / 1024 ** 2} MiB`;

/**
 * Yields the lines of a file that are not blank. Holds at most one line in memory and skips the bytes of a
 * line beyond the limit. Rejects with an `OperatorError` for a device or a pipe, because reading may never
 * end.
 */
export async function* readLines(file: string): AsyncGenerator<ArchiveLine> {
  const status = await stat(file);
  // Let a folder pass: reading it fails with a clear message of its own.
  if (!status.isFile() && !status.isDirectory()) throw new OperatorError([`${file} is not a file.`]);
  let pieces: Buffer[] = [];
  let [index, size] = [0, 0];
  const keep = (piece: Buffer): void => {
    size += piece.length;
    if (size > MAX_LINE_BYTES) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };
  const take = (): ArchiveLine | undefined => {
    const [bytes, at] = [size, index];
    const text = bytes > MAX_LINE_BYTES ? undefined : Buffer.concat(pieces).toString("utf8");
    pieces = [];
    size = 0;
    index += 1;
    if (text === undefined) return { index: at, problem: TOO_LONG };
    return text.trim() === "" ? undefined : { index: at, text, bytes };
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end));
      from = end + 1;
      const line = take();
      if (line !== undefined) yield line;
    }
    keep(chunk.subarray(from));
  }
  const last = size === 0 ? undefined : take();
  if (last !== undefined) yield last;
}

/** Matches the JSON escape of a surrogate. `JSON.stringify` writes only unpaired surrogates as escapes. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/**
 * True if a parsed JSON text contains an unpaired surrogate, which is not a valid character. `value` is the
 * result of parsing `text`.
 */
const hasHalfPair = (text: string, value: unknown): boolean =>
  HALF_PAIR.test(text) && HALF_PAIR.test(JSON.stringify(value));

/**
 * Parses JSON. Returns `undefined` if the text is not JSON, is nested too deeply to compare and store, or
 * contains invalid characters.
 */
export const parseJson = (text: string): unknown => {
  if (isNestedDeeper(text, MAX_DEPTH)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return hasHalfPair(text, value) ? undefined : value;
  } catch {
    return undefined;
  }
};
