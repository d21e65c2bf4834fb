import { createHash } from "node:crypto";
import { setImmediate as nextEvent } from "node:timers/promises";
import { PIECE } from "../../representation/json-pieces.ts";
import { type Streamed, toTag } from "../../representation/representation.ts";
import type { Exchange } from "../../request/exchange.ts";
import type { UnwrittenFile } from "../../route/route.ts";
import { toStreamed } from "../sending/plugin-stream.ts";
import type { KeptTags, WrittenFile } from "./kept-tags.ts";

/** Longer files are never held whole, in bytes. */
const LONGEST_WHOLE = 4 * 1024 * 1024;
/** Texts, such as those of an event each, between which others have their turn. */
const TEXTS_AT_ONCE = 100;

/** Resolves when it is the caller's turn: of all that write files, one in each round of the event loop. */
export type TakeTurn = () => Promise<void>;

/** `nextRound` resolves in the next round of the event loop, or in a later one. */
export const createTurns = (nextRound: () => Promise<void> = () => nextEvent()): TakeTurn => {
  let latest: Promise<void> = Promise.resolve();
  return () => {
    latest = latest.then(nextRound);
    return latest;
  };
};

/** Joins small texts to portions of about `PIECE`, and lets others work in between. Ends when the client has gone. */
async function* inPortions(
  texts: AsyncIterable<string>,
  { isGone }: Pick<Exchange, "isGone">,
  takeTurn: TakeTurn,
): AsyncGenerator<Buffer, void, undefined> {
  let waiting = "";
  let count = 0;
  for await (const text of texts) {
    if (typeof text !== "string") throw new TypeError(`A file is written in texts, not ${typeof text}`);
    waiting += text;
    count += 1;
    const isLong = waiting.length >= PIECE;
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

/** Portions as long as the file may be sent whole, and what it is; without that it is not complete. */
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
    if (length <= LONGEST_WHOLE) kept.push(portion);
    else kept.splice(0);
  }
  if (isGone()) return { kept, file: undefined };
  const tag = toTag(digest.digest("base64url"));
  return { kept, file: { tag, ...(length <= LONGEST_WHOLE && { length }) } };
};

/**
 * Writes a file: whole where it is short, else as a stream. A stream whose tag is not known is written twice, the first time for its tag alone,
 * so that clients that have it are not sent it again; for all that wait for the same, once. Once the client has gone, nothing more of it is
 * read. Source: rules/interface.md#event-formats.
 */
export const writeFile = async (
  { write, failed, key }: UnwrittenFile,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  takeTurn: TakeTurn,
  tags?: KeptTags,
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
