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

/** Size in bytes up to which responses are written at once. */
const WHOLE = 4 * CHUNK;

/** Starts a timer that can be restarted. */
type BeginDelay = (call: () => void, milliseconds: number) => Pick<NodeJS.Timeout, "refresh" | "close">;

const beginDelay: BeginDelay = (call, milliseconds) => setTimeout(call, milliseconds).unref();

/** Cuts the connection of a client that accepts none of the waiting bytes for `patience` milliseconds. */
const watch = (response: ServerResponse, patience: number, begin: BeginDelay): void => {
  const check = (): void => {
    // A client that has received everything may still be sending its body.
    if (response.writableLength === 0) impatience.refresh();
    else response.destroy();
  };
  const impatience = begin(check, patience);
  const refresh = (): void => void impatience.refresh();
  // Starts the time when the first byte waits: a response may be silent for long before.
  const began = (): void => {
    if (response.writableLength === 0) refresh();
  };
  // Prepended, so that it runs before the chunk is written.
  response.once("pipe", (body: Readable) => body.prependListener("data", began));
  // The client has received the waiting bytes: the next chunk follows.
  response.on("drain", refresh);
  response.once("close", () => {
    impatience.close();
    response.off("drain", refresh);
  });
};

/**
 * Sends the body of a response, as its last step. Long bodies are sent in chunks, each after the client has
 * received the previous one. A client that accepts nothing for `patience` milliseconds is cut off. An error in the
 * middle destroys the connection, so that a part never looks like the complete response.
 * Source: rules/interface.md#large-answers.
 */
export const deliver = (
  ctx: Pick<Context, "req" | "res" | "body" | "length">,
  patience: number,
  begin: BeginDelay = beginDelay,
): void => {
  // The client may have disconnected while the response was compressed; the awaited events would never come.
  if (isGone(ctx)) return;
  const { body } = ctx;
  if ((typeof body === "string" || Buffer.isBuffer(body)) && body.length > WHOLE) {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    ctx.body = Readable.from(splitBytes(bytes), { objectMode: false });
    ctx.length = bytes.length;
  }
  watch(ctx.res, patience, begin);
};

/** Limits for a client that keeps sending after its response: total and silent time in milliseconds, and bytes. */
export interface LingerLimits {
  readonly total: number;
  readonly silence: number;
  readonly bytes: number;
}

/**
 * Default limits. They are shorter than the usual request timeout of a server, so such a connection stays open no
 * longer than any other.
 */
const LIMITS: LingerLimits = { total: 60_000, silence: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Reads and discards the rest of the request. `isWhole` is true if all of it arrived before a limit was reached.
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
 * Lets a response reach a client that is still sending its body. The response is sent at once, but ends only after
 * the rest of the body has arrived and was discarded. Otherwise the connection might be closed while bytes arrive,
 * which resets it, and the client would never see the response. After the limits the connection is closed. Call it
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
    // Like `end` itself: a call without a chunk is a response without a body.
    if (chunk === undefined || chunk === null || typeof chunk === "function") res.flushHeaders();
    else res.write(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8");
    discardRest(req, limits, (isWhole) => {
      if (!isWhole) res.once("finish", () => req.destroy());
      end(callback);
    });
    return res;
  };
  // All overloads of `end` accept these arguments.
  res.end = delayed as typeof res.end;
};

/**
 * Sends a response to a request with this effective method; for HEAD it sends only headers. Returns a promise only
 * if the body must be compressed first.
 */
export type Respond = (ctx: Context, method: string, sendable: Sendable) => Promise<void> | undefined;

/** Sets the headers of a response. Source: rules/interface.md#response-headers, rules/interface.md#cors. */
const setHeaders = (ctx: Context, { vary, headers, isSameOriginOnly }: Sendable): void => {
  const { req, res } = ctx;
  // A host may have set `Vary` already.
  if (vary !== "" && res.hasHeader("Vary")) ctx.vary(vary);
  else if (vary !== "") res.setHeader("Vary", vary);
  if (isSameOriginOnly !== true) allowOrigin(req, res);
  for (const [name, value] of headers) res.setHeader(name, value);
};

/**
 * Suppresses errors after the client has disconnected: clients may leave a stream at any time, and hosts must not
 * see an error.
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
    // A HEAD in the request line gets `Content-Length` without a body; a HEAD by method override gets neither.
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
