import { Readable } from "node:stream";
import { cutBytes } from "../representation/json-pieces.ts";
import { COMMENT, toEventFrame, toIdFrame, toRetryFrame } from "./frames.ts";

/** The only source of delays. */
export interface StreamTimers {
  /** Calls `callback` once after so many milliseconds, unless the answer is called before. */
  after(delayMs: number, callback: () => void): () => void;
}

/** One event of a stream. */
export interface StreamPage {
  /** JSON. */
  readonly data: string;
  /** To go on from. */
  readonly token: string;
  readonly hasMore: boolean;
  /** Nothing that the caller is to know of has happened. */
  readonly isEmpty: boolean;
}

/** Why a stream has ended. */
export type StreamEnd = "gone" | "slow" | "closing" | "displaced" | "expired" | "refused" | "failed";

/** What a look for the next page comes to; `later`: the storage does not answer at the moment. */
export type NextPage = StreamPage | "later" | Extract<StreamEnd, "expired" | "refused" | "failed">;

interface EventStreamDeps {
  /** Never rejects. */
  readonly next: (token: string) => Promise<NextPage>;
  readonly timers: StreamTimers;
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  readonly patience: number;
  /** After how many milliseconds the client is to come back. */
  readonly retry: number;
  /** Cuts the connection. */
  readonly cut: () => void;
}

/** A stream that is written as its client takes it: no more than one page waits in memory. */
export interface EventStream {
  /** To be called once. */
  begin(first: StreamPage): Readable;
  /** There may be another page. */
  wake(): void;
  /** Ends it; what has ended stays as it is, but for what is still to be sent: nothing where the client is gone. */
  end(reason: StreamEnd): void;
  ended(): StreamEnd | undefined;
}

/** Proxies and browsers give up connections that are silent for a minute or so. */
const HEARTBEAT_MS = 15_000;
const LATER_MS = 5_000;
/** For the last words of a stream whose calendar closes. */
const FAREWELL_MS = 1_000;

export const createEventStream = ({ next, timers, patience, retry, cut }: EventStreamDeps): EventStream => {
  let isStale = false;
  let reason: StreamEnd | undefined;
  let stream: Readable | undefined;
  let resume = (): void => {};
  let cancelCut = (): void => {};

  const end = (why: StreamEnd): void => {
    if (why === "gone") {
      cancelCut();
      stream?.destroy();
    }
    if (reason !== undefined) return;
    reason = why;
    resume();
    if (why === "slow") cut();
    else if (why !== "gone") cancelCut = timers.after(why === "closing" ? FAREWELL_MS : patience, cut);
  };

  /** Until the end, or for so long; where `isOver` is given, until it says so, too. */
  const pause = (milliseconds: number, isOver = (): boolean => false): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (reason === undefined && !isOver()) return;
        cancel();
        resolve();
      };
      const cancel = timers.after(milliseconds, resolve);
      resume = check;
      check();
    });

  async function* portions(text: string): AsyncGenerator<Uint8Array, void, undefined> {
    for (const piece of cutBytes(Buffer.from(text))) {
      const cancel = timers.after(patience, () => end("slow"));
      try {
        yield piece;
      } finally {
        cancel();
      }
    }
  }

  async function* frames(first: StreamPage): AsyncGenerator<string, void, undefined> {
    let { token, hasMore } = first;
    let sent = token;
    yield toRetryFrame(retry) + toFrame(first);
    while (reason === undefined) {
      const isDue = (): boolean => isStale || hasMore;
      await pause(HEARTBEAT_MS, isDue);
      if (reason !== undefined) break;
      if (!isDue()) {
        yield sent === token ? COMMENT : toIdFrame(token);
        sent = token;
        continue;
      }
      isStale = false;
      const page = await next(token);
      if (page === "later") {
        isStale = true;
        await pause(LATER_MS);
        yield COMMENT;
      } else if (typeof page === "string") end(page);
      else if (reason === undefined) {
        ({ token, hasMore } = page);
        if (page.isEmpty) continue;
        yield toFrame(page);
        sent = token;
      }
    }
    yield toLastFrame(reason, retry);
  }

  async function* bytes(first: StreamPage): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const frame of frames(first)) yield* portions(frame);
  }

  return {
    begin(first) {
      stream = Readable.from(bytes(first), { objectMode: false, highWaterMark: 1 });
      if (reason === "gone") stream.destroy();
      return stream;
    },
    wake() {
      isStale = true;
      resume();
    },
    end,
    ended: () => reason,
  };
};

const toFrame = ({ token, data }: StreamPage): string => toEventFrame({ event: "changes", id: token, data });

/** With the time for which the client is to stay away: a calendar that closes needs some to come back. */
const toLastFrame = (reason: StreamEnd | undefined, retry: number): string =>
  reason === "expired"
    ? toEventFrame({ event: "expired", data: JSON.stringify({ code: "rest_token_expired" }) })
    : toRetryFrame(retry);
