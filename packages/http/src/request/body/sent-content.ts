import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { CalendarError, isCalendarError } from "@kalends/core";
import type { PluginRoute, SentContent } from "@kalends/core/interface";
import type { Context } from "koa";
import type { HttpErrorCode } from "../../errors/error-codes.ts";
import type { BodyBudget, HeldBody } from "./body-memory.ts";
import {
  BROKEN_OFF,
  bodyOfHost,
  hasBody,
  lengthOf,
  PACE,
  type Pace,
  tooLarge,
  tooSlow,
  unreadable,
  watchBreak,
} from "./incoming-bytes.ts";
import { kindOf } from "./request-body.ts";

/** Request body that is read as a stream. */
export interface ReceivedContent extends SentContent {
  /** Stops reading. Bytes that arrive later may be discarded. */
  close(): void;
}

const unsupported = (): CalendarError<HttpErrorCode> =>
  new CalendarError<HttpErrorCode>("rest_unsupported_media_type");

const DECODERS: Readonly<Record<string, () => Readable & NodeJS.WritableStream>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

interface Source {
  readonly chunks: AsyncIterator<Uint8Array>;
  /** True if the chunks come from a decompressor. */
  readonly isDecoded: boolean;
  close(): void;
}

/**
 * Opens the body as a stream of decompressed chunks. The request stays open when reading stops, because the
 * response uses the same connection.
 */
const open = ({ req }: Context, coding: string): Source => {
  const decoder = DECODERS[coding]?.();
  if (decoder === undefined)
    return { chunks: req.iterator({ destroyOnReturn: false }), isDecoded: false, close() {} };
  const stop = watchBreak(req, (error) => decoder.destroy(error));
  req.pipe(decoder);
  // Prevents an uncaught error. A consumer of the stream, if any, gets the error as well.
  decoder.on("error", () => {});
  return {
    chunks: decoder.iterator(),
    isDecoded: true,
    close() {
      stop();
      req.unpipe(decoder);
      decoder.destroy();
    },
  };
};

/**
 * Yields each chunk on demand. For the pace, only the time spent waiting for the sender counts. `open`:
 * reserves memory for the bytes until the response is produced.
 */
async function* inTime(
  source: Source,
  pace: Pace,
  open: (fail: (error: CalendarError) => void) => HeldBody,
): AsyncGenerator<Uint8Array, void, undefined> {
  let [bytes, left] = [0, pace.milliseconds];
  let length = 0;
  let fail: (error: CalendarError) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const held = open(fail);
  try {
    for (;;) {
      const since = performance.now();
      const chunk = await Promise.race([failed, beforeTime(source.chunks.next(), left)]);
      if (chunk.done === true) return held.finish();
      bytes += chunk.value.length;
      length += chunk.value.length;
      held.hold(length);
      left -= performance.now() - since;
      if (bytes >= pace.bytes) [bytes, left] = [0, pace.milliseconds];
      yield chunk.value;
    }
  } catch (error) {
    throw toStreamError(error, source);
  } finally {
    source.close();
    void source.chunks.return?.()?.catch(() => {});
  }
}

const beforeTime = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // The read may fail after the time limit; this error is ignored.
    work.catch(() => {});
  }
};

/** Converts the error of a failed stream. The sender always causes such failures. */
const toStreamError = (error: unknown, { isDecoded }: Source): unknown => {
  if (isCalendarError(error)) return error;
  const { code = "" } = error as { readonly code?: string };
  return unreadable(isDecoded && code !== "ECONNRESET" ? "The body cannot be decoded" : BROKEN_OFF);
};

async function* upTo(
  maximum: number,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maximum) throw tooLarge(maximum);
    yield chunk;
  }
}

/** Yields the body that middleware of the host has already read. */
async function* readByHost(ctx: Context): AsyncGenerator<Uint8Array, void, undefined> {
  const body = bodyOfHost(ctx);
  if (typeof body === "string") yield Buffer.from(body);
  else if (body instanceof Uint8Array) yield body;
  else throw unreadable("The body was read before");
}

/**
 * Returns the body of a request if the route accepts its type. Returns `undefined` if the request has no
 * body, or a body that contains parameters. Throws for other types, for unknown content codings, and if the
 * announced length is too large. Source: rules/interface.md#content-of-routes.
 */
export const receiveContent = (
  ctx: Context,
  consumes: NonNullable<PluginRoute["consumes"]>,
  contents: BodyBudget,
  pace: Pace = PACE,
): ReceivedContent | undefined => {
  const { req } = ctx;
  const header = req.headers["content-type"];
  const type = header?.split(";")[0]?.trim().toLowerCase() ?? "";
  const accepted = Object.hasOwn(consumes, type) ? consumes[type] : undefined;
  if (accepted === undefined) {
    if (kindOf(header) === undefined && hasBody(ctx)) throw unsupported();
    return undefined;
  }
  const coding = (req.headers["content-encoding"] ?? "").trim().toLowerCase() || "identity";
  const isPlain = coding === "identity" || req.readableDidRead;
  if (!isPlain && !Object.hasOwn(DECODERS, coding)) throw unsupported();
  if (isPlain && lengthOf(req) > accepted.maxBytes) throw tooLarge(accepted.maxBytes);
  const chunks = req.readableDidRead
    ? readByHost(ctx)
    : inTime(open(ctx, coding), pace, (fail) => contents.open(ctx, fail));
  const bytes = upTo(accepted.maxBytes, chunks);
  const [, charset] = /;\s*charset="?([\w.-]{1,40})/i.exec(header ?? "") ?? [];
  return {
    type,
    ...(charset !== undefined && { charset }),
    bytes,
    close: () => void bytes.return().catch(() => {}),
  };
};
