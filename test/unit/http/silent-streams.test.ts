import { PassThrough, Writable } from "node:stream";
import { deliver } from "@kalends/http/internals";
import { expect } from "chai";
import { createFakeTimers, flushPromises } from "../fake-timers.ts";

const PATIENCE = 30_000;

describe("clients of an answer that was silent for long", () => {
  const begin = () => {
    const timers = createFakeTimers();
    const take: (() => void)[] = [];
    const response = new Writable({ write: (_portion, _encoding, taken) => void take.push(taken) });
    const body = new PassThrough();
    const ctx = { body, length: undefined, req: { httpVersionMajor: 1, socket: {} }, res: response };
    deliver(ctx as never, PATIENCE, (call, milliseconds) => {
      let cancel = timers.after(milliseconds, call);
      const delay = {
        close: () => cancel(),
        refresh() {
          cancel();
          cancel = timers.after(milliseconds, call);
          return delay;
        },
      };
      return delay as never;
    });
    body.pipe(response);
    return { timers, response, body, take };
  };

  it("have as long for its portions as others", async () => {
    const { timers, response, body } = begin();
    await timers.elapse(PATIENCE - 1_000);
    body.write(Buffer.alloc(1_000_000));
    await timers.elapse(PATIENCE - 1);
    expect(response.destroyed).to.equal(false);
    await timers.elapse(1);
    expect(response.destroyed).to.equal(true);
  });

  it("are not waited for anew with each portion of which they take none", async () => {
    const { timers, response, body, take } = begin();
    body.write("one");
    await flushPromises();
    take.shift()?.();
    for (let portion = 0; portion < 3; portion += 1) {
      body.write("more");
      await timers.elapse(PATIENCE / 3);
    }
    expect(response.destroyed).to.equal(true);
  });
});
