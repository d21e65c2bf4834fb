import type { Readable } from "node:stream";
import {
  CalendarError,
  type Clock,
  createFairLimiter,
  isCalendarError,
  isStorageFailure,
  type Logger,
} from "@kalends/core";
import type { HttpCapacities } from "../capacities.ts";
import type { Exchange } from "../request/exchange.ts";
import { toLogFields } from "../request/trace-context.ts";
import {
  createEventStream,
  type EventStream,
  type NextPage,
  type StreamPage,
  type StreamTimers,
} from "./event-stream.ts";
import { createStreamPlaces } from "./stream-places.ts";

/** Signal that changes of records may have been committed. */
export interface ChangeSignal {
  /** Calls `call` soon after each commit in any process. Returns a function that unsubscribes. */
  subscribe(call: () => void): () => void;
}

interface StreamRequest {
  readonly exchange: Pick<Exchange, "trace" | "isGone" | "onceOver" | "cut" | "inListTurn" | "untilTaken">;
  /** Text that identifies the caller. The places for streams are shared fairly between callers. */
  readonly caller: string;
  /**
   * True if the client resumes an earlier stream, so that more pages may follow the first one immediately.
   */
  readonly isResumed: boolean;
  /** Reads the first page. If it rejects, the client gets that error instead of a stream. */
  readonly first: () => Promise<StreamPage>;
  /** Reads the next page. Rejects if the caller may no longer read the changes. */
  readonly next: (token: string) => Promise<StreamPage>;
  /** Rejects if the session of the caller has ended. Called while the stream is idle. */
  readonly checkCaller: () => Promise<unknown>;
}

/** Change streams that this process serves. */
export interface ChangeStreams {
  /** True if change streams are enabled. */
  readonly isOffered: boolean;
  /** Opens a stream. Throws `rest_storage_unavailable` if no place is free or the calendar is closing. */
  open(request: StreamRequest): Promise<Readable>;
  /** Returns the number of open streams. */
  count(): number;
  /** Ends all streams. The last frame asks clients to reconnect after a few seconds. */
  close(): void;
}

export interface ChangeStreamsDeps {
  readonly capacities: Pick<HttpCapacities, "streams" | "streamPages" | "streamPagesBehind">;
  /** Milliseconds after which a stream ends if its client has accepted none of the waiting bytes. */
  readonly patience: number;
  readonly signal: ChangeSignal;
  readonly timers: StreamTimers;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Maximum pause between pages in milliseconds. The pause depends on a measured duration, which is wrong if
 * the system clock is changed meanwhile.
 */
const MAX_REST_MS = 1_000;
const RETRY_MS = 3_000;
/** Spreads reconnecting clients: their delays differ by up to `milliseconds`, in equal `steps`. */
const SPREAD = { milliseconds: 5_000, steps: 50 };

export const createChangeStreams = ({
  capacities,
  patience,
  signal,
  timers,
  clock,
  logger,
}: ChangeStreamsDeps): ChangeStreams => {
  const places = createStreamPlaces(capacities.streams);
  const pages = createFairLimiter<string>(capacities.streamPages);
  const behind = createFairLimiter<string>(capacities.streamPagesBehind);
  const closers = new Set<() => void>();
  let isClosing = false;
  let opened = 0;

  const rest = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      timers.after(Math.min(milliseconds, MAX_REST_MS), resolve);
    });

  /**
   * Produces a page when it is the turn of the stream. Returns `undefined` if the client has disconnected.
   * Source: rules/changes.md#stream-pages.
   */
  const inTurn = (
    { exchange, caller }: StreamRequest,
    isBehind: boolean,
    isOver: () => boolean,
    make: () => Promise<StreamPage>,
  ): Promise<StreamPage | undefined> =>
    (isBehind ? behind : pages).run(caller, async () => {
      let milliseconds = 0;
      const page = await exchange.inListTurn(async () => {
        if (isOver()) return undefined;
        const began = clock.now();
        const made = await make();
        milliseconds = clock.now() - began;
        return made;
      });
      // The pause delays the next page of any stream that has more changes to send.
      if (isBehind && !isOver()) await rest(milliseconds);
      return page;
    });

  const makeNext = async (
    request: StreamRequest,
    token: string,
    isBehind: boolean,
    isOver: () => boolean,
  ): Promise<NextPage> => {
    try {
      return (await inTurn(request, isBehind, isOver, () => request.next(token))) ?? "over";
    } catch (error) {
      if (!isCalendarError(error)) {
        logger.error("a stream of changes failed", { ...toLogFields(request.exchange.trace()), error });
        return "failed";
      }
      if (isStorageFailure(error)) return "later";
      return error.code === "rest_token_expired" ? "expired" : "refused";
    }
  };

  /**
   * Returns `refused` if the caller may no longer read the stream. Returns `undefined` if the caller may
   * continue, or cannot be checked at the moment.
   */
  const refusalOf = async ({ checkCaller }: StreamRequest): Promise<"refused" | undefined> => {
    try {
      await checkCaller();
      return undefined;
    } catch (error) {
      return isCalendarError(error) && !isStorageFailure(error) ? "refused" : undefined;
    }
  };

  return {
    isOffered: capacities.streams > 0,
    async open(request) {
      const { exchange, caller, first, isResumed } = request;
      const step = opened % SPREAD.steps;
      opened += 1;
      const began = clock.now();
      const isOver = (): boolean => events.ended() !== undefined;
      const events: EventStream = createEventStream({
        next: (token, isBehind) => makeNext(request, token, isBehind, isOver),
        refusal: () => refusalOf(request),
        untilTaken: exchange.untilTaken,
        timers,
        patience,
        retry: RETRY_MS + (step * SPREAD.milliseconds) / SPREAD.steps,
        cut: exchange.cut,
      });
      // Subscribes before the first page is read, so that commits during the read are noticed.
      const unsubscribe = signal.subscribe(events.wake);
      try {
        const page = await inTurn(request, isResumed, () => isClosing || exchange.isGone(), first);
        const giveBack =
          isClosing || page === undefined ? undefined : places.take(caller, () => events.end("displaced"));
        if (page === undefined || giveBack === undefined) throw new CalendarError("rest_storage_unavailable");
        const close = (): void => events.end("closing");
        closers.add(close);
        const stream = events.begin(page);
        exchange.onceOver(() => {
          events.end("gone");
          unsubscribe();
          giveBack();
          closers.delete(close);
          const milliseconds = clock.now() - began;
          logger.info("a stream of changes ended", {
            ...toLogFields(exchange.trace()),
            reason: events.ended(),
            milliseconds,
          });
        });
        return stream;
      } catch (error) {
        unsubscribe();
        throw error;
      }
    },
    count: () => closers.size,
    close() {
      isClosing = true;
      for (const close of closers) close();
    },
  };
};
