import { type CacheUse, type Clock, DAY } from "@kalends/core";
import type { Context } from "koa";
import { LRUCache } from "lru-cache";
import { hasBody } from "../request/body/incoming-bytes.ts";
import { prefersStrict } from "../request/preference.ts";
import type { Sendable } from "./sendable.ts";

/**
 * State of the store and the clock. A cached response is current if producing it again would read the same
 * state.
 */
export interface CacheState {
  /** Returns the revision of the store; see `Store.revision`. */
  revision(): string | undefined;
  /** Returns how many times the clock has been read so far to produce responses. */
  timesRead(): number;
  /** Returns how many times the current UTC day has been read so far to produce responses. */
  daysRead(): number;
}

/**
 * State of the store and the clock before a response is produced: the results of the functions of
 * `CacheState`.
 */
export interface Moment {
  readonly revision: string | undefined;
  readonly timesRead: number;
  readonly daysRead: number;
  readonly at: number;
}

/** Cached response, and the period during which it is current. */
export interface CachedResponse {
  readonly answer: Sendable;
  readonly revision: string | undefined;
  /** Start of the period in milliseconds of the clock. `until` is its end, exclusive. */
  readonly from: number;
  readonly until: number;
}

/** Cache of complete responses, limited to a number of bytes. */
export interface ResponseCache {
  /** Returns the latest cached response for a key, even if it is no longer current. */
  find(key: string): CachedResponse | undefined;
  /**
   * True if the store has not changed since the response was produced, and the response is not too old. If
   * the store gives no revision, only the age counts.
   */
  isCurrent(kept: CachedResponse): boolean;
  /**
   * Returns the state before a cacheable response is produced. Call it before reading data. Returns
   * `undefined` if the response cannot be cached: the store gives no revision and `staleness` is 0.
   */
  begin(): Moment | undefined;
  /**
   * Caches a response. `since`: result of `begin`. Does nothing if the status is not 200, if the response is
   * streamed, or if the store has changed meanwhile. `showsTime`: true if a response that depends on the day
   * also contains the time.
   */
  keep(key: string, answer: Sendable, since: Moment, showsTime?: boolean): void;
  use(): CacheUse;
}

interface AnswerCacheDeps {
  readonly state: CacheState;
  readonly clock: Clock;
  /** Maximum memory in bytes. */
  readonly memory: number;
  /** Maximum age in milliseconds of a cached response while the store gives no revision. */
  readonly staleness: number;
}

/** Memory in bytes of the objects of a cache entry, in addition to its strings and buffers. */
const OVERHEAD = 2048;

const weightOf = ({ headers, representation }: Sendable): number => {
  let weight = OVERHEAD + ("bytes" in representation ? representation.bytes.length : 0);
  // Plugins may have set header values that are numbers.
  for (const [name, value] of headers) weight += 2 * (name.length + String(value).length);
  return weight;
};

/** Milliseconds during which responses show the same time, because reads use whole seconds. */
const SECOND = 1000;

/**
 * Returns the bytes in a separate memory block. A small buffer is part of a pool, and caching it would keep
 * the complete pool in memory.
 */
export const toOwnBytes = (bytes: Buffer): Buffer => {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
};

/** Creates the response cache. Source: rules/interface.md#kept-answers. */
export const createResponseCache = ({ state, clock, memory, staleness }: AnswerCacheDeps): ResponseCache => {
  const answers = new LRUCache<string, CachedResponse>({
    maxSize: memory,
    sizeCalculation: ({ answer }, key) => weightOf(answer) + 2 * key.length,
  });
  let latest: string | undefined;
  let hits = 0;
  let misses = 0;

  /**
   * Returns the revision of the store. Returns `undefined` if the store is unreachable; the following read
   * then reports the error.
   */
  const revision = (): string | undefined => {
    try {
      return state.revision();
    } catch {
      return undefined;
    }
  };

  return {
    find: (key) => answers.get(key),
    use: () => ({ hits, misses, bytes: answers.calculatedSize }),
    isCurrent(kept) {
      if (kept.revision !== revision()) return false;
      const now = kept.until === Number.POSITIVE_INFINITY ? kept.from : clock.now();
      const isCurrent = kept.from <= now && now < kept.until;
      if (isCurrent) hits += 1;
      return isCurrent;
    },
    begin() {
      misses += 1;
      const [timesRead, daysRead] = [state.timesRead(), state.daysRead()];
      const moment = { revision: revision(), timesRead, daysRead, at: clock.now() };
      if (moment.revision === undefined) return staleness > 0 ? moment : undefined;
      // A revision never occurs again, so entries of other revisions are useless.
      if (moment.revision !== latest) answers.clear();
      latest = moment.revision;
      return moment;
    },
    keep(key, answer, { revision: before, timesRead, daysRead, at }, showsTime = false) {
      const { status, representation } = answer;
      if (status !== 200 || !("bytes" in representation) || before !== revision()) return;
      const endOf = (span: number): number => (Math.floor(at / span) + 1) * span;
      const isOfDay = daysRead !== state.daysRead();
      const isOfSecond = timesRead !== state.timesRead() || (isOfDay && showsTime);
      const lasting = isOfDay ? endOf(DAY) : Number.POSITIVE_INFINITY;
      const exact = isOfSecond ? endOf(SECOND) : lasting;
      const until = before === undefined ? Math.min(at + staleness, lasting) : exact;
      const own = { ...representation, bytes: toOwnBytes(representation.bytes) };
      const kept = { ...answer, representation: own, compressible: answer.compressible && own };
      answers.set(key, { answer: kept, revision: before, from: at, until });
    },
  };
};

/**
 * Returns the cache key of an anonymous read; `undefined` if the response depends on more than the URL.
 *
 * - `root`: base URL of links in the response, including the locale
 * - `negotiates`: the response also depends on the `Accept` header, as in lists with several formats
 * - `search`: the part of the query that affects the response
 */
export const keyOf = (
  ctx: Context,
  root: string,
  negotiates: boolean,
  search: string,
): string | undefined => {
  const { method, headers, url = "", readableDidRead } = ctx.req;
  const { accept = "", "x-http-method-override": override = "", prefer = "" } = headers;
  if ((method !== "GET" && method !== "HEAD") || override !== "" || hasBody(ctx) || readableDidRead)
    return undefined;
  if (prefersStrict(String(prefer))) return undefined;
  const [path = ""] = url.split("?", 1);
  const counting = search === ctx.querystring ? url : `${path}${search === "" ? "" : "?"}${search}`;
  return `${root}\n${negotiates ? accept : ""}\n${counting}`;
};
