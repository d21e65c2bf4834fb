/**
 * Resolves when the work is settled, at the latest after as many milliseconds: its connection may be dead without anybody
 * telling. Never rejects.
 */
export const settledInTime = (work: Promise<unknown>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
