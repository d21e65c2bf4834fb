import type { Logger } from "@kalends/core";
import { expect } from "chai";
import {
  type FromWorker,
  startWorkerPool,
  type Timers,
  type ToWorker,
  type WorkerEnd,
  type WorkerProcess,
} from "kalends/internals";

const LISTENING: FromWorker = { kind: "listening", port: 8080, url: "http://127.0.0.1:8080/wp-json" };
const PROBLEM = { kind: "failed", problems: ["no room"] } as const;

/** Fake worker process. The test controls its messages and its end. */
interface FakeProcess extends WorkerProcess {
  readonly received: readonly ToWorker[];
  says(message: FromWorker): Promise<void>;
  ends(end: WorkerEnd): Promise<void>;
}

const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const KILLED = { code: null, signal: "SIGKILL" };

const createFakeProcess = (pid: number): FakeProcess => {
  const received: ToWorker[] = [];
  const listeners: ((message: FromWorker) => void)[] = [];
  let end = (_end: WorkerEnd): void => {};
  const ended = new Promise<WorkerEnd>((resolve) => {
    end = resolve;
  });
  return {
    pid,
    ended,
    received,
    send: (message) => void received.push(message),
    onMessage: (listener) => void listeners.push(listener),
    says(message) {
      for (const listener of listeners) listener(message);
      return flushPromises();
    },
    ends(how) {
      end(how);
      return flushPromises();
    },
  };
};

const setUp = (workers: number) => {
  const processes: FakeProcess[] = [];
  const pauses: number[] = [];
  const lines: string[] = [];
  let now = 0;
  let next: (() => void) | undefined;
  const timers: Timers = {
    after(delay, callback) {
      pauses.push(delay);
      next = callback;
      return () => {
        next = undefined;
      };
    },
  };
  const note = (message: string) => void lines.push(message);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const pool = startWorkerPool({
    fork() {
      const process = createFakeProcess(processes.length + 1);
      processes.push(process);
      return process;
    },
    workers,
    options: { perPage: 7 },
    clock: { now: () => now },
    timers,
    logger,
    aggregate: async (parts) => ({ contentType: "text/plain", text: JSON.stringify(parts) }),
  });
  pool.catch(() => undefined);
  const at = (place: number): FakeProcess => {
    const process = processes[place];
    if (process === undefined) throw new Error(`there is no process ${place}`);
    return process;
  };
  return {
    pool,
    processes,
    pauses,
    lines,
    at,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    async elapse() {
      next?.();
      next = undefined;
      await flushPromises();
    },
    hasTimer: () => next !== undefined,
    /** Makes two worker processes report that they are ready. */
    async serve() {
      await at(0).says({ kind: "up" });
      await at(0).says(LISTENING);
      await at(1).says({ kind: "up" });
      await at(1).says(LISTENING);
      await at(0).says({ kind: "accounts", accounts: { hasAdministrator: true } });
      return pool;
    },
  };
};

const jobsOf = ({ received }: FakeProcess): boolean =>
  received.some((message) => message.kind === "jobs" || (message.kind === "start" && message.start.jobs));

