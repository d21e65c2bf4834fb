import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { CacheUse } from "@kalends/core";
import type { Context } from "koa";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { toCacheShares } from "../../cache-shares.ts";
import type { CompleteBody } from "../../representation/representation.ts";
import type { HttpSettings } from "../../settings.ts";
import { toOwnBytes } from "../response-cache.ts";

/** Supported content codings, most preferred first. */
export const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number];

/** Size in bytes from which responses are compressed. In shorter responses, the headers are a large part. */
export const MIN_COMPRESSED_BYTES = 1024;

/**
 * Returns the smallest Brotli window that covers the complete text. A larger window would cost time to clear.
 */
const windowOf = (length: number): number =>
  Math.min(Math.max(Math.ceil(Math.log2(length)), constants.BROTLI_MIN_WINDOW_BITS), 22);

const compressBy = { br: promisify(brotliCompress), gzip: promisify(gzip) };

const compress = (bytes: Buffer, coding: Coding): Promise<Buffer> =>
  coding === "gzip"
    ? compressBy.gzip(bytes)
    : compressBy.br(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_LGWIN]: windowOf(bytes.length),
        },
      });

/** Returns the entity tag of a response in a content coding. */
export const tagIn = (tag: string, coding: Coding): string => `${tag.slice(0, -1)}-${coding}"`;

/**
 * Method of `Negotiator` with the option `preferred`, which the types of the package `negotiator` lack. If
 * the client accepts several codings equally, the first one in `preferred` wins.
 */
interface AcceptedCodings {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/**
 * Returns the content coding that an `Accept-Encoding` header prefers; `undefined` if it accepts none. If the
 * client prefers several equally, returns Brotli, which is shorter, although browsers list gzip first.
 * Source: RFC 9110 section 12.5.3.
 */
export const preferredCoding = (header: string): Coding | undefined => {
  const accepted: AcceptedCodings = new Negotiator({ headers: { "accept-encoding": header } });
  const [best] = accepted.encodings([...CODINGS, "identity"], { preferred: CODINGS });
  return CODINGS.find((coding) => coding === best);
};

export interface Compression {
  /** Returns the content coding for the response to this request; `undefined` for no coding. */
  codingFor(ctx: Context): Coding | undefined;
  /**
   * Returns the body in a content coding, with a separate entity tag. Returns the body unchanged if the
   * coding does not make it shorter.
   */
  encode(whole: CompleteBody, coding: Coding): CompleteBody | Promise<CompleteBody>;
  /** Returns the usage of the cache. Absent if the cache is disabled. */
  readonly use?: () => CacheUse;
}

const OVERHEAD = 256;

/**
 * Creates the compression with a cache. Bodies with the same entity tag have the same bytes, so the tag is
 * the cache key. Source: rules/interface.md#compression.
 */
export const createCompression = (settings: Pick<HttpSettings, "cacheMemory">): Compression => {
  const { compressed: maxSize } = toCacheShares(settings);
  const encoded =
    maxSize === 0
      ? undefined
      : new LRUCache<string, CompleteBody>({
          maxSize,
          sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + OVERHEAD,
        });
  let hits = 0;
  let misses = 0;
  let last: { readonly header: string; readonly coding: Coding | undefined } | undefined;

  const make = async (whole: CompleteBody, coding: Coding): Promise<CompleteBody> => {
    const tag = tagIn(whole.tag, coding);
    const bytes = toOwnBytes(await compress(whole.bytes, coding));
    const made = bytes.length < whole.bytes.length ? { tag, bytes } : whole;
    encoded?.set(tag, made);
    return made;
  };

  return {
    codingFor({ req: { headers } }) {
      const { "accept-encoding": header = "", "cache-control": control = "" } = headers;
      if (header === "" || header === "identity" || /\bno-transform\b/i.test(control)) return undefined;
      if (last?.header !== header) last = { header, coding: preferredCoding(String(header)) };
      return last.coding;
    },
    encode(whole, coding) {
      const kept = encoded?.get(tagIn(whole.tag, coding));
      if (kept !== undefined) {
        hits += 1;
        return kept;
      }
      misses += 1;
      return make(whole, coding);
    },
    ...(encoded && { use: () => ({ hits, misses, bytes: encoded.calculatedSize }) }),
  };
};
