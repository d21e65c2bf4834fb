import { createByteBudget } from "@kalends/http/internals";
import { expect } from "chai";

describe("createByteBudget", () => {
  const clock = { time: 0, now: () => clock.time };
  beforeEach(() => {
    clock.time = 0;
  });

  it("grants permits in order of arrival while there is room, and what is released to those that wait", async () => {
    const budget = createByteBudget({ clock, capacity: 10, perKey: 10 });
    const [first, second, third, fourth] = [6, 6, 2, 10].map((amount, index) =>
      budget.acquire(`${index}`, amount),
    );
    // The third request would fit, but it must not overtake the second.
    expect([first, second, third, fourth].map((permit) => permit?.isHeld())).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
    first?.release();
    await second?.decided;
    expect([second, third, fourth].map((permit) => permit?.isHeld())).to.deep.equal([true, true, false]);
    second?.release();
    third?.release();
    third?.release();
    expect(fourth?.isHeld()).to.equal(true);
    expect(budget.acquire("5", 1).isHeld()).to.equal(false);
  });

  it("gives what is larger than everything when nobody else has any", () => {
    const budget = createByteBudget({ clock, capacity: 10, perKey: 5 });
    const all = budget.acquire("a", 1000);
    expect(all.isHeld()).to.equal(true);
    const next = budget.acquire("b", 1);
    expect(next.isHeld()).to.equal(false);
    all.release();
    expect(next.isHeld()).to.equal(true);
  });

  it("lets others pass one that has its part already", () => {
    const budget = createByteBudget({ clock, capacity: 10, perKey: 5 });
    expect(budget.acquire("a", 3).isHeld()).to.equal(true);
    const more = budget.acquire("a", 3);
    expect(more.isHeld()).to.equal(false);
    expect(budget.acquire("b", 5).isHeld()).to.equal(true);
    expect(more.isHeld()).to.equal(false);
  });

  it("forgets who does not wait any more, and settles it", async () => {
    const budget = createByteBudget({ clock, capacity: 1, perKey: 1 });
    const first = budget.acquire("a", 1);
    const gone = budget.acquire("b", 1);
    const last = budget.acquire("c", 1);
    gone.release();
    await gone.decided;
    expect(gone.isHeld()).to.equal(false);
    first.release();
    expect(last.isHeld()).to.equal(true);
  });

  it("calls back what is held for too long, but only when somebody waits", () => {
    const budget = createByteBudget({ clock, capacity: 10, perKey: 10, termOf: (amount) => amount * 1000 });
    const withdrawn: string[] = [];
    const slow = budget.acquire("a", 8, () => {
      withdrawn.push("slow");
      slow.release();
    });
    const young = budget.acquire("a", 2, () => withdrawn.push("young"));
    clock.time = 9000;
    expect(withdrawn).to.deep.equal([]);
    young.release();
    budget.acquire("b", 2, () => withdrawn.push("young"));
    expect(withdrawn).to.deep.equal([]);
    const waiting = budget.acquire("c", 8);
    expect(withdrawn).to.deep.equal(["slow"]);
    expect(waiting.isHeld()).to.equal(true);
  });
});
