import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Context } from "koa";
import { CHUNK, splitBytes } from "../../representation/json-chunks.ts";
import type { Representation, Streamed } from "../../representation/representation.ts";
import { hasBody } from "../../request/body/incoming-bytes.ts";
import { isGone } from "../../request/connections.ts";
import type { HttpSettings } from "../../settings.ts";
import { allowOrigin } from "../cors.ts";
import type { Sendable } from "../sendable.ts";
import { type Coding, type Compression, createCompression, tagIn } from "./compression.ts";
import { knownTag } from "./conditional-get.ts";

/** Size in bytes up to which a response is written at once. */
const WHOLE = 4 * CHUNK;

/** Starts a timer that can be restarted. */
type BeginDelay = (call: () => void, milliseconds: number) => Pick<NodeJS.Timeout, "refresh" | "close">;

const beginDelay: BeginDelay = (call, milliseconds) => setTimeout(call, milliseconds).unref();

/** Cuts the connection of a client that accepts none of the waiting bytes for `patience` milliseconds. */
const watch = (response: ServerResponse, patience: number, begin: BeginDelay): void => {
  const check = (): void => {
    // No bytes are waiting, so the client has received everything. It may still be sending its body.
    if (response.writableLength === 0) impatience.refresh();
    else response.destroy();
  };
  const impatience = begin(check, patience);
  const refresh = (): void => void impatience.refresh();
  // Restarts the timer when the first byte waits, because the response may have been silent for long before.
  const began = (): void => {
    if (response.writableLength === 0) refresh();
  };
  // Prepended, so that it runs before the chunk is written to the response.
  response.once("pipe", (body: Readable) => body.prependListener("data", began));
  // The client has received the waiting bytes, so the next chunk follows.
  response.on("drain", refresh);
  response.once("close", () => {
    impatience.close();
    response.off("drain", refresh);
  });
};

/**
 * Starts sending the body of a response; the last step of a response. A long body is sent in chunks, each
 * after the client has received the previous one. If the client accepts nothing for `patience` milliseconds,
 * the connection is cut. If an error occurs in the middle, the connection is destroyed, so that a part never
 * looks like the complete response. Source: rules/interface.md#large-answers.
 */
export const deliver = (
  ctx: Pick<Context, "req" | "res" | "body" | "length">,
  patience: number,
  begin: BeginDelay = beginDelay,
): void => {
  // The client may have disconnected while the response was compressed. Then the events that `watch` needs
  // never occur.
  if (isGone(ctx)) return;
  const { body } = ctx;
  if ((typeof body === "string" || Buffer.isBuffer(body)) && body.length > WHOLE) {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    ctx.body = Readable.from(splitBytes(bytes), { objectMode: false });
    ctx.length = bytes.length;
  }
  watch(ctx.res, patience, begin);
};

/**
 * Limits for a client that continues to send its body after the response was sent: total time and time of
 * silence in milliseconds, and bytes.
 */
export interface LingerLimits {
  readonly total: number;
  readonly silence: number;
  readonly bytes: number;
}

/**
 * Default limits. They are shorter than the usual request timeout of a server, so such a connection stays
 * open no longer than others.
 */
