import { DAY, storageUnavailable } from "@kalends/core";
import { LRUCache } from "lru-cache";
import { LateError } from "../database/errors.ts";
import type { Question } from "../queries/lists.ts";
import type { Found } from "./messages.ts";

/** Keeps lists that take long off the main thread. */
export interface LongLists {
  /**
   * What `here` reads: undefined once `isOver` has told it to give up and, unless it `canBeDeaf`, at once for a list that cannot be
   * told. Then, and for lists like those that took too long a short while ago, what is found by a reader thread.
   */
  read<T>(
    question: Question,
    here: (isOver: () => boolean, canBeDeaf: boolean) => Promise<T | undefined>,
    there: (found: Found) => Promise<T>,
  ): Promise<T>;
}

export interface LongListsDeps {
  /** In another thread. */
  read(question: Question): Promise<Found>;
  /** How long a list may block this thread, in milliseconds; 0: none is tried here. */
  readonly budget: number;
  /** Milliseconds from any point in time on. */
  readonly now: () => number;
}

/** For how long lists like one that took too long go to the threads at once, in milliseconds. */
const MEMORY = 10_000;
/** So many kinds of such lists are known at most. */
const KINDS = 500;

export const createLongLists = ({ read, budget, now }: LongListsDeps): LongLists => {
  /** When one of the kind took too long. */
  const long = new LRUCache<string, number>({ max: KINDS });
  const wasLong = (question: Question, at: number): boolean =>
    // Mostly none was, and then no kind has to be worked out.
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
      // It was only held up, as on a busy machine; or the file has come into memory.
      if (now() - asked < budget) long.delete(kindOf(question));
      return there(found);
    },
  };
};

/** Where there is no other thread that could read: all but the deadline, in milliseconds, is the same. */
export const createLimitedLists = (deadline: number, now: () => number): LongLists => ({
  async read(_question, here) {
    const begun = now();
    const answer = await here(() => now() - begun >= deadline, true);
    if (answer === undefined) throw storageUnavailable(new LateError());
    return answer;
  },
});

/** Alike are lists with the same conditions, of about the same size: a month is quick where ten years are not. */
const kindOf = ({ kind, query }: Question): string => JSON.stringify([kind, sizesOf(query)]);

const sizesOf = (value: object): unknown =>
  Object.entries(value).map(([name, member]) => [name, sizeOf(member)]);

/** Shorter words are no matter of an index. */
const INDEXED = 3;

const sizeOf = (value: unknown): unknown => {
  if (typeof value === "string") return Math.min(value.length, INDEXED);
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return [magnitude(value.length), value.filter(isText).map(sizeOf)];
  const { from, after, until, before, ...others } = Object.fromEntries(Object.entries(value));
  return [magnitude((Date.parse(until ?? before) - Date.parse(from ?? after)) / DAY), sizesOf(others)];
};

const isText = (value: unknown): boolean => typeof value === "string";

/** Not a number, as of a window without an end, is the same as itself. */
const magnitude = (amount: number): number => Math.ceil(Math.log2(Math.max(0, amount) + 1));
