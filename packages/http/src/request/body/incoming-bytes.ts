import type { IncomingMessage } from "node:http";
import { finished, type Readable } from "node:stream";
import { CalendarError } from "@kalends/core";
import type { Context } from "koa";
import type { HttpError, HttpErrorCode, HttpErrorDetails } from "../../errors/error-codes.ts";

/** Maximum size in bytes of a form without the contents of its file. */
export const FRAMING: number = 64 * 1024;

/** Minimum rate of a sender: number of bytes in each time window. */
export interface Pace {
  readonly bytes: number;
  readonly milliseconds: number;
  /** Number of time windows at the beginning in which the rate is not checked; 0 by default. */
  readonly sparedWindows?: number;
}

export const PACE: Pace = { bytes: 128 * 1024, milliseconds: 10_000 };

/**
 * Pace for texts and forms. It is not enforced in the first windows, because most texts are shorter than one
 * TCP window.
 */
export const TEXT_PACE: Pace = { ...PACE, sparedWindows: 2 };

/** Error codes of the JSON decoder of PHP, which clients of The Events Calendar rely on. */
export const SYNTAX_ERROR = 4;
export const MALFORMED_UTF_8 = 5;

export const BROKEN_OFF = "The body broke off";

export const unreadable = (message: string, code: number = SYNTAX_ERROR): HttpError => {
  const details: HttpErrorDetails = { jsonError: { code, message } };
  return new CalendarError<HttpErrorCode>("rest_invalid_json", details);
};

export const tooSlow = (): HttpError => unreadable("The body came too slowly");

export const tooLarge = (limit: number): CalendarError => new CalendarError("rest_body_too_large", { limit });

export const lengthOf = ({ headers }: IncomingMessage): number => Number(headers["content-length"] ?? 0);

/** True if a request has a body. */
export const hasBody = ({ req }: Pick<Context, "req">): boolean =>
  req.headers["transfer-encoding"] !== undefined || lengthOf(req) > 0;

/** Request on which middleware of a host may have stored a parsed body. */
interface MaybeRead {
  readonly url?: string | undefined;
  readonly body?: unknown;
}

/** Returns the body that middleware of a host stored after reading the request stream. */
export const bodyOfHost = (ctx: Context): unknown => {
  const { request, req }: { readonly request: MaybeRead; readonly req: MaybeRead } = ctx;
  return request.body ?? req.body;
};

/**
 * Calls `fail` once if fewer bytes than the pace requires arrive in a time window that is checked. Returns a
 * function that stops watching.
 */
export const watchPace = (
  req: IncomingMessage,
  { bytes, milliseconds, sparedWindows = 0 }: Pace,
  fail: (error: HttpError) => void,
): (() => void) => {
  let received = 0;
  let left = sparedWindows;
  const count = (chunk: Uint8Array): void => {
    received += chunk.length;
  };
  const stop = (): void => {
    clearInterval(windows);
    req.off("data", count);
  };
  const windows = setInterval(() => {
    if (left === 0 && received < bytes) {
      stop();
      fail(tooSlow());
    }
    left = Math.max(left - 1, 0);
    received = 0;
  }, milliseconds);
  req.on("data", count);
  req.once("end", stop);
  return stop;
};

/**
 * Calls `fail` if the sender disconnects, or has already disconnected, before the stream was read completely.
 * Returns a function that stops watching.
 */
export const watchBreak = (req: Readable, fail: (error: HttpError) => void): (() => void) =>
  finished(req, { writable: false }, (error) => {
    if (error) fail(unreadable(BROKEN_OFF));
  });

/**
 * Sizes in bytes of the first and the largest block. Each block is twice as large as the previous one, up to
 * the largest size.
 */
const BLOCKS = { first: 4 * 1024, largest: 64 * 1024 };

/**
 * Collector of the chunks of a body. It uses a few large memory blocks instead of thousands of chunks that
 * must be freed later.
 */
interface Collector {
  add(chunk: Uint8Array): void;
  /** Returns all collected bytes. Call it once. */
  bytes(): Uint8Array;
}

/**
 * Creates a collector. It allocates memory only for received bytes, because a sender may announce many bytes
 * and send none. It copies bytes only once, at the end, because many collectors may grow at the same time.
 */
export const createCollector = (): Collector => {
  const blocks: Buffer[] = [];
  let [length, free] = [0, 0];
  const lastBlock = (): Buffer => {
    const last = blocks.at(-1);
    if (last !== undefined && free > 0) return last;
    const size = Math.min(last === undefined ? BLOCKS.first : last.length * 2, BLOCKS.largest);
    const block = Buffer.allocUnsafeSlow(size);
    blocks.push(block);
    free = size;
    return block;
  };
  return {
    add(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const block = lastBlock();
        const part = chunk.subarray(at, at + free);
        block.set(part, block.length - free);
        at += part.length;
        free -= part.length;
      }
      length += chunk.length;
    },
    bytes: () => Buffer.concat(blocks.splice(0), length),
  };
};
