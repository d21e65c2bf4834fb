import { expect } from "chai";
import { createMemoryCounters } from "kalends/internals";

const NOW = Date.UTC(2031, 2, 1);
const MINUTE = 60_000;

describe("counts in memory", () => {
  it("push out the oldest when there are too many", async () => {
    const counters = createMemoryCounters({ now: () => NOW }, 3);
    for (const key of ["a", "b", "c", "d"]) await counters.add(key, 1, MINUTE);
    const found = await Promise.all(["a", "b", "c", "d"].map((key) => counters.find(key)));
    expect(found.map((count) => count?.points)).to.deep.equal([undefined, 1, 1, 1]);
  });
});
