import { createFairLimiter, type Permit } from "@kalends/core";
import type { FacetCounts } from "@kalends/core/storage";
import { LateError } from "../database/errors.ts";
import type { FacetRequest } from "../queries/events/facets.ts";
import type { ListRequest } from "../queries/lists.ts";
import type { FoundRecords, ReaderRequest, ReaderResult, ReaderSettings } from "./messages.ts";
import { startThread, type Thread } from "./thread.ts";

/** Reads slow lists in other threads, several at a time, so that the main thread is not blocked. */
export interface ReaderThreads {
  /**
   * Reads a list in the state that is committed when the read begins. Rejects with a `LateError` after the
   * deadline, or if too many reads wait. Also rejects with any error of the thread.
   */
  read(request: ListRequest): Promise<FoundRecords>;
  /** Counts a list by facets, like `read`. One thread is left for lists. */
  count(request: FacetRequest): Promise<FacetCounts>;
  /** Rejects later reads and waits for earlier ones, at most until their deadlines. */
  close(): Promise<void>;
}

export interface ReaderThreadsOptions extends ReaderSettings {
  /** Maximum number of milliseconds for a read, including its wait for a thread. */
  readonly deadline: number;
}

/**
 * Maximum number of threads, and of lists and of counts that may wait for a thread. All of these reads must
 * end before the deadline.
 */
export const READERS = { threads: 2, waiting: 100 } as const;

/** Queue for permits to read. Each queue has its own limit, so that waiting counts leave room for lists. */
interface Queue {
  /** Waits for a permit until the time `end`. */
  admit(end: number): Promise<Permit>;
  /** Resolves when all permits have been released. Later reads get none. */
  drained(): Promise<unknown>;
}

const createQueue = (capacity: number): Queue => {
  const limiter = createFairLimiter({ capacity });
  let waiting = 0;
  return {
    async admit(end) {
      if (waiting >= READERS.waiting) throw new LateError();
      const permit = limiter.acquire(undefined);
      if (permit.isHeld()) return permit;
      waiting += 1;
      const timer = setTimeout(permit.release, end - performance.now());
      await permit.decided;
      clearTimeout(timer);
      waiting -= 1;
      if (!permit.isHeld()) throw new LateError();
      return permit;
    },
    drained: () => limiter.acquire(undefined, capacity).decided,
  };
};

export const createReaderThreads = ({ deadline, ...settings }: ReaderThreadsOptions): ReaderThreads => {
  const all = createQueue(READERS.threads);
  // Counting leaves a thread to lists, which take less time.
  const counting = createQueue(READERS.threads - 1);
  const threads = new Set<Thread>();
  const idle: Thread[] = [];
  let isClosed = false;

  const start = (): Thread => {
    const thread = startThread(settings, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  };

  /** Returns an idle thread that is still running, or starts a new one. */
  const next = (): Thread => {
    const thread = idle.pop();
    return thread === undefined ? start() : threads.has(thread) ? thread : next();
  };

  const run = async (request: ReaderRequest, end: number): Promise<ReaderResult> => {
    if (isClosed) throw new Error("The store is closed.");
    const permit = await all.admit(end);
    const thread = next();
    try {
      return await thread.read(request, end - performance.now());
    } finally {
      idle.push(thread);
      permit.release();
    }
  };

  // The types of the results are safe, because a thread returns a page for a list and counts for facets.
  return {
    read: async (list) => (await run({ list }, performance.now() + deadline)) as FoundRecords,
    async count(facets) {
      const end = performance.now() + deadline;
      const permit = await counting.admit(end);
      try {
        return (await run({ facets }, end)) as FacetCounts;
      } finally {
        permit.release();
      }
    },
    async close() {
      isClosed = true;
      await all.drained();
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
};
