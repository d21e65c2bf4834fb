import type { IncomingMessage } from "node:http";
import { finished, type Readable } from "node:stream";
import { CalendarError } from "@kalends/core";
import type { Context } from "koa";
import type { HttpError, HttpErrorCode, HttpErrorDetails } from "../../errors/error-codes.ts";

/** What a form may hold around its file, in bytes. */
export const FRAMING: number = 64 * 1024;

/** The least that a sender brings in each window. */
export interface Pace {
  readonly bytes: number;
  readonly milliseconds: number;
  /** How many windows at the beginning may bring less; none by default. */
  readonly spared?: number;
}

export const PACE: Pace = { bytes: 128 * 1024, milliseconds: 10_000 };

/** Initial size for texts and forms: most are shorter than one TCP window. */
export const TEXT_PACE: Pace = { ...PACE, spared: 2 };

/** Codes that clients know from the decoder of the interface. */
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

/** Whether a request brings more than its head. */
export const hasBody = ({ req }: Pick<Context, "req">): boolean =>
  req.headers["transfer-encoding"] !== undefined || lengthOf(req) > 0;

/** What middleware of a host may have put there. */
interface MaybeRead {
  readonly url?: string | undefined;
  readonly body?: unknown;
}

/** The body as a host has left it that has read the stream before us. */
export const bodyOfHost = (ctx: Context): unknown => {
  const { request, req }: { readonly request: MaybeRead; readonly req: MaybeRead } = ctx;
  return request.body ?? req.body;
};

/** Fails once when a window has brought less than the pace; the result stops watching. */
export const watchPace = (
  req: IncomingMessage,
  { bytes, milliseconds, spared = 0 }: Pace,
  fail: (error: HttpError) => void,
): (() => void) => {
  let received = 0;
  let left = spared;
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

/** Fails when the sender goes away, or has gone, before all is read; the result stops watching. */
export const watchBreak = (req: Readable, fail: (error: HttpError) => void): (() => void) =>
  finished(req, { writable: false }, (error) => {
    if (error) fail(unreadable(BROKEN_OFF));
  });

/** Bytes of the first block and of the largest ones; each is twice as large as the one before. */
const BLOCKS = { first: 4 * 1024, largest: 64 * 1024 };

/** A few large blocks of memory for all that comes, instead of thousands of pieces that are freed some time later. */
interface Collector {
  add(chunk: Uint8Array): void;
  /** All of it as one; to be called once. */
  bytes(): Uint8Array;
}

/** Takes memory for what has come: senders may announce much and send nothing. Nothing is copied before the end: many may grow at once. */
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
