import { expect } from "chai";
import { createScheduler, type Timers } from "kalends/internals";
import { NO_JOBS } from "./no-jobs.ts";

/** Creates a clock with one timer that tests advance. */
const createFakeTime = (start: number) => {
  let now = start;
  let waiting: { readonly at: number; readonly callback: () => void } | undefined;
  const timers: Timers = {
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback };
      waiting = timer;
      return () => {
        if (waiting === timer) waiting = undefined;
      };
    },
  };
  return {
    clock: { now: () => now },
    timers,
    nextAt: () => waiting?.at,
    /** Advances the clock to the next timer and runs it. Waits for the code that depends on it. */
    async elapse() {
      const timer = waiting;
      if (!timer) throw new Error("nothing is waiting");
      waiting = undefined;
      now = timer.at;
      timer.callback();
      await flushPromises();
    },
  };
};

const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Line {
  readonly level: string;
  readonly message: string;
}

const setUp = (publishDue: () => Promise<unknown>, start = 1_000_000_000_250) => {
  const time = createFakeTime(start);
  const lines: Line[] = [];
  const at = (level: string) => (message: string) => void lines.push({ level, message });
  const logger = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const publishInTurn = async () => void (await publishDue());
  const scheduler = createScheduler({
    publishLeased: publishInTurn,
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
    jobs: [],
    runLeased: async () => true,
    site: { timezone: "UTC" },
    clock: time.clock,
    timers: time.timers,
    logger,
  });
  return { scheduler, time, lines };
};

describe("scheduler", () => {
  it("catches up before its start is over", async () => {
    let due = 3;
    const { scheduler, lines } = setUp(async () => {
      const published = due;
      due = 0;
      return published;
    });
    await scheduler.start();
    expect(due).to.equal(0);
    expect(lines).to.deep.equal([]);
    await scheduler.stop();
  });

  it("publishes at the second that a record is due, without any request", async () => {
    const dueAt = 1_000_000_003_000;
    let publishedAt: number | undefined;
    const { scheduler, time } = setUp(async () => {
      if (publishedAt !== undefined || time.clock.now() < dueAt) return 0;
      publishedAt = time.clock.now();
      return 1;
    });
    await scheduler.start();
    while (publishedAt === undefined && time.clock.now() < dueAt + 10_000) await time.elapse();
    expect(publishedAt).to.equal(dueAt);
    await scheduler.stop();
  });

  it("looks at the beginning of every second", async () => {
    const { scheduler, time } = setUp(async () => 0);
    await scheduler.start();
    expect(time.nextAt()).to.equal(1_000_000_001_000);
    await time.elapse();
    expect(time.nextAt()).to.equal(1_000_000_002_000);
    await scheduler.stop();
  });

  it("goes on after errors, asking less often until it works again", async () => {
    let isBroken = true;
    const { scheduler, time, lines } = setUp(async () => {
      if (isBroken) throw new Error("no store");
      return 0;
    });
    await scheduler.start();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      waits.push(Math.ceil(((time.nextAt() ?? 0) - time.clock.now()) / 1000));
      await time.elapse();
    }
    expect(waits).to.deep.equal([2, 4, 8, 16, 32, 60, 60, 60]);
    expect(lines.map(({ level }) => level)).to.deep.equal(Array(9).fill("error"));
    isBroken = false;
    await time.elapse();
    expect((time.nextAt() ?? 0) - time.clock.now()).to.equal(1000);
    await scheduler.stop();
  });

  it("waits for the running look when it is stopped, and looks no more", async () => {
    let release = (): void => {};
    let looks = 0;
    const { scheduler, time } = setUp(() => {
      looks += 1;
      return new Promise<number>((resolve) => {
        release = () => resolve(0);
      });
    });
    const started = scheduler.start();
    let isStopped = false;
    const stopping = scheduler.stop().then(() => {
      isStopped = true;
    });
    await flushPromises();
    expect(isStopped).to.equal(false);
    release();
    await Promise.all([started, stopping]);
    expect(time.nextAt()).to.equal(undefined);
    await scheduler.start();
    expect(looks).to.equal(1);
  });

  it("leaves no timer behind when it is stopped between two looks", async () => {
    const { scheduler, time } = setUp(async () => 0);
    await scheduler.start();
    await scheduler.stop();
    expect(time.nextAt()).to.equal(undefined);
  });
});
