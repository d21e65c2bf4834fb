import { DAY, storageUnavailable } from "@kalends/core";
import { LRUCache } from "lru-cache";
import { LateError } from "../database/errors.ts";
import type { ListRequest } from "../queries/lists.ts";
import type { FoundRecords } from "./messages.ts";

/** Moves slow lists from the main thread to reader threads. */
export interface LongLists {
  /**
   * Returns the result of `here`, or, if that is undefined, of a reader thread. `here` returns undefined
   * after `isOver` returned true. It also does so immediately for an uncancellable list, unless
   * `mayBeUncancellable`. Lists similar to one that was recently too slow go to a reader thread directly.
   */
  read<T>(
    request: ListRequest,
    readHere: (isOver: () => boolean, mayBeUncancellable: boolean) => Promise<T | undefined>,
    there: (found: FoundRecords) => Promise<T>,
  ): Promise<T>;
}

export interface LongListsDeps {
  /** Reads in another thread. */
  read(request: ListRequest): Promise<FoundRecords>;
  /** Milliseconds that a list may block this thread; 0 reads every list in another thread. */
  readonly budget: number;
  /** Returns milliseconds since any fixed time. */
  readonly now: () => number;
}

/** Milliseconds for which lists similar to a slow one go directly to the threads. */
const REMEMBERED_MS = 10_000;
/** Maximum number of remembered kinds of slow lists. */
const MAX_KINDS = 500;

export const createLongLists = ({ read, budget, now }: LongListsDeps): LongLists => {
  /** Time at which a list of the kind was last too slow. */
  const long = new LRUCache<string, number>({ max: MAX_KINDS });
  const wasLong = (request: ListRequest, at: number): boolean =>
    // Usually no list was slow, and the kind need not be computed.
    long.size > 0 && at - (long.get(kindOf(request)) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS;
  return {
    async read(request, readHere, there) {
      const begun = now();
      if (budget > 0 && !wasLong(request, begun)) {
        const result = await readHere(() => now() - begun >= budget, false);
        if (result !== undefined) return result;
        long.set(kindOf(request), now());
      }
      const startedAt = now();
      const found = await read(request);
      // The list was only delayed, for example by a busy machine, or the file is in memory now.
      if (now() - startedAt < budget) long.delete(kindOf(request));
      return there(found);
    },
  };
};

/** Creates lists for the case without reader threads. Only the deadline, in milliseconds, applies. */
export const createLimitedLists = (deadline: number, now: () => number): LongLists => ({
  async read(_question, readHere) {
    const begun = now();
    const result = await readHere(() => now() - begun >= deadline, true);
    if (result === undefined) throw storageUnavailable(new LateError());
    return result;
  },
});

/**
 * Returns the kind of a list. Lists are similar if they have the same conditions of about the same size: a
 * month is fast where ten years are slow.
 */
const kindOf = ({ kind, query }: ListRequest): string => JSON.stringify([kind, sizesOf(query)]);

const sizesOf = (value: object): unknown =>
  Object.entries(value).map(([name, member]) => [name, sizeOf(member)]);

/** Shortest length of an indexed word. */
const INDEXED = 3;

const sizeOf = (value: unknown): unknown => {
  if (typeof value === "string") return Math.min(value.length, INDEXED);
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return [magnitude(value.length), value.filter(isText).map(sizeOf)];
  const { from, after, until, before, ...others } = Object.fromEntries(Object.entries(value));
  return [magnitude((Date.parse(until ?? before) - Date.parse(from ?? after)) / DAY), sizesOf(others)];
};

const isText = (value: unknown): boolean => typeof value === "string";

/**
 * Returns the order of magnitude of an amount. NaN, such as for a window without an end, equals itself as
 * JSON.
 */
const magnitude = (amount: number): number => Math.ceil(Math.log2(Math.max(0, amount) + 1));
