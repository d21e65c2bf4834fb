import { createHash } from "node:crypto";
import { setImmediate as nextEvent } from "node:timers/promises";
import { PIECE } from "../representation/json-pieces.ts";
import { toTag } from "../representation/representation.ts";
import type { Exchange } from "../request/exchange.ts";
import { toStreamed } from "../response/sending/plugin-stream.ts";
import type { Answer } from "../routes/route.ts";

/** Longer files are never held whole, in bytes. */
const LONGEST_WHOLE = 4 * 1024 * 1024;
/** Between so many events others have their turn. */
const EVENTS_AT_ONCE = 100;

/** When it is one's turn: of all that write files, one a round of the event loop. */
export type TakeTurn = () => Promise<void>;

export const createTurns = (): TakeTurn => {
  let latest: Promise<void> = Promise.resolve();
  return () => {
    latest = latest.then(() => nextEvent());
    return latest;
  };
};

/** The same events, which let others work in between, and end when nobody waits for them. */
export async function* paced<T>(
  events: AsyncIterable<T>,
  { isGone }: Pick<Exchange, "isGone">,
  takeTurn: TakeTurn,
): AsyncGenerator<T, void, undefined> {
  let taken = 0;
  for await (const event of events) {
    yield event;
    taken += 1;
    if (taken % EVENTS_AT_ONCE !== 0) continue;
    await takeTurn();
    if (isGone()) return;
  }
}

/** Small texts together, large ones as they are. */
async function* inPortions(
  texts: AsyncIterable<string>,
  takeTurn: TakeTurn,
): AsyncGenerator<Buffer, void, undefined> {
  let waiting = "";
  for await (const text of texts) {
    if (typeof text !== "string") throw new TypeError(`A format writes texts, not ${typeof text}`);
    waiting += text;
    if (waiting.length < PIECE) continue;
    yield Buffer.from(waiting);
    waiting = "";
    await takeTurn();
  }
  if (waiting !== "") yield Buffer.from(waiting);
}

/**
 * What `write` writes: whole where it is short, else as a stream. That one is written twice, the first time for its tag alone, so that
 * those who have it are not sent it again. Source: rules/interface.md#event-formats.
 */
export const toFileContent = async (
  write: () => AsyncIterable<string>,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  takeTurn: TakeTurn,
  failed: (error: unknown) => void,
): Promise<NonNullable<Answer["content"]>> => {
  const digest = createHash("sha1");
  const kept: Buffer[] = [];
  let length = 0;
  for await (const portion of inPortions(write(), takeTurn)) {
    if (exchange.isGone()) break;
    digest.update(portion);
    length += portion.length;
    if (length <= LONGEST_WHOLE) kept.push(portion);
    else kept.splice(0);
  }
  if (length <= LONGEST_WHOLE) return { bytes: Buffer.concat(kept) };
  const { stream } = await toStreamed(exchange, inPortions(write(), takeTurn), failed);
  return { stream, tag: toTag(digest.digest("base64url")) };
};
