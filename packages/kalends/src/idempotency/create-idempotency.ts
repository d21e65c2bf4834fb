import { AsyncLocalStorage } from "node:async_hooks";
import { hash, randomUUID } from "node:crypto";
import type { Clock, Logger, Repositories } from "@kalends/core";
import type { RunLeased, TransactionParticipant } from "@kalends/core/interface";
import type { DocumentRepository, Store } from "@kalends/core/storage";
import type { KeyedRequest, Once, OnceOutcome, StoredResponse, WrittenId } from "@kalends/http";
import type { Timers } from "../jobs/timers.ts";
import { findRequest, limitRequests, type StoredRequest, saveRequest } from "./stored-requests.ts";

export interface Idempotency {
  readonly once: Once;
  /**
   * Takes part in each transaction that writes records, and stores to which request the transaction belongs.
   */
  readonly participant: TransactionParticipant;
  /**
   * Returns a wrapped store of plugin records, for routes of plugins. A transaction that writes a plugin
   * record through this store also stores to which request the transaction belongs.
   */
  recordingWrites(store: Pick<Store, "documents" | "transaction">): Pick<Store, "documents" | "transaction">;
  /**
   * Stores the response to the current request within the transaction of these repositories. Does nothing if
   * the request has no `Idempotency-Key`.
   */
  storeWithin(answer: StoredResponse, repositories: Pick<Repositories, "documents">): Promise<void>;
  /** Runs work that does not belong to the current request. */
  outsideRequest<T>(work: () => Promise<T>): Promise<T>;
}

export interface IdempotencyDeps {
  readonly store: Pick<Store, "documents" | "transaction">;
  readonly runLeased: RunLeased;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /**
   * Maximum number of requests of one account that wait in this process until another request with the same
   * key ends.
   */
  readonly maxWaiting: number;
}

/**
 * Maximum milliseconds that a request waits until another request with the same key ends.
 * Source: rules/interface.md#idempotency-wait.
 */
const MAX_WAIT_MS = 10_000;
/**
 * Milliseconds between two checks whether the other request has ended. Each pause is twice as long as the
 * previous one, up to the longest.
 */
const PAUSES = { shortest: 20, longest: 500 };
/**
 * Approximate limits for each account: the number of stored requests, and the number of parts into which long
 * responses are split. The server counts after about every 64th request and after each response with several
 * parts.
 */
const LIMITS = { requests: 10_000, parts: 1_000 };
const COUNT_EVERY = 64;
/** Maximum number of record ids that are stored for one request. */
const MAX_WRITTEN = 500;

/** State of a request while it runs. */
interface Run extends Pick<KeyedRequest<unknown>, "digest" | "isOneUnit" | "rights"> {
  readonly id: string;
  readonly key: string;
  readonly account: number;
  isOpen: boolean;
}

/**
 * Error that rolls back a transaction because another process has already done the request. This happens if
 * the other process took the lease, because this process did not respond in time.
 */
class DoneElsewhere extends Error {
  constructor() {
    super("Another process has already done this request.");
    this.name = "DoneElsewhere";
  }
}

/**
 * Creates the idempotency of requests. The transaction that writes records also stores that the request was
 * done. A request is therefore never done twice, even without a lease. The lease only makes conflicts rare.
 */
