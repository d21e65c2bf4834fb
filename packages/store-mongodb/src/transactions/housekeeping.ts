/** Background task that runs after some of the commits. */
interface Housekeeping {
  noteCommit(): void;
  /** Waits for a running task, and runs the task once more after commits since its start. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Number of commits after which the task runs. The second number is the maximum delay after a commit, in
 * milliseconds.
 */
const [COMMITS_PER_RUN, MAX_DELAY_MS] = [64, 1000];

/** Creates the background task. If it fails, it runs again after the next commits. */
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
    // Commits that were made during the run need another run.
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
