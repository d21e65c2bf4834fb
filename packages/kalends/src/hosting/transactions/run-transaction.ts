import type { Repositories } from "@kalends/core";
import {
  createOperations,
  createReadAudit,
  type DomainEvent,
  type OperationDeps,
  type Operations,
  type WriteHooks,
} from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { toSentence } from "@kalends/http";
import { createTransactionApi } from "../../api/create-api.ts";
import type { Cradle } from "../../cradle.ts";
import type { CalendarTransaction, RunTransaction } from "./transaction.ts";
import { RetryTransaction } from "./transaction-context.ts";
import { followCalls } from "./unawaited-calls.ts";

/**
 * Maximum number of repetitions of one transaction. A transaction runs again if it needs the number of a user
 * whom the calendar has not seen before. This number must be stored first, outside of the transaction.
 */
const MAX_RUNS = 1000;

const IN_TRANSACTION = { refusal: "image-in-transaction" } as const;

/** Operations and repositories that read and write inside one transaction. */
export interface BoundOperations {
  readonly operations: Operations;
  readonly repositories: Repositories;
  readonly native: unknown;
}

export const createRunTransaction = (cradle: Cradle): RunTransaction => {
  const runBound = createRunBound(cradle);
  return <T, Native>(work: (inside: CalendarTransaction<Native>) => Promise<T>) =>
    runBound(async ({ operations, native }) => {
      const { callers } = cradle;
      const { follow, end } = followCalls();
      const as: CalendarTransaction["as"] = (caller) => {
        callers.check(caller);
        const actor = () => callers.toActor(caller);
        return createTransactionApi({ operations, callers }, { actor, toSentence, follow });
      };
      // The cast relies on the host, which declares the type that its storage provides.
      const [outcome] = await Promise.allSettled([work({ as, native: native as Native })]);
      const [ended] = await Promise.allSettled([end()]);
      if (outcome.status === "rejected") throw outcome.reason;
      if (ended.status === "rejected") throw ended.reason;
      return outcome.value;
    });
};

interface BoundOptions {
  /** Wraps the repositories of each run. */
  readonly limited?: (repositories: Repositories) => Repositories;
  /** True if the caller runs the `check` of hooks before the transaction. */
  readonly isChecked?: boolean;
}

/**
 * Creates the function that runs work with operations inside one transaction. Domain events are emitted after
 * the commit.
 */
export const createRunBound =
  (
    cradle: Cradle,
    { limited = (repositories) => repositories, isChecked = false }: BoundOptions = {},
  ): (<T>(work: (bound: BoundOperations) => Promise<T>) => Promise<T>) =>
  async (work) => {
    const { store, blobStore, domainEvents, logger, transactionContext } = cradle;
    let emittedEvents: readonly DomainEvent[] = [];
    let unused: readonly string[] = [];
    const once = async (
      unlimited: Repositories,
      native: unknown,
    ): Promise<Awaited<ReturnType<typeof work>>> => {
      // Create both lists for each run, because only the writes of the last run take effect.
      const events: DomainEvent[] = [];
      const files: string[] = [];
      const repositories = limited(unlimited);
      const bound = bindStore(store, repositories);
      const operations = createOperations(
        {
          ...sharedDeps(cradle),
          store: bound.store,
          // Remove image files after the commit, because a rollback needs them again.
          blobStore: { ...blobStore, remove: async (name) => files.push(name) > 0 },
          readAudit:
            cradle.readAudit && createReadAudit({ store: bound.store, namesOf: cradle.namesOfUsers }),
          writeHooks: checkingInside(cradle.writeHooks, isChecked),
          domainEvents: {
            hasListeners: () => domainEvents.hasListeners(),
            emit: (emitted) => void events.push(...emitted),
          },
        },
        { isInTransaction: true },
      );
      const result = await transactionContext.run(() => work({ operations, repositories, native }));
      await bound.end();
      emittedEvents = events;
      unused = files;
      return result;
    };
    const transact = async (left: number): Promise<Awaited<ReturnType<typeof work>>> => {
      try {
        return await (store.nativeTransaction?.(once) ??
          store.transaction((repositories) => once(repositories, undefined)));
      } catch (error) {
        if (!(error instanceof RetryTransaction)) throw error;
        if (left === 0)
          throw new Error(
            "calendar.transaction named new users in each of 1,000 runs. Use the same users in each run.",
          );
        await error.first();
        return transact(left - 1);
      }
    };
    const result = await transact(MAX_RUNS);
    for (const name of unused) {
      try {
        await blobStore.remove(name);
      } catch (error) {
        logger.warn("a file of an image could not be removed", { name, error });
      }
    }
    try {
      domainEvents.emit(emittedEvents);
    } catch (error) {
      logger.error("Domain events could not be emitted", { error });
    }
    return result;
  };

