import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Context } from "koa";
import { cutBytes, PIECE } from "../../representation/json-pieces.ts";
import type { Representation, Streamed } from "../../representation/representation.ts";
import { hasBody } from "../../request/body/incoming-bytes.ts";
import { isGone } from "../../request/connections.ts";
import type { HttpSettings } from "../../settings.ts";
import { allowOrigin } from "../cors.ts";
import type { Sendable } from "../sendable.ts";
import { type Coding, type Compression, createCompression, tagIn } from "./compression.ts";

/** Answers up to this length go out at once. */
const WHOLE = 4 * PIECE;

/** A delay that can begin anew. */
type BeginDelay = (call: () => void, milliseconds: number) => Pick<NodeJS.Timeout, "refresh" | "close">;

const beginDelay: BeginDelay = (call, milliseconds) => setTimeout(call, milliseconds).unref();

/** Cuts off a client that takes nothing of what waits for it for `patience` milliseconds. */
const watch = (response: ServerResponse, patience: number, begin: BeginDelay): void => {
  const check = (): void => {
    // A client that has taken all may still be sending.
    if (response.writableLength === 0) impatience.refresh();
    else response.destroy();
  };
  const impatience = begin(check, patience);
  const goOn = (): void => void impatience.refresh();
  // Until now nothing has waited for the client, however long its answer was silent.
  const began = (): void => {
    if (response.writableLength === 0) goOn();
  };
  // Called before the portion is written.
  response.once("pipe", (body: Readable) => body.prependListener("data", began));
  // What had to wait has gone to the client: the next portion follows.
  response.on("drain", goOn);
  response.once("close", () => {
    impatience.close();
    response.off("drain", goOn);
  });
};

/**
 * The last step of every answer that is ours: long bodies are sent in portions, each when the client has taken the one
 * before, and a client that takes nothing for `patience` milliseconds is cut off. An error in between destroys the
 * connection, so that no part of an answer passes for the whole.
 * Source: rules/interface.md#large-answers.
 */
export const deliver = (
  ctx: Pick<Context, "req" | "res" | "body" | "length">,
  patience: number,
  begin: BeginDelay = beginDelay,
): void => {
  // It may have gone while its answer was compressed: what is watched for then would never come.
  if (isGone(ctx)) return;
  const { body } = ctx;
  if ((typeof body === "string" || Buffer.isBuffer(body)) && body.length > WHOLE) {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    ctx.body = Readable.from(cutBytes(bytes), { objectMode: false });
    ctx.length = bytes.length;
  }
  watch(ctx.res, patience, begin);
};

/** How long, in milliseconds, and how much a client that is answered already may go on sending. */
export interface LingerLimits {
  readonly total: number;
  readonly silence: number;
  readonly bytes: number;
}

/** Shorter than what a server usually waits for a whole request, so that no connection is held longer than by any other request. */
const LIMITS: LingerLimits = { total: 60_000, silence: 10_000, bytes: 64 * 1024 * 1024 };

/** Reads and forgets what is still to come; `isWhole` says whether all of it came before a limit was reached. */
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

/** What `ServerResponse.end` is called with. */
type EndArguments = readonly [chunk?: unknown, encoding?: unknown, callback?: unknown];

/**
 * Lets an answer reach a client that is still sending its body. The answer goes out at once, but it ends, and with it perhaps
 * the connection, when the rest of the body has come and been thrown away: a connection that is closed while bytes arrive is
 * reset, and the client never sees what was sent to it. Within `limits`; after them the connection is closed. To be called
 * before the answer is sent; without effect when nothing is to come.
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
    // As `end` itself: one call without a chunk is an answer without a body.
    if (chunk === undefined || chunk === null || typeof chunk === "function") res.flushHeaders();
    else res.write(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8");
    discardRest(req, limits, (isWhole) => {
      if (!isWhole) res.once("finish", () => req.destroy());
      end(callback);
    });
    return res;
  };
  // The overloads of `end` come down to these arguments.
  res.end = delayed as typeof res.end;
};

/**
 * Sends an answer to a request of this effective method, nothing but headers to those who ask for no more. A promise only
 * where something has to be made first.
 */
export type Respond = (ctx: Context, method: string, sendable: Sendable) => Promise<void> | undefined;

/** On every answer under the REST root. Source: rules/interface.md#response-headers, rules/interface.md#cors. */
const setHeaders = (ctx: Context, { vary, headers, isPage }: Sendable): void => {
  const { req, res } = ctx;
  // A host may have said before what else its answers depend on.
  if (vary !== "" && res.hasHeader("Vary")) ctx.vary(vary);
  else if (vary !== "") res.setHeader("Vary", vary);
  if (isPage !== true) allowOrigin(req, res);
  for (const [name, value] of headers) res.setHeader(name, value);
};

/** Which of the tags the client has, also where `no-cache` is sent, which `fresh` obeys. */
export const knownTag = ({ req }: Context, tags: readonly string[]): string | undefined => {
  const { "if-none-match": header } = req.headers;
  if (header === undefined) return undefined;
  if (header.trim() === "*") return tags[0];
  const known = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.find((tag) => known.includes(tag));
};

/** Clients leave a stream as they like: what they cut off is no error for a host to hear of. */
const letGo = (ctx: Context): void => {
  const { onerror } = ctx;
  ctx.onerror = (error) => {
    if (!isGone(ctx)) onerror.call(ctx, error);
  };
};

/** Source: rules/interface.md#head, rules/interface.md#conditional-reads, rules/interface.md#compression. */
export const createResponder = (
  settings: HttpSettings,
  compression: Compression = createCompression(settings),
): Respond => {
  const finish = (ctx: Context, isLasting = false): void => {
    if (isLasting) letGo(ctx);
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
    // A HEAD of the request line gets the length without the bytes; one that is only asked for gets neither.
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
    if ("isKnown" in representation) {
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
