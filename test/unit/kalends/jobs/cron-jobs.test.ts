import { toUtc } from "@kalends/core";
import type { Leases } from "@kalends/core/storage";
import { expect } from "chai";
import { createRunLeased, createScheduler, type SchedulerDeps, type Timers } from "kalends/internals";
import { createGate } from "../../../stores/gate.ts";
import { NO_JOBS } from "./no-jobs.ts";

type Job = SchedulerDeps["jobs"][number]["value"];

const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates several processes of one installation. Tests control their clocks. */
const createInstallation = (start: string, timezone = "America/New_York") => {
  let now = Date.parse(start);
  const waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  const timers: Timers = {
    after(delayMs, callback) {
      expect(delayMs).to.be.at.most(2 ** 31 - 1);
      const timer = { at: now + delayMs, callback };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
  };
  const held = new Map<string, { readonly owner: string; readonly until: number }>();
  const leases: Leases = {
    async acquire(name, owner, milliseconds) {
      const lease = held.get(name);
      if (lease !== undefined && lease.owner !== owner && lease.until > now) return false;
      held.set(name, { owner, until: now + milliseconds });
      return true;
    },
    async release(name, owner) {
      if (held.get(name)?.owner === owner) held.delete(name);
    },
  };
  const errors: unknown[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => void errors.push(line) };
  return {
    errors,
    at: () => new Date(now).toISOString(),
    /** Creates a process whose clock is ahead by this number of seconds. */
    process(job: Job, ahead: number | { seconds: number } = 0) {
      const clock = { now: () => now + (typeof ahead === "number" ? ahead : ahead.seconds) * 1000 };
      const owned = { plugin: "sample", value: job };
      // Switches off the publishing of scheduled records, which would run every second.
      const stopped = createGate();
      const scheduler = createScheduler({
        publishLeased: () => stopped.passed,
        ...{ removeOldEntries: async () => 0, removeOldAudit: async () => 0 },
        ...{ removeOldVersions: async () => 0, removeOldMail: async () => 0, sendDueMail: undefined },
        ...{ removeOldFiles: async () => 0, removeOldPreviews: async () => 0, moveMerged: undefined },
        backgroundJobs: { ...NO_JOBS, run: () => stopped.passed },
        ...{ removeExpiredSignIns: async () => undefined, forgetRequests: () => Promise.resolve() },
        ...{ keepSeries: async () => 0, jobs: [owned] },
        runLeased: createRunLeased({ store: { leases }, clock, timers, logger }),
        site: { timezone },
        ...{ clock, timers, logger },
      });
      return {
        start: () => void scheduler.start(),
        run: () => scheduler.run(owned),
        async stop() {
          stopped.open();
          await scheduler.stop();
        },
      };
    },
    async pass(hours: number): Promise<void> {
      const end = now + hours * 3_600_000;
      const finishTurns = async (): Promise<void> => {
        for (let turn = 0; turn < 5; turn += 1) await flushPromises();
      };
      // Tasks that have begun may set their timers only now.
      await finishTurns();
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        waiting.delete(next);
        now = next.at;
        next.callback();
        await finishTurns();
      }
      now = end;
    },
  };
};

/** Returns the times at which a job runs within this number of hours. */
const runsOf = async (
  cron: string,
  start: string,
  hours: number,
  timezone?: string,
): Promise<readonly string[]> => {
  const installation = createInstallation(start, timezone);
  const runs: string[] = [];
  const scheduler = installation.process({
    name: "noted",
    cron,
    run: async () => void runs.push(installation.at().replace(":00.000Z", "Z")),
  });
  await scheduler.start();
  await installation.pass(hours);
  await scheduler.stop();
  return runs;
};

