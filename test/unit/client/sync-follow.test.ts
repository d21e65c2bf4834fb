import {
  type CalendarCopy,
  CalendarNetworkError,
  createCalendarClient,
  type FollowOptions,
  type RecordChange,
} from "@kalends/client";
import { expect } from "chai";
import { createFakeFeed, envelope, type FakeFeed } from "./fake-feed.ts";
import { createPauses, type Pauses } from "./pauses.ts";

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

const unreachable = (): Response => {
  throw new TypeError("fetch failed");
};

const streamOf = (...pieces: readonly string[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
    { headers: { "content-type": "text/event-stream; charset=utf-8" } },
  );

describe("follow", () => {
  let feed: FakeFeed;
  let pauses: Pauses;
  let copy: CalendarCopy;
  let controller: AbortController;
  let changes: (readonly RecordChange[])[];
  let errors: unknown[];
  let ended: Promise<void>;

  const follow = (options: FollowOptions = {}): Promise<void> => {
    ended = copy.follow({
      signal: controller.signal,
      onChange: (changed) => changes.push(changed),
      onError: (error) => errors.push(error),
      ...options,
    });
    return ended;
  };

  beforeEach(() => {
    feed = createFakeFeed();
    feed.put("venue", { id: 1, name: "Pier Nine" });
    pauses = createPauses();
    const client = createCalendarClient({ site: "https://calendar.example", fetch: feed.fetch });
    copy = client.sync({ wait: pauses.wait, random: () => 0 });
    controller = new AbortController();
    changes = [];
    errors = [];
  });
  afterEach(async () => {
    controller.abort();
    await ended.catch(() => {});
    expect(feed.openStreams(), "streams left open").to.equal(0);
    expect(pauses.count(), "timers left").to.equal(0);
  });

  it("catches up, then takes over what the stream brings, in pieces of any size, until it is stopped", async () => {
    const following = follow();
    await pauses.listening();
    expect(feed.asked).to.deep.equal(["-", "1.1.", "stream 1.1"]);
    expect(changes).to.have.length(1);
    for (const size of [1, 7, 1_000]) {
      feed.put("venue", { id: 1, name: `Größe ${size}` });
      feed.put("tag", { id: size });
      feed.push(size);
      await until(() => copy.tags.has(size));
      expect(copy.venues.get(1)).to.include({ name: `Größe ${size}` });
    }
    expect(changes.flat()).to.have.length(7);
    expect(copy.state()).to.include({ token: "1.7" });
    controller.abort(new Error("enough"));
    await following;
    expect(errors).to.deep.equal([]);
  });

  it("reads streams as they are written elsewhere", async () => {
    await copy.update();
    const page = (token: string, id: number): string =>
      JSON.stringify({
        changes: [{ kind: "tag", id, record: { id } }],
        next_token: token,
        has_more: false,
      });
    const [begin, end] = [page("1.2", 2).slice(0, 20), page("1.2", 2).slice(20)];
    feed.answerNext(undefined, () =>
      streamOf(
        "\uFEFF: hello\r\revent:changes\r",
        `\ndata: ${page("1.1b", 1)}\r`,
        "\n\r\n\nid\nretry: 5\nevent: other\ndata: {\n\n",
        `event: changes\ndata:${begin.slice(0, 0)}${begin}`,
        `${end}\n\nevent: changes\ndata: ${page("1.3", 3)}`,
      ),
    );
    void follow();
    await until(() => copy.tags.size === 2);
    expect([...copy.tags.keys()], "the last one has not come to its end").to.deep.equal([1, 2]);
    expect(copy.state()).to.include({ token: "1.2" });
    feed.forget();
    await pauses.endPause();
    await pauses.listening();
    expect(copy.tags.size).to.equal(0);
  });

  it("reconnects with its last token, after pauses that grow and differ", async () => {
    void follow();
    await pauses.listening();
    feed.cut();
    expect(await pauses.endPause(), "after a stream that was alive").to.equal(0.5);
    await pauses.listening();
    feed.put("venue", { id: 2 });
    feed.answerNext(...Array(9).fill(unreachable));
    feed.cut();
    for (let attempt = 0; attempt <= 9; attempt += 1) await pauses.endPause();
    expect(pauses.seen.slice(1)).to.deep.equal([0.5, 1, 2, 4, 8, 16, 30, 30, 30, 30]);
    await pauses.listening();
    expect(errors).to.have.length(9);
    expect(copy.venues.has(2)).to.equal(true);
    expect(feed.asked.at(-1)).to.equal("stream 1.2");
    feed.cut();
    expect(await pauses.endPause(), "a stream is through again").to.equal(0.5);
    await pauses.listening();
  });

  it("waits as long as the calendar asks for", async () => {
    await copy.update();
    const busy = (seconds: string) => () => envelope("rest_storage_unavailable", 503, {}, seconds);
    feed.answerNext(busy("7"), busy("3600"));
    void follow();
    expect([await pauses.endPause(), await pauses.endPause()]).to.deep.equal([7, 60]);
    await pauses.listening();
  });

  it("reconnects when the stream is silent for too long", async () => {
    void follow();
    await pauses.listening();
    // The beginning of the response shows that the stream is alive.
    await until(() => feed.openStreams() === 1);
    await new Promise((resolve) => setImmediate(resolve));
    await pauses.silence();
    expect(await pauses.endPause()).to.equal(0.5);
    await pauses.listening();
    expect(feed.openStreams()).to.equal(1);
    expect(feed.asked.slice(-2)).to.deep.equal(["1.1", "stream 1.1"]);
  });

  for (const streams of ["as json", "refused", "mute"] as const) {
    it(`polls where streams are ${streams}, and tries them again some time`, async () => {
      feed.streams = streams;
      void follow({ pollSeconds: 20 });
      if (streams === "mute") await pauses.silence();
      for (let poll = 0; poll < 20; poll += 1) {
        expect(await pauses.endPause()).to.equal(10);
        if (poll === 3) feed.put("venue", { id: 2 });
      }
      expect(copy.venues.has(2)).to.equal(true);
      expect(feed.asked.filter((query) => query.startsWith("stream"))).to.have.length(1);
      expect(errors).to.have.length(streams === "refused" ? 1 : 0);
      feed.streams = "open";
      expect(await pauses.endPause()).to.equal(0.5);
      await pauses.listening();
    });
  }

  it("tries streams again at once when the calendar was away", async () => {
    feed.streams = "as json";
    void follow();
    await pauses.endPause();
    feed.streams = "open";
    feed.answerNext(unreachable);
    await until(() => errors.length === 1);
    await pauses.endPause();
    await pauses.listening();
  });

  it("passes on that a stream broke as any broken connection, and reconnects", async () => {
    await copy.update();
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) });
    feed.answerNext(
      undefined,
      () => new Response(broken, { headers: { "content-type": "text/event-stream" } }),
    );
    void follow();
    await pauses.endPause();
    await pauses.listening();
    expect(errors).to.have.length(1);
    expect(errors[0])
      .to.be.instanceOf(CalendarNetworkError)
      .and.have.nested.property("cause.message", "terminated");
  });

  it("begins anew when its token expires while it listens, and passes on the difference", async () => {
    void follow();
    await pauses.listening();
    feed.forget();
    feed.put("venue", { id: 2 });
    feed.cut();
    await pauses.endPause();
    await pauses.listening();
    expect(changes.at(-1)).to.deep.equal([{ kind: "venue", id: 2, after: { id: 2 } }]);
    expect(errors).to.deep.equal([]);
  });

  it("lets updates be made meanwhile, and passes on what these bring, too", async () => {
    void follow();
    await pauses.listening();
    feed.put("venue", { id: 2 });
    expect(await copy.update()).to.have.length(1);
    feed.put("venue", { id: 3 });
    feed.push();
    expect(await pauses.endPause(), "the stream is behind").to.equal(0.5);
    await pauses.listening();
    expect([...copy.venues.keys()]).to.deep.equal([1, 2, 3]);
    expect(changes.flat().map(({ id }) => id)).to.deep.equal([1, 2, 3]);
  });

  it("ends with what does not pass, such as credentials that are refused", async () => {
    feed.answerNext(() => envelope("rest_forbidden", 403));
    const refused = await follow().catch((error: unknown) => error);
    expect(refused).to.include({ code: "rest_forbidden" });
    expect(errors).to.deep.equal([]);
    // An HTML page comes from a proxy and not from the calendar. The error is therefore not permanent.
    feed.answerNext(() => new Response("<html>", { status: 403 }));
    void follow();
    await pauses.endPause();
    await pauses.listening();
    expect(errors).to.have.length(1);
  });

  it("ends with what its caller throws, whose copy has the changes", async () => {
    const mistake = new Error("a mistake");
    const onChange = (): void => {
      throw mistake;
    };
    expect(await follow({ onChange }).catch((error: unknown) => error)).to.equal(mistake);
    expect(copy.venues.size).to.equal(1);
  });

  it("asks nothing when it is stopped already", async () => {
    controller.abort();
    await follow();
    expect(feed.asked).to.deep.equal([]);
  });

  it("takes over nothing of what is no page, and asks instead", async () => {
    const bad = {
      changes: [{ kind: "event", id: 1, record: { id: 1 } }],
      next_token: "1.9",
      has_more: false,
    };
    for (const data of ["null", "[]", "{", JSON.stringify(bad)]) {
      feed.answerNext(undefined, undefined, () => streamOf(`event: changes\ndata: ${data}\n\n`));
      const failures = errors.length;
      copy = createCalendarClient({ site: "https://calendar.example", fetch: feed.fetch }).sync({
        ...{ wait: pauses.wait, random: () => 0 },
      });
      void follow();
      await until(() => errors.length > failures);
      expect([copy.venues.size, copy.events.size], data).to.deep.equal([1, 0]);
      controller.abort();
      await ended;
      controller = new AbortController();
    }
  });

  it("reads a line of any length in as many steps as it has pieces, up to a bound", async () => {
    const piece = "x".repeat(2 ** 14);
    const endless = new ReadableStream({
      pull: (stream) => stream.enqueue(new TextEncoder().encode(piece)),
    });
    const headers = { "content-type": "text/event-stream" };
    feed.answerNext(undefined, undefined, () => new Response(endless, { headers }));
    void follow();
    await until(() => errors.length > 0);
    expect(errors[0]).to.be.instanceOf(RangeError);
  });
});
