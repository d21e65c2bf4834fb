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

/** Says when there may be changes that were not there before. */
export interface ChangeSignal {
  /** Calls soon after each commit that changed something, whichever process made it; answers how to stop that. */
  subscribe(call: () => void): () => void;
}

interface StreamRequest {
  readonly exchange: Pick<Exchange, "trace" | "isGone" | "onceOver" | "cut" | "inListTurn" | "untilTaken">;
  /** Who shares the room for streams with all of their others. */
  readonly caller: string;
  /** True if the first page may be one of many. */
  readonly isResumed: boolean;
  /** Rejects with what is answered instead of a stream. */
  readonly first: () => Promise<StreamPage>;
  /** Rejects where the caller cannot go on. */
  readonly next: (token: string) => Promise<StreamPage>;
}

/** The streams of changes that a process sends at the moment. */
export interface ChangeStreams {
  /** Whether there may be any. */
  readonly isOffered: boolean;
  /** Throws `rest_storage_unavailable` where there is no room for another one, or the calendar closes. */
  open(request: StreamRequest): Promise<Readable>;
  /** How many are open. */
  count(): number;
  /** Ends all of them: their clients are told to come back in a few seconds. */
  close(): void;
}

export interface ChangeStreamsDeps {
  readonly capacities: Pick<HttpCapacities, "streams" | "streamPages" | "streamPagesBehind">;
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  readonly patience: number;
  readonly signal: ChangeSignal;
  readonly timers: StreamTimers;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The clock may be set while a page is made. */
const LONGEST_REST_MS = 1_000;
const RETRY_MS = 3_000;
/** Not all clients come back in the same moment: some do so many milliseconds later, in this many steps. */
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
      timers.after(Math.min(milliseconds, LONGEST_REST_MS), resolve);
    });

  /** Makes a page when it is its turn; `undefined`: nobody waits for it any more. Source: rules/changes.md#stream-pages. */
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
      // The next one of any stream comes after it.
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
        untilTaken: exchange.untilTaken,
        timers,
        patience,
        retry: RETRY_MS + (step * SPREAD.milliseconds) / SPREAD.steps,
        cut: exchange.cut,
      });
      // Before the first page is read: what is committed meanwhile is looked for at once.
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