describe("the pool of workers", () => {
  it("begins one, then the others, then opens the accounts in one", async () => {
    const { pool, processes, at } = setUp(2);
    expect(processes).to.have.length(1);
    await at(0).says({ kind: "up" });
    expect(at(0).received).to.deep.equal([
      { kind: "start", start: { worker: 1, options: { perPage: 7 }, jobs: true } },
    ]);
    await at(0).says(LISTENING);
    expect(processes).to.have.length(2);
    await at(1).says({ kind: "up" });
    expect(at(1).received).to.deep.equal([
      { kind: "start", start: { worker: 2, options: { perPage: 7 }, jobs: false } },
    ]);
    expect(at(0).received).to.have.length(1);
    await at(1).says(LISTENING);
    expect(at(0).received.at(-1)).to.deep.equal({ kind: "accounts" });
    const firstAccount = { id: 1, name: "admin", password: "secret" };
    await at(0).says({ kind: "accounts", accounts: { firstAccount, hasAdministrator: true } });
    const started = await pool;
    expect(started).to.deep.include({ port: 8080, firstAccount, hasAdministrator: true });
  });

  it("says once why the first cannot start, and begins no other", async () => {
    const { pool, processes, at } = setUp(3);
    await at(0).says(PROBLEM);
    await at(0).ends({ code: 1, signal: null });
    const error = await pool.catch((reason: unknown) => reason);
    expect(error).to.have.property("problems").that.deep.equals(["no room"]);
    expect(processes).to.have.length(1);
  });

  it("stops those that serve when another cannot start", async () => {
    const { pool, at } = setUp(2);
    await at(0).says(LISTENING);
    await at(1).says(PROBLEM);
    await at(1).ends({ code: 1, signal: null });
    expect(at(0).received.at(-1)).to.deep.equal({ kind: "stop" });
    await at(0).ends({ code: 0, signal: null });
    const error = await pool.catch((reason: unknown) => reason);
    expect(error).to.have.property("problems").that.deep.equals(["no room"]);
  });

  it("gives the jobs to another one when that ends which runs them, and replaces it without", async () => {
    const { serve, at, elapse } = setUp(2);
    await serve();
    expect(jobsOf(at(1))).to.equal(false);
    await at(0).ends(KILLED);
    expect(jobsOf(at(1))).to.equal(true);
    await elapse();
    await at(2).says({ kind: "up" });
    expect(jobsOf(at(2))).to.equal(false);
    await at(1).ends(KILLED);
    expect(jobsOf(at(2))).to.equal(true);
  });

  it("leaves the jobs where they are when another one ends", async () => {
    const { serve, at, elapse } = setUp(2);
    await serve();
    await at(1).ends(KILLED);
    await elapse();
    await at(2).says({ kind: "up" });
    expect(jobsOf(at(2))).to.equal(false);
    expect(at(0).received.map(({ kind }) => kind)).to.deep.equal(["start", "accounts"]);
  });

  it("begins with the jobs and at the same port when none was left", async () => {
    const { serve, at, elapse, processes } = setUp(2);
    await serve();
    await at(0).ends(KILLED);
    await at(1).ends(KILLED);
    await elapse();
    await at(2).says({ kind: "up" });
    const start = { worker: 2, options: { perPage: 7 }, port: 8080, jobs: true };
    expect(at(2).received).to.deep.equal([{ kind: "start", start }]);
    expect(processes).to.have.length(3);
  });

  it("waits longer each time that one ends soon, and as shortly as at first when it has served for long", async () => {
    const { serve, at, elapse, pauses, pass, lines } = setUp(2);
    await serve();
    await at(1).ends(KILLED);
    for (let place = 2; place < 12; place += 1) {
      await elapse();
      await at(place).says(place % 2 === 0 ? PROBLEM : LISTENING);
      await at(place).ends(KILLED);
    }
    const expected = [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000];
    expect(pauses).to.deep.equal(expected);
    expect(lines.filter((line) => line === "a worker ended")).to.have.length(expected.length);
    await elapse();
    await at(12).says(LISTENING);
    pass(30_001);
    await at(12).ends(KILLED);
    expect(pauses.at(-1)).to.equal(100);
  });

  it("reads what those have measured that live, and answers it to whom of them asks", async () => {
    const { at, serve } = setUp(2);
    await serve();
    await at(0).says({ kind: "metrics-asked", id: 5 });
    for (const place of [0, 1]) expect(at(place).received.at(-1)).to.deep.equal({ kind: "collect", id: 1 });
    await at(0).says({ kind: "collected", id: 1, metrics: [{ name: "a" }] });
    await at(1).ends(KILLED);
    const page = { contentType: "text/plain", text: '[[{"name":"a"}]]' };
    expect(at(0).received).to.deep.include({ kind: "metrics", id: 5, page });
  });

  it("stops all, replaces none any more, and says when one fails", async () => {
    const { serve, at, hasTimer } = setUp(2);
    const { stop } = await serve();
    const stopped = stop().catch((reason: unknown) => reason);
    expect([at(0), at(1)].map(({ received }) => received.at(-1)?.kind)).to.deep.equal(["stop", "stop"]);
    await at(0).ends({ code: 0, signal: null });
    await at(1).ends({ code: 1, signal: null });
    expect(hasTimer()).to.equal(false);
    expect(await stopped).to.have.property("problems");
    expect(jobsOf(at(1))).to.equal(false);
  });
});
