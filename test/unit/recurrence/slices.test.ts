import { isCalendarError } from "@kalends/core";
import { createSlices, type Slices } from "@kalends/core/interface";
import { ClientGone, type Computation } from "@kalends/core/internals";
import { expect } from "chai";
import { CAPACITIES } from "../../capacities.ts";

/** Computation of this number of steps, one millisecond each. Each step is reported. */
const work = function* (steps: number, step: () => void): Computation<string> {
  for (let left = steps; left > 0; left -= 1) {
    step();
    yield undefined;
  }
  return "done";
};

interface Ticking {
  time: number;
  pauses: number;
  slept: number;
  readonly slices: Slices;
}

const createClock = (): Ticking => {
  const clock: Ticking = {
    time: 0,
    pauses: 0,
    slept: 0,
    slices: createSlices({
      capacities: CAPACITIES,
      now: () => clock.time,
      async pause() {
        clock.pauses += 1;
      },
      async sleep(milliseconds) {
        clock.slept += milliseconds;
        clock.time += milliseconds;
      },
    }),
  };
  return clock;
};

const tick = (clock: Ticking): void => {
  clock.time += 0.1;
};

/** Number of steps. Two such computations exceed the limit of a user or plugin per minute. */
const LONG = 7000;

describe("slices of computations", () => {
  it("let others run every five milliseconds", async () => {
    const clock = createClock();
    let sinceLast = 0;
    let longest = 0;
    let before = 0;
    const step = (): void => {
      clock.time += 1;
      sinceLast = clock.pauses === before ? sinceLast + 1 : 1;
      before = clock.pauses;
      longest = Math.max(longest, sinceLast);
    };
    expect(await clock.slices.finish(work(60, step), undefined)).to.equal("done");
    expect(longest).to.be.lessThan(6);
  });

  it("take turns, one slice of all computations between two pauses", async () => {
    const clock = createClock();
    const order: string[] = [];
    const named = (name: string) =>
      work(12, () => {
        clock.time += 2;
        if (order.at(-1) !== name) order.push(name);
      });
    await Promise.all([
      clock.slices.finish(named("one"), 1),
      clock.slices.finish(named("other"), 2),
      clock.slices.finish(named("third"), undefined),
    ]);
    expect(order.slice(0, 6)).to.deep.equal(["one", "other", "third", "one", "other", "third"]);
  });

  it("inside of transactions wait for no other computation", async () => {
    const clock = createClock();
    const ended: string[] = [];
    const long = () =>
      work(40, () => {
        clock.time += 2;
      });
    const visitors = [1, 2, 3].map(async () => {
      await clock.slices.finish(long(), undefined);
      ended.push("visitor");
    });
    await clock.slices.finishInside(long());
    ended.push("inside");
    await Promise.all(visitors);
    expect(ended).to.deep.equal(["inside", "visitor", "visitor", "visitor"]);
  });

  it("do what is short at once", () => {
    const { slices } = createClock();
    expect(
      slices.begin(
        work(3, () => undefined),
        8,
      ),
    ).to.deep.equal({ value: "done" });
    expect(
      slices.begin(
        work(30, () => undefined),
        8,
      ),
    ).to.equal(undefined);
  });

  it("refuse a user who has used up a minute, nobody else, until it has come back", async () => {
    const clock = createClock();
    const { slices } = clock;
    const long = () => work(LONG, () => tick(clock));
    await slices.finish(long(), 5);
    const refused = await slices.finish(long(), 5).catch((error: unknown) => error);
    if (!isCalendarError(refused)) throw refused;
    expect(refused.code).to.equal("rest_too_many_requests");
    expect(refused.details.retryAfter).to.equal(1);
    // A short computation is refused while the limit is exceeded, and costs nothing after it is reset.
    const short = () => work(50, () => undefined);
    expect(await slices.finish(short(), 5).catch(() => "refused")).to.equal("refused");
    clock.time += 1000;
    for (let times = 0; times < 300; times += 1) await slices.finish(short(), 5);
    await slices.finish(long(), 6);
    await slices.finish(long(), undefined);
    clock.time += 60_000;
    await slices.finish(long(), 5);
    expect(clock.slept).to.equal(0);
  });

  it("let plugins wait", async () => {
    const clock = createClock();
    const long = () => work(LONG, () => tick(clock));
    await clock.slices.finish(long(), "icalendar");
    expect(clock.slept).to.equal(0);
    await clock.slices.finish(long(), "icalendar");
    expect(clock.slept).to.be.greaterThan(100);
  });

  it("let one transaction that takes long wait for the store at a time, the accounts in turn", async () => {
    const { slices } = createClock();
    const waiting: { readonly name: string; begin(): void; fail(): void }[] = [];
    const run = (account: number, name: string): Promise<unknown> => {
      const transaction = (onBegin: () => void): Promise<string> =>
        new Promise((resolve, reject) => {
          const begin = (): void => {
            onBegin();
            setImmediate(resolve, name);
          };
          waiting.push({ name, begin, fail: () => reject(new Error(name)) });
        });
      return slices.inTurn(account, transaction).catch(() => "failed");
    };
    const runs = [run(1, "one"), run(1, "second"), run(1, "third"), run(2, "other")];
    const order: string[] = [];
    while (order.length < runs.length) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next, ...others] = waiting.splice(0);
      expect(others).to.have.length(0);
      order.push(next?.name ?? "none");
      // The next computation is added as soon as this one has begun or was refused.
      if (order.length === 1) next?.fail();
      else next?.begin();
    }
    expect(order).to.deep.equal(["one", "second", "other", "third"]);
    expect(await Promise.all(runs)).to.deep.equal(["failed", "second", "third", "other"]);
  });

  it("count the rows of large series", () => {
    const { slices } = createClock();
    for (let write = 0; write < 100; write += 1) slices.countRows(2000, 5);
    const large = (): unknown => {
      try {
        for (let write = 0; write < 100; write += 1) slices.countRows(10_000, 5);
        return undefined;
      } catch (error) {
        return isCalendarError(error) ? error.code : error;
      }
    };
    expect(large()).to.equal("rest_too_many_requests");
    slices.countRows(2000, 5);
  });

  it("count all rows and all work of dry runs", async () => {
    const outcomes = async (run: (slices: Slices) => unknown): Promise<unknown> => {
      const { slices } = createClock();
      for (let count = 0; count < 1000; count += 1)
        try {
          await run(slices);
        } catch (error) {
          return isCalendarError(error) ? error.code : error;
        }
      return "never refused";
    };
    const few = (): Computation<string> => work(70, () => undefined);
    expect(await outcomes((slices) => slices.finish(few(), 5))).to.equal("never refused");
    for (const run of [
      (slices: Slices) => slices.finish(few(), 5, { isDryRun: true }),
      (slices: Slices) => slices.countRows(700, 5, true),
    ])
      expect(await outcomes(run)).to.equal("rest_too_many_requests");
  });

  it("count what a set takes that is refused, as nothing is written of it", async () => {
    const { slices } = createClock();
    const refused = function* (): Computation<string> {
      yield* work(70, () => undefined);
      throw new Error("refused");
    };
    const reasons = new Set<unknown>();
    for (let count = 0; count < 1000; count += 1)
      await slices
        .finish(refused(), 5)
        .catch((error: Error) => reasons.add(isCalendarError(error) ? error.code : error.message));
    expect([...reasons]).to.deep.equal(["refused", "rest_too_many_requests"]);
  });

  it("end when nobody waits for them any more", async () => {
    const clock = createClock();
    let steps = 0;
    const computation = work(LONG, () => {
      steps += 1;
      clock.time += 1;
    });
    const failed = await clock.slices
      .finish(computation, 5, { isGone: () => clock.time > 100 })
      .catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(ClientGone);
    expect(steps).to.be.within(100, 105);
  });
});
