import { createSlices } from "@kalends/icalendar/internals";
import { expect } from "chai";

/** Creates a fake clock. Each pause takes the requested time plus the next value of `late`. */
const startClock = (late: readonly number[] = []) => {
  const clock = { time: 1_000, pauses: [] as number[] };
  const pause = async (milliseconds: number): Promise<void> => {
    clock.time += milliseconds + (late[clock.pauses.length] ?? 0);
    clock.pauses.push(milliseconds);
  };
  const nextStep = createSlices(() => clock.time, pause);
  return {
    clock,
    async work(milliseconds: number): Promise<void> {
      clock.time += milliseconds;
      await nextStep();
    },
  };
};

describe("work in slices", () => {
  it("goes on without a pause for less than five milliseconds, then leaves most of the time to others", async () => {
    const { clock, work } = startClock();
    await work(2);
    await work(2);
    expect(clock.pauses).to.deep.equal([]);
    await work(1);
    expect(clock.pauses).to.deep.equal([20]);
    await work(4);
    expect(clock.pauses).to.deep.equal([20]);
    await work(46);
    expect(clock.pauses).to.deep.equal([20, 200]);
  });

  it("waits for as long as timers come late: then requests are under way", async () => {
    const { clock, work } = startClock([30, 6, 5]);
    await work(5);
    expect(clock.pauses).to.deep.equal([20, 20, 20]);
  });

  it("goes on after a second, though requests keep coming, and after a step of any length", async () => {
    const { clock, work } = startClock(Array.from({ length: 100 }, () => 80));
    await work(5);
    expect(clock.pauses).to.have.length(10);
    const { clock: other, work: workOn } = startClock();
    await workOn(60_000);
    expect(other.pauses).to.deep.equal([1_000]);
  });
});
