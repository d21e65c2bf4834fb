import { DAY, storageUnavailable } from "@kalends/core";
import type { FacetCounts } from "@kalends/core/storage";
import { LRUCache } from "lru-cache";
import { LateError } from "../database/errors.ts";
import type { FacetRequest } from "../queries/events/facets.ts";
import type { ListRequest } from "../queries/lists.ts";
import type { FoundRecords } from "./messages.ts";

/** Reads lists in the main thread, and slow lists and counts in reader threads. */
export interface LongLists {
  /**
   * Counts a list by facets in a reader thread. Without reader threads, calls `countHere`, which must return
   * undefined when the time is over.
   */
  count(
    request: FacetRequest,
    countHere: (isOver: () => boolean) => Promise<FacetCounts | undefined>,
  ): Promise<FacetCounts>;
  /**
   * Reads the list with `readHere` in this thread. If `readHere` returns undefined, reads the list in a
   * reader thread and converts the result with `there`.
   *
   * - `isOver` returns true when the time is over; `readHere` must then return undefined.
   * - `mayBeUncancellable`: if false, `readHere` must return undefined at once for a query that cannot be
   *   cancelled while it runs.
   * - If a similar list was too slow a short time ago, or if the budget is 0, `readHere` is not called.
   */
  read<T>(
    request: ListRequest,
    readHere: (isOver: () => boolean, mayBeUncancellable: boolean) => Promise<T | undefined>,
    there: (found: FoundRecords) => Promise<T>,
  ): Promise<T>;
}

export interface LongListsDeps {
  /** Reads the list in another thread. */
  read(request: ListRequest): Promise<FoundRecords>;
  /** Counts a list by facets in another thread. */
  count(request: FacetRequest): Promise<FacetCounts>;
  /**
   * Maximum number of milliseconds for which a list may block this thread. With 0, every list is read in
   * another thread.
   */
  readonly budget: number;
  /** Returns milliseconds since any fixed time. */
  readonly now: () => number;
}

/** Number of milliseconds for which lists similar to a slow one are read in reader threads only. */
const REMEMBERED_MS = 10_000;
/** Maximum number of kinds of slow lists that are stored. */
const MAX_KINDS = 500;

export const createLongLists = ({ read, count, budget, now }: LongListsDeps): LongLists => {
  /** Time at which a list of this kind was last too slow. */
  const long = new LRUCache<string, number>({ max: MAX_KINDS });
  const wasLong = (request: ListRequest, at: number): boolean =>
    // Usually no list was too slow, so the kind of the list need not be computed.
    long.size > 0 && at - (long.get(kindOf(request)) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS;
  return {
    count,
    async read(request, readHere, there) {
      const begun = now();
      if (budget > 0 && !wasLong(request, begun)) {
        const result = await readHere(() => now() - begun >= budget, false);
        if (result !== undefined) return result;
        long.set(kindOf(request), now());
      }
      const startedAt = now();
      const found = await read(request);
      // The reader thread was fast. The list was only delayed before, for example by a busy machine, or the
      // file is now in memory.
      if (now() - startedAt < budget) long.delete(kindOf(request));
      return there(found);
    },
  };
};

/**
 * Creates a reader of lists that uses no reader threads. Only the deadline, in milliseconds, limits the time
 * of a list.
 */
export const createLimitedLists = (deadline: number, now: () => number): LongLists => {
  const limited = async <T>(work: (isOver: () => boolean) => Promise<T | undefined>): Promise<T> => {
    const begun = now();
    const result = await work(() => now() - begun >= deadline);
    if (result === undefined) throw storageUnavailable(new LateError());
    return result;
  };
  return {
    count: (_request, countHere) => limited(countHere),
    read: (_request, readHere) => limited((isOver) => readHere(isOver, true)),
  };
};

/**
 * Returns the kind of a list. Two lists have the same kind if they have the same conditions of similar size.
 * For example, a month may be fast while ten years are slow.
 */
const kindOf = ({ kind, query }: ListRequest): string => JSON.stringify([kind, sizesOf(query)]);

const sizesOf = (value: object): unknown =>
  Object.entries(value).map(([name, member]) => [name, sizeOf(member)]);

/** Minimum length of a word that the text index contains. */
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
 * Returns the order of magnitude of an amount. The result is NaN for a range without an end; as JSON, such
 * results are equal.
 */
const magnitude = (amount: number): number => Math.ceil(Math.log2(Math.max(0, amount) + 1));
