import { setImmediate as nextRound } from "node:timers/promises";
import { createArrivals, createRefusalTurns, createRounds, createTurns } from "@kalends/http/internals";
import { expect } from "chai";

describe("requests of one round of the event loop", () => {
  it("go on together once all of them were read", async () => {
    const inRound = createRounds(() => 32);
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
    const calls: (() => void)[] = [];
    const inRound = createRounds(
      () => 32,
      (call) => calls.push(call),
    );
    const first = inRound();
    calls.shift()?.();
    const second = inRound();
    await first;
    expect(calls).to.have.length(1);
    calls.shift()?.();
    await second;
  });

  it("are no more than it has room for: the others go on in the next ones", async () => {
    const inRound = createRounds(() => 2);
    const entered = [inRound(), inRound(), inRound()];
    const order: number[] = [];
    const noted = entered.map((round, index) => round.then(() => order.push(index)));
    await Promise.all(noted.slice(0, 2));
    expect(order).to.deep.equal([0, 1]);
    await Promise.all(noted);
    expect(order).to.deep.equal([0, 1, 2]);
  });

  it("go on in a later round where the next one is not theirs", async () => {
    const calls: (() => void)[] = [];
    const inRound = createRounds(
      () => 1,
      (call) => calls.push(call),
    );
    const order: number[] = [];
    const noted = [inRound(), inRound()].map((round, index) => round.then(() => order.push(index)));
    await nextRound();
    expect(order).to.deep.equal([]);
    calls.shift()?.();
    await noted[0];
    await nextRound();
    expect(order).to.deep.equal([0]);
    calls.shift()?.();
    await noted[1];
    expect([order, calls]).to.deep.equal([[0, 1], []]);
  });
});

describe("arrivals of connections", () => {
  it("are known in the round of the event loop in which one came, and in the next one", async () => {
    const arrivals = createArrivals();
    expect(arrivals.areComing()).to.equal(false);
    arrivals.note();
    expect(arrivals.areComing()).to.equal(true);
    await nextRound();
    expect(arrivals.areComing()).to.equal(true);
    arrivals.note();
    await nextRound();
    expect(arrivals.areComing()).to.equal(true);
    await nextRound();
    expect(arrivals.areComing()).to.equal(false);
  });

  it("are waited for by what takes long, but not for ever", async () => {
    const arrivals = createArrivals();
    let rounds = 0;
    let isPassed = false;
    const passed = arrivals.passed().then(() => {
      isPassed = true;
    });
    for (; !isPassed && rounds < 1_000; rounds += 1) {
      arrivals.note();
      await nextRound();
    }
    await passed;
    expect(rounds).to.be.within(50, 200);
  });
});

describe("turns of those that write files", () => {
  it("come one in each round of the event loop, in order", async () => {
    const takeTurn = createTurns();
    const order: string[] = [];
    const write = async (name: string): Promise<void> => {
      for (let turn = 1; turn <= 2; turn += 1) {
        await takeTurn();
        order.push(`${name} ${turn}`);
      }
    };
    await Promise.all([write("one"), write("other")]);
    expect(order).to.deep.equal(["one 1", "other 1", "one 2", "other 2"]);
  });

  it("leave rounds to others where the next round is a later one", async () => {
    const arrivals = createArrivals();
    const takeTurn = createTurns(arrivals.passed);
    arrivals.note();
    let isTaken = false;
    const turn = takeTurn().then(() => {
      isTaken = true;
    });
    await nextRound();
    arrivals.note();
    await nextRound();
    expect(isTaken).to.equal(false);
    await turn;
    expect(arrivals.areComing()).to.equal(false);
  });
});

describe("turns of refusals", () => {
  it("are ten each ten milliseconds, in their order", async () => {
    const waits: { readonly milliseconds: number; readonly end: () => void }[] = [];
    const inTurn = createRefusalTurns(
      10,
      (milliseconds) => new Promise<void>((end) => waits.push({ milliseconds, end })),
    );
    const refused: number[] = [];
    for (let index = 0; index < 25; index += 1) void inTurn().then(() => refused.push(index));
    const counts: number[] = [];
    for (let wait = waits.shift(); wait !== undefined; wait = waits.shift()) {
      expect(wait.milliseconds).to.equal(10);
      counts.push(refused.length);
      wait.end();
      await nextRound();
    }
    expect(counts).to.deep.equal([0, 10, 20]);
    expect(refused).to.deep.equal(Array.from({ length: 25 }, (_, index) => index));
  });
});