const LIMITS: LingerLimits = { total: 60_000, silence: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Reads and discards the remaining bytes of the request. Calls `done` with true if all of them arrived before
 * a limit was reached.
 */
const discardRest = (
  req: IncomingMessage,
  { total, silence, bytes }: LingerLimits,
  done: (isWhole: boolean) => void,
): void => {
  let left = bytes;
  const finish = (): void => {
    clearTimeout(deadline);
    clearTimeout(pause);
    req.off("data", count);
    for (const event of ENDS) req.off(event, finish);
    done(req.complete || req.destroyed);
  };
  const deadline = setTimeout(finish, total);
  const pause = setTimeout(finish, silence);
  const count = (chunk: Uint8Array): void => {
    pause.refresh();
    left -= chunk.length;
    if (left < 0) finish();
  };
  for (const event of ENDS) req.once(event, finish);
  req.unpipe();
  req.on("data", count);
  req.resume();
};

const ENDS = ["end", "close", "error"] as const;

/** Arguments of `ServerResponse.end`. */
type EndArguments = readonly [chunk?: unknown, encoding?: unknown, callback?: unknown];

/**
 * Makes sure that a response reaches a client that is still sending its body. The response is sent
 * immediately, but ends only after the remaining bytes of the body have arrived and were discarded.
 *
 * Without this function, the connection might be closed while bytes arrive. It would then be reset, and the
 * client would not receive the response. If a limit is exceeded, the connection is closed. Call the function
 * before the response is sent. It has no effect if the request is complete.
 */
export const lingerUntilRead = (
  { req, res }: Pick<Context, "req" | "res">,
  limits: LingerLimits = LIMITS,
): void => {
  if (!hasBody({ req }) || req.complete || req.destroyed) return;
  const end = res.end.bind(res) as (...given: EndArguments) => ServerResponse;
  const delayed = (...given: EndArguments): ServerResponse => {
    const callback = given.find((one) => typeof one === "function");
    const [chunk, encoding] = given;
    // Like `end` itself: without a chunk, the response has no body.
    if (chunk === undefined || chunk === null || typeof chunk === "function") res.flushHeaders();
    else res.write(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8");
    discardRest(req, limits, (isWhole) => {
      if (!isWhole) res.once("finish", () => req.destroy());
      end(callback);
    });
    return res;
  };
  // The replacement accepts the arguments of all overloads of `end`.
  res.end = delayed as typeof res.end;
};

/**
 * Sends a response. `method`: effective HTTP method; for HEAD, only headers are sent. Returns a promise only
 * if the body must be compressed first.
 */
export type Respond = (ctx: Context, method: string, sendable: Sendable) => Promise<void> | undefined;

/** Sets the headers of a response. Source: rules/interface.md#response-headers, rules/interface.md#cors. */
const setHeaders = (ctx: Context, { vary, headers, isSameOriginOnly }: Sendable): void => {
  const { req, res } = ctx;
  // A host may already have set `Vary`, so values are added to it.
  if (vary !== "" && res.hasHeader("Vary")) ctx.vary(vary);
  else if (vary !== "") res.setHeader("Vary", vary);
  if (isSameOriginOnly !== true) allowOrigin(req, res);
  for (const [name, value] of headers) res.setHeader(name, value);
};

/**
 * Suppresses errors after the client has disconnected. Clients may leave a stream at any time, which hosts
 * must not see as an error.
 */
const ignoreDisconnects = (ctx: Context): void => {
  const { onerror } = ctx;
  ctx.onerror = (error) => {
    if (!isGone(ctx)) onerror.call(ctx, error);
  };
};

/**
 * Creates the function that sends responses.
 * Source: rules/interface.md#head, rules/interface.md#conditional-reads, rules/interface.md#compression.
 */
export const createResponder = (
  settings: HttpSettings,
  compression: Compression = createCompression(settings),
): Respond => {
  const finish = (ctx: Context, isLasting = false): void => {
    if (isLasting) ignoreDisconnects(ctx);
    else deliver(ctx, settings.sendTimeout);
    lingerUntilRead(ctx);
  };

  const send = (
    ctx: Context,
    method: string,
    { status, isRead, isTagged, representation }: Sendable,
    sent: Representation | Streamed,
    coding?: Coding,
  ): void => {
    if (coding !== undefined && sent.tag !== representation.tag)
      ctx.res.setHeader("Content-Encoding", coding);
    if ((isRead || isTagged) && sent.tag !== undefined) ctx.res.setHeader("ETag", sent.tag);
    ctx.status = status;
    // A HEAD in the request line gets `Content-Length` but no body. A HEAD by method override gets neither.
    if (method === "HEAD" && ctx.method !== "HEAD") ctx.body = "";
    else if ("bytes" in sent) ctx.body = sent.bytes;
    else if ("stream" in sent) {
      if (ctx.method !== "HEAD") ctx.body = sent.stream;
    } else {
      if (ctx.method !== "HEAD") ctx.body = Readable.from(sent.portions, { objectMode: false });
      ctx.length = sent.length;
    }
    finish(ctx, "stream" in sent && sent.isLasting);
  };

  const sendKnown = (ctx: Context, tag: string): void => {
    ctx.res.setHeader("ETag", tag);
    ctx.status = 304;
    finish(ctx);
  };

  return (ctx, method, sendable) => {
    const { status, isRead, representation, compressible } = sendable;
    setHeaders(ctx, sendable);
    if ("isNotModified" in representation) {
      sendKnown(ctx, representation.tag);
      return undefined;
    }
    const coding = compressible && compression.codingFor(ctx);
    const { tag } = representation;
    const known =
      isRead && status === 200 && tag !== undefined
        ? knownTag(ctx, coding === undefined ? [tag] : [tagIn(tag, coding), tag])
        : undefined;
    if (known !== undefined) {
      sendKnown(ctx, known);
      return undefined;
    }
    const encoded = compressible && coding && compression.encode(compressible, coding);
    if (encoded instanceof Promise) return encoded.then((made) => send(ctx, method, sendable, made, coding));
    send(ctx, method, sendable, encoded ?? representation, coding);
    return undefined;
  };
};