describe("jobs by cron expression", () => {
  it("run at their times on the clock of the site, and not at the start", async () => {
    expect(await runsOf("30 3 * * *", "2031-01-10T12:00:00Z", 48)).to.deep.equal([
      "2031-01-11T08:30Z",
      "2031-01-12T08:30Z",
    ]);
    expect(await runsOf("30 3 * * *", "2031-01-10T12:00:00Z", 24, "UTC+5:30")).to.deep.equal([
      "2031-01-10T22:00Z",
    ]);
    expect(await runsOf("@daily", "2031-01-10T12:00:00Z", 24, "utc")).to.deep.equal(["2031-01-11T00:00Z"]);
    // The next run is weeks away, which exceeds the maximum of a timer.
    expect(await runsOf("0 0 1 3 *", "2031-01-10T12:00:00Z", 24 * 60)).to.deep.equal(["2031-03-01T05:00Z"]);
  });

  it("run at their times by the zone data of the calendar, whatever that of Node says", async () => {
    // Several of these time zones changed their rules after the release of Node.js 20.
    const zones = [
      "America/Vancouver",
      "America/Havana",
      "Africa/Casablanca",
      "Europe/Rome",
      "America/Caracas",
    ];
    for (const zone of zones)
      expect(await runsOf("30 8 * * *", "2031-01-10T00:00:00Z", 24, zone), zone).to.deep.equal([
        `${toUtc("2031-01-10 08:30:00", zone).slice(0, 16).replace(" ", "T")}Z`,
      ]);
  });

  it("run when the clocks go on where they skip the time", async () => {
    expect(await runsOf("30 2 * * *", "2031-03-08T12:00:00Z", 48)).to.deep.equal([
      "2031-03-09T07:00Z",
      "2031-03-10T06:30Z",
    ]);
    expect(await runsOf("*/30 1-3 * * *", "2031-03-09T05:45:00Z", 3)).to.deep.equal([
      "2031-03-09T06:00Z",
      "2031-03-09T06:30Z",
      "2031-03-09T07:00Z",
      "2031-03-09T07:30Z",
    ]);
  });

  it("run once at a time that the clocks show twice, and at all minutes that pass where any is meant", async () => {
    expect(await runsOf("30 1 * * *", "2031-11-01T12:00:00Z", 48)).to.deep.equal([
      "2031-11-02T05:30Z",
      "2031-11-03T06:30Z",
    ]);
    expect(await runsOf("30 * * * *", "2031-11-02T05:00:00Z", 3)).to.deep.equal([
      "2031-11-02T05:30Z",
      "2031-11-02T06:30Z",
      "2031-11-02T07:30Z",
    ]);
    // The start is within the repeated hour.
    expect(await runsOf("15,45 1 * * *", "2031-11-02T06:10:00Z", 25)).to.deep.equal([
      "2031-11-03T06:15Z",
      "2031-11-03T06:45Z",
    ]);
    expect(await runsOf("@hourly", "2031-11-02T05:30:00Z", 2)).to.deep.equal([
      "2031-11-02T06:00Z",
      "2031-11-02T07:00Z",
    ]);
  });

  it("are tried again after a failure, before their next time", async () => {
    const installation = createInstallation("2031-01-10T12:00:00Z");
    const runs: string[] = [];
    const scheduler = installation.process({
      name: "shaky",
      cron: "0 8 * * *",
      async run() {
        runs.push(installation.at());
        if (runs.length < 3) throw new Error("not yet");
      },
    });
    scheduler.start();
    await installation.pass(24);
    await scheduler.stop();
    expect(runs).to.deep.equal([
      "2031-01-10T13:00:00.000Z",
      "2031-01-10T13:00:02.000Z",
      "2031-01-10T13:00:06.000Z",
    ]);
    expect(installation.errors).to.have.length(2);
  });

  it("run once at a time that a clock comes to again, because it is set back meanwhile", async () => {
    const installation = createInstallation("2031-01-10T12:00:00Z");
    const runs: string[] = [];
    const ahead = { seconds: 2 };
    const run = async (): Promise<void> => {
      runs.push(installation.at());
      ahead.seconds = 0;
    };
    const scheduler = installation.process({ name: "nightly", cron: "0 8 * * *", run }, ahead);
    scheduler.start();
    await installation.pass(48);
    await scheduler.stop();
    expect(runs).to.deep.equal(["2031-01-10T12:59:58.000Z", "2031-01-11T13:00:00.000Z"]);
  });

  describe("once in an installation", () => {
    const runIn = async (job: Omit<Job, "run" | "name">, ahead: readonly number[], hours: number) => {
      const installation = createInstallation("2031-01-10T12:00:00Z");
      const runs: string[] = [];
      const schedulers = ahead.map((seconds, index) =>
        installation.process(
          { ...job, name: "nightly", run: async () => void runs.push(`${index} ${installation.at()}`) },
          seconds,
        ),
      );
      for (const scheduler of schedulers) scheduler.start();
      await installation.pass(hours);
      return { installation, runs, schedulers };
    };

    it("are run by the first process alone, though their clocks differ", async () => {
      const { runs, schedulers } = await runIn(
        { cron: "0 8 * * *", once: "installation" },
        [0, 20, -300],
        48,
      );
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
      expect(runs).to.deep.equal(["1 2031-01-10T12:59:40.000Z", "1 2031-01-11T12:59:40.000Z"]);
    });

    it("are run by each process without that", async () => {
      const { runs } = await runIn({ cron: "0 8 * * *" }, [0, 0], 2);
      expect(runs).to.have.length(2);
    });

    it("keep their pause, and go on in another process when the first one stops", async () => {
      const { installation, runs, schedulers } = await runIn(
        { everySeconds: 600, once: "installation" },
        [0, 0],
        1,
      );
      const times = runs.map((run) => Date.parse(run.slice(2)));
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(Math.min(...pauses)).to.be.at.least(600_000);
      expect(Math.max(...pauses)).to.be.at.most(1_200_000);
      const last = Number(runs.at(-1)?.split(" ")[0]);
      await schedulers[last]?.stop();
      await installation.pass(0.2);
      expect(runs.at(-1)).to.match(new RegExp(`^${1 - last} `));
    });

    it("are not given to others while a run goes on after the calendar has closed", async () => {
      const installation = createInstallation("2031-01-10T12:00:00Z");
      const runs: string[] = [];
      const processOf = (name: string, passed?: Promise<void>) =>
        installation.process({
          name: "long",
          once: "installation",
          everySeconds: 60,
          async run() {
            runs.push(name);
            if (runs.length === 2) await passed;
          },
        });
      const gate = createGate();
      const [one, other] = [processOf("one", gate.passed), processOf("other")];
      await one.run();
      const long = one.run();
      await flushPromises();
      const stopped = one.stop();
      await installation.pass(11 / 3600);
      await stopped;
      await other.run();
      expect(runs).to.deep.equal(["one", "one"]);
      gate.open();
      await long;
    });

    it("are passed over by a host that asks while another process has them, and not by the one that has", async () => {
      const installation = createInstallation("2031-01-10T12:00:00Z");
      const runs: string[] = [];
      const processOf = (name: string) =>
        installation.process({
          name: "asked",
          once: "installation",
          everySeconds: 60,
          run: async () => void runs.push(name),
        });
      const [one, other] = [processOf("one"), processOf("other")];
      await one.run();
      await other.run();
      await one.run();
      await installation.pass(1);
      await other.run();
      expect(runs).to.deep.equal(["one", "one", "other"]);
    });
  });
});
