import { type CacheUse, type Clock, DAY } from "@kalends/core";
import type { Context } from "koa";
import { LRUCache } from "lru-cache";
import { hasBody } from "../request/body/incoming-bytes.ts";
import { prefersStrict } from "../request/preference.ts";
import type { Sendable } from "./sendable.ts";

/** What says whether a kept answer is still the one that would be made. */
export interface AnswerState {
  /** See `Store.revision`. */
  revision(): string | undefined;
  /** How often what answers are made with has asked for the time so far. */
  timesAsked(): number;
  /** The same of the UTC day. */
  daysAsked(): number;
}

/** The state that an answer is made from. */
export interface Moment {
  readonly revision: string | undefined;
  readonly timesAsked: number;
  readonly daysAsked: number;
  readonly at: number;
}

/** An answer with the time it is for. */
export interface KeptAnswer {
  readonly answer: Sendable;
  readonly revision: string | undefined;
  /** Milliseconds of the clock; the end is exclusive. */
  readonly from: number;
  readonly until: number;
}

/** Finished answers, bounded in bytes. */
export interface AnswerCache {
  /** The latest one under this key, whether or not it may still be sent. */
  find(key: string): KeptAnswer | undefined;
  /** Whether the same answer would be made now, or it is no older than answers may be. */
  isCurrent(kept: KeptAnswer): boolean;
  /** To be called before an answer is made; `undefined`: it cannot be kept. */
  begin(): Moment | undefined;
  /**
   * Keeps what was made since then, if it is a success of bounded length and nothing was committed in between. `showsTime`: where the day
   * was asked for, its time is shown, too.
   */
  keep(key: string, answer: Sendable, since: Moment, showsTime?: boolean): void;
  use(): CacheUse;
}

interface AnswerCacheDeps {
  readonly state: AnswerState;
  readonly clock: Clock;
  /** In bytes. */
  readonly memory: number;
  /** How old an answer may be where the store names no revision, in milliseconds. */
  readonly staleness: number;
}

/** What an entry takes beside its texts and its bytes: the objects that they lie in. */
const OVERHEAD = 2048;

const weightOf = ({ headers, representation }: Sendable): number => {
  let weight = OVERHEAD + ("bytes" in representation ? representation.bytes.length : 0);
  // Plugins may have set numbers.
  for (const [name, value] of headers) weight += 2 * (name.length + String(value).length);
  return weight;
};

/** What reads make of the time is the same within a second. */
const SECOND = 1000;

/** The same bytes in memory of their own: short ones lie in pieces that others share, which would be kept along with them. */
export const toOwnBytes = (bytes: Buffer): Buffer => {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
};

/** Source: rules/interface.md#kept-answers. */
export const createAnswerCache = ({ state, clock, memory, staleness }: AnswerCacheDeps): AnswerCache => {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: memory,
    sizeCalculation: ({ answer }, key) => weightOf(answer) + 2 * key.length,
  });
  let latest: string | undefined;
  let hits = 0;
  let misses = 0;

  /** `undefined` also where the store cannot be reached: whoever reads it says so. */
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
      const [timesAsked, daysAsked] = [state.timesAsked(), state.daysAsked()];
      const moment = { revision: revision(), timesAsked, daysAsked, at: clock.now() };
      if (moment.revision === undefined) return staleness > 0 ? moment : undefined;
      // No revision comes back.
      if (moment.revision !== latest) answers.clear();
      latest = moment.revision;
      return moment;
    },
    keep(key, answer, { revision: before, timesAsked, daysAsked, at }, showsTime = false) {
      const { status, representation } = answer;
      if (status !== 200 || !("bytes" in representation) || before !== revision()) return;
      const endOf = (span: number): number => (Math.floor(at / span) + 1) * span;
      const isOfDay = daysAsked !== state.daysAsked();
      const isOfSecond = timesAsked !== state.timesAsked() || (isOfDay && showsTime);
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
 * What an anonymous read is known by; `undefined` where more than its address decides. `root` is the address that links begin
 * with, in its locale, and the `Accept` header counts where lists have several forms. `search` is the part of the query that counts.
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
