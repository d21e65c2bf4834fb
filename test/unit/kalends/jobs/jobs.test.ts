import { expect } from "chai";
import { createScheduler, type SchedulerDeps, type Timers } from "kalends/internals";
import { NO_JOBS } from "./no-jobs.ts";

type Job = SchedulerDeps["jobs"][number];

/** Creates timers that run when the test advances the clock. */
const createFakeTime = () => {
  let now = 1_000_000_000_000;
  const waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  const timers: Timers = {
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
  };
  return {
    clock: { now: () => now },
    timers,
    waits: () => [...waiting].map(({ at }) => (at - now) / 1000).sort((one, other) => one - other),
    async elapse(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        now += 1000;
        for (const timer of [...waiting].filter(({ at }) => at <= now)) {
          waiting.delete(timer);
          timer.callback();
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
};

const setUp = (...jobs: readonly Job["value"][]) => {
  const time = createFakeTime();
  const errors: unknown[] = [];
  const owned = jobs.map((value) => ({ plugin: "sample", value }));
  const scheduler = createScheduler({
    publishLeased: async () => undefined,
    removeOldEntries: async () => 0,
    removeOldAudit: async () => 0,
    removeOldVersions: async () => 0,
    removeExpiredSignIns: async () => undefined,
    sendDueMail: undefined,
    moveMerged: async () => undefined,
    backgroundJobs: NO_JOBS,
    removeOldMail: async () => 0,
    removeOldPreviews: async () => 0,
    removeOldFiles: async () => 0,
    forgetRequests: () => Promise.resolve(),
    keepSeries: async () => 0,
    jobs: owned,
    runLeased: async () => true,
    site: { timezone: "UTC" },
    clock: time.clock,
    timers: time.timers,
    logger: { debug() {}, info() {}, warn() {}, error: (_line, fields) => void errors.push(fields) },
  });
  return { scheduler, time, errors, owned };
};

describe("jobs", () => {
  it("run at the start and again after their pause, or only once", async () => {
    const runs = { often: 0, once: 0 };
    const { scheduler, time } = setUp(
      {
        name: "often",
        everySeconds: 5,
        run: async () => {
          runs.often += 1;
        },
      },
      {
        name: "once",
        run: async () => {
          runs.once += 1;
        },
      },
    );
    await scheduler.start();
    await time.elapse(12);
    expect(runs).to.deep.equal({ often: 3, once: 1 });
    await scheduler.stop();
    expect(time.waits()).to.deep.equal([]);
  });

  it("never overlap, also when a host calls them in between", async () => {
    let running = 0;
    let runs = 0;
    let release = (): void => {};
    const { scheduler, time, owned } = setUp({
      name: "slow",
      everySeconds: 1,
      run: async () => {
        runs += 1;
        running += 1;
        expect(running).to.equal(1);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        running -= 1;
      },
    });
    await scheduler.start();
    const [job] = owned;
    const called = job && scheduler.run(job);
    await time.elapse(5);
    expect(runs).to.equal(1);
    release();
    await called;
    const stopping = scheduler.stop();
    release();
    await stopping;
  });

  it("that fail are logged and tried again less and less often, and disturb no other", async () => {
    let others = 0;
    const { scheduler, time, errors } = setUp(
      {
        name: "broken",
        everySeconds: 2,
        run: () => {
          throw new Error("broken");
        },
      },
      {
        name: "other",
        everySeconds: 1,
        run: async () => {
          others += 1;
        },
      },
    );
    await scheduler.start();
    await time.elapse(14);
    // After 0, 4 and 12 seconds.
    expect(errors).to.have.length(3);
    expect(errors[0]).to.deep.include({ plugin: "sample", job: "broken", retryInSeconds: 4 });
    expect(others).to.equal(15);
    await scheduler.stop();
  });

  it("are told that the calendar closes, which waits for them", async () => {
    let isDone = false;
    const { scheduler } = setUp({
      name: "long",
      everySeconds: 1,
      run: async ({ isStopping }) => {
        while (!isStopping()) await new Promise((resolve) => setImmediate(resolve));
        isDone = true;
      },
    });
    await scheduler.start();
    await scheduler.stop();
    expect(isDone).to.equal(true);
  });

  it("that never end do not keep the calendar from closing", async () => {
    const { scheduler, time } = setUp({ name: "endless", run: () => new Promise(() => {}) });
    await scheduler.start();
    let isStopped = false;
    const stopping = scheduler.stop().then(() => {
      isStopped = true;
    });
    await time.elapse(9);
    expect(isStopped).to.equal(false);
    await time.elapse(1);
    await stopping;
    expect(time.waits()).to.deep.equal([]);
  });

  it("tell a host that calls them when they fail", async () => {
    const { scheduler, owned } = setUp({ name: "broken", run: () => Promise.reject(new Error("broken")) });
    const [job] = owned;
    const failure = job && scheduler.run(job).catch((error: Error) => error.message);
    expect(await failure).to.equal("broken");
    await scheduler.stop();
  });
});
