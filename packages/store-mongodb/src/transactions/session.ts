import type { Access, CollectionName } from "../database/collections.ts";
import { ForeignDuplicate, isConflict, isDuplicate, isOfDatabase, toStoreError } from "../database/errors.ts";
import type { RawDocument, RecordCache } from "../database/record-cache.ts";
import { type First, findEach, toBatches, toFirst, toLookup } from "./coalesced-reads.ts";

/** Result of one item that was processed together with others. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Processes several items together, with the same effect as one after another. Returns the results in the
 * order of the items.
 */
type BatchedWork<I, T> = (access: Access, items: readonly I[]) => Promise<readonly Outcome<T>[]>;

/** Access of a repository to the database, outside or inside a transaction. */
export interface Session {
  /**
   * Runs a read. Several reads run at the same time, but inside a transaction one after another.
   * `hint` is the name of the index to use; `access.reading` then contains it. Transactions ignore it,
   * because an error about a missing index would end them.
   */
  read<T>(work: (access: Access) => Promise<T>, hint?: string): Promise<T>;
  /** Finds documents by their ids. Look-ups that are requested at the same time are sent together. */
  findByIds(name: CollectionName, ids: readonly number[]): Promise<readonly RawDocument[]>;
  /** Finds the first document that matches, if any. One command sends the query with other look-ups. */
  findFirst(name: CollectionName, first: First): Promise<readonly RawDocument[]>;
  /**
   * Combines reads of callers that request the same key at the same time. Inside a transaction, each caller
   * reads separately.
   */
  coalesce<T>(key: string, read: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction, which commits everything that it writes, or nothing. Inside a transaction,
   * `work` is a step of this transaction.
   */
  write<T>(work: (access: Access) => Promise<T>): Promise<T>;
  /**
   * Same as `write`, for items that can be processed together. Inside a transaction, consecutive items with
   * the same key wait for running steps and are then sent in few commands.
   */
  batched<I, T>(key: string, item: I, work: BatchedWork<I, T>): Promise<T>;
  /** True inside a transaction. Values that were read must then not change until the commit. */
  readonly inTransaction: boolean;
  /** Runs work outside of transactions, such as assigning ids. It is not rolled back. */
  outside<T>(work: (access: Access) => Promise<T>): Promise<T>;
  /** Returns the next number of a counter. */
  takeNumber(name: string): Promise<number>;
  /**
   * Returns a number of the outbox counter that may have been reserved before. It is lower than all numbers
   * that are reserved later.
   */
  takeReservedNumber(): Promise<number>;
  readonly records: RecordCache;
  /** Returns the full name of a collection in the database. */
  nameOf(name: CollectionName): string;
}

interface WriteBatch {
  readonly key: string;
  readonly items: unknown[];
  readonly outcomes: Promise<readonly Outcome<unknown>[]>;
}

/** Maximum number of items that are processed together, because the length of commands is limited. */
const MAX_BATCH_SIZE = 500;

interface TransactionSession {
  readonly session: Session;
  /**
   * Returns the result of the transaction's work after all its steps are finished. Rejects if one of them
   * failed in the database.
   */
  finish<T>(work: Promise<T>): Promise<T>;
  /** True if the transaction may have written something. */
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
  /** Last step, if it has not begun yet and can accept more items. */
  let next: WriteBatch | undefined;
  /** Runs a step of the transaction after all earlier ones. */
  const inTurn = <T>(work: (access: Access) => Promise<T>): Promise<T> => {
    next = undefined;
    if (!isOpen)
      return Promise.reject(new Error("This unit of work has ended; its repositories ended with it."));
    const step = last.then(async () => {
      if (failure !== undefined) throw toStoreError(failure);
      try {
        return await work(access);
      } catch (error) {
        // After an error of the database, the transaction has ended, even if `work` catches the error.
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
        // The type is safe, because all items with the same key have the same type.
        return work(own, items as I[]);
      });
      next = { key, items, outcomes };
    }
    const { items, outcomes } = next;
    const position = items.push(item) - 1;
    const outcome = (await outcomes)[position];
    if (outcome !== undefined && "error" in outcome) throw outcome.error;
    // The type is safe, because all results with the same key have the same type.
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
