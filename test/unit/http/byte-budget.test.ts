import { createBudget } from "@kalends/http/internals";
import { expect } from "chai";

describe("createBudget", () => {
  const clock = { time: 0, now: () => clock.time };
  beforeEach(() => {
    clock.time = 0;
  });

  it("gives shares in order of arrival while there is room, and what comes back to who waits", async () => {
    const budget = createBudget({ clock, total: 10, ofOne: 10 });
    const [first, second, third, fourth] = [6, 6, 2, 10].map((amount, index) =>
      budget.ask(`${index}`, amount),
    );
    // The third would fit, but does not pass the second.
    expect([first, second, third, fourth].map((share) => share?.isHeld())).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
    first?.release();
    await second?.settled;
    expect([second, third, fourth].map((share) => share?.isHeld())).to.deep.equal([true, true, false]);
    second?.release();
    third?.release();
    third?.release();
    expect(fourth?.isHeld()).to.equal(true);
    expect(budget.ask("5", 1).isHeld()).to.equal(false);
  });

  it("gives what is larger than everything when nobody else has any", () => {
    const budget = createBudget({ clock, total: 10, ofOne: 5 });
    const all = budget.ask("a", 1000);
    expect(all.isHeld()).to.equal(true);
    const next = budget.ask("b", 1);
    expect(next.isHeld()).to.equal(false);
    all.release();
    expect(next.isHeld()).to.equal(true);
  });

  it("lets others pass one that has its part already", () => {
    const budget = createBudget({ clock, total: 10, ofOne: 5 });
    expect(budget.ask("a", 3).isHeld()).to.equal(true);
    const more = budget.ask("a", 3);
    expect(more.isHeld()).to.equal(false);
    expect(budget.ask("b", 5).isHeld()).to.equal(true);
    expect(more.isHeld()).to.equal(false);
  });

  it("forgets who does not wait any more, and settles it", async () => {
    const budget = createBudget({ clock, total: 1, ofOne: 1 });
    const first = budget.ask("a", 1);
    const gone = budget.ask("b", 1);
    const last = budget.ask("c", 1);
    gone.release();
    await gone.settled;
    expect(gone.isHeld()).to.equal(false);
    first.release();
    expect(last.isHeld()).to.equal(true);
  });

  it("calls back what is held for too long, but only when somebody waits", () => {
    const budget = createBudget({ clock, total: 10, ofOne: 10, lentFor: (amount) => amount * 1000 });
    const withdrawn: string[] = [];
    const slow = budget.ask("a", 8, () => {
      withdrawn.push("slow");
      slow.release();
    });
    const young = budget.ask("a", 2, () => withdrawn.push("young"));
    clock.time = 9000;
    expect(withdrawn).to.deep.equal([]);
    young.release();
    budget.ask("b", 2, () => withdrawn.push("young"));
    expect(withdrawn).to.deep.equal([]);
    const waiting = budget.ask("c", 8);
    expect(withdrawn).to.deep.equal(["slow"]);
    expect(waiting.isHeld()).to.equal(true);
  });
});
