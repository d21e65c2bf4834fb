import type { Access, CollectionName } from "../database/collections.ts";
import { ForeignDuplicate, isConflict, isDuplicate, isOfDatabase, toStoreError } from "../database/errors.ts";
import type { RawDocument, RecordCache } from "../database/record-cache.ts";
import { type First, findEach, toBatches, toFirst, toLookup } from "./coalesced-reads.ts";

/** Result of one of several combined items. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** Does the same with several items, as if one by one, and returns the results in order. */
type BatchedWork<I, T> = (access: Access, items: readonly I[]) => Promise<readonly Outcome<T>[]>;

/** Access of a repository to the database, outside or inside a transaction. */
export interface Session {
  /**
   * Runs a read. Reads run concurrently, but inside a transaction one after another. `hint` names the index
   * to use, which `access.reading` then contains. Transactions ignore it, because a missing index would end
   * them.
   */
  read<T>(work: (access: Access) => Promise<T>, hint?: string): Promise<T>;
  /** Finds documents by their ids. Concurrent lookups are sent together. */
  findByIds(name: CollectionName, ids: readonly number[]): Promise<readonly RawDocument[]>;
  /** Finds the first of some documents, if there is one. Sent together with lookups. */
  findFirst(name: CollectionName, first: First): Promise<readonly RawDocument[]>;
  /**
   * Shares one read among concurrent callers with the same key. Inside a transaction, each caller reads
   * separately.
   */
  coalesce<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Commits everything that `work` writes, or nothing. */
  write<T>(work: (access: Access) => Promise<T>): Promise<T>;
  /**
   * Like `write`, for items that can be combined. Inside a transaction, consecutive items with one key are
   * combined into few commands while other steps run.
   */
  batched<I, T>(key: string, item: I, work: BatchedWork<I, T>): Promise<T>;
  /** True inside a transaction, where values that were read must not change until the commit. */
  readonly inTransaction: boolean;
  /** Runs work outside transactions, such as handing out ids, which is not rolled back. */
  outside<T>(work: (access: Access) => Promise<T>): Promise<T>;
  /** Returns the next number of a counter. */
  takeNumber(name: string): Promise<number>;
  /**
   * Returns a number of the outbox counter that may have been reserved in advance. It is lower than all
   * numbers that are reserved later.
   */
  takeReservedNumber(): Promise<number>;
  readonly records: RecordCache;
  /** Returns the name of a collection in the database. */
  nameOf(name: CollectionName): string;
}

interface WriteBatch {
  readonly key: string;
  readonly items: unknown[];
  readonly outcomes: Promise<readonly Outcome<unknown>[]>;
}

/** Maximum number of combined items, because commands are limited. */
const MAX_BATCH_SIZE = 500;

interface TransactionSession {
  readonly session: Session;
  /**
   * Returns the result of the work when all its steps are done. Rejects if one of them failed in the
   * database.
   */
  finish<T>(work: Promise<T>): Promise<T>;
  /** True if anything may have been written. */
  hasWritten(): boolean;
  end(): void;
}

export const createTransactionSession = (
  access: Access,
  shared: Pick<Session, "outside" | "takeNumber" | "takeReservedNumber" | "records">,
): TransactionSession => {
  let isOpen = true;
  let hasWritten = false;
  let failure: unknown;
  let last: Promise<unknown> = Promise.resolve();
  /** The last step, if it has not begun and accepts more items. */
  let next: WriteBatch | undefined;
  /** Runs the steps of a transaction one after another. */
  const inTurn = <T>(work: (access: Access) => Promise<T>): Promise<T> => {
    next = undefined;
    if (!isOpen)
      return Promise.reject(new Error("This unit of work has ended; its repositories ended with it."));
    const step = last.then(async () => {
      if (failure !== undefined) throw toStoreError(failure);
      try {
        return await work(access);
      } catch (error) {
        // The transaction has ended, even if the work catches the error.
        if (isOfDatabase(error)) failure = error;
        throw toStoreError(error);
      }
    });
    last = step.catch(() => undefined);
    return step;
  };
  const batched = async <I, T>(key: string, item: I, work: BatchedWork<I, T>): Promise<T> => {
    if (next?.key !== key || next.items.length >= MAX_BATCH_SIZE) {
      const items: unknown[] = [];
      const outcomes = inTurn((own) => {
        if (next?.items === items) next = undefined;
        // Casts: all items of a key have its type.
        return work(own, items as I[]);
      });
      next = { key, items, outcomes };
    }
    const { items, outcomes } = next;
    const position = items.push(item) - 1;
    const outcome = (await outcomes)[position];
    if (outcome !== undefined && "error" in outcome) throw outcome.error;
    // Cast: the results of a key's items have its type, too.
    return outcome?.value as T;
  };
  const lookUp = (wanted: Parameters<typeof findEach>[0][number]): Promise<readonly RawDocument[]> =>
    batched("look-up", wanted, async (own, all) => {
      const outcomes: Outcome<readonly RawDocument[]>[] = [];
      for (const batch of toBatches(all))
        for (const value of await findEach(batch, own.reading)) outcomes.push({ value });
      return outcomes;
    });
  return {
    session: {
      inTransaction: true,
      read: (work) => inTurn(work),
      findByIds: (name, ids) => lookUp(toLookup(access, name, ids)),
      findFirst: (name, first) => lookUp(toFirst(access, name, first)),
      coalesce: (_key, read) => read(),
      write(work) {
        hasWritten = true;
        return inTurn(work);
      },
      batched(key, item, work) {
        hasWritten = true;
        return batched(key, item, work);
      },
      ...shared,
      nameOf: (name) => access[name].collectionName,
    },
    async finish(work) {
      try {
        const result = await work;
        await last;
        if (failure !== undefined) throw failure;
        return result;
      } catch (error) {
        await last;
        if (isConflict(failure)) throw failure;
        throw isDuplicate(error) ? new ForeignDuplicate(error) : error;
      }
    },
    hasWritten: () => hasWritten,
    end() {
      isOpen = false;
    },
  };
};
