import { setImmediate as nextEvent, setTimeout as sleep } from "node:timers/promises";
import { createHousekeeping } from "@kalends/store-mongodb/internals";
import { expect } from "chai";

/** Maximum delay of a run after a commit, in milliseconds. */
const LATEST = 1;

describe("createHousekeeping", () => {
  /** Starts the housekeeping. Its runs end only when the test ends them. */
  const begin = () => {
    const running: (() => void)[] = [];
    let runs = 0;
    const work = (): Promise<void> => {
      runs += 1;
      return new Promise((resolve) => running.push(resolve));
    };
    return {
      ...createHousekeeping(work, LATEST),
      runs: () => runs,
      async until(count: number) {
        while (runs < count) await sleep(LATEST);
      },
      async finish() {
        running.shift()?.();
        await nextEvent();
      },
    };
  };

  it("runs again after a commit that was made during a run, however long that takes", async () => {
    const { noteCommit, until, finish, runs } = begin();
    noteCommit();
    await until(1);
    noteCommit();
    // The wait is longer than any timer that the commit may have set.
    await sleep(10 * LATEST);
    expect(runs()).to.equal(1);
    await finish();
    await until(2);
  });

  it("runs again at once after many commits during a run", async () => {
    const { noteCommit, finish, runs } = begin();
    for (let commit = 0; commit < 128; commit += 1) noteCommit();
    expect(runs()).to.equal(1);
    await finish();
    expect(runs()).to.equal(2);
  });

  it("runs a last time when it is stopped during a run", async () => {
    const { noteCommit, until, finish, runs, stop } = begin();
    noteCommit();
    await until(1);
    noteCommit();
    const stopped = stop();
    await finish();
    expect(runs()).to.equal(2);
    await finish();
    await stopped;
    expect(runs()).to.equal(2);
  });
});
