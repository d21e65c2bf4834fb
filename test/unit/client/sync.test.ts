import {
  type CalendarCopy,
  CalendarNetworkError,
  createCalendarClient,
  type RecordChange,
  type SyncOptions,
} from "@kalends/client";
import { expect } from "chai";
import { createFakeFeed, envelope, type FakeFeed } from "./fake-feed.ts";

const copyOf = (feed: FakeFeed, options: SyncOptions = {}): CalendarCopy =>
  createCalendarClient({ site: "https://calendar.example", fetch: feed.fetch }).sync(options);

/** Creates a copy that calls `look` before each request. */
const watchedCopyOf = (feed: FakeFeed, look: () => void, state?: unknown): CalendarCopy =>
  createCalendarClient({
    site: "https://calendar.example",
    fetch: (url, init) => {
      look();
      return feed.fetch(url, init);
    },
  }).sync({ state });

/** Returns changes in a short form: `+` for new, `-` for removed and `*` for changed records. */
const brief = (changes: readonly RecordChange[]): readonly string[] =>
  changes.map(({ kind, id, before, after }) => {
    const sign = before === undefined ? "+" : after === undefined ? "-" : "*";
    return `${sign}${kind}/${id}`;
  });

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail("It did not fail"),
    (error: unknown) => error,
  );

const unreachable = (): Response => {
  throw new TypeError("fetch failed");
};

