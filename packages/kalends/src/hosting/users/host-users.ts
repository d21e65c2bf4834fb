import { FIRST_USER_NUMBER, type UserIds } from "@kalends/core/storage";
import { LRUCache } from "lru-cache";

/**
 * Id of a user in the host application: an integer from 1, or a text of 1 to 200 characters. A text of digits
 * is equal to the number.
 * Source: rules/rights.md#host-ids.
 */
export type HostId = number | string;

/** Maps the host's user ids to the user numbers in records, and back. */
export interface HostUsers {
  /**
   * Returns the user number for an id. The number never changes. Rejects with an `Error` for an invalid id,
   * and for a number that stands for another user. Rejects with `rest_storage_unavailable` if the storage
   * fails.
   */
  numberOf(id: HostId): Promise<number>;
  /** Returns the host's ids for these user numbers. */
  hostIdsOf(numbers: Iterable<number>): Promise<ReadonlyMap<number, HostId>>;
}

/** Maximum number of cached users. The cache needs no invalidation, because numbers never change. */
const MAX_CACHED = 10_000;
/** Maximum number of user numbers in one read. */
const BATCH = 200;
const MAX_LENGTH = 200;

/**
 * Returns an id in its normal form. Throws an `Error` that names the problem, because an invalid id is a
 * mistake of the host application.
 */
export const toHostId = (id: unknown): HostId => {
  if (typeof id === "string") {
    const number = Number(id);
    if (isUserNumber(number) && String(number) === id) return number;
    if (id === "" || id.length > MAX_LENGTH || /\p{Surrogate}/u.test(id)) {
      throw new Error(`The identity has an id that is not a text of 1 to ${MAX_LENGTH} characters.`);
    }
    return id;
  }
  if (typeof id !== "number") throw new Error("The identity has an id that is neither a number nor a text.");
  if (!isUserNumber(id)) throw new Error(`The identity has the id ${id}, not a whole number from 1.`);
  return id;
};

const isUserNumber = (number: number): boolean => Number.isSafeInteger(number) && number >= 1;

/**
 * Creates the mapping between user ids of the host and user numbers. `outside` runs a write that is not part
 * of an open transaction.
 */
export const createHostUsers = (
  userIds: UserIds,
  outside: <T>(write: () => Promise<T>) => Promise<T>,
): HostUsers => {
  // Concurrent requests of the same user share one read.
  const numbers = new LRUCache<string, number>({
    max: MAX_CACHED,
    async fetchMethod(hostId) {
      const number = await userIds.numberOf(hostId);
      texts.set(number, hostId);
      return number;
    },
  });
  const texts = new LRUCache<number, string>({ max: MAX_CACHED });

  const textsOf = async (asked: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    const found = new Map<number, string>();
    const unknown = asked.filter((number) => {
      const text = texts.get(number);
      if (text !== undefined) found.set(number, text);
      return text === undefined;
    });
    for (let from = 0; from < unknown.length; from += BATCH) {
      for (const [number, text] of await userIds.hostIdsOf(unknown.slice(from, from + BATCH))) {
        texts.set(number, text);
        found.set(number, text);
      }
    }
    return found;
  };

  return {
    async numberOf(given) {
      const id = toHostId(given);
      if (typeof id === "string") return numbers.get(id) ?? outside(() => numbers.forceFetch(id));
      if (id >= FIRST_USER_NUMBER && (await textsOf([id])).has(id)) {
        throw new Error(
          `The identity has the id ${id}, which the calendar uses for a user whose id is a text.`,
        );
      }
      return id;
    },
    async hostIdsOf(asked) {
      const wanted = [...new Set(asked)].filter(isUserNumber);
      const mapped = await textsOf(wanted.filter((number) => number >= FIRST_USER_NUMBER));
      return new Map(wanted.map((number) => [number, mapped.get(number) ?? number]));
    },
  };
};
