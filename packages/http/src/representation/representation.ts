import { createHash, hash } from "node:crypto";
import type { Readable } from "node:stream";
import { setImmediate as nextEvent } from "node:timers/promises";
import { bytesOf, digestOf } from "../fragments/fragment.ts";
import { digestEntries, type JoinedList, joinedPieces, joinList, toJoinedList } from "./joined-list.ts";
import { PIECE, toJsonPieces, toPortions } from "./json-pieces.ts";
import { isLazyRecord, LARGE } from "./lazy-list.ts";

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

/** What is known of an answer before it is sent in portions. */
interface Digest {
  readonly digest: string;
  /** In bytes. */
  readonly length: number;
}

/**
 * `weight` is that of the body, a JSON value. The tag depends only on the bytes, however they are made: on the digests of the
 * entries where a list has fragments. `undefined` when `isWanted` has said no while a heavy one was made.
 */
export const toRepresentation = async (
  body: unknown,
  weight: number,
  isWanted: () => boolean,
): Promise<Representation | undefined> => {
  const joined = toJoinedList(body);
  if (weight <= LARGE) {
    if (joined === undefined) return toWhole(body);
    const { digest, bytes } = joinList(joined);
    return { tag: toTag(digest), bytes };
  }
  // What is kept as a whole need not be written piece by piece.
  const fragment = isLazyRecord(body) ? body.fragment() : undefined;
  const toPieces = (): Iterable<string | Uint8Array> => {
    if (fragment !== undefined) return [bytesOf(fragment)];
    return joined === undefined ? toJsonPieces(body) : joinedPieces(joined);
  };
  const digestBody = (): Digest | Promise<Digest | undefined> => {
    if (fragment !== undefined) return { digest: digestOf(fragment), length: fragment.text.length };
    return joined === undefined ? digestPieces(toPieces(), isWanted) : digestList(joined, isWanted);
  };
  const known = await digestBody();
  if (known === undefined) return undefined;
  const { digest, length } = known;
  return { tag: toTag(digest), length, portions: () => exactly(length, paced(toPortions(toPieces()))) };
};

/** The bytes of a heavy body as they are asked for, without a tag. */
export const toUntagged = (body: unknown): AsyncIterable<Uint8Array> => {
  const joined = toJoinedList(body);
  return paced(toPortions(joined === undefined ? toJsonPieces(body) : joinedPieces(joined)));
};

/** The same for an answer that is small whatever the store holds. */
export const toWhole = (body: unknown): Whole => {
  const fragment = isLazyRecord(body) ? body.fragment() : undefined;
  if (fragment !== undefined) return { tag: toTag(digestOf(fragment)), bytes: bytesOf(fragment) };
  return tagged(Buffer.from(JSON.stringify(body)));
};

/** These bytes with their tag. */
export const tagged = (bytes: Buffer): Whole => ({ tag: toTag(hash("sha1", bytes, "base64url")), bytes });

const digestPieces = async (
  pieces: Iterable<string | Uint8Array>,
  isWanted: () => boolean,
): Promise<Digest | undefined> => {
  const digest = createHash("sha1");
  let length = 0;
  for await (const portion of paced(toPortions(pieces))) {
    if (!isWanted()) return undefined;
    digest.update(portion);
    length += portion.length;
  }
  return { digest: digest.digest("base64url"), length };
};

const digestList = async (joined: JoinedList, isWanted: () => boolean): Promise<Digest | undefined> => {
  const digests: string[] = [];
  const pace = createPace();
  let length = Buffer.byteLength(joined.before + joined.after) + Math.max(0, joined.length - 1);
  for (let index = 0; index < joined.length; index += 1) {
    const fragment = joined.fragment(index);
    const entry =
      fragment === undefined
        ? await digestPieces(toJsonPieces(joined.entry(index)), isWanted)
        : { digest: digestOf(fragment), length: fragment.text.length };
    if (entry === undefined || !isWanted()) return undefined;
    digests.push(entry.digest);
    length += entry.length;
    await pace(entry.length);
  }
  return { digest: digestEntries(joined, digests), length };
};

/** Lets the event loop go on after each `SLICE` of bytes. */
const createPace = (): ((bytes: number) => Promise<void>) => {
  let since = 0;
  return async (bytes) => {
    since += bytes;
    if (since < SLICE) return;
    since = 0;
    await nextEvent();
  };
};

async function* paced(portions: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const pace = createPace();
  for (const portion of portions) {
    yield portion;
    await pace(portion.length);
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
