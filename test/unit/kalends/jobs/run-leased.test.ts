import { CalendarError } from "@kalends/core";
import type { Leases } from "@kalends/core/storage";
import { expect } from "chai";
import { createRunLeased, type Timers } from "kalends/internals";
import { SILENT } from "../silent-logger.ts";

const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates a clock that tests advance, and leases that expire by it. */
const setUp = () => {
  let now = 1_000_000;
  const waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  const timers: Timers = {
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
  };
  const held = new Map<string, { readonly owner: string; readonly until: number }>();
  const state = { isAway: false };
  const pauses: number[] = [];
  const leases: Leases = {
    async acquire(name, owner, milliseconds) {
      if (state.isAway) throw new CalendarError("rest_storage_unavailable");
      const lease = held.get(name);
      if (lease !== undefined && lease.owner !== owner && lease.until > now) return false;
      held.set(name, { owner, until: now + milliseconds });
      return true;
    },
    async release(name, owner) {
      if (state.isAway) throw new CalendarError("rest_storage_unavailable");
      if (held.get(name)?.owner === owner) held.delete(name);
    },
  };
  return {
    held,
    state,
    waiting,
    leases,
    pauses,
    run: createRunLeased({
      ...{ store: { leases }, clock: { now: () => now }, timers, logger: SILENT },
      pause: (milliseconds) => {
        pauses.push(milliseconds);
        return new Promise<void>((resolve) => void timers.after(milliseconds, resolve));
      },
    }),
    async pass(seconds: number): Promise<void> {
      const end = now + seconds * 1000;
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        waiting.delete(next);
        now = next.at;
        next.callback();
        await flushPromises();
      }
      now = end;
    },
  };
};

/** Creates work that ends when the test ends it. */
const createWork = () => {
  let end = (): void => {};
  let isStopping = (): boolean => true;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    end: () => end(),
    isStopping: () => isStopping(),
    async work(run: { isStopping(): boolean }): Promise<void> {
      isStopping = run.isStopping;
      await done;
    },
  };
};

describe("runLeased", () => {
  it("runs work that nobody else does, and gives the lease back, also when it fails", async () => {
    const { run, held, waiting } = setUp();
    expect(await run("job", async () => expect(held.has("job")).to.equal(true))).to.equal(true);
    const failing = run("job", () => Promise.reject(new Error("halfway")));
    expect(await failing.catch(String)).to.equal("Error: halfway");
    expect([held.size, waiting.size]).to.deep.equal([0, 0]);
  });

  it("runs nothing while another run has the lease, of this process, too", async () => {
    const { run } = setUp();
    const { work, end } = createWork();
    const first = run("job", work);
    await flushPromises();
    expect(await run("job", () => Promise.reject(new Error("at the same time")))).to.equal(false);
    expect(await run("another", async () => {})).to.equal(true);
    end();
    expect(await first).to.equal(true);
  });

  it("renews the lease for as long as the work takes", async () => {
    const { run, pass, leases } = setUp();
    const { work, end, isStopping } = createWork();
    const running = run("job", work);
    await flushPromises();
    await pass(600);
    expect(isStopping()).to.equal(false);
    expect(await leases.acquire("job", "another", 1)).to.equal(false);
    end();
    await running;
    expect(await leases.acquire("job", "another", 1)).to.equal(true);
  });

  it("tells the work that the lease is lost, and leaves it to whom has it", async () => {
    const { run, pass, held } = setUp();
    const { work, end, isStopping } = createWork();
    const running = run("job", work);
    await flushPromises();
    held.set("job", { owner: "another", until: Number.POSITIVE_INFINITY });
    await pass(10);
    expect(isStopping()).to.equal(true);
    end();
    await running;
    expect(held.get("job")?.owner).to.equal("another");
  });

  it("counts it as lost when it could not be renewed in time, and for good", async () => {
    const { run, pass, state } = setUp();
    const { work, end, isStopping } = createWork();
    const running = run("job", work);
    await flushPromises();
    state.isAway = true;
    await pass(29);
    expect(isStopping()).to.equal(false);
    await pass(1);
    expect(isStopping()).to.equal(true);
    state.isAway = false;
    await pass(60);
    expect(isStopping()).to.equal(true);
    end();
    await running;
  });

  it("goes on when the store was away for a moment", async () => {
    const { run, pass, state } = setUp();
    const { work, end, isStopping } = createWork();
    const running = run("job", work);
    await flushPromises();
    state.isAway = true;
    await pass(15);
    state.isAway = false;
    await pass(100);
    expect(isStopping()).to.equal(false);
    end();
    await running;
  });

  it("tells the work that the calendar is closing", async () => {
    const { run } = setUp();
    const { work, end, isStopping } = createWork();
    const state = { isStopped: false };
    const running = run("job", work, { isStopped: () => state.isStopped });
    await flushPromises();
    expect(isStopping()).to.equal(false);
    state.isStopped = true;
    expect(isStopping()).to.equal(true);
    end();
    await running;
  });

  it("waits for another run with growing pauses, as long as it has patience", async () => {
    const { run, pass, pauses } = setUp();
    const { work, end } = createWork();
    const first = run("job", work);
    await flushPromises();
    let isRun: boolean | undefined;
    const wait = async (patience: number, isStopped?: () => boolean): Promise<void> => {
      isRun = await run("job", async () => {}, { patience, isStopped });
    };
    const impatient = wait(500);
    await flushPromises();
    await pass(1);
    await impatient;
    expect(isRun).to.equal(false);
    expect(pauses).to.deep.equal([25, 50, 100, 200, 250]);
    let isStopped = false;
    const stopped = wait(60_000, () => isStopped);
    await flushPromises();
    await pass(1);
    isStopped = true;
    await pass(1);
    await stopped;
    expect(isRun).to.equal(false);
    const patient = wait(60_000);
    await flushPromises();
    await pass(1);
    end();
    await first;
    await pass(1);
    await patient;
    expect(isRun).to.equal(true);
  });
});
