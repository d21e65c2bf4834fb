/** What is to be done from time to time after commits, beside everything else. */
interface Housekeeping {
  noteCommit(): void;
  /** Does it a last time. Never rejects. */
  stop(): Promise<void>;
}

/** It is done after so many commits, at the latest this many milliseconds after one. */
const [OFTEN, LATEST] = [64, 1000];

/** What fails is done with the next commits. */
export const createHousekeeping = (work: () => Promise<unknown>, latest: number = LATEST): Housekeeping => {
  let commits = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    commits = 0;
    await work().catch(() => undefined);
    underWay = undefined;
    // Those made meanwhile.
    plan();
  };
  const start = (): void => {
    underWay ??= run();
  };
  const plan = (): void => {
    if (underWay !== undefined || commits === 0) return;
    if (commits >= OFTEN) start();
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
