import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import { setImmediate as nextEvent } from "node:timers/promises";
import { CHUNK, splitBytes, weigh } from "./json-chunks.ts";
import { join, LARGE, type Progress, serializeBody, serializeUpTo } from "./serialized-body.ts";

/** Number of bytes to render before yielding to the event loop. */
const SLICE = 4 * CHUNK;

/**
 * Maximum length in bytes of a response that is held in memory. Longer responses are rendered again while
 * they are sent. The limit `largeAnswers` has room for six responses of this length per client, and for
 * twelve in total.
 */
const MAX_HELD_BYTES = 8_388_608;

/** Factor by which a response may exceed its expected length before more memory is reserved for it. */
const MARGIN = 1.25;

/** Bytes of a response body with their strong entity tag. */
export type Representation = CompleteBody | Portions;

export interface CompleteBody {
  readonly tag: string;
  readonly bytes: Buffer;
}

/** Large response body that is sent in chunks. */
interface Portions {
  readonly tag: string;
  /** Length in bytes. */
  readonly length: number;
  /** Chunks of the body, which can be iterated only once. */
  readonly portions: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Response body of unknown length, which can be sent only once. */
export interface Streamed {
  readonly stream: Readable;
  /** Entity tag, if it is known from an earlier response with the same content. */
  readonly tag?: string;
  /**
   * Set for streams with long silent periods, such as change streams. These streams check themselves that the
   * client accepts data.
   */
  readonly isLasting?: true;
}

/** Marker for a 304 response: the client already has the body, so it is not written. */
export interface NotModified {
  readonly isNotModified: true;
  /** Entity tag of the response. The client sent this tag, or `*`, in `If-None-Match`. */
  readonly tag: string;
  /** Length in bytes without content coding; absent if a body would have been streamed. */
  readonly length?: number | undefined;
}

export const toTag = (digest: string): string => `"${digest}"`;

/**
 * Adds the revision of a record to the entity tag of its representation. Source:
 * rules/interface.md#revisions.
 */
export const withRevision = <R extends Representation>(representation: R, revision: number | undefined): R =>
  revision === undefined
    ? representation
    : { ...representation, tag: `"${revision}-${representation.tag.slice(1)}` };

/** Returns the bytes with their entity tag. */
export const tagged = (bytes: Buffer): CompleteBody => ({
  tag: toTag(hash("sha1", bytes, "base64url")),
  bytes,
});

/** Serializes a response body that is always small, whatever the store contains. */
export const toSmallBody = (body: unknown): CompleteBody => {
  const { parts, length, digest = "" } = serializeUpTo(Number.POSITIVE_INFINITY, serializeBody(body));
  return { tag: toTag(digest), bytes: join(parts, length) };
};

/**
 * Serializes a JSON body: up to `LARGE` bytes at once, a longer body in parts between which it yields to the
 * event loop. Calls `hasRoom` with the number of bytes that it needs in memory, and again if it needs more.
 * Returns `undefined` if `hasRoom` or `isWanted` returns false.
 */
export const toRepresentation = async (
  body: unknown,
  hasRoom: (bytes: number) => boolean,
  isWanted: () => boolean,
): Promise<Representation | undefined> => {
  const progress: Progress = { views: [], written: 0 };
  const writing = serializeBody(body, progress);
  const begun = serializeUpTo(LARGE, writing);
  let { length, digest } = begun;
  if (digest !== undefined)
    return hasRoom(length) ? { tag: toTag(digest), bytes: join(begun.parts, length) } : undefined;
  let room = expectRoom(body, progress, length);
  if (!hasRoom(room)) return undefined;
  const pieces = [join(begun.parts, length)];
  while (digest === undefined) {
    await nextEvent();
    if (!isWanted()) return undefined;
    const more = serializeUpTo(SLICE, writing);
    digest = more.digest;
    length += more.length;
    if (length <= MAX_HELD_BYTES) pieces.push(join(more.parts, more.length));
    else pieces.length = 0;
    if (length <= room || length > MAX_HELD_BYTES) continue;
    room = Math.min(2 * length, MAX_HELD_BYTES);
    if (!hasRoom(room)) return undefined;
  }
  // No closures: objects that stay in memory while the response is sent must not reference records.
  const portions = length <= MAX_HELD_BYTES ? cutAll(pieces) : exactly(length, toUntagged(body));
  return { tag: toTag(digest), length, portions };
};

/**
 * Estimates the number of bytes to reserve in memory for the body, including `MARGIN`. The records written so
 * far have `length` bytes; the remaining records are assumed to have the same ratio of bytes to estimated
 * characters (`weigh`). The result is at most `MAX_HELD_BYTES`, or the estimated characters of the body if
 * these are more.
 */
const expectRoom = (body: unknown, { views, written }: Progress, length: number): number => {
  const weight = weigh(body);
  const begun = weigh(views.slice(0, written));
  const expected = begun === 0 ? Math.max(length, weight) : (length * weight) / begun;
  return Math.min(MARGIN * expected, Math.max(MAX_HELD_BYTES, weight));
};

function* cutAll(pieces: Iterable<Buffer>): Generator<Uint8Array, void, undefined> {
  for (const piece of pieces) yield* splitBytes(piece);
}

/**
 * Yields the chunks. Throws if they do not have exactly `length` bytes in total. `Content-Length` has
 * announced this length, so a shorter body must not look complete.
 */
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

/** Yields the bytes of a long body on demand, without an entity tag. */
export async function* toUntagged(body: unknown): AsyncGenerator<Uint8Array, void, undefined> {
  const writing = serializeBody(body);
  for (;;) {
    const { parts, length, digest } = serializeUpTo(SLICE, writing);
    yield* splitBytes(join(parts, length));
    if (digest !== undefined) return;
    await nextEvent();
  }
}
