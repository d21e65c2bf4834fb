/** Milliseconds for which others wait for a command of somebody: its connection may be dead without anybody telling. */
const PATIENCE = 500;

/** Resolves when the work is settled, or has taken too long for others to wait for; never rejects. */
export const settledInTime = (work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
