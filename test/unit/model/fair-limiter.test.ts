import { createFairLimiter } from "@kalends/core";
import { expect } from "chai";

/** Runs tasks that the test ends by name. Records the order in which they begin. */
const open = (capacity: number, perKey: number) => {
  const limiter = createFairLimiter<number | undefined>({ capacity, perKey });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    run: (name: string, key: number | undefined): Promise<void> =>
      limiter.run(key, () => {
        began.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      }),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
  };
};

describe("createFairLimiter", () => {
  it("grants each key that waits one permit before any key a second one", async () => {
    const { began, run, end } = open(2, 1);
    const all = [run("a1", 1), run("b1", 2), run("a2", 1), run("a3", 1), run("b2", 2), run("c1", 3)];
    expect(began).to.deep.equal(["a1", "b1"]);
    await end("a1");
    await end("a2");
    await end("b1");
    expect(began).to.deep.equal(["a1", "b1", "a2", "c1", "b2"]);
    await end("c1");
    for (const name of ["b2", "a3"]) await end(name);
    await Promise.all(all);
    expect(began).to.deep.equal(["a1", "b1", "a2", "c1", "b2", "a3"]);
  });

  it("holds no permit of a task that failed, and treats undefined as one key", async () => {
    const limiter = createFairLimiter<number | undefined>({ capacity: 2, perKey: 1 });
    const failed = await limiter.run(undefined, () => Promise.reject(new Error("no"))).catch(() => "failed");
    expect(failed).to.equal("failed");
    expect(limiter.used()).to.equal(0);
    const { began, run, end } = open(2, 1);
    const all = [run("x", undefined), run("y", undefined)];
    expect(began).to.deep.equal(["x"]);
    await end("x");
    await end("y");
    await Promise.all(all);
    expect(began).to.deep.equal(["x", "y"]);
  });

  it("grants what counts for a second key when both have room, and lets others pass", () => {
    const limiter = createFairLimiter<string>({ capacity: 2, perKey: 1 });
    const [first, second] = [limiter.acquire("a", 1, "costly"), limiter.acquire("b", 1, "costly")];
    const [own, other] = [limiter.acquire("a"), limiter.acquire("c")];
    const all = [first, second, own, other];
    expect(all.map((permit) => permit.isHeld())).to.deep.equal([true, false, false, true]);
    other.release();
    expect(all.map((permit) => permit.isHeld())).to.deep.equal([true, false, false, false]);
    first.release();
    expect(all.map((permit) => permit.isHeld())).to.deep.equal([false, true, true, false]);
    for (const permit of all) permit.release();
    expect([limiter.used(), limiter.acquire("d", 1, "costly").isHeld()]).to.deep.equal([0, true]);
  });

  it("grants amounts in order: smaller ones do not pass a larger one that waits for room", () => {
    const limiter = createFairLimiter<string>({ capacity: 10 });
    const first = limiter.acquire("a", 6);
    const large = limiter.acquire("b", 8);
    const small = limiter.acquire("c", 1);
    expect([first, large, small].map((permit) => permit.isHeld())).to.deep.equal([true, false, false]);
    first.release();
    expect([large, small].map((permit) => permit.isHeld())).to.deep.equal([true, true]);
    expect(limiter.used()).to.equal(9);
  });

  it("caps an amount at the capacity, and lets a single permit of a key exceed its part", () => {
    const limiter = createFairLimiter<string>({ capacity: 10, perKey: 5 });
    const whole = limiter.acquire("a", 99);
    expect([whole.isHeld(), limiter.used()]).to.deep.equal([true, 10]);
    whole.release();
    limiter.acquire("a", 3);
    expect(limiter.acquire("a", 3).isHeld()).to.equal(false);
    expect(limiter.acquire("b", 3).isHeld()).to.equal(true);
  });

  it("forgets a permit that is given back while it waits, and makes room for those behind it", async () => {
    const limiter = createFairLimiter<string>({ capacity: 2 });
    limiter.acquire("a");
    const large = limiter.acquire("b", 2);
    const small = limiter.acquire("c");
    large.release();
    await large.decided;
    expect([large.isHeld(), small.isHeld(), limiter.used()]).to.deep.equal([false, true, 2]);
    large.release();
    small.release();
    small.release();
    expect(limiter.used()).to.equal(1);
  });
});