export const createIdempotency = ({
  store,
  runLeased,
  clock,
  timers,
  logger,
  maxWaiting,
}: IdempotencyDeps): Idempotency => {
  const current = new AsyncLocalStorage<Run>();
  const find = (key: string): Promise<StoredRequest | undefined> =>
    findRequest(store.documents, key, clock.now());

  const waiting = new Map<number, number>();
  /**
   * Counts a waiting request of an account. Returns a function that ends the wait. Returns `undefined` if too
   * many requests of the account are waiting.
   */
  const enter = (account: number): (() => void) | undefined => {
    const others = waiting.get(account) ?? 0;
    if (others === maxWaiting) return undefined;
    waiting.set(account, others + 1);
    return () => {
      const left = (waiting.get(account) ?? 0) - 1;
      if (left === 0) waiting.delete(account);
      else waiting.set(account, left);
    };
  };

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      timers.after(milliseconds, resolve);
    });

  const keep = async (run: Run, answer: StoredResponse): Promise<void> => {
    const { id, key, account, rights } = run;
    const now = clock.now();
    const digest = await run.digest();
    try {
      const isLong = await store.transaction(async ({ documents }) => {
        const known = await findRequest(documents, key, now);
        // Keep a response that another process has stored.
        if (known !== undefined && known.run !== id) return false;
        return saveRequest(
          documents,
          { key, account, now },
          { digest, run: id, rights, written: known?.written ?? [], answer },
        );
      });
      if (isLong || Number.parseInt(id.slice(0, 4), 16) % COUNT_EVERY === 0)
        await limitRequests(store, account, LIMITS);
    } catch (error) {
      // Only log the error: the request succeeded, although its response cannot be stored.
      logger.error("A response could not be stored for its Idempotency-Key", { error });
    }
  };

  /**
   * Stores, within the writing transaction, that the request was done. Throws if another process has already
   * done the request. If `written` is `undefined`, makes only this check.
   */
  const note = async (
    { id, key, account, rights, digest }: Run,
    documents: Pick<DocumentRepository, "find" | "save">,
    written: readonly WrittenId[] | undefined,
  ): Promise<void> => {
    const now = clock.now();
    const known = await findRequest(documents, key, now);
    if (known !== undefined && known.run !== id) throw new DoneElsewhere();
    if (written === undefined) return;
    await saveRequest(
      documents,
      { key, account, now },
      {
        digest: await digest(),
        ...{ run: id, rights },
        written: [...(known?.written ?? []), ...written].slice(0, MAX_WRITTEN),
      },
    );
  };

  const outcomeOfKnown = async (
    { digest, rights }: Pick<KeyedRequest<unknown>, "digest" | "rights">,
    known: StoredRequest,
  ): Promise<OnceOutcome<never>> => {
    if ((await digest()) !== known.digest) return { problem: "mismatch" };
    if (known.answer === undefined) return { written: known.written };
    // Refuse a caller with fewer rights than before, because the stored response may contain data that the
    // caller can no longer see.
    return known.rights.every((right) => rights.includes(right))
      ? { kept: known.answer }
      : { problem: "rights" };
  };

  /**
   * Runs a request while the lease of its key is held. Returns `undefined` if another process has done the
   * request meanwhile.
   */
  const attempt = async <T>(key: string, request: KeyedRequest<T>): Promise<OnceOutcome<T> | undefined> => {
    const known = await find(key);
    if (known !== undefined) return outcomeOfKnown(request, known);
    const { digest, isOneUnit, name, rights } = request;
    const run: Run = { id: randomUUID(), key, account: name[0], digest, isOneUnit, rights, isOpen: true };
    try {
      const { result, kept } = await current.run(run, () => request.run());
      if (kept !== undefined) await keep(run, kept);
      return { result };
    } catch (error) {
      if (error instanceof DoneElsewhere) return undefined;
      throw error;
    } finally {
      run.isOpen = false;
    }
  };

  return {
    async once<T>(request: KeyedRequest<T>): Promise<OnceOutcome<T>> {
      const key = hash("sha256", JSON.stringify(request.name), "hex");
      let leave: (() => void) | undefined;
      try {
        for (let waited = 0, next = PAUSES.shortest; ; next = Math.min(2 * next, PAUSES.longest)) {
          const known = await find(key);
          if (known?.answer !== undefined) return await outcomeOfKnown(request, known);
          let outcome: OnceOutcome<T> | undefined;
          const hasRun = await runLeased(`kalends/idempotency/${key}`, async () => {
            outcome = await attempt(key, request);
          });
          if (outcome !== undefined) return outcome;
          // Another process did the request, and its result is stored now. The next check finds it.
          if (hasRun) continue;
          leave ??= enter(request.name[0]);
          if (waited >= MAX_WAIT_MS || request.isGone() || leave === undefined)
            return known === undefined ? { problem: "conflict" } : await outcomeOfKnown(request, known);
          await pause(next);
          waited += next;
        }
      } finally {
        leave?.();
      }
    },
    outsideRequest: (work) => current.exit(work),
    recordingWrites: ({ documents: outside, transaction }) => ({
      documents: outside,
      transaction: (work) =>
        transaction(async (repositories) => {
          let hasWritten = false;
          const { documents } = repositories;
          const watched = {
            ...documents,
            save(document: Parameters<DocumentRepository["save"]>[0]) {
              hasWritten = true;
              return documents.save(document);
            },
          };
          const result = await work({ ...repositories, documents: watched });
          const run = current.getStore();
          if (hasWritten && run?.isOpen === true && !run.isOneUnit) await note(run, documents, []);
          return result;
        }),
    }),
    async storeWithin(answer, { documents }) {
      const run = current.getStore();
      if (run?.isOpen !== true) return;
      const { id, key, account, rights } = run;
      const now = clock.now();
      const known = await findRequest(documents, key, now);
      if (known !== undefined && known.run !== id) throw new DoneElsewhere();
      const digest = await run.digest();
      await saveRequest(documents, { key, account, now }, { digest, run: id, rights, written: [], answer });
    },
    participant: {
      needsOccurrences: true,
      participates({ trace }) {
        const run = current.getStore();
        return run?.isOpen === true && (trace !== undefined || !run.isOneUnit);
      },
      async write(records, _origin, { documents }, occurrences) {
        const run = current.getStore();
        if (run === undefined) return;
        const written = [...records, ...occurrences].map(({ kind, id, before }) => ({
          ...{ kind, id, isNew: before === undefined },
        }));
        await note(run, documents, written.length === 0 ? undefined : written);
      },
    },
  };
};
