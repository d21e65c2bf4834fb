import type { Readable } from "node:stream";
import { setImmediate as nextEvent } from "node:timers/promises";
import {
  CalendarError,
  type Clock,
  createFairLimiter,
  isCalendarError,
  isStorageFailure,
  type Logger,
} from "@kalends/core";
import type { Exchange } from "../request/exchange.ts";
import { toLogFields } from "../request/trace-context.ts";
import { createEventStream, type NextPage, type StreamPage, type StreamTimers } from "./event-stream.ts";
import { createStreamPlaces } from "./stream-places.ts";

/** Says when there may be changes that were not there before. */
export interface ChangeSignal {
  /** Calls soon after each commit that changed something, whichever process made it; answers how to stop that. */
  subscribe(call: () => void): () => void;
}

interface StreamRequest {
  readonly exchange: Pick<Exchange, "trace" | "onceOver" | "cut">;
  /** Who shares the room for streams with all of their others. */
  readonly caller: string;
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
  /** How many there may be at once. */
  readonly capacity: number;
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  readonly patience: number;
  readonly signal: ChangeSignal;
  readonly timers: StreamTimers;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Pages that are made at once: what one commit makes all streams look for leaves other requests room. */
const PAGES_AT_ONCE = 4;
const RETRY_MS = 3_000;
/** Not all clients come back in the same moment: some do so many milliseconds later, in this many steps. */
const SPREAD = { milliseconds: 5_000, steps: 50 };

export const createChangeStreams = ({
  capacity,
  patience,
  signal,
  timers,
  clock,
  logger,
}: ChangeStreamsDeps): ChangeStreams => {
  const places = createStreamPlaces(capacity);
  const pages = createFairLimiter<string>({ capacity: PAGES_AT_ONCE });
  const closers = new Set<() => void>();
  let isClosing = false;
  let opened = 0;

  const toNext =
    ({ exchange, caller, next }: StreamRequest) =>
    async (token: string): Promise<NextPage> => {
      try {
        return await pages.run(caller, async () => {
          // What is small and read without a pause would be sent to its end before anything else is done.
          await nextEvent();
          return next(token);
        });
      } catch (error) {
        if (!isCalendarError(error)) {
          logger.error("a stream of changes failed", { ...toLogFields(exchange.trace()), error });
          return "failed";
        }
        if (isStorageFailure(error)) return "later";
        return error.code === "rest_token_expired" ? "expired" : "refused";
      }
    };

  return {
    isOffered: capacity > 0,
    async open(request) {
      const { exchange, caller, first } = request;
      const step = opened % SPREAD.steps;
      opened += 1;
      const began = clock.now();
      const events = createEventStream({
        next: toNext(request),
        timers,
        patience,
        retry: RETRY_MS + (step * SPREAD.milliseconds) / SPREAD.steps,
        cut: exchange.cut,
      });
      // Before the first page is read: what is committed meanwhile is looked for at once.
      const unsubscribe = signal.subscribe(events.wake);
      try {
        const page = await first();
        const giveBack = isClosing ? undefined : places.take(caller, () => events.end("displaced"));
        if (giveBack === undefined) throw new CalendarError("rest_storage_unavailable");
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
