import { Readable } from "node:stream";
import { CHUNK } from "../representation/json-chunks.ts";
import { COMMENT, toEventFrame, toIdFrame, toRetryFrame } from "./frames.ts";

/** Timers of change streams; tests replace them. */
export interface StreamTimers {
  /** Calls `callback` once after `delayMs` milliseconds. Returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Page of changes. A stream sends it as one event. */
export interface StreamPage {
  /** Changes of this page as JSON. */
  readonly data: string;
  /** Token for reading the next page. */
  readonly token: string;
  readonly hasMore: boolean;
  /** True if the page contains no changes that the caller may see. */
  readonly isEmpty: boolean;
}

/**
 * Reason why a stream has ended.
 *
 * - `gone`: the client has disconnected.
 * - `slow`: the client has accepted no bytes for too long.
 * - `closing`: the calendar is closing.
 * - `displaced`: another caller got the place of the stream.
 * - `expired`: the token can no longer be used.
 * - `refused`: the caller may no longer read the changes.
 * - `failed`: an unexpected error occurred.
 */
export type StreamEnd = "gone" | "slow" | "closing" | "displaced" | "expired" | "refused" | "failed";

/**
 * Result of reading the next page. `later`: the storage is not reachable at the moment. `over`: the stream
 * ended while the page was read.
 */
export type NextPage = StreamPage | "later" | "over" | Extract<StreamEnd, "expired" | "refused" | "failed">;

interface EventStreamDeps {
  /**
   * Reads the next page. `isBehind`: true if the previous page was not the last one when it was produced.
   * Never rejects.
   */
  readonly next: (token: string, isBehind: boolean) => Promise<NextPage>;
  /** Returns why an idle stream must end; `undefined` if it may stay open. Never rejects. */
  readonly refusal: () => Promise<Extract<StreamEnd, "refused"> | undefined>;
  /** Resolves when the connection can accept more data, or the client has disconnected. Never rejects. */
  readonly untilTaken: () => Promise<void>;
  readonly timers: StreamTimers;
  /** Milliseconds after which the stream ends if its client has accepted none of the waiting bytes. */
  readonly patience: number;
  /** Milliseconds after which a disconnected client reconnects. */
  readonly retry: number;
  /** Closes the connection without completing the response. */
  readonly cut: () => void;
}

/**
 * Stream of server-sent events. It reads a page only after its client has received the previous page. At most
 * one page waits in memory, and no page while the stream is idle.
 */
export interface EventStream {
  /** Returns the stream, which begins with the first page. Call it once. */
  begin(first: StreamPage): Readable;
  /** Notifies the stream that another page may be available. */
  wake(): void;
  /**
   * Ends the stream. Only the first call sets the reason. Waiting bytes are still sent, except for the
   * reasons `gone` and `slow`.
   */
  end(reason: StreamEnd): void;
  ended(): StreamEnd | undefined;
}

/**
 * Milliseconds between keep-alive comments. Proxies and browsers close connections that are silent for about
 * a minute.
 */
const HEARTBEAT_MS = 15_000;
const RETRY_PAUSE_MS = 5_000;
/** Milliseconds that a client has to receive the last frame when the calendar closes. */
const LAST_FRAME_MS = 1_000;

export const createEventStream = ({
  next,
  refusal,
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
  /** Id of the last frame that was written. */
  let sent = "";
  /**
   * Bytes that remain to be written. Stored outside the generator, which would keep them in memory while it
   * is suspended for hours.
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

  /** Waits until the stream ends, the time has passed, or `isOver` returns true. */
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

  /** Waits until the client has received the previous page, then writes the next one. */
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

  const sendHeartbeat = async (): Promise<void> => {
    const why = await refusal();
    if (why !== undefined) return end(why);
    write(sent === token ? COMMENT : toIdFrame(token));
    sent = token;
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
      await (isDue() ? sendNextPage() : sendHeartbeat());
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

/**
 * Returns the last frame of a stream. Unless the token has expired, the frame contains the delay before the
 * client reconnects, because a closing calendar needs time to restart.
 */
const toLastFrame = (reason: StreamEnd | undefined, retry: number): string =>
  reason === "expired"
    ? toEventFrame({ event: "expired", data: JSON.stringify({ code: "rest_token_expired" }) })
    : toRetryFrame(retry);
