import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { CacheUse } from "@kalends/core";
import type { Context } from "koa";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { toCacheShares } from "../../cache-shares.ts";
import type { Whole } from "../../representation/representation.ts";
import type { HttpSettings } from "../../settings.ts";
import { toOwnBytes } from "../answer-cache.ts";

/** How the bytes of an answer may be compressed, the preferred one first. */
export const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number];

/** Shorter answers, in bytes, go out as they are: the head is much of them. */
export const SHORTEST = 1024;

/** The smallest window that holds the whole: what is not needed need not be cleared. */
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

/** The tag of the same answer in this coding. */
export const tagIn = (tag: string, coding: Coding): string => `${tag.slice(0, -1)}-${coding}"`;

/** Of codings that are accepted alike, the first of `preferred` is chosen: the types of the library do not have this option. */
interface AcceptedCodings {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/**
 * Returns the coding that an `Accept-Encoding` header wants most; `undefined` if none. Of several alike, it is the one that is shorter to
 * send, though browsers name the other one first. Source: RFC 9110 section 12.5.3.
 */
export const preferredCoding = (header: string): Coding | undefined => {
  const accepted: AcceptedCodings = new Negotiator({ headers: { "accept-encoding": header } });
  const [best] = accepted.encodings([...CODINGS, "identity"], { preferred: CODINGS });
  return CODINGS.find((coding) => coding === best);
};

export interface Compression {
  /** The coding in which to answer this request; `undefined`: as it is. */
  codingFor(ctx: Context): Coding | undefined;
  /** The answer in this coding, with a tag of its own; as it is where that is not shorter. */
  encode(whole: Whole, coding: Coding): Whole | Promise<Whole>;
  /** Absent where nothing is kept. */
  readonly use?: () => CacheUse;
}

const OVERHEAD = 256;

/** Bytes that are the same have the same tag, so what was compressed once is known by it. Source: rules/interface.md#compression. */
export const createCompression = (settings: Pick<HttpSettings, "cacheMemory">): Compression => {
  const { compressed: maxSize } = toCacheShares(settings);
  const encoded =
    maxSize === 0
      ? undefined
      : new LRUCache<string, Whole>({
          maxSize,
          sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + OVERHEAD,
        });
  let hits = 0;
  let misses = 0;
  let last: { readonly header: string; readonly coding: Coding | undefined } | undefined;

  const make = async (whole: Whole, coding: Coding): Promise<Whole> => {
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
