import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { BlobStore, ByteRange } from "@kalends/core";
import { imageTypeOf } from "@kalends/core/interface";
import contentDisposition from "content-disposition";
import type { Context } from "koa";
import parseRange from "range-parser";
import { NOTHING_ALLOWED } from "../content-security-policy.ts";
import { PUBLIC_FILE } from "../cors.ts";
import { knownTag } from "../sending/conditional-get.ts";
import { deliver } from "../sending/sending.ts";

/**
 * Responds to a GET or HEAD for an image file. Returns false, without a response, if no file has this name.
 */
type ServeMedia = (ctx: Context, name: string) => Promise<boolean>;

/**
 * Creates the function that serves image files. The file of a name never changes, so caches may store it
 * forever. Browsers run nothing in these files. Their type was detected when the name was created. A content
 * security policy blocks everything in a file that imitates a web page.
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
      // If the client disconnects, Koa destroys the stream, which also ends reading from the blob store.
      if (bytes !== undefined) ctx.body = Readable.from(bytes, { objectMode: false });
      ctx.length = range === undefined ? size : range.last - range.first + 1;
      if (range !== undefined) ctx.set("Content-Range", `bytes ${range.first}-${range.last}/${size}`);
    }
    deliver(ctx, sendTimeout);
    return true;
  };

/**
 * Returns the byte range that the client requests. Returns `undefined`, which means the complete file,
 * without a range, with several ranges, or if `If-Range` does not match.
 */
const wantedRange = (ctx: Context, tag: string, size: number): ByteRange | "unsatisfiable" | undefined => {
  const header = ctx.req.headers.range;
  const condition = ctx.get("If-Range").trim();
  if (header === undefined || (condition !== "" && condition !== tag)) return undefined;
  // `range-parser` refuses a suffix that is longer than the file. It means the complete file (RFC 9110
  // section 14.1.2).
  const ranges = parseRange(
    size,
    header.replace(/^bytes=-(\d+)$/, (all, length) => (Number(length) > size ? "bytes=0-" : all)),
  );
  if (ranges === -1) return "unsatisfiable";
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  const [only] = ranges;
  return only && { first: only.start, last: only.end };
};
