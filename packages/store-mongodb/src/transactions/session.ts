import type { Access, CollectionName } from "../database/collections.ts";
import { ForeignDuplicate, isConflict, isDuplicate, isOfDatabase, toStoreError } from "../database/errors.ts";
import type { RawDocument, RecordCache } from "../database/record-cache.ts";
import { type First, findEach, toBatches, toFirst, toWanted } from "./coalesced-reads.ts";

/** What one of several is answered that were done together. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** Does the same with several, as if one by one: answers them in their order. */
type WorkTogether<I, T> = (access: Access, items: readonly I[]) => Promise<readonly Outcome<T>[]>;

/** How a repository reaches the database: on its own, or inside a transaction. */
export interface Session {
  /**
   * Several reads may run at once; inside a transaction they follow one another. `hint` names the index to go along, which
   * `access.reading` then has; transactions do without, since a missing index would end them.
   */
  read<T>(work: (access: Access) => Promise<T>, hint?: string): Promise<T>;
  /** Finds documents by their ids; look-ups that are asked for at once are sent together. */
  findByIds(name: CollectionName, ids: readonly number[]): Promise<readonly RawDocument[]>;
  /** Finds the first of some documents, if there is one; sent together with look-ups. */
  findFirst(name: CollectionName, first: First): Promise<readonly RawDocument[]>;
  /** Callers that ask the same while it is being read are answered together; inside a transaction each reads again. */
  coalesce<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Everything that `work` writes, or nothing. */
  write<T>(work: (access: Access) => Promise<T>): Promise<T>;
  /**
   * `write` for what can be done together: inside a transaction, what is asked for under one key while other steps are under way,
   * and nothing else between, is done with few commands.
   */
  together<I, T>(key: string, item: I, work: WorkTogether<I, T>): Promise<T>;
  /** Inside, what was read must still be so when the transaction is committed; outside nothing depends on it. */
  readonly inTransaction: boolean;
  /** Ids are handed out outside of transactions, whatever becomes of these. */
  outside<T>(work: (access: Access) => Promise<T>): Promise<T>;
  /** The next number of a counter. */
  takeNumber(name: string): Promise<number>;
  /** A number of the counter of the outbox that may have been taken ahead: lower than all that are taken from now on. */
  takeEarlierNumber(): Promise<number>;
  readonly records: RecordCache;
  /** What a collection is called in the database. */
  nameOf(name: CollectionName): string;
}

interface Together {
  readonly key: string;
  readonly items: unknown[];
  readonly answers: Promise<readonly Outcome<unknown>[]>;
}

/** A command has its bounds. */
const MOST_TOGETHER = 500;

interface TransactionSession {
  readonly session: Session;
  /** What the work answers once all its steps are done; rejects when one of them failed in the database. */
  settled<T>(work: Promise<T>): Promise<T>;
  /** True if anything may have been written. */
  hasWritten(): boolean;
  end(): void;
}

export const createTransactionSession = (
  access: Access,
  shared: Pick<Session, "outside" | "takeNumber" | "takeEarlierNumber" | "records">,
): TransactionSession => {
  let isOpen = true;
  let hasWritten = false;
  let failure: unknown;
  let last: Promise<unknown> = Promise.resolve();
  /** The last step, where it has not begun and more can be done with it. */
  let next: Together | undefined;
  /** A transaction does one thing at a time. */
  const inTurn = <T>(work: (access: Access) => Promise<T>): Promise<T> => {
    next = undefined;
    if (!isOpen)
      return Promise.reject(new Error("This unit of work has ended; its repositories ended with it."));
    const step = last.then(async () => {
      if (failure !== undefined) throw toStoreError(failure);
      try {
        return await work(access);
      } catch (error) {
        // The transaction is over, even if the work catches it and goes on.
        if (isOfDatabase(error)) failure = error;
        throw toStoreError(error);
      }
    });
    last = step.catch(() => undefined);
    return step;
  };
  const together = async <I, T>(key: string, item: I, work: WorkTogether<I, T>): Promise<T> => {
    if (next?.key !== key || next.items.length >= MOST_TOGETHER) {
      const items: unknown[] = [];
      const answers = inTurn((own) => {
        if (next?.items === items) next = undefined;
        // All items of a key are of its type.
        return work(own, items as I[]);
      });
      next = { key, items, answers };
    }
    const { items, answers } = next;
    const position = items.push(item) - 1;
    const outcome = (await answers)[position];
    if (outcome !== undefined && "error" in outcome) throw outcome.error;
    // What is answered for the items of a key is of its type, too.
    return outcome?.value as T;
  };
  const lookUp = (wanted: Parameters<typeof findEach>[0][number]): Promise<readonly RawDocument[]> =>
    together("look-up", wanted, async (own, all) => {
      const outcomes: Outcome<readonly RawDocument[]>[] = [];
      for (const batch of toBatches(all))
        for (const value of await findEach(batch, own.reading)) outcomes.push({ value });
      return outcomes;
    });
  return {
    session: {
      inTransaction: true,
      read: (work) => inTurn(work),
      findByIds: (name, ids) => lookUp(toWanted(access, name, ids)),
      findFirst: (name, first) => lookUp(toFirst(access, name, first)),
      coalesce: (_key, read) => read(),
      write(work) {
        hasWritten = true;
        return inTurn(work);
      },
      together(key, item, work) {
        hasWritten = true;
        return together(key, item, work);
      },
      ...shared,
      nameOf: (name) => access[name].collectionName,
    },
    async settled(work) {
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
