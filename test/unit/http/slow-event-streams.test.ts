import { expect } from "chai";
import { flushPromises } from "../fake-timers.ts";
import { PATIENCE, page, stream } from "./an-event-stream.ts";

describe("an event stream with a slow client", () => {
  const long = page("t0", { data: JSON.stringify("x".repeat(1_000_000)), hasMore: true });

  it("reads no further page before the client has taken the last one", async () => {
    const { stream: readable, asked } = stream(long, [page("t1")], true);
    let length = 0;
    await flushPromises();
    for (let step = 0; step < 10; step += 1) {
      const part: Buffer | null = readable.read();
      length += part?.length ?? 0;
      expect(part?.length ?? 0).to.be.at.most(2 * 65_536);
      await flushPromises();
    }
    expect(length).to.be.below(1_000_000);
    expect(asked).to.deep.equal([]);
  });

  it("looks for no further page before the connection has taken the last one", async () => {
    let take = (): void => undefined;
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    const { asked, timers, events } = stream(page("t0", { hasMore: true }), [page("t1")], false, () => taken);
    await timers.elapse(PATIENCE - 1);
    expect([asked, events.ended()]).to.deep.equal([[], undefined]);
    take();
    await flushPromises();
    expect(asked).to.deep.equal(["t0"]);
  });

  it("cuts a client whose connection takes nothing for 30 seconds when there is more", async () => {
    let resolveTaken = (): void => undefined;
    const taken = new Promise<void>((resolve) => {
      resolveTaken = resolve;
    });
    const { asked, timers, events, cuts } = stream(page("t0", { hasMore: true }), [], false, () => taken);
    await timers.elapse(PATIENCE);
    expect([cuts(), events.ended()]).to.deep.equal([1, "slow"]);
    resolveTaken();
    await flushPromises();
    expect(asked).to.deep.equal([]);
  });

  it("cuts a client that takes nothing for 30 seconds", async () => {
    const { events, stream: readable, timers, cuts } = stream(long, [], true);
    await flushPromises();
    readable.read(0);
    await timers.elapse(PATIENCE - 1);
    expect(cuts()).to.equal(0);
    await timers.elapse(1);
    expect([cuts(), events.ended()]).to.deep.equal([1, "slow"]);
  });

  it("cuts none that takes a piece now and then", async () => {
    const { stream: readable, timers, cuts } = stream(long, [], true);
    for (let step = 0; step < 10; step += 1) {
      await flushPromises();
      readable.read();
      await timers.elapse(PATIENCE - 1);
    }
    expect(cuts()).to.equal(0);
  });

  it("cuts one that does not take the end: after a second when the calendar closes", async () => {
    for (const [reason, time] of [
      ["closing", 1_000],
      ["displaced", PATIENCE],
    ] as const) {
      const { events, timers, cuts } = stream(page("t0"));
      await flushPromises();
      events.end(reason);
      await timers.elapse(time - 1);
      expect(cuts()).to.equal(0);
      await timers.elapse(1);
      expect(cuts()).to.equal(1);
    }
  });
});
