import { once } from "node:events";
import { setImmediate as nextEvent } from "node:timers/promises";
import { createChangeStreams } from "@kalends/http";
import { expect } from "chai";
import { createFakeTimers } from "../fake-timers.ts";

describe("streams of changes", () => {
  it("let others in between pages, though these are small and read without a pause", async () => {
    const streams = createChangeStreams({
      capacity: 1,
      patience: 1000,
      signal: { subscribe: () => () => undefined },
      timers: createFakeTimers(),
      clock: { now: () => 0 },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const pages = 1000;
    let made = 1;
    const next = async () => {
      made += 1;
      return { data: "{}", token: String(made), hasMore: made < pages, isEmpty: false };
    };
    let leave = (): void => undefined;
    const stream = await streams.open({
      exchange: {
        trace: () => ({ requestId: "1" }),
        onceOver(call) {
          leave = call;
          return () => undefined;
        },
        cut() {},
      },
      caller: "user 1",
      first: async () => ({ data: "{}", token: "1", hasMore: true, isEmpty: false }),
      next,
    });
    stream.resume();
    await nextEvent();
    expect(made).to.be.below(20);
    const closed = once(stream, "close");
    leave();
    await closed;
    expect(made).to.be.below(20);
  });
});
