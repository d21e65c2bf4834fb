import { createHash, hash } from "node:crypto";
import { setImmediate as nextEvent } from "node:timers/promises";
import { isLazyList, type LazyList, weigh } from "./lazy-list.ts";

/** Values up to this weight are written at once; bytes are handed on in portions of this size. */
export const PIECE = 65_536;
/** Answers up to this weight are made at once and kept while they are sent; heavier ones are made again each time, piece by piece. */
export const LARGE = 1_048_576;
/** Bytes after which the event loop goes on. */
const SLICE = 4 * PIECE;

/** The bytes of an answer as they are sent, with their strong entity tag. */
export type Representation = Whole | Portions;

export interface Whole {
  readonly tag: string;
  readonly bytes: Buffer;
}

interface Portions {
  readonly tag: string;
  /** In bytes. */
  readonly length: number;
  /** The bytes, from the beginning whenever it is called. Throws when they are not those of the tag. */
  portions(): AsyncIterable<Uint8Array>;
}

const toTag = (digest: string): string => `"${digest}"`;

/**
 * `weight` is that of the body, a JSON value. The tag depends only on the bytes, however they are made. `undefined` when
 * `isWanted` has said no while a heavy one was made.
 */
export const toRepresentation = async (
  body: unknown,
  weight: number,
  isWanted: () => boolean,
): Promise<Representation | undefined> => {
  if (weight <= LARGE) return toWhole(body);
  const digest = createHash("sha1");
  let length = 0;
  for await (const portion of paced(toPortions(toJsonPieces(body)))) {
    if (!isWanted()) return undefined;
    digest.update(portion);
    length += portion.length;
  }
  return {
    tag: toTag(digest.digest("base64url")),
    length,
    portions: () => exactly(length, paced(toPortions(toJsonPieces(body)))),
  };
};

/** The same for an answer that is small whatever the store holds. */
export const toWhole = (body: unknown): Whole => {
  const bytes = Buffer.from(JSON.stringify(body));
  return { tag: toTag(hash("sha1", bytes, "base64url")), bytes };
};

async function* paced(portions: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let sinceTurn = 0;
  for (const portion of portions) {
    yield portion;
    sinceTurn += portion.length;
    if (sinceTurn >= SLICE) {
      sinceTurn = 0;
      await nextEvent();
    }
  }
}

/** Clients rely on the length that the head has named: fewer bytes must not look like an end. */
async function* exactly(
  length: number,
  portions: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let sent = 0;
  for await (const portion of portions) {
    sent += portion.length;
    yield portion;
  }
  if (sent !== length) throw new Error(`An answer of ${length} bytes has become one of ${sent}.`);
}

/**
 * The text that `JSON.stringify` makes of a JSON value, in pieces that are made as they are asked for: no piece is much longer
 * than the longest text in the value.
 */
export function* toJsonPieces(value: unknown): Generator<string, void, undefined> {
  if (isLazyList(value)) yield* listPieces(value.length, (index) => value.entry(index));
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
export function* toPortions(pieces: Iterable<string>): Generator<Uint8Array, void, undefined> {
  let texts: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    texts.push(piece);
    length += piece.length;
    if (length < PIECE) continue;
    yield* cutBytes(Buffer.from(texts.join("")));
    texts = [];
    length = 0;
  }
  if (length > 0) yield* cutBytes(Buffer.from(texts.join("")));
}

/** The same bytes in portions of `PIECE` bytes at most. */
export function* cutBytes(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}
