import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { isNestedDeeper } from "@kalends/import";
import { OperatorError } from "../operator-error.ts";

/** Bytes of the longest line: more than twice what all texts of a record may have together. Files of images are no lines. */
export const MAX_LINE_BYTES: number = 16 * 1024 * 1024;
/** Levels of lists and objects in a line. */
const DEEPEST = 200;

const NEWLINE = 0x0a;

/** A line of an archive by its place from 0, or why it cannot be read. */
export type ArchiveLine = { readonly index: number } & (
  | { readonly text: string; readonly bytes: number }
  | { readonly problem: string }
);

const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES / 1024 ** 2} MiB`;

/**
 * The lines of a file that are not blank. Holds at most one line in memory: bytes beyond the limit are skipped. Rejects with an
 * `OperatorError` for a device or a pipe, which may have no end.
 */
export async function* readLines(file: string): AsyncGenerator<ArchiveLine> {
  const status = await stat(file);
  // Reading a folder fails with a message of its own.
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

/** How JSON writes half a surrogate pair. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/** True if a text holds half a surrogate pair, which is no character and in no address. */
const hasHalfPair = (text: string, value: unknown): boolean =>
  HALF_PAIR.test(text) && HALF_PAIR.test(JSON.stringify(value));

/** `undefined`: the text is no JSON, is nested too deeply to be compared and stored, or holds characters that are no text. */
export const parseJson = (text: string): unknown => {
  if (isNestedDeeper(text, DEEPEST)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return hasHalfPair(text, value) ? undefined : value;
  } catch {
    return undefined;
  }
};
