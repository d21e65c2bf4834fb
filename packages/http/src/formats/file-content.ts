import { createHash } from "node:crypto";
import { setImmediate as nextEvent } from "node:timers/promises";
import { PIECE } from "../representation/json-pieces.ts";
import { type Streamed, toTag } from "../representation/representation.ts";
import type { Exchange } from "../request/exchange.ts";
import { toStreamed } from "../response/sending/plugin-stream.ts";

/** Longer files are never held whole, in bytes. */
const LONGEST_WHOLE = 4 * 1024 * 1024;
/** Texts, such as those of an event each, between which others have their turn. */
const TEXTS_AT_ONCE = 100;

/** A file that is not written yet. Source: rules/interface.md#event-formats. */
export interface UnwrittenFile {
  /** The portions of its text, the same each time unless something was stored in between. */
  readonly write: () => AsyncIterable<string>;
  /** Gets the error that cuts it off while it is sent. */
  readonly failed: (error: unknown) => void;
}

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

/**
 * Writes a file: whole where it is short, else as a stream. A stream is written twice, the first time for its tag alone, so that clients
 * that have it are not sent it again. Once the client has gone, nothing more of it is read. Source: rules/interface.md#event-formats.
 */
export const writeFile = async (
  { write, failed }: UnwrittenFile,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  takeTurn: TakeTurn,
): Promise<{ readonly bytes: Buffer } | Streamed> => {
  const digest = createHash("sha1");
  const kept: Buffer[] = [];
  let length = 0;
  for await (const portion of inPortions(write(), exchange, takeTurn)) {
    digest.update(portion);
    length += portion.length;
    if (length <= LONGEST_WHOLE) kept.push(portion);
    else kept.splice(0);
  }
  // The file is incomplete if its client has gone.
  if (length <= LONGEST_WHOLE || exchange.isGone()) return { bytes: Buffer.concat(kept) };
  const { stream } = await toStreamed(exchange, inPortions(write(), exchange, takeTurn), failed);
  return { stream, tag: toTag(digest.digest("base64url")) };
};
