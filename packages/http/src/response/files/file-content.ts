import { createHash } from "node:crypto";
import { setImmediate as nextEvent } from "node:timers/promises";
import { CHUNK } from "../../representation/json-chunks.ts";
import { type Streamed, toTag } from "../../representation/representation.ts";
import type { Exchange } from "../../request/exchange.ts";
import type { UnwrittenFile } from "../../route/route.ts";
import { toStreamed } from "../sending/plugin-stream.ts";
import type { FileTagCache, WrittenFile } from "./file-tag-cache.ts";

/** Maximum size in bytes of a file that is held in memory completely. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Number of texts, usually one per event, after which the writer yields to other work. */
const TEXTS_AT_ONCE = 100;

/** Resolves when it is the caller's turn. In each round of the event loop, one file writer gets a turn. */
export type TakeTurn = () => Promise<void>;

/**
 * Creates the function that waits for turns. `nextRound`: resolves in the next round of the event loop or a
 * later one.
 */
export const createTurns = (nextRound: () => Promise<void> = () => nextEvent()): TakeTurn => {
  let latest: Promise<void> = Promise.resolve();
  return () => {
    latest = latest.then(nextRound);
    return latest;
  };
};

/**
 * Joins small texts into chunks of about `CHUNK` bytes, and yields to other work in between. Ends when the
 * client has disconnected.
 */
async function* inPortions(
  texts: AsyncIterable<string>,
  { isGone }: Pick<Exchange, "isGone">,
  takeTurn: TakeTurn,
): AsyncGenerator<Buffer, void, undefined> {
  let waiting = "";
  let count = 0;
  for await (const text of texts) {
    if (typeof text !== "string")
      throw new TypeError(`The write function of a file must yield strings, not ${typeof text}`);
    waiting += text;
    count += 1;
    const isLong = waiting.length >= CHUNK;
    if (!isLong && count < TEXTS_AT_ONCE) continue;
    count = 0;
    if (isLong) {
      yield Buffer.from(waiting);
      waiting = "";
    }
    await takeTurn();
    if (isGone()) return;
  }
  if (waiting !== "") yield Buffer.from(waiting);
}

/**
 * Result of writing a file. `kept`: its chunks, if the file is short enough to be held in memory. `file`: its
 * entity tag and length; `undefined` if the file is incomplete.
 */
interface WrittenPortions {
  readonly kept: readonly Buffer[];
  readonly file: WrittenFile | undefined;
}

const writePortions = async (
  portions: AsyncIterable<Buffer>,
  { isGone }: Pick<Exchange, "isGone">,
): Promise<WrittenPortions> => {
  const digest = createHash("sha1");
  const kept: Buffer[] = [];
  let length = 0;
  for await (const portion of portions) {
    digest.update(portion);
    length += portion.length;
    if (length <= MAX_BUFFERED_BYTES) kept.push(portion);
    else kept.splice(0);
  }
  if (isGone()) return { kept, file: undefined };
  const tag = toTag(digest.digest("base64url"));
  return { kept, file: { tag, ...(length <= MAX_BUFFERED_BYTES && { length }) } };
};

/**
 * Writes a file: a short file completely, a long one as a stream.
 *
 * If the entity tag of a stream is not known, the file is first written only to compute it. Therefore,
 * clients that already have this version do not get it again. Several requests for the same file share this
 * work. After the client has disconnected, no more records are read. Source:
 * rules/interface.md#event-formats.
 */
export const writeFile = async (
  { write, failed, key }: UnwrittenFile,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  takeTurn: TakeTurn,
  tags?: FileTagCache,
): Promise<{ readonly bytes: Buffer } | Streamed> => {
  const portions = (): AsyncIterable<Buffer> => inPortions(write(), exchange, takeTurn);
  const toStream = async (tag: string): Promise<Streamed> => {
    const { stream } = await toStreamed(exchange, portions(), failed);
    return { stream, tag };
  };
  const writeAll = (): Promise<WrittenPortions> => writePortions(portions(), exchange);
  const known = key === undefined ? undefined : await tags?.findWritten(key);
  if (known !== undefined && known.length === undefined) return toStream(known.tag);
  const { kept, file } = await (key === undefined || tags === undefined
    ? writeAll()
    : tags.write(key, writeAll));
  return file === undefined || file.length !== undefined
    ? { bytes: Buffer.concat(kept) }
    : toStream(file.tag);
};
