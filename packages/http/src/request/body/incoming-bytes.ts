import type { IncomingMessage } from "node:http";
import { finished, type Readable } from "node:stream";
import { CalendarError } from "@kalends/core";
import type { Context } from "koa";
import type { HttpError, HttpErrorCode, HttpErrorDetails } from "../../errors/error-codes.ts";

/** Maximum size of a form without its file, in bytes. */
export const FRAMING: number = 64 * 1024;

/** Minimum rate of a sender: bytes in each time window. */
export interface Pace {
  readonly bytes: number;
  readonly milliseconds: number;
  /** Number of first windows that may bring fewer bytes; 0 by default. */
  readonly sparedWindows?: number;
}

export const PACE: Pace = { bytes: 128 * 1024, milliseconds: 10_000 };

/** Pace for texts and forms: most are shorter than one TCP window. */
export const TEXT_PACE: Pace = { ...PACE, sparedWindows: 2 };

/** Error codes of the original interface's JSON decoder, which clients know. */
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

/** Request on which a host's middleware may have stored a parsed body. */
interface MaybeRead {
  readonly url?: string | undefined;
  readonly body?: unknown;
}

/** Returns the body as the host's middleware has stored it after reading the stream. */
export const bodyOfHost = (ctx: Context): unknown => {
  const { request, req }: { readonly request: MaybeRead; readonly req: MaybeRead } = ctx;
  return request.body ?? req.body;
};

/**
 * Calls `fail` once when a window has brought fewer bytes than the pace. Returns a function that stops watching.
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
 * Calls `fail` when the sender disconnects, or has disconnected, before everything is read. Returns a function that
 * stops watching.
 */
export const watchBreak = (req: Readable, fail: (error: HttpError) => void): (() => void) =>
  finished(req, { writable: false }, (error) => {
    if (error) fail(unreadable(BROKEN_OFF));
  });

/** Sizes in bytes of the first and the largest block; each block is twice as large as the previous one. */
const BLOCKS = { first: 4 * 1024, largest: 64 * 1024 };

/**
 * Collector of a body's chunks in a few large blocks of memory, instead of thousands of chunks that are freed
 * later.
 */
interface Collector {
  add(chunk: Uint8Array): void;
  /** Returns everything as one array; call it once. */
  bytes(): Uint8Array;
}

/**
 * Creates a collector. It allocates only for received bytes: a sender may announce much and send nothing. It copies
 * nothing before the end, as many collectors may grow at once.
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
