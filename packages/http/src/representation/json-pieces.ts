import { isLazyList, isLazyRecord, type LazyList, weigh } from "./lazy-list.ts";

/** Values up to this weight are written at once; bytes are handed on in portions of this size. */
export const PIECE = 65_536;

/**
 * The text that `JSON.stringify` makes of a JSON value, in pieces that are made as they are asked for: no piece is much longer
 * than the longest text in the value.
 */
export function* toJsonPieces(value: unknown): Generator<string, void, undefined> {
  if (isLazyRecord(value)) yield* toJsonPieces(value.toJSON());
  else if (isLazyList(value)) yield* listPieces(value.length, (index) => value.entry(index));
  else if (!isWritten(value)) yield "null";
  else if (typeof value !== "object" || value === null || weigh(value) <= PIECE) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* listPieces(value.length, (index) => value[index]);
  else yield* memberPieces(value);
}

function* listPieces(
  length: LazyList["length"],
  entry: LazyList["entry"],
): Generator<string, void, undefined> {
  yield "[";
  for (let index = 0; index < length; index += 1) {
    if (index > 0) yield ",";
    yield* toJsonPieces(entry(index));
  }
  yield "]";
}

/** Values of plugins may have members that JSON cannot express. */
const isWritten = (value: unknown): boolean =>
  value !== undefined && typeof value !== "function" && typeof value !== "symbol";

function* memberPieces(object: object): Generator<string, void, undefined> {
  yield "{";
  let separator = "";
  for (const [name, member] of Object.entries(object)) {
    if (!isWritten(member)) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* toJsonPieces(member);
    separator = ",";
  }
  yield "}";
}

/** The bytes of these texts, in portions of `PIECE` bytes at most. */
export function* toPortions(pieces: Iterable<string | Uint8Array>): Generator<Uint8Array, void, undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    const part = typeof piece === "string" ? Buffer.from(piece) : piece;
    parts.push(part);
    length += part.length;
    if (length < PIECE) continue;
    yield* cutBytes(Buffer.concat(parts));
    parts = [];
    length = 0;
  }
  if (length > 0) yield* cutBytes(Buffer.concat(parts));
}

/** The same bytes in portions of `PIECE` bytes at most. */
export function* cutBytes(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}