describe("sync", () => {
  let feed: FakeFeed;

  beforeEach(() => {
    feed = createFakeFeed();
    feed.put("venue", { id: 1, name: "Pier Nine" });
    feed.put("venue", { id: 2, name: "Dock" });
    feed.put("category", { id: 7, count: 1 });
    feed.put("event", { id: 3, name: "Jazz", categories: [{ id: 7, count: 1 }], tags: [] });
    feed.put("organizer", { id: 4, name: "Blue Note" });
  });

  it("begins with all records, of which nothing is to be seen before they are whole", async () => {
    const sizes: number[] = [];
    const look = (): void => void sizes.push(copy.venues.size + copy.events.size + copy.categories.size);
    const copy = watchedCopyOf(feed, look);
    expect([copy.isReady(), copy.state()]).to.deep.equal([false, undefined]);
    const changes = await copy.update();
    expect(brief(changes)).to.have.members([
      "+venue/1",
      "+venue/2",
      "+category/7",
      "+event/3",
      "+organizer/4",
    ]);
    expect(sizes).to.deep.equal([0, 0, 0, 0]);
    expect(copy.isReady()).to.equal(true);
    expect([...copy.venues.keys()].sort()).to.deep.equal([1, 2]);
    expect(copy.events.get(3)).to.deep.include({ id: 3, name: "Jazz" });
  });

  it("then asks for what has changed alone, and answers one change for each record", async () => {
    const copy = copyOf(feed);
    const { venues } = copy;
    await copy.update();
    expect(await copy.update()).to.deep.equal([]);
    for (const name of ["one", "two", "three"]) feed.put("venue", { id: 1, name });
    feed.remove("venue", 2);
    feed.put("tag", { id: 8 });
    feed.remove("tag", 8);
    const changes = await copy.update();
    expect(brief(changes)).to.deep.equal(["*venue/1", "-venue/2"]);
    expect(changes[0]).to.deep.equal({
      kind: "venue",
      id: 1,
      before: { id: 1, name: "Pier Nine" },
      after: { id: 1, name: "three" },
    });
    expect([...venues.keys()]).to.deep.equal([1]);
  });

  it("gives the terms of events the counts that the terms have", async () => {
    const copy = copyOf(feed);
    await copy.update();
    const before = copy.events.get(3);
    feed.put("category", { id: 7, count: 5 });
    expect(brief(await copy.update())).to.deep.equal(["*category/7", "*event/3"]);
    expect(copy.events.get(3)?.categories[0]?.count).to.equal(5);
    expect(before?.categories[0]?.count, "what somebody has in their hands").to.equal(1);
    // The event was read before the count changed, so the count in the term is newer.
    feed.put("event", { id: 3, name: "Blues", categories: [{ id: 7, count: 2 }], tags: [] });
    await copy.update();
    expect(copy.events.get(3)?.categories[0]?.count).to.equal(5);
  });

  it("takes a page over together with its token, and goes on from there after a failure", async () => {
    const copy = copyOf(feed);
    await copy.update();
    for (const id of [11, 12, 13, 14]) feed.put("venue", { id, name: "New" });
    const first = feed.asked.length;
    feed.answerNext(undefined, unreachable);
    expect(await failure(copy.update())).to.be.instanceOf(CalendarNetworkError);
    expect([...copy.venues.keys()]).to.deep.equal([1, 2, 11, 12]);
    expect(copy.state()).to.include({ token: "1.7" });
    expect(brief(await copy.update()), "also what came before the failure").to.deep.equal([
      "+venue/11",
      "+venue/12",
      "+venue/13",
      "+venue/14",
    ]);
    expect([...new Set(feed.asked.slice(first))]).to.deep.equal(["1.5", "1.7"]);
  });

  it("passes over kinds that it does not know", async () => {
    feed.put("image" as never, { id: 99 });
    const copy = copyOf(feed);
    expect(await copy.update()).to.have.length(5);
  });

  describe("when its token has expired", () => {
    it("makes a new copy beside the old one, and answers how they differ", async () => {
      const copy = copyOf(feed);
      await copy.update();
      feed.forget();
      feed.remove("venue", 2);
      feed.put("venue", { id: 5, name: "New" });
      const seen: unknown[] = [];
      const look = (): void => void seen.push([[...watched.venues.keys()], watched.events.size]);
      const watched = watchedCopyOf(feed, look, copy.state());
      const event = watched.events.get(3);
      expect(brief(await watched.update())).to.deep.equal(["-venue/2", "+venue/5"]);
      expect(seen).to.deep.equal(Array(5).fill([[1, 2], 1]));
      expect(watched.events.get(3), "the same record").to.equal(event);
    });

    it("keeps what it has of the new copy after a failure, and shows the old one until the new one is whole", async () => {
      const copy = copyOf(feed);
      await copy.update();
      feed.forget();
      feed.remove("venue", 1);
      feed.answerNext(undefined, undefined, undefined, unreachable);
      await failure(copy.update());
      expect(copy.venues.size).to.equal(2);
      const asked = feed.asked.length;
      expect(brief(await copy.update())).to.deep.equal(["-venue/1"]);
      expect(feed.asked.slice(asked)).to.not.include("-");
    });

    it("gives up when the new one expires, too, and begins once more the next time", async () => {
      const copy = copyOf(feed);
      const expired = (): Response => envelope("rest_token_expired", 410);
      feed.answerNext(undefined, expired);
      expect(await failure(copy.update())).to.include({ code: "rest_token_expired", status: 410 });
      expect(await copy.update()).to.have.length(5);
    });

    it("does the same with a token that the calendar cannot read", async () => {
      const copy = copyOf(feed);
      await copy.update();
      feed.answerNext(() => envelope("rest_invalid_param", 400, { params: { since: "Is no token." } }));
      expect(await copy.update()).to.deep.equal([]);
      feed.answerNext(() => envelope("rest_invalid_param", 400, { params: { per_page: "Too many." } }));
      expect(await failure(copy.update())).to.include({ code: "rest_invalid_param" });
    });
  });

  describe("state", () => {
    it("goes on where it was, as an object or as JSON text", async () => {
      const copy = copyOf(feed);
      await copy.update();
      const text = JSON.stringify(copy.state());
      feed.put("venue", { id: 1, name: "Pier Ten" });
      for (const state of [text, JSON.parse(text)]) {
        const restored = copyOf(feed, { state });
        expect(restored.isReady()).to.equal(true);
        expect(restored.events.get(3)).to.deep.equal(copy.events.get(3));
        expect(brief(await restored.update())).to.deep.equal(["*venue/1"]);
      }
    });

    it("begins anew with anything else", async () => {
      const copy = copyOf(feed);
      await copy.update();
      const good = JSON.parse(JSON.stringify(copy.state()));
      const bad: readonly unknown[] = [
        null,
        "undefined",
        "{",
        [],
        7,
        { ...good, version: 2 },
        { ...good, token: 1 },
        { ...good, venues: undefined },
        { ...good, venues: [{ id: "1" }] },
        { ...good, tags: [null] },
        { ...good, events: [{ id: 3 }] },
        { ...good, of: "https://other.example/wp-json/tribe/events/v1" },
      ];
      for (const state of bad) {
        const restored = copyOf(feed, { state });
        expect(restored.isReady(), JSON.stringify(state)).to.equal(false);
        expect(restored.venues.size).to.equal(0);
        expect(await restored.update()).to.have.length(5);
      }
    });
  });

  describe("update", () => {
    it("runs one at a time; who waits is answered what changed meanwhile", async () => {
      const copy = copyOf(feed);
      const both = await Promise.all([copy.update(), copy.update()]);
      expect(both.map(({ length }) => length)).to.deep.equal([5, 5]);
      expect(feed.asked.filter((since) => since === "-")).to.have.length(1);
    });

    it("ends with the reason of its signal, also while it waits for another one", async () => {
      const copy = copyOf(feed);
      let answer = (): void => {};
      feed.answerNext(
        () =>
          new Promise((resolve) => {
            answer = () => resolve(envelope("rest_storage_unavailable", 503));
          }),
      );
      const first = failure(copy.update());
      const controller = new AbortController();
      const second = failure(copy.update({ signal: controller.signal }));
      const reason = new Error("enough");
      controller.abort(reason);
      expect(await second).to.equal(reason);
      answer();
      expect(await first).to.include({ status: 503 });
      expect(await failure(copy.update({ signal: AbortSignal.abort(reason) }))).to.equal(reason);
      expect(await copy.update()).to.have.length(5);
    });
  });

  it("takes over nothing of an answer that is no page, and asks not forever", async () => {
    const feed = createFakeFeed(10);
    feed.put("venue", { id: 1 });
    const copy = copyOf(feed);
    await copy.update();
    const { token = "" } = copy.state() ?? {};
    const good = { kind: "venue", id: 2, record: { id: 2 } };
    const changes: readonly unknown[] = [
      ...[null, {}, [null], [{ kind: "venue", id: "__proto__", record: {} }], [{ kind: "venue", id: 3 }]],
      ...[[good, { kind: "event", id: 1, record: { id: 1 } }], [{ kind: "tag", id: 1, record: "x" }]],
    ];
    const pages = [
      ...changes.map((each) => ({ changes: each, next_token: "1.9", has_more: false })),
      ...[null, [], {}, { changes: [], has_more: false }, { changes: [], next_token: token, has_more: true }],
    ];
    for (const page of pages) {
      feed.answerNext(() => Response.json(page));
      const error = await failure(copy.update());
      expect(error, JSON.stringify(page)).to.include({ code: "unexpected_answer" });
      expect([...copy.venues.keys()]).to.deep.equal([1]);
    }
    await copy.update();
    expect(copy.state()?.token).to.equal(token);
  });
});
