import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import { setImmediate as nextEvent } from "node:timers/promises";
import { cutBytes, PIECE, weigh } from "./json-pieces.ts";
import { join, LARGE, type Progress, writeBody, writeUpTo } from "./written-body.ts";

/** Bytes after which the event loop goes on. */
const SLICE = 4 * PIECE;

/** Longer responses are not held, but rendered again while they are sent. One client has room for six of this length, all clients for twelve: see `largeAnswers`. */
const MOST = 8_388_608;

/** How much longer than expected an answer may be before it has to ask for more room. */
const MARGIN = 1.25;

/** The bytes of an answer as they are sent, with their strong entity tag. */
export type Representation = Whole | Portions;

export interface Whole {
  readonly tag: string;
  readonly bytes: Buffer;
}

/** The bytes of a large response. */
interface Portions {
  readonly tag: string;
  /** In bytes. */
  readonly length: number;
  /** The bytes, to be asked for once. */
  readonly portions: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Of a length that nobody knows: only once. */
export interface Streamed {
  readonly stream: Readable;
  /** Where it was written before. */
  readonly tag?: string;
  /** It is silent at times, and looks itself whether its client takes what it is sent. */
  readonly isLasting?: true;
}

/** A response that the client has already: its body is not written. */
export interface Known {
  readonly isKnown: true;
  /** One of those that the client has named. */
  readonly tag: string;
  /** In bytes, without coding; absent: it would be streamed. */
  readonly length?: number | undefined;
}

export const toTag = (digest: string): string => `"${digest}"`;

/** The same, as the representation of a record with this revision. Source: rules/interface.md#revisions. */
export const withRevision = <R extends Representation>(representation: R, revision: number | undefined): R =>
  revision === undefined
    ? representation
    : { ...representation, tag: `"${revision}-${representation.tag.slice(1)}` };

/** These bytes with their tag. */
export const tagged = (bytes: Buffer): Whole => ({ tag: toTag(hash("sha1", bytes, "base64url")), bytes });

/** The body of an answer that is small whatever the store holds. */
export const toWhole = (body: unknown): Whole => {
  const { parts, length, digest = "" } = writeUpTo(Number.POSITIVE_INFINITY, writeBody(body));
  return { tag: toTag(digest), bytes: join(parts, length) };
};

/**
 * The body, a JSON value, rendered at once up to `LARGE`, else with pauses. `hasRoom` is asked whether so many bytes may be in memory, again
 * when there are more of them. `undefined` when it or `isWanted` has said no.
 */
export const toRepresentation = async (
  body: unknown,
  hasRoom: (bytes: number) => boolean,
  isWanted: () => boolean,
): Promise<Representation | undefined> => {
  const progress: Progress = { views: [], written: 0 };
  const writing = writeBody(body, progress);
  const begun = writeUpTo(LARGE, writing);
  let { length, digest } = begun;
  if (digest !== undefined)
    return hasRoom(length) ? { tag: toTag(digest), bytes: join(begun.parts, length) } : undefined;
  let room = expectRoom(body, progress, length);
  if (!hasRoom(room)) return undefined;
  const pieces = [join(begun.parts, length)];
  while (digest === undefined) {
    await nextEvent();
    if (!isWanted()) return undefined;
    const more = writeUpTo(SLICE, writing);
    digest = more.digest;
    length += more.length;
    if (length <= MOST) pieces.push(join(more.parts, more.length));
    else pieces.length = 0;
    if (length <= room || length > MOST) continue;
    room = Math.min(2 * length, MOST);
    if (!hasRoom(room)) return undefined;
  }
  // Without closures: what is held keeps no records.
  const portions = length <= MOST ? cutAll(pieces) : exactly(length, toUntagged(body));
  return { tag: toTag(digest), length, portions };
};

/** The bytes in memory if the records to come are for their weight as long as those that are written, of which there are `length`. */
const expectRoom = (body: unknown, { views, written }: Progress, length: number): number => {
  const weight = weigh(body);
  const begun = weigh(views.slice(0, written));
  const expected = begun === 0 ? Math.max(length, weight) : (length * weight) / begun;
  return Math.min(MARGIN * expected, Math.max(MOST, weight));
};

function* cutAll(pieces: Iterable<Buffer>): Generator<Uint8Array, void, undefined> {
  for (const piece of pieces) yield* cutBytes(piece);
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

/** The bytes of a heavy body as they are asked for, without a tag. */
export async function* toUntagged(body: unknown): AsyncGenerator<Uint8Array, void, undefined> {
  const writing = writeBody(body);
  for (;;) {
    const { parts, length, digest } = writeUpTo(SLICE, writing);
    yield* cutBytes(join(parts, length));
    if (digest !== undefined) return;
    await nextEvent();
  }
}
