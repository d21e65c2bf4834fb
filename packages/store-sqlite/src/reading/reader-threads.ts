import { createFairLimiter } from "@kalends/core";
import { LateError } from "../database/errors.ts";
import type { ListRequest } from "../queries/lists.ts";
import type { FoundRecords, ReaderSettings } from "./messages.ts";
import { startThread, type Thread } from "./thread.ts";

/** Reads slow lists in other threads, several at a time, so that the main thread is not blocked. */
export interface ReaderThreads {
  /**
   * Reads a list in the state that is committed when the read begins. Rejects with a `LateError` after the
   * deadline, or if too many reads wait. Also rejects with any error of the thread.
   */
  read(request: ListRequest): Promise<FoundRecords>;
  /** Rejects later reads and waits for earlier ones, at most until their deadlines. */
  close(): Promise<void>;
}

export interface ReaderThreadsOptions extends ReaderSettings {
  /** Maximum number of milliseconds for a read, including its wait for a thread. */
  readonly deadline: number;
}

/**
 * Maximum number of threads, and of reads that may wait for a thread. All of these reads must end before the
 * deadline.
 */
export const READERS = { threads: 2, waiting: 100 } as const;

export const createReaderThreads = ({ deadline, ...settings }: ReaderThreadsOptions): ReaderThreads => {
  const limiter = createFairLimiter({ capacity: READERS.threads });
  const threads = new Set<Thread>();
  const idle: Thread[] = [];
  let waiting = 0;
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

  const work = async (request: ListRequest, end: number): Promise<FoundRecords> => {
    const thread = next();
    try {
      return await thread.read(request, end - performance.now());
    } finally {
      idle.push(thread);
    }
  };

  return {
    async read(request) {
      if (isClosed) throw new Error("The store is closed.");
      const end = performance.now() + deadline;
      if (waiting >= READERS.waiting) throw new LateError();
      const permit = limiter.acquire(undefined);
      if (!permit.isHeld()) {
        waiting += 1;
        const timer = setTimeout(permit.release, deadline);
        await permit.decided;
        clearTimeout(timer);
        waiting -= 1;
        if (!permit.isHeld()) throw new LateError();
      }
      try {
        return await work(request, end);
      } finally {
        permit.release();
      }
    },
    async close() {
      isClosed = true;
      await limiter.acquire(undefined, READERS.threads).decided;
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
};
