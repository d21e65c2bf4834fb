import { setImmediate as nextRound } from "node:timers/promises";
import { createRounds } from "@kalends/http/internals";
import { expect } from "chai";

describe("requests of one round of the event loop", () => {
  it("go on together once all of them were read", async () => {
    const inRound = createRounds();
    const order: string[] = [];
    const enter = async (name: string) => {
      order.push(`${name} read`);
      await inRound();
      order.push(`${name} goes on`);
    };
    const both = [enter("one"), enter("other")];
    await Promise.all(both);
    expect(order).to.deep.equal(["one read", "other read", "one goes on", "other goes on"]);
  });

  it("do not wait for those of the next one", async () => {
    const inRound = createRounds();
    const first = inRound();
    await nextRound();
    const second = inRound();
    expect(second).not.to.equal(first);
    await Promise.all([first, second]);
  });
});
