import type { Repositories } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { SourceProblem } from "../records/source-record.ts";
import type { AppliedRecord } from "./apply-record.ts";

/** A pending write that may share a transaction with other writes. */
export interface QueuedWrite {
  write(repositories: Repositories): Promise<AppliedRecord>;
  /**
   * Called in queue order after the commit, with the outcome, or with the problem if the record could not be
   * written.
   */
  done(outcome: AppliedRecord | SourceProblem): Promise<void>;
}

/**
 * Queue of writes of new records. The queue commits writes in batches, because each commit waits for the
 * disk.
 */
export interface WriteQueue {
  add(write: QueuedWrite): Promise<void>;
  /** Commits the queued writes. */
  flush(): Promise<void>;
}

/** Maximum number of writes in one transaction. Other writers wait while the transaction runs. */
const MAX_BATCH_SIZE = 50;

export const createWriteQueue = (store: Pick<Store, "transaction">): WriteQueue => {
  let waiting: QueuedWrite[] = [];

  const writeSeparately = async ({ write }: QueuedWrite): Promise<AppliedRecord | SourceProblem> => {
    try {
      return await store.transaction(write);
    } catch (error) {
      if (error instanceof SourceProblem) return error;
      throw error;
    }
  };

  /**
   * Runs all writes in one transaction and returns their outcomes. If one throws a `SourceProblem`, writes
   * nothing and returns `undefined`. Throws all other errors.
   */
  const writeTogether = async (
    writes: readonly QueuedWrite[],
  ): Promise<readonly AppliedRecord[] | undefined> => {
    try {
      return await store.transaction(async (repositories) => {
        const applied: AppliedRecord[] = [];
        for (const { write } of writes) applied.push(await write(repositories));
        return applied;
      });
    } catch (error) {
      if (error instanceof SourceProblem) return undefined;
      throw error;
    }
  };

  const flush = async (): Promise<void> => {
    const writes = waiting;
    waiting = [];
    const applied = writes.length > 1 ? await writeTogether(writes) : undefined;
    for (const [place, queued] of writes.entries())
      await queued.done(applied?.[place] ?? (await writeSeparately(queued)));
  };

  return {
    async add(write) {
      waiting.push(write);
      if (waiting.length >= MAX_BATCH_SIZE) await flush();
    },
    flush,
  };
};
