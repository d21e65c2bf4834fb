import { setImmediate as nextEvent } from "node:timers/promises";
import type { EventView, PluginDeps, WebsiteHandler } from "@kalends/core/plugin";
import { plugin } from "@kalends/pages";
import { expect } from "chai";
import { fakeDeps, fakeRequest } from "../fake-request.ts";

const MINUTE = 60_000;
/** Number of events that a stream reads at once. */
const PORTION = 100;

/**
 * Starts a calendar with many events. It counts the reads. While reads are held, each read waits until it is
 * released.
 */
const startLarge = (events: number) => {
  const now = { time: Date.UTC(2031, 4, 6, 10) };
  const reads = { count: 0, atOnce: 0, most: 0 };
  const state: { events: number; failure?: Error | undefined; held?: (() => void)[] | undefined } = {
    events,
  };
  const nothing = async () => ({ items: [], total: 0, page: 1, perPage: 100, understood: {} });
  const none = { list: nothing };
  /** Reads the next events after an id and returns their number. */
  const readPortion = async (after: number): Promise<number> => {
    reads.count += 1;
    reads.atOnce += 1;
    reads.most = Math.max(reads.most, reads.atOnce);
    const { held } = state;
    if (held !== undefined) await new Promise<void>((resolve) => held.push(resolve));
    reads.atOnce -= 1;
    if (state.failure !== undefined) throw state.failure;
    return Math.max(0, Math.min(PORTION, state.events - after));
  };
  async function* stream(_query: object, { after }: { readonly after: number }) {
    for (let last = after; ; last += PORTION) {
      const length = await readPortion(last);
      for (let id = last + 1; id <= last + length; id += 1)
        yield { event: { id, slug: `event-${id}` } } as unknown as EventView;
      if (length < PORTION) return;
    }
  }
  const api = { events: { stream }, venues: none, organizers: none, categories: none, tags: none };
  const deps = {
    ...fakeDeps(),
    clock: { now: () => now.time },
    postStatuses: { visibleTo: () => ({ statuses: ["publish"] }) },
    calendar: { as: () => api, unrestricted: { events: { count: async () => state.events } } },
  } as unknown as PluginDeps;
  const handlers: readonly WebsiteHandler[] = plugin().setup?.(deps).website ?? [];

  const open = async (path: string, address = "192.0.2.1"): Promise<AsyncIterator<unknown>> => {
    for (const handler of handlers) {
      const answer = await handler.handle(fakeRequest(path, { address }));
      if (answer !== undefined && "stream" in answer) return answer.stream[Symbol.asyncIterator]();
    }
    throw new Error(`no stream at ${path}`);
  };
  const rest = async (stream: AsyncIterator<unknown>): Promise<string> => {
    let text = "";
    for (let step = await stream.next(); step.done !== true; step = await stream.next()) text += step.value;
    return text;
  };
  return {
    ...{ now, reads, state, open, rest },
    read: async (path: string, address?: string) => rest(await open(path, address)),
  };
};

const countOf = (text: string): number => text.match(/<loc>/g)?.length ?? 0;

describe("sitemaps that many ask for at once", () => {
  /** Releases held reads one after the other until the work is done. */
  const finish = async <T>(work: Promise<T>, held: (() => void)[]): Promise<T> => {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      held.shift()?.();
      await nextEvent();
    }
    return done;
  };

  for (const [path, entries] of [
    ["/sitemap.xml", 2_501],
    ["/sitemap-events-0.xml", 2_500],
  ] as const)
    it(`read four portions at once, two for one client: ${path}`, async () => {
      const calendar = startLarge(2_500);
      const held: (() => void)[] = [];
      calendar.state.held = held;
      const ofOne = Array.from({ length: 5 }, () => calendar.read(path, "2001:db8::1"));
      // Another address in the same network.
      ofOne.push(calendar.read(path, "2001:db8::2"));
      await nextEvent();
      expect(calendar.reads.atOnce).to.equal(2);
      const ofOthers = Array.from({ length: 5 }, (_, index) => calendar.read(path, `192.0.2.${index}`));
      await nextEvent();
      expect(calendar.reads.atOnce).to.equal(4);
      const texts = await finish(Promise.all([...ofOne, ...ofOthers]), held);
      expect(texts.map(countOf)).to.deep.equal(texts.map(() => entries));
      expect(calendar.reads.most).to.equal(4);
    });

  it("keep no place while their clients take nothing, nor when these have gone", async () => {
    const calendar = startLarge(2_500);
    const slow = await Promise.all(
      Array.from({ length: 8 }, () => calendar.open("/sitemap-events-0.xml", "192.0.2.1")),
    );
    for (const stream of slow) {
      await stream.next();
      expect(countOf(String((await stream.next()).value))).to.equal(100);
    }
    await slow[0]?.return?.();
    for (const address of ["192.0.2.1", "192.0.2.2"])
      expect(countOf(await calendar.read("/sitemap-events-0.xml", address))).to.equal(2_500);
    expect(countOf(await calendar.rest(slow[1] as AsyncIterator<unknown>))).to.equal(2_400);
  });
});

describe("indexes of sitemaps", () => {
  it("are found once for all who ask at once, and not again while nothing was added", async () => {
    const calendar = startLarge(81_000);
    const [index, ...others] = await Promise.all(
      ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address) => calendar.read("/sitemap.xml", address)),
    );
    expect(index)
      .to.include("sitemap-events-40000.xml</loc>")
      .and.to.include("sitemap-events-80000.xml</loc>");
    expect(others).to.deep.equal([index, index]);
    // The last read returns no events.
    expect(calendar.reads.count).to.equal(811);
    expect(await calendar.read("/sitemap.xml?other=1")).to.equal(index);
    calendar.now.time += 9 * MINUTE;
    expect(await calendar.read("/sitemap.xml")).to.equal(index);
    expect(calendar.reads.count).to.equal(811);
  });

  it("are found anew when an event was added, and after some minutes", async () => {
    const calendar = startLarge(79_999);
    const before = await calendar.read("/sitemap.xml");
    expect(countOf(before)).to.equal(4);
    const { count } = calendar.reads;
    calendar.state.events = 120_000;
    expect(countOf(await calendar.read("/sitemap.xml"))).to.equal(5);
    const later = calendar.reads.count;
    expect(later).to.be.greaterThan(count);
    calendar.now.time += 10 * MINUTE;
    expect(countOf(await calendar.read("/sitemap.xml"))).to.equal(5);
    expect(calendar.reads.count).to.be.greaterThan(later);
    const latest = calendar.reads.count;
    calendar.now.time -= 11 * MINUTE;
    await calendar.read("/sitemap.xml");
    expect(calendar.reads.count, "a clock that was set back").to.be.greaterThan(latest);
  });

  it("go on where a client has left", async () => {
    const calendar = startLarge(81_000);
    const left = await calendar.open("/sitemap.xml");
    for (let portion = 0; portion < 3; portion += 1) await left.next();
    await left.return?.();
    expect(calendar.reads.count).to.be.within(1, 410);
    expect(countOf(await calendar.read("/sitemap.xml"))).to.equal(4);
    expect(calendar.reads.count).to.equal(811);
  });

  it("begin anew after a failure", async () => {
    const calendar = startLarge(81_000);
    calendar.state.failure = new Error("away");
    expect(await calendar.read("/sitemap.xml").catch((error: Error) => error.message)).to.equal("away");
    calendar.state.failure = undefined;
    expect(countOf(await calendar.read("/sitemap.xml"))).to.equal(4);
  });
});
