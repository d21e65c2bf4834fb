import type { DomainEvent } from "@kalends/core/interface";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { createDomainEventBus, type Timers } from "kalends/internals";

describe("the domain event bus", () => {
  it("waits a minute for a listener that never ends, then goes on with the next event", async () => {
    const waiting = new Map<() => void, number>();
    const timers: Timers = {
      after(delayMs, callback) {
        waiting.set(callback, delayMs);
        return () => void waiting.delete(callback);
      },
    };
    const errors: unknown[] = [];
    const logger = {
      debug() {},
      info() {},
      warn() {},
      error: (line: string, fields?: object) => void errors.push([line, fields]),
    };
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const created = (id: number): DomainEvent => ({
      name: "event.created",
      change: { after: anEvent({ id }) },
    });
    const bus = createDomainEventBus({ logger, timers });
    const heard: number[] = [];
    bus.on(
      {
        on: "event.created",
        handle: ({ after }) => {
          heard.push(after.id);
          return after.id === 1 ? new Promise(() => {}) : undefined;
        },
      },
      "sample",
    );
    bus.emit([created(1), created(2)]);
    await turn();
    await turn();
    expect(heard).to.deep.equal([1]);
    const [[elapse, delay] = []] = waiting;
    expect(delay).to.equal(60_000);
    elapse?.();
    await turn();
    expect(heard).to.deep.equal([1, 2]);
    expect(errors).to.deep.equal([
      [
        "A listener takes longer than a minute; its next events are no longer delayed",
        { event: "event.created", listener: "sample" },
      ],
    ]);
    await bus.close();
    expect(waiting.size).to.equal(0);
  });
});
