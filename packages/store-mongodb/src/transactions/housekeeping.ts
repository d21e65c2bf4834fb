/** Task that runs in the background now and then after commits. */
interface Housekeeping {
  noteCommit(): void;
  /** Runs the task a last time. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Number of commits after which the task runs, and milliseconds after a commit by which it runs at the
 * latest.
 */
const [COMMITS_PER_RUN, MAX_DELAY_MS] = [64, 1000];

/** Creates the housekeeping. A failed task runs again with the next commits. */
export const createHousekeeping = (
  work: () => Promise<unknown>,
  latest: number = MAX_DELAY_MS,
): Housekeeping => {
  let commits = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    commits = 0;
    await work().catch(() => undefined);
    underWay = undefined;
    // Plans a run for the commits made meanwhile.
    plan();
  };
  const start = (): void => {
    underWay ??= run();
  };
  const plan = (): void => {
    if (underWay !== undefined || commits === 0) return;
    if (commits >= COMMITS_PER_RUN) start();
    else timer ??= setTimeout(start, latest).unref();
  };
  return {
    noteCommit() {
      commits += 1;
      plan();
    },
    async stop() {
      while (underWay !== undefined) await underWay;
      clearTimeout(timer);
      if (commits > 0) await run();
    },
  };
};
