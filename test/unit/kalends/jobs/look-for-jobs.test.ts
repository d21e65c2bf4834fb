import { expect } from "chai";
import { createScheduler } from "kalends/internals";
import { createFakeTimers } from "../../fake-timers.ts";
import { SILENT } from "../silent-logger.ts";
import { NO_JOBS } from "./no-jobs.ts";

const STEP = 250;

describe("the jobs of users (rules/jobs.md#job-lease)", () => {
  it("are looked for every two seconds, and at once when one is started in this process", async () => {
    let now = 1_000_000_000_250;
    const timers = createFakeTimers();
    const runs: number[] = [];
    let notify = (): void => undefined;
    const scheduler = createScheduler({
      publishLeased: async () => undefined,
      ...{ removeOldEntries: async () => 0, removeOldAudit: async () => 0 },
      ...{ removeOldVersions: async () => 0, removeOldMail: async () => 0, sendDueMail: undefined },
      ...{ removeOldFiles: async () => 0, removeOldPreviews: async () => 0, moveMerged: undefined },
      ...{ keepSeries: async () => 0, jobs: [] },
      ...{ removeExpiredSignIns: async () => undefined, forgetRequests: () => Promise.resolve() },
      backgroundJobs: {
        ...NO_JOBS,
        onStart(listener) {
          notify = listener;
        },
        run: async () => void runs.push(now),
      },
      runLeased: async () => true,
      site: { timezone: "UTC" },
      ...{ clock: { now: () => now }, timers, logger: SILENT },
    });
    await scheduler.start();
    while (now < 1_000_000_007_000) {
      now += STEP;
      await timers.elapse(STEP);
    }
    expect(runs).to.deep.equal([250, 2_000, 4_000, 6_000].map((after) => 1_000_000_000_000 + after));
    notify();
    expect(runs).to.have.length(5);
    await scheduler.stop();
  });
});
