import { Readable } from "node:stream";
import type { Context } from "koa";
import type { Representation, Streamed, Whole } from "../../representation/representation.ts";
import { isGone } from "../../request/connections.ts";
import type { HttpSettings } from "../../settings.ts";
import { allowOrigin } from "../cors.ts";
import type { Sendable } from "../sendable.ts";
import { type Compression, createCompression, tagIn } from "./compression.ts";
import { deliver, lingerUntilRead } from "./sending.ts";

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
    { status, isRead, isTagged }: Sendable,
    sent: Representation | Streamed,
  ): void => {
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
    if (compressible === undefined || coding === undefined) {
      send(ctx, method, sendable, representation);
      return undefined;
    }
    const sendEncoded = (encoded: Whole): void => {
      if (encoded.tag !== tag) ctx.res.setHeader("Content-Encoding", coding);
      send(ctx, method, sendable, encoded);
    };
    const encoded = compression.encode(compressible, coding);
    if (encoded instanceof Promise) return encoded.then(sendEncoded);
    sendEncoded(encoded);
    return undefined;
  };
};
