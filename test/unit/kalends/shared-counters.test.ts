import { expect } from "chai";
import { createMemoryCounters, createSharedCounters, runCounterCalls, type Timers } from "kalends/internals";

const MINUTE = 60_000;
const clock = { now: (): number => 1_000_000 };

type Shared = ReturnType<typeof createSharedCounters>;
type Send = Parameters<typeof createSharedCounters>[0]["send"];

describe("counters that workers share", () => {
  let expire: () => void;
  const timers: Timers = {
    after(_delay, callback) {
      expire = callback;
      return () => {};
    },
  };
  const open = (send: Send): Shared =>
    createSharedCounters({ send, own: createMemoryCounters(clock), timers });

  it("add up in the primary, with one message for what is counted in one round", async () => {
    const primary = createMemoryCounters(clock);
    let messages = 0;
    const worker = (): Shared => {
      const shared = open(async ({ id, calls }) => {
        messages += 1;
        // Messages between processes are JSON.
        shared.receive(id, JSON.parse(JSON.stringify(await runCounterCalls(primary, calls))));
      });
      return shared;
    };
    const [one, other] = [worker(), worker()];
    await Promise.all(Array.from({ length: 30 }, () => one.add("a", 1, MINUTE)));
    expect(messages).to.equal(1);
    expect(await other.add("a", 2, MINUTE)).to.deep.equal({ points: 32, left: MINUTE });
    expect(await one.find("a")).to.deep.equal({ points: 32, left: MINUTE });
    expect(await one.find("b")).to.equal(undefined);
    expect([await other.remove("a"), await other.remove("a"), await one.find("a")]).to.deep.equal([
      true,
      false,
      undefined,
    ]);
  });

  it("are those of the worker while the primary does not answer", async () => {
    const unreachable = open(() => Promise.reject(new Error("gone")));
    await unreachable.add("a", 1, MINUTE);
    expect(await unreachable.add("a", 1, MINUTE)).to.deep.equal({ points: 2, left: MINUTE });
    expect([await unreachable.find("b"), await unreachable.remove("a")]).to.deep.equal([undefined, true]);

    let sent = (): void => {};
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const late = open(async () => sent());
    const count = late.add("a", 1, MINUTE);
    await isSent;
    expire();
    expect(await count).to.deep.equal({ points: 1, left: MINUTE });
    late.receive(1, [{ points: 9, left: 9 }]);
  });
});
