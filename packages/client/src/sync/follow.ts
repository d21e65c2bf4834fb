import { CalendarRequestError } from "../errors.ts";
import { stoppable } from "../pause.ts";
import type { RequestOptions } from "../record-client.ts";
import type { ByteStream } from "../transport.ts";
import { createEventParser } from "./event-parser.ts";
import { type ChangesPage, isExpired, type RecordChange } from "./records.ts";

export interface FollowOptions extends RequestOptions {
  /** Called after records have changed, with one change for each record. */
  readonly onChange?: (changes: readonly RecordChange[]) => void;
  /** Called with the error of each failed request that will be retried. */
  readonly onError?: (error: unknown) => void;
  /**
   * Average number of seconds between two requests for changes; 15 by default. Used if the server cannot send
   * a stream.
   */
  readonly pollSeconds?: number;
}

interface FollowDeps {
  catchUp(signal: AbortSignal | undefined): Promise<void>;
  /** Functions that are called with the changes of each applied page. */
  readonly listeners: Set<(changes: readonly RecordChange[]) => void>;
  /** Returns the token of the copy, or `undefined` if it has none yet. */
  token(): string | undefined;
  /** Applies the page that follows a token. Returns false if the copy already has a later token. */
  applyNext(since: string, page: ChangesPage): boolean;
  /** Returns the page if it is valid, and throws otherwise. */
  check(page: unknown): ChangesPage;
  openStream(since: string, signal: AbortSignal): Promise<ByteStream | undefined>;
  wait(seconds: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

/**
 * Maximum number of seconds without data, after which a stream counts as broken: three times the server's
 * keep-alive interval of 15 seconds.
 */
const MAX_SILENCE_S = 45;
const MAX_PAUSE_S = 60;
/** Number of polls after which the client tries to open a stream again. */
const POLLS = 20;

/**
 * Reason why a stream has ended.
 *
 * - `lively`: it ended after data arrived.
 * - `early`: it ended before any data arrived.
 * - `impossible`: streams do not work, for example because a proxy buffers or changes responses.
 */
type StreamEnd = "lively" | "early" | "impossible";

/** True if the calendar itself has refused the request, for a reason that a retry does not change. */
const isPermanent = (error: unknown): boolean =>
  error instanceof CalendarRequestError &&
  error.code !== "unexpected_answer" &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 410, 425, 429].includes(error.status);

const SILENCE: unique symbol = Symbol("silence");

export const followCalendar = async (
  { catchUp, listeners, token, applyNext, check, openStream, wait, random }: FollowDeps,
  { signal: stop, onChange, onError, pollSeconds = 15 }: FollowOptions,
): Promise<void> => {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void => controller.abort(stop?.reason);
  if (stop?.aborted) return;
  stop?.addEventListener("abort", abort, { once: true });
  /**
   * Calls `onChange`. If it throws, this `follow` ends with that error, even if another call requested the
   * page.
   */
  const listener = (changes: readonly RecordChange[]): void => {
    try {
      onChange?.(changes);
    } catch (error) {
      controller.abort(error);
    }
  };
  /** Number of seconds after which the server allows the next request. */
  let retryAfter = 0;
  const fail = (error: unknown): void => {
    signal.throwIfAborted();
    if (error instanceof CalendarRequestError) retryAfter = error.retryAfter ?? 0;
    onError?.(error);
  };

  const isCaughtUp = async (): Promise<boolean> => {
    try {
      await catchUp(signal);
      return true;
    } catch (error) {
      if (isPermanent(error)) throw error;
      fail(error);
      return false;
    }
  };

  const withTimeout = async <T>(work: Promise<T>): Promise<T | typeof SILENCE> => {
    const timer = new AbortController();
    const toSilence = (): typeof SILENCE => SILENCE;
    const silence = wait(MAX_SILENCE_S, timer.signal).then(toSilence, toSilence);
    try {
      return await Promise.race([stoppable(work, signal), silence]);
    } finally {
      timer.abort();
    }
  };

  const readPages = async (since: string, stream: ByteStream): Promise<StreamEnd> => {
    const decoder = new TextDecoder();
    const parse = createEventParser();
    let last = since;
    let end: StreamEnd = "early";
    for (;;) {
      let piece: Uint8Array | undefined | typeof SILENCE;
      try {
        piece = await withTimeout(stream.read());
      } catch (error) {
        fail(error);
        return end;
      }
      if (piece === SILENCE) return end === "early" ? "impossible" : end;
      if (piece === undefined) return end;
      end = "lively";
      let pages: readonly ChangesPage[];
      try {
        const events = parse(decoder.decode(piece, { stream: true }));
        pages = events.flatMap(({ type, data }) => (type === "changes" ? [check(JSON.parse(data))] : []));
      } catch (error) {
        fail(error);
        return "impossible";
      }
      for (const page of pages) {
        if (signal.aborted || !applyNext(last, page)) return end;
        last = page.next_token;
      }
    }
  };

  const listen = async (since: string): Promise<StreamEnd> => {
    const opened = new AbortController();
    const end = (): void => opened.abort(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    try {
      let body: Awaited<ReturnType<typeof openStream>> | typeof SILENCE;
      try {
        body = await withTimeout(openStream(since, opened.signal));
      } catch (error) {
        if (isExpired(error)) return "early";
        fail(error);
        return error instanceof CalendarRequestError ? "impossible" : "early";
      }
      if (body === undefined || body === SILENCE) return "impossible";
      try {
        return await readPages(since, body);
      } finally {
        body.cancel();
      }
    } finally {
      signal.removeEventListener("abort", end);
      opened.abort();
    }
  };

  const followUntilAborted = async (): Promise<never> => {
    let failures = 0;
    let polls = 0;
    for (;;) {
      retryAfter = 0;
      if (!(await isCaughtUp())) {
        failures += 1;
        polls = 0;
      } else if (polls > 0) {
        failures = 0;
        polls -= 1;
      } else {
        const end = await listen(token() ?? "");
        failures = end === "lively" ? 0 : failures + 1;
        if (end === "impossible") polls = POLLS;
      }
      // The pause contains a random part, so that clients that lost the same server do not reconnect at the
      // same moment.
      const backOff = Math.min(MAX_PAUSE_S, 2 ** failures) * (0.5 + random() / 2);
      const requestedDelay = Math.min(MAX_PAUSE_S, retryAfter);
      await wait(polls > 0 ? pollSeconds * (0.5 + random()) : Math.max(backOff, requestedDelay), signal);
    }
  };

  listeners.add(listener);
  try {
    await followUntilAborted();
  } catch (error) {
    if (!stop?.aborted || error !== stop.reason) throw error;
  } finally {
    listeners.delete(listener);
    stop?.removeEventListener("abort", abort);
    controller.abort();
  }
};
