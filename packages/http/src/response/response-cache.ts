import { type CacheUse, type Clock, DAY } from "@kalends/core";
import type { Context } from "koa";
import { LRUCache } from "lru-cache";
import { hasBody } from "../request/body/incoming-bytes.ts";
import { prefersStrict } from "../request/preference.ts";
import type { Sendable } from "./sendable.ts";

/** State that decides whether a cached response is still current. */
export interface CacheState {
  /** Revision of the store; see `Store.revision`. */
  revision(): string | undefined;
  /** Returns how often the time was read so far while responses were made. */
  timesRead(): number;
  /** Returns how often the UTC day was read so far while responses were made. */
  daysRead(): number;
}

/** State before a response is made. */
export interface Moment {
  readonly revision: string | undefined;
  readonly timesRead: number;
  readonly daysRead: number;
  readonly at: number;
}

/** Cached response with the period for which it is current. */
export interface CachedResponse {
  readonly answer: Sendable;
  readonly revision: string | undefined;
  /** Start in milliseconds of the clock; `until` is exclusive. */
  readonly from: number;
  readonly until: number;
}

/** Cache of complete responses, limited in bytes. */
export interface ResponseCache {
  /** Returns the latest response for a key, current or not. */
  find(key: string): CachedResponse | undefined;
  /** True if the same response would be made now or, without a store revision, it is not too old. */
  isCurrent(kept: CachedResponse): boolean;
  /** Call this before a response is made. Returns `undefined` if the response cannot be cached. */
  begin(): Moment | undefined;
  /**
   * Caches a response made since then if it is a success of limited length and nothing was committed in between.
   * `showsTime` means that a response that depends on the day also shows the time.
   */
  keep(key: string, answer: Sendable, since: Moment, showsTime?: boolean): void;
  use(): CacheUse;
}

interface AnswerCacheDeps {
  readonly state: CacheState;
  readonly clock: Clock;
  /** Maximum memory in bytes. */
  readonly memory: number;
  /** Maximum age in milliseconds of a response if the store gives no revision. */
  readonly staleness: number;
}

/** Memory of an entry in bytes besides its texts and bytes: the objects that hold them. */
const OVERHEAD = 2048;

const weightOf = ({ headers, representation }: Sendable): number => {
  let weight = OVERHEAD + ("bytes" in representation ? representation.bytes.length : 0);
  // Plugins may have set numbers.
  for (const [name, value] of headers) weight += 2 * (name.length + String(value).length);
  return weight;
};

/** Milliseconds for which the same time is used: reads use whole seconds. */
const SECOND = 1000;

/**
 * Returns the bytes in memory of their own. Small buffers share a pool, which would otherwise stay in memory with
 * them.
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

  /** Returns `undefined` also if the store is unreachable: reading from the store reports the error. */
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
      // A revision never returns, so older entries are useless.
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
 * Returns the cache key of an anonymous read; `undefined` if the response depends on more than the address. `root`
 * is the URL that links begin with, in its locale. `negotiates` includes the `Accept` header, for lists with
 * several formats. `search` is the part of the query that affects the response.
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
