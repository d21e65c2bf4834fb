import { createTurns } from "@kalends/core";
import { expect } from "chai";

/** Runs tasks that end when they are told to, and keeps the order in which they began. */
const open = (places: number, placesOfOne: number) => {
  const takeTurn = createTurns(places, placesOfOne);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    ask: (name: string, one: number | undefined): Promise<void> =>
      takeTurn(one, () => {
        began.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      }),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
  };
};

describe("createTurns", () => {
  it("gives everybody who waits a turn before anybody has a second one", async () => {
    const { began, ask, end } = open(2, 1);
    const all = [ask("a1", 1), ask("b1", 2), ask("a2", 1), ask("a3", 1), ask("b2", 2), ask("c1", 3)];
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

  it("keeps no place of one who failed, and counts nobody as one", async () => {
    const takeTurn = createTurns(2, 1);
    const failed = await takeTurn(undefined, () => Promise.reject(new Error("no"))).catch(() => "failed");
    expect(failed).to.equal("failed");
    const { began, ask, end } = open(2, 1);
    const all = [ask("x", undefined), ask("y", undefined)];
    expect(began).to.deep.equal(["x"]);
    await end("x");
    await end("y");
    await Promise.all(all);
    expect(await takeTurn(undefined, async () => "next")).to.equal("next");
  });
});
