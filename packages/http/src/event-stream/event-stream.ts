import { Readable } from "node:stream";
import { CHUNK } from "../representation/json-chunks.ts";
import { COMMENT, toEventFrame, toIdFrame, toRetryFrame } from "./frames.ts";

/** Timers of streams, replaceable in tests. */
export interface StreamTimers {
  /** Calls `callback` once after `delayMs` milliseconds. The returned function cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Page of changes, sent as one event of a stream. */
export interface StreamPage {
  /** Changes as JSON. */
  readonly data: string;
  /** Token from which the next page continues. */
  readonly token: string;
  readonly hasMore: boolean;
  /** True if the page has no changes that the caller may see. */
  readonly isEmpty: boolean;
}

/** Reason why a stream has ended. */
export type StreamEnd = "gone" | "slow" | "closing" | "displaced" | "expired" | "refused" | "failed";

/**
 * Result of reading the next page. `later`: the storage is unreachable at the moment; `over`: the stream has ended
 * in the meantime.
 */
export type NextPage = StreamPage | "later" | "over" | Extract<StreamEnd, "expired" | "refused" | "failed">;

interface EventStreamDeps {
  /**
   * Reads the next page. `isBehind` is true if more changes existed when the previous page was made. Never rejects.
   */
  readonly next: (token: string, isBehind: boolean) => Promise<NextPage>;
  /** Resolves when the client has received everything except what its connection buffers. Never rejects. */
  readonly untilTaken: () => Promise<void>;
  readonly timers: StreamTimers;
  /** Milliseconds for which a client may accept none of the waiting bytes. */
  readonly patience: number;
  /** Milliseconds after which the client reconnects. */
  readonly retry: number;
  /** Closes the connection without finishing the response. */
  readonly cut: () => void;
}

/**
 * Stream that is written at the pace of its client: at most one page waits in memory, and none while nothing is
 * sent.
 */
export interface EventStream {
  /** Starts the stream; call it once. */
  begin(first: StreamPage): Readable;
  /** Signals that another page may be available. */
  wake(): void;
  /**
   * Ends the stream. Only the first reason counts. Waiting bytes are still sent unless the client has disconnected.
   */
  end(reason: StreamEnd): void;
  ended(): StreamEnd | undefined;
}

/** Milliseconds between comments: proxies and browsers close connections that are silent for about a minute. */
const HEARTBEAT_MS = 15_000;
const RETRY_PAUSE_MS = 5_000;
/** Milliseconds for the last frame of a stream when the calendar closes. */
const LAST_FRAME_MS = 1_000;

export const createEventStream = ({
  next,
  untilTaken,
  timers,
  patience,
  retry,
  cut,
}: EventStreamDeps): EventStream => {
  let isStale = false;
  let reason: StreamEnd | undefined;
  let stream: Readable | undefined;
  let resume = (): void => {};
  let cancelCut = (): void => {};
  let token = "";
  let hasMore = false;
  /** Last id that was written. */
  let sent = "";
  /**
   * Bytes still to be written. Not a variable of a generator: a generator that is suspended for hours would keep it
   * in memory.
   */
  let waiting: Uint8Array | undefined;

  const end = (why: StreamEnd): void => {
    if (why === "gone") {
      cancelCut();
      stream?.destroy();
    }
    if (reason !== undefined) return;
    reason = why;
    resume();
    if (why === "slow") cut();
    else if (why !== "gone") cancelCut = timers.after(why === "closing" ? LAST_FRAME_MS : patience, cut);
  };

  /** Waits until the stream ends, the time is over, or `isOver` returns true. */
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

  const write = (text: string): void => {
    waiting = Buffer.from(text);
  };

  const writePage = (page: StreamPage, before = ""): void => {
    ({ token, hasMore } = page);
    sent = token;
    write(before + toFrame(page));
  };

  const takePiece = (): Uint8Array | undefined => {
    const piece = waiting?.subarray(0, CHUNK);
    waiting = waiting !== undefined && waiting.length > CHUNK ? waiting.subarray(CHUNK) : undefined;
    return piece;
  };

  const waitForClient = async (): Promise<void> => {
    const cancel = timers.after(patience, () => end("slow"));
    await untilTaken();
    cancel();
  };

  /** Writes the next page after the client has received the previous one. */
  const sendNextPage = async (): Promise<void> => {
    await waitForClient();
    if (reason !== undefined) return;
    isStale = false;
    const page = await next(token, hasMore);
    if (reason !== undefined || page === "over") return;
    if (page === "later") {
      isStale = true;
      await pause(RETRY_PAUSE_MS);
      write(COMMENT);
    } else if (typeof page === "string") end(page);
    else if (page.isEmpty) ({ token, hasMore } = page);
    else writePage(page);
  };

  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let piece = takePiece(); piece !== undefined; piece = takePiece()) {
      const cancel = timers.after(patience, () => end("slow"));
      try {
        yield piece;
      } finally {
        cancel();
      }
    }
  }

  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    const isDue = (): boolean => isStale || hasMore;
    for (;;) {
      yield* pieces();
      await pause(HEARTBEAT_MS, isDue);
      if (reason !== undefined) break;
      if (isDue()) await sendNextPage();
      else {
        write(sent === token ? COMMENT : toIdFrame(token));
        sent = token;
      }
    }
    write(toLastFrame(reason, retry));
    yield* pieces();
  }

  return {
    begin(first) {
      writePage(first, toRetryFrame(retry));
      stream = Readable.from(bytes(), { objectMode: false, highWaterMark: 1 });
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

/** Returns the last frame, with the time until reconnection: a closing calendar needs time to restart. */
const toLastFrame = (reason: StreamEnd | undefined, retry: number): string =>
  reason === "expired"
    ? toEventFrame({ event: "expired", data: JSON.stringify({ code: "rest_token_expired" }) })
    : toRetryFrame(retry);
