import { Readable } from "node:stream";
import { PIECE } from "../representation/json-pieces.ts";
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

/** Outcome of a search for the next page. `later`: the storage does not answer at the moment; `over`: the stream has ended meanwhile. */
export type NextPage = StreamPage | "later" | "over" | Extract<StreamEnd, "expired" | "refused" | "failed">;

interface EventStreamDeps {
  /** `isBehind`: more was there already when the page before was made. Never rejects. */
  readonly next: (token: string, isBehind: boolean) => Promise<NextPage>;
  /** Resolves when the client has taken what was sent, but for what its connection holds. Never rejects. */
  readonly untilTaken: () => Promise<void>;
  readonly timers: StreamTimers;
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  readonly patience: number;
  /** After how many milliseconds the client is to come back. */
  readonly retry: number;
  /** Cuts the connection. */
  readonly cut: () => void;
}

/** A stream that is written as its client takes it: no more than one page waits in memory, and none while nothing is to be sent. */
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
  /** The last id that was written. */
  let sent = "";
  /** The rest of what is to be written. Not a variable of a generator: what has stopped for hours would keep it. */
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

  const write = (text: string): void => {
    waiting = Buffer.from(text);
  };

  const writePage = (page: StreamPage, before = ""): void => {
    ({ token, hasMore } = page);
    sent = token;
    write(before + toFrame(page));
  };

  const takePiece = (): Uint8Array | undefined => {
    const piece = waiting?.subarray(0, PIECE);
    waiting = waiting !== undefined && waiting.length > PIECE ? waiting.subarray(PIECE) : undefined;
    return piece;
  };

  const waitForClient = async (): Promise<void> => {
    const cancel = timers.after(patience, () => end("slow"));
    await untilTaken();
    cancel();
  };

  /** Writes the next page, once the one before is taken. */
  const look = async (): Promise<void> => {
    await waitForClient();
    if (reason !== undefined) return;
    isStale = false;
    const page = await next(token, hasMore);
    if (reason !== undefined || page === "over") return;
    if (page === "later") {
      isStale = true;
      await pause(LATER_MS);
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
      if (isDue()) await look();
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

/** With the time for which the client is to stay away: a calendar that closes needs some to come back. */
const toLastFrame = (reason: StreamEnd | undefined, retry: number): string =>
  reason === "expired"
    ? toEventFrame({ event: "expired", data: JSON.stringify({ code: "rest_token_expired" }) })
    : toRetryFrame(retry);
