import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { BlobStore, ByteRange } from "@kalends/core";
import { imageTypeOf } from "@kalends/core/interface";
import contentDisposition from "content-disposition";
import type { Context } from "koa";
import parseRange from "range-parser";
import { NOTHING_ALLOWED } from "../content-security-policy.ts";
import { PUBLIC_FILE } from "../cors.ts";
import { deliver, knownTag } from "../sending/sending.ts";

/** Answers a GET or HEAD for the file of an image; false, with nothing done, when there is none of this name. */
type ServeMedia = (ctx: Context, name: string) => Promise<boolean>;

/**
 * Serves the files of images. A name never stands for other bytes, so they may be kept for good. Nothing in them can run in
 * a browser: the type is the one that the content had when the name was made, and what poses as a document may do nothing.
 */
export const createServeMedia =
  (blobStore: BlobStore, sendTimeout: number): ServeMedia =>
  async (ctx, name) => {
    const type = imageTypeOf(name);
    const size = type === undefined ? undefined : await blobStore.size(name);
    if (type === undefined || size === undefined) return false;
    const tag = `"${hash("sha1", name, "base64url")}-${size}"`;
    const range = wantedRange(ctx, tag, size);
    const isKnown = knownTag(ctx, [tag]) !== undefined;
    let bytes: AsyncIterable<Uint8Array> | undefined;
    if (ctx.method === "GET" && !isKnown && range !== "unsatisfiable") {
      bytes = await blobStore.read(name, range);
      if (bytes === undefined) return false;
    }
    ctx.set({
      "Content-Type": type,
      "Content-Disposition": contentDisposition(name.slice(name.lastIndexOf("/") + 1), { type: "inline" }),
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: tag,
      "Accept-Ranges": "bytes",
      "X-Content-Type-Options": "nosniff",
      ...NOTHING_ALLOWED,
      ...PUBLIC_FILE,
    });
    if (isKnown) ctx.status = 304;
    else if (range === "unsatisfiable") {
      ctx.status = 416;
      ctx.set("Content-Range", `bytes */${size}`);
      ctx.body = "";
    } else {
      ctx.status = range === undefined ? 200 : 206;
      // Koa ends the stream, and with it the reading, when the client goes away.
      if (bytes !== undefined) ctx.body = Readable.from(bytes, { objectMode: false });
      ctx.length = range === undefined ? size : range.last - range.first + 1;
      if (range !== undefined) ctx.set("Content-Range", `bytes ${range.first}-${range.last}/${size}`);
    }
    deliver(ctx, sendTimeout);
    return true;
  };

/** The part that is asked for; `undefined`: the whole, also for several parts and for what has changed since. */
const wantedRange = (ctx: Context, tag: string, size: number): ByteRange | "unsatisfiable" | undefined => {
  const header = ctx.req.headers.range;
  const condition = ctx.get("If-Range").trim();
  if (header === undefined || (condition !== "" && condition !== tag)) return undefined;
  // The parser refuses more bytes from the end than there are, which mean all of them (RFC 9110 section 14.1.2).
  const ranges = parseRange(
    size,
    header.replace(/^bytes=-(\d+)$/, (all, length) => (Number(length) > size ? "bytes=0-" : all)),
  );
  if (ranges === -1) return "unsatisfiable";
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  const [only] = ranges;
  return only && { first: only.start, last: only.end };
};
