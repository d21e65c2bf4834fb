import { setImmediate as nextEvent } from "node:timers/promises";
import type { RunLeased } from "@kalends/core/interface";
import { createWriteLease } from "@kalends/icalendar/internals";
import { expect } from "chai";

/**
 * Creates fake leases in memory. Waiting callers get a lease one after the other, until `giveUp` is called.
 */
const createLeases = () => {
  const held = new Map<string, Promise<unknown>>();
  let giveUp = (): void => {};
  const runLeased: RunLeased = async (name, work) => {
    const isOver = new Promise<boolean>((resolve) => {
      giveUp = () => resolve(true);
    });
    while (held.has(name)) if (await Promise.race([held.get(name)?.then(() => false), isOver])) return false;
    const running = work({ isStopping: () => false }).finally(() => held.delete(name));
    held.set(name, running);
    await running;
    return true;
  };
  return { runLeased, names: () => [...held.keys()], giveUp: () => giveUp() };
};

describe("the lease of a UID that is written", () => {
  it("is held for as long as the writing takes, and nobody's afterwards", async () => {
    const { runLeased, names } = createLeases();
    const [first, second] = [createWriteLease({ runLeased }), createWriteLease({ runLeased })];
    expect(await first.acquire("choir")).to.equal(true);
    let isTaken = false;
    const taken = second.acquire("choir").then((isHeld) => {
      isTaken = isHeld;
    });
    await nextEvent();
    expect(isTaken).to.equal(false);
    await first.release();
    await taken;
    expect(isTaken).to.equal(true);
    expect(names()).to.deep.equal(["import/choir"]);
    await second.acquire("band");
    expect(names()).to.deep.equal(["import/band"]);
    await second.release();
    await second.release();
    expect(names()).to.deep.equal([]);
  });

  it("is nobody's while it is suspended, and is waited for afterwards", async () => {
    const { runLeased, names, giveUp } = createLeases();
    const [first, second] = [createWriteLease({ runLeased }), createWriteLease({ runLeased })];
    await first.acquire("choir");
    const suspended = first.suspend(async () => {
      expect(names()).to.deep.equal([]);
      expect(await second.acquire("choir")).to.equal(true);
      return "fetched";
    });
    await nextEvent();
    giveUp();
    expect(await suspended).to.deep.equal({ result: "fetched", isHeld: false });
    expect(await first.suspend(() => second.release())).to.deep.equal({ result: undefined, isHeld: true });
    await first.release();
  });
});
