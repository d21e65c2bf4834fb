import { AsyncLocalStorage } from "node:async_hooks";
import { expect } from "chai";
import { createChangeSignal } from "kalends/internals";
import { createFakeTimers, flushPromises } from "../../fake-timers.ts";
import { SILENT } from "../silent-logger.ts";

const setUp = (withRevision = true) => {
  const timers = createFakeTimers();
  const listeners = new Set<() => void>();
  let position = 0;
  let looks = 0;
  let failure: Error | undefined;
  const warnings: string[] = [];
  const context = new AsyncLocalStorage<string>();
  const contexts: unknown[] = [];
  const signal = createChangeSignal({
    store: {
      revision: () => (withRevision ? String(position) : undefined),
      outbox: {
        async last() {
          looks += 1;
          contexts.push(context.getStore());
          if (failure !== undefined) throw failure;
          return position;
        },
      },
    },
    outboxSwitch: {
      onCommit(call) {
        listeners.add(call);
        return () => void listeners.delete(call);
      },
    },
    timers,
    logger: { ...SILENT, warn: (message) => void warnings.push(message) },
  });
  return {
    timers,
    signal,
    context,
    contexts,
    warnings,
    listeners,
    looks: () => looks,
    fail(error: Error | undefined) {
      failure = error;
    },
    /** Simulates a write by another process. */
    writeElsewhere() {
      position += 1;
    },
    write() {
      position += 1;
      for (const call of listeners) call();
    },
  };
};

describe("the signal of changes", () => {
  it("looks for nothing while nobody waits", async () => {
    const { timers, signal, looks, write, listeners } = setUp();
    write();
    await timers.elapse(5_000);
    expect([looks(), timers.waiting()]).to.deep.equal([0, 0]);
    const stop = signal.subscribe(() => undefined);
    await timers.elapse(5_000);
    expect(looks()).to.be.above(0);
    stop();
    await timers.elapse(1_000);
    const before = looks();
    write();
    await timers.elapse(5_000);
    expect([looks(), timers.waiting(), listeners.size]).to.deep.equal([before, 0, 0]);
  });

  it("calls soon after a commit of this process, and in a second at most after one of another", async () => {
    const { timers, signal, write, writeElsewhere } = setUp();
    let calls = 0;
    signal.subscribe(() => {
      calls += 1;
    });
    await timers.elapse(500);
    calls = 0;
    write();
    await flushPromises();
    expect(calls).to.equal(1);
    await timers.elapse(2_000);
    expect(calls).to.equal(1);
    writeElsewhere();
    await timers.elapse(1_000);
    expect(calls).to.equal(2);
  });

  it("looks once for all, and at most four times a second however much is written", async () => {
    const { timers, signal, looks, write } = setUp();
    let calls = 0;
    const call = (): void => {
      calls += 1;
    };
    for (let count = 0; count < 10; count += 1) signal.subscribe(call);
    await timers.elapse(2_000);
    const before = looks();
    calls = 0;
    for (let count = 0; count < 100; count += 1) {
      write();
      await timers.elapse(10);
    }
    await timers.elapse(1_000);
    expect(looks() - before).to.be.within(4, 6);
    expect(calls).to.equal((looks() - before) * 10);
  });

  it("asks a store that can say so whether anything was written at all", async () => {
    const quiet = setUp();
    quiet.signal.subscribe(() => undefined);
    await quiet.timers.elapse(10_000);
    expect(quiet.looks()).to.equal(1);
    const other = setUp(false);
    let calls = 0;
    other.signal.subscribe(() => {
      calls += 1;
    });
    await other.timers.elapse(10_000);
    expect(other.looks()).to.be.within(10, 12);
    expect(calls).to.equal(1);
  });

  it("goes on when the storage fails, and says so once", async () => {
    const { timers, signal, fail, warnings, write } = setUp(false);
    let calls = 0;
    signal.subscribe(() => {
      calls += 1;
    });
    await timers.elapse(2_000);
    calls = 0;
    fail(new Error("away"));
    await timers.elapse(3_000);
    write();
    await timers.elapse(3_000);
    expect([calls, warnings.length]).to.deep.equal([0, 1]);
    fail(undefined);
    await timers.elapse(1_000);
    expect(calls).to.equal(1);
  });

  it("belongs to no unit of work that wakes it, and to no request that waits", async () => {
    const { timers, signal, context, contexts, write } = setUp();
    context.run("a request", () => signal.subscribe(() => undefined));
    await timers.elapse(500);
    context.run("a unit of work", write);
    await timers.elapse(2_000);
    expect(contexts).to.deep.equal([undefined, undefined]);
  });

  it("goes on for those who come while the last one leaves", async () => {
    const { timers, signal, write } = setUp();
    const stop = signal.subscribe(() => undefined);
    await timers.elapse(100);
    stop();
    let calls = 0;
    signal.subscribe(() => {
      calls += 1;
    });
    await timers.elapse(1_000);
    calls = 0;
    write();
    await timers.elapse(300);
    expect(calls).to.equal(1);
  });
});