/**
 * Returns the dependencies that operations inside a transaction share with all other operations. New images
 * and dry runs are refused, because image files must be stored before a transaction begins.
 */
const sharedDeps = (cradle: Cradle): Omit<OperationDeps, "store" | "blobStore"> => ({
  postStatuses: cradle.postStatuses,
  policies: cradle.policies,
  authors: cradle.authors,
  htmlCleaner: cradle.htmlCleaner,
  site: cradle.site,
  eventFilters: cradle.eventFilters,
  venueFilters: cradle.venueFilters,
  organizerFilters: cradle.organizerFilters,
  extensions: cradle.extensions,
  memberNames: cradle.memberNames,
  newToken: cradle.newToken,
  outboxSwitch: cradle.outboxSwitch,
  history: cradle.history,
  participants: cradle.participants,
  clock: cradle.clock,
  logger: cradle.logger,
  slices: cradle.slices,
  capacities: cradle.capacities,
  namesOfUsers: cradle.namesOfUsers,
  imageFetcher: { check: async () => IN_TRANSACTION, fetch: async () => IN_TRANSACTION },
  imageRenderer: { render: async () => IN_TRANSACTION },
});

/**
 * Returns write hooks that check a record immediately before it is stored, unless `isChecked` is true. Other
 * writes run these checks before their transaction begins, but here the transaction is already open.
 */
const checkingInside = (hooks: WriteHooks | undefined, isChecked: boolean): WriteHooks | undefined =>
  hooks && {
    hasChecks: false,
    async amend(record, context, repositories, note) {
      const amended = await hooks.amend(record, context, repositories, note);
      if (!isChecked && context.actor !== undefined) await hooks.check(amended, context);
      return amended;
    },
    check: async () => undefined,
  };

interface BoundStore {
  readonly store: Store;
  /**
   * Waits for running nested transactions and refuses later ones. If a nested transaction failed, rejects
   * with its error, because a part of its writes may be stored.
   */
  end(): Promise<void>;
}

/**
 * Returns the store as operations inside the transaction see it. Its nested transactions are parts of the
 * outer transaction and run one after the other.
 */
const bindStore = (store: Store, repositories: Repositories): BoundStore => {
  const { events, venues, organizers, terms, images, documents, versions, merges, ids, outbox } =
    repositories;
  let failure: { readonly error: unknown } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;
  return {
    store: {
      ...{ events, venues, organizers, terms, images, documents, versions, merges, ids },
      kindOf: (id) => repositories.kindOf(id),
      leases: store.leases,
      userIds: store.userIds,
      outbox: { ...store.outbox, append: (changes) => outbox.append(changes) },
      async transaction(work) {
        if (isOver)
          throw new Error("This transaction has ended: use its `as` and `native` only inside the work.");
        const unit = last.then(() => work(repositories));
        last = unit.catch((error: unknown) => {
          failure ??= { error };
        });
        return unit;
      },
      revision: () => undefined,
      ping: () => store.ping(),
      close: () => Promise.resolve(),
    },
    async end() {
      for (let waited: unknown; waited !== last; ) {
        waited = last;
        await last;
      }
      isOver = true;
      if (failure !== undefined) throw failure.error;
    },
  };
};
