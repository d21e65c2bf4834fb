import {
  COMMENT,
  createEventStream,
  type EventStream,
  toEventFrame,
  toIdFrame,
  toRetryFrame,
} from "@kalends/http/internals";
import { expect } from "chai";
import { createFakeTimers, flushPromises } from "../fake-timers.ts";
import { frameOf, PATIENCE, page, RETRY, stream } from "./an-event-stream.ts";

describe("frames of event streams", () => {
  it("have a line for each line of the data, and end with an empty one", () => {
    expect(toEventFrame({ event: "changes", id: "a1", data: "one\ntwo\r\nthree\rfour" })).to.equal(
      "event: changes\nid: a1\ndata: one\ndata: two\ndata: three\ndata: four\n\n",
    );
  });

  it("have names and ids that break out of no line", () => {
    expect(toEventFrame({ event: "a\nb", id: "c\r\nd\0e", data: "x" })).to.equal(
      "event: ab\nid: cde\ndata: x\n\n",
    );
    expect(toIdFrame("a\n\nb")).to.equal("id: ab\n\n");
  });

  it("say nothing in comments, and when to come back", () => {
    expect(COMMENT).to.equal(":\n\n");
    expect(toRetryFrame(1500)).to.equal("retry: 1500\n\n");
  });
});

describe("an event stream", () => {
  it("begins with when to come back and the first page, though it is empty", async () => {
    const first = page("t0", { isEmpty: true });
    expect(await stream(first).taken()).to.equal(toRetryFrame(RETRY) + frameOf(first));
  });

  it("goes on with further pages at once, then waits to be woken", async () => {
    const { events, taken, asked } = stream(page("t0", { hasMore: true }), [page("t1"), page("t2")]);
    expect(await taken()).to.equal(
      toRetryFrame(RETRY) + frameOf(page("t0", { hasMore: true })) + frameOf(page("t1")),
    );
    expect(asked).to.deep.equal(["t0"]);
    events.wake();
    expect(await taken()).to.equal(frameOf(page("t2")));
    expect(asked).to.deep.equal(["t0", "t1"]);
  });

  it("looks once more when it was woken before it began or while it looked", async () => {
    const timers = createFakeTimers();
    let looks = 0;
    const events: EventStream = createEventStream({
      async next(token) {
        looks += 1;
        if (looks === 1) events.wake();
        return page(token, { isEmpty: true });
      },
      refusal: async () => undefined,
      untilTaken: async () => undefined,
      timers,
      patience: PATIENCE,
      retry: RETRY,
      cut() {},
    });
    events.wake();
    events.begin(page("t0")).resume();
    await flushPromises();
    expect(looks).to.equal(2);
  });

  it("ends within 15 seconds when the session of its caller has ended", async () => {
    let isOver = false;
    const { events, timers, taken } = stream(page("t0"), [], false, undefined, () => isOver);
    await taken();
    isOver = true;
    await timers.elapse(15_000);
    expect(await taken()).to.equal(`retry: ${RETRY}\n\n`);
    expect(events.ended()).to.equal("refused");
  });

  it("sends a comment when nothing was sent for 15 seconds", async () => {
    const { timers, taken } = stream(page("t0"));
    await taken();
    await timers.elapse(14_999);
    expect(await taken()).to.equal("");
    await timers.elapse(1);
    expect(await taken()).to.equal(COMMENT);
    await timers.elapse(15_000);
    expect(await taken()).to.equal(COMMENT);
  });

  it("sends no page in which nothing has changed, but later where to go on from", async () => {
    const { events, timers, taken, asked } = stream(page("t0"), [page("t1", { isEmpty: true })]);
    await taken();
    events.wake();
    expect(await taken()).to.equal("");
    await timers.elapse(15_000);
    expect(await taken()).to.equal(toIdFrame("t1"));
    await timers.elapse(15_000);
    expect(await taken()).to.equal(COMMENT);
    events.wake();
    await flushPromises();
    expect(asked).to.deep.equal(["t0", "t1"]);
  });

  it("looks again some seconds later when the storage does not answer", async () => {
    const { events, timers, taken, asked } = stream(page("t0"), ["later", page("t1")]);
    await taken();
    events.wake();
    events.wake();
    await timers.elapse(4_999);
    expect(asked).to.have.length(1);
    await timers.elapse(1);
    expect(await taken()).to.equal(COMMENT + frameOf(page("t1")));
  });

  it("says that its token is expired, and ends", async () => {
    const { events, stream: readable, taken, cuts, timers } = stream(page("t0"), ["expired"]);
    await taken();
    events.wake();
    expect(await taken()).to.equal('event: expired\ndata: {"code":"rest_token_expired"}\n\n');
    expect(readable.readableEnded).to.equal(true);
    expect(events.ended()).to.equal("expired");
    events.end("gone");
    await timers.elapse(PATIENCE);
    expect([cuts(), timers.waiting()]).to.deep.equal([0, 0]);
  });

  for (const reason of ["refused", "failed"] as const) {
    it(`ends when the next page is ${reason}`, async () => {
      const { events, stream: readable, taken } = stream(page("t0"), [reason]);
      await taken();
      events.wake();
      expect(await taken()).to.equal(toRetryFrame(RETRY));
      expect(readable.readableEnded).to.equal(true);
    });
  }

  it("ends at once when the calendar closes, with when to come back", async () => {
    const { events, stream: readable, taken } = stream(page("t0"));
    await taken();
    events.end("closing");
    expect(await taken()).to.equal(toRetryFrame(RETRY));
    expect(readable.readableEnded).to.equal(true);
  });

  it("sends no page that was made when it had ended already", async () => {
    const { events, taken } = stream(page("t0", { hasMore: true }), [page("t1")]);
    events.end("closing");
    expect(await taken()).to.equal(
      toRetryFrame(RETRY) + frameOf(page("t0", { hasMore: true })) + toRetryFrame(RETRY),
    );
  });

  it("ends when its client is gone, whatever it was about", async () => {
    const { events, stream: readable, timers, cuts } = stream(page("t0"));
    await flushPromises();
    events.end("gone");
    await flushPromises();
    expect(readable.destroyed).to.equal(true);
    expect([cuts(), timers.waiting()]).to.deep.equal([0, 0]);
  });

  it("is never begun for a client that is gone already", async () => {
    const timers = createFakeTimers();
    const events = createEventStream({
      next: async () => "failed",
      refusal: async () => undefined,
      untilTaken: async () => undefined,
      timers,
      patience: PATIENCE,
      retry: RETRY,
      cut() {},
    });
    events.end("gone");
    expect(events.begin(page("t0")).destroyed).to.equal(true);
  });
});
