import { CalendarError } from "@kalends/core";
import { type ChangeStreams, createChangeStreams } from "@kalends/http";
import { expect } from "chai";
import { CAPACITIES } from "../../capacities.ts";
import { createFakeTimers, type FakeTimers, flushPromises } from "../fake-timers.ts";

/** Milliseconds that it takes to build a page. */
const PAGE_MS = 40;

/** Client that reads everything from a stream of this number of pages. */
interface Followed {
  /** Returns the number of received pages. */
  got(): number;
  leave(): void;
  /** True if the stream has ended. */
  isOver(): boolean;
}

describe("streams of changes", () => {
  let timers: FakeTimers;
  let streams: ChangeStreams;
  let now: number;
  /** Actions in the order in which they happened. */
  let done: string[];
  let beingMade: number;
  let mostAtOnce: number;
  let wakers: (() => void)[];
  /** Functions that finish the pages that are being built. */
  let finish: (() => void)[];

  beforeEach(() => {
    timers = createFakeTimers();
    [now, beingMade, mostAtOnce] = [0, 0, 0];
    [done, wakers, finish] = [[], [], []];
    streams = createChangeStreams({
      capacities: { ...CAPACITIES.http, streams: 10 },
      patience: 1_000_000,
      signal: {
        subscribe(call) {
          wakers.push(call);
          return () => undefined;
        },
      },
      timers,
      clock: { now: () => now },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
  });

  /** Finishes all pages that have been begun. */
  const finishPages = async (): Promise<void> => {
    now += PAGE_MS;
    for (const call of finish.splice(0)) call();
    await flushPromises();
  };

  const follow = async (
    caller: string,
    pages: number,
    checkCaller = async (): Promise<void> => undefined,
  ): Promise<Followed> => {
    let made = 1;
    let events = 0;
    const page = () => ({ data: "{}", token: String(made), hasMore: made < pages, isEmpty: false });
    let leave = (): void => undefined;
    const stream = await streams.open({
      exchange: {
        trace: () => ({ requestId: "1" }),
        isGone: () => false,
        onceOver(call) {
          leave = call;
          return () => undefined;
        },
        async inListTurn(work) {
          done.push(`turn of ${caller}`);
          return work();
        },
        untilTaken: async () => undefined,
        cut() {},
      },
      caller,
      isResumed: false,
      checkCaller,
      first: async () => page(),
      async next() {
        done.push(`page of ${caller}`);
        beingMade += 1;
        mostAtOnce = Math.max(mostAtOnce, beingMade);
        await new Promise<void>((resolve) => finish.push(resolve));
        beingMade -= 1;
        made += 1;
        return page();
      },
    });
    stream.on("data", (bytes: Buffer) => {
      events += bytes.toString().split("event: changes").length - 1;
    });
    await flushPromises();
    return { got: () => events, leave: () => leave(), isOver: () => stream.readableEnded };
  };

  it("that are behind get one page at a time among them, in turn, with a pause as long as it took", async () => {
    const [one, other] = [await follow("a", 3), await follow("b", 3)];
    for (let page = 0; page < 4; page += 1) {
      expect(beingMade).to.equal(1);
      await finishPages();
      await timers.elapse(PAGE_MS - 1);
      expect(beingMade).to.equal(0);
      await timers.elapse(1);
    }
    expect(done.filter((what) => what.startsWith("page"))).to.deep.equal([
      "page of a",
      "page of b",
      "page of a",
      "page of b",
    ]);
    expect([one.got(), other.got(), mostAtOnce]).to.deep.equal([3, 3, 1]);
  });

  it("end while nothing happens if the session of their caller has ended, but not if it cannot be read", async () => {
    const followed = await Promise.all(
      [new CalendarError("rest_forbidden"), new CalendarError("rest_storage_unavailable")].map(
        (error, index) => follow(`${index}`, 1, () => Promise.reject(error)),
      ),
    );
    await timers.elapse(15_000);
    await flushPromises();
    expect(followed.map(({ isOver }) => isOver())).to.deep.equal([true, false]);
  });

  it("get each page as a list of their client", async () => {
    await follow("a", 2);
    await finishPages();
    await timers.elapse(PAGE_MS);
    for (const wake of wakers) wake();
    await flushPromises();
    expect(done).to.deep.equal(["turn of a", "turn of a", "page of a", "turn of a", "page of a"]);
  });

  it("that wait for what happens do not wait for those that are behind, and have no pause", async () => {
    const waiting = await follow("a", 1);
    await follow("b", 1_000);
    await finishPages();
    // From here on, other clients that are behind must wait.
    for (let change = 1; change < 4; change += 1) {
      wakers[0]?.();
      await flushPromises();
      await finishPages();
      expect(waiting.got()).to.equal(1 + change);
    }
  });

  it("whose client has gone get no page any more, nor a pause", async () => {
    const gone = await follow("a", 1_000);
    const waiting = await follow("b", 1_000);
    const alsoWaiting = await follow("c", 1_000);
    waiting.leave();
    gone.leave();
    await finishPages();
    expect(done.filter((what) => what.startsWith("page"))).to.deep.equal(["page of a", "page of c"]);
    alsoWaiting.leave();
    await finishPages();
    await timers.elapse(PAGE_MS);
    expect([beingMade, timers.waiting()]).to.deep.equal([0, 0]);
  });
});
