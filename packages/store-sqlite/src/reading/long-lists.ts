import { DAY, storageUnavailable } from "@kalends/core";
import { LRUCache } from "lru-cache";
import { LateError } from "../database/errors.ts";
import type { Question } from "../queries/lists.ts";
import type { Found } from "./messages.ts";

/** Moves slow lists from the main thread to reader threads. */
export interface LongLists {
  /**
   * Returns the result of `here`, or, if that is undefined, of a reader thread. `here` returns undefined
   * after `isOver` returned true. It also does so immediately for an uncancellable list, unless
   * `mayBeUncancellable`. Lists similar to one that was recently too slow go to a reader thread directly.
   */
  read<T>(
    question: Question,
    here: (isOver: () => boolean, canBeDeaf: boolean) => Promise<T | undefined>,
    there: (found: Found) => Promise<T>,
  ): Promise<T>;
}

export interface LongListsDeps {
  /** Reads in another thread. */
  read(question: Question): Promise<Found>;
  /** Milliseconds that a list may block this thread; 0 reads every list in another thread. */
  readonly budget: number;
  /** Returns milliseconds since any fixed time. */
  readonly now: () => number;
}

/** Milliseconds for which lists similar to a slow one go directly to the threads. */
const MEMORY = 10_000;
/** Maximum number of remembered kinds of slow lists. */
const KINDS = 500;

export const createLongLists = ({ read, budget, now }: LongListsDeps): LongLists => {
  /** Time at which a list of the kind was last too slow. */
  const long = new LRUCache<string, number>({ max: KINDS });
  const wasLong = (question: Question, at: number): boolean =>
    // Usually no list was slow, and the kind need not be computed.
    long.size > 0 && at - (long.get(kindOf(question)) ?? Number.NEGATIVE_INFINITY) < MEMORY;
  return {
    async read(question, here, there) {
      const begun = now();
      if (budget > 0 && !wasLong(question, begun)) {
        const answer = await here(() => now() - begun >= budget, false);
        if (answer !== undefined) return answer;
        long.set(kindOf(question), now());
      }
      const asked = now();
      const found = await read(question);
      // The list was only delayed, for example by a busy machine, or the file is in memory now.
      if (now() - asked < budget) long.delete(kindOf(question));
      return there(found);
    },
  };
};

/** Creates lists for the case without reader threads. Only the deadline, in milliseconds, applies. */
export const createLimitedLists = (deadline: number, now: () => number): LongLists => ({
  async read(_question, here) {
    const begun = now();
    const answer = await here(() => now() - begun >= deadline, true);
    if (answer === undefined) throw storageUnavailable(new LateError());
    return answer;
  },
});

/**
 * Returns the kind of a list. Lists are similar if they have the same conditions of about the same size: a
 * month is fast where ten years are slow.
 */
const kindOf = ({ kind, query }: Question): string => JSON.stringify([kind, sizesOf(query)]);

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
