import { DAY } from "@kalends/core";
import { createResponseCache, type Sendable } from "@kalends/http/internals";
import { expect } from "chai";

const SECOND = 1000;
const START = 1_000_000_500;

const anAnswer = (text: string, status = 200): Sendable => {
  const representation = { tag: '"tag"', bytes: Buffer.from(text) };
  return { status, isRead: true, headers: [], vary: "Origin", representation, compressible: undefined };
};

const textOf = ({ representation }: Sendable): string =>
  "bytes" in representation ? representation.bytes.toString() : "";

describe("createAnswerCache", () => {
  let now: number;
  let revision: string | undefined;
  let timesRead: number;
  let daysRead: number;

  beforeEach(() => {
    now = START;
    revision = "1";
    timesRead = 0;
    daysRead = 0;
  });

  const create = ({ memory = 100_000, staleness = 0 } = {}) => {
    const state = {
      revision: () => {
        if (revision === "away") throw new Error("away");
        return revision;
      },
      timesRead: () => timesRead,
      daysRead: () => daysRead,
    };
    const cache = createResponseCache({ state, clock: { now: () => now }, memory, staleness });
    return {
      make(key: string, text: string, meanwhile = () => {}, status = 200, showsTime = false): void {
        const since = cache.begin();
        meanwhile();
        if (since !== undefined) cache.keep(key, anAnswer(text, status), since, showsTime);
      },
      sent(key: string): string | undefined {
        const kept = cache.find(key);
        return kept !== undefined && cache.isCurrent(kept) ? textOf(kept.answer) : undefined;
      },
    };
  };

  it("keeps an answer until something is committed", () => {
    const { make, sent } = create();
    make("a", "one");
    expect(sent("a")).to.equal("one");
    expect(sent("b")).to.equal(undefined);
    now += 1_000_000_000;
    expect(sent("a")).to.equal("one");
    revision = "2";
    expect(sent("a")).to.equal(undefined);
    make("a", "two");
    expect(sent("a")).to.equal("two");
  });

  it("keeps nothing during whose making something was committed", () => {
    const { make, sent } = create();
    make("a", "half", () => {
      revision = "2";
    });
    expect(sent("a")).to.equal(undefined);
    revision = "1";
    expect(sent("a")).to.equal(undefined);
  });

  it("keeps what looked at the time to the end of the second in which its making began", () => {
    const { make, sent } = create();
    const look = (): void => {
      timesRead += 1;
    };
    make("a", "one", look);
    now += SECOND / 2 - 1;
    expect(sent("a")).to.equal("one");
    now += 1;
    expect(sent("a")).to.equal(undefined);
    now -= SECOND;
    expect(sent("a"), "a clock that was set back").to.equal(undefined);
    now = START;
    make("b", "two", () => {
      look();
      now += SECOND;
    });
    expect(sent("b")).to.equal(undefined);
  });

  it("keeps what looked at the day alone until midnight UTC, or for a second if it shows the time", () => {
    const midnight = Math.ceil(START / DAY) * DAY;
    const look = (): void => {
      daysRead += 1;
    };
    const { make, sent } = create();
    make("a", "one", look);
    make("b", "two", look, 200, true);
    now += SECOND;
    expect([sent("a"), sent("b")]).to.deep.equal(["one", undefined]);
    now = midnight - 1;
    expect(sent("a")).to.equal("one");
    now = midnight;
    expect(sent("a")).to.equal(undefined);
    make("a", "three", () => {
      look();
      timesRead += 1;
    });
    now += SECOND;
    expect(sent("a")).to.equal(undefined);
    revision = undefined;
    now = midnight - 1;
    const stale = create({ staleness: 10 * SECOND });
    stale.make("a", "four", look);
    expect(stale.sent("a")).to.equal("four");
    now = midnight;
    expect(stale.sent("a")).to.equal(undefined);
  });

  it("keeps only successes", () => {
    const { make, sent } = create();
    make("a", "no", undefined, 404);
    expect(sent("a")).to.equal(undefined);
  });

  it("keeps what a plugin has given numbers as headers", () => {
    const cache = createResponseCache({
      state: { revision: () => "1", timesRead: () => 0, daysRead: () => 0 },
      clock: { now: () => START },
      memory: 100_000,
      staleness: 0,
    });
    const since = cache.begin();
    if (since === undefined) throw new Error("There is a revision.");
    // A plugin in JavaScript can set a header value that is not a text.
    const headers: Sendable["headers"] = JSON.parse('[["X-Count", 5]]');
    cache.keep("a", { ...anAnswer("one"), headers }, since);
    expect(cache.find("a")?.answer.headers).to.deep.equal(headers);
  });

  it("sends nothing while the store is away, and keeps nothing", () => {
    const { make, sent } = create();
    make("a", "one");
    revision = "away";
    expect(sent("a")).to.equal(undefined);
    make("b", "two");
    expect(sent("b")).to.equal(undefined);
    revision = "1";
    expect(sent("a")).to.equal("one");
  });

  it("goes by age where no revision is named, and only there", () => {
    const { make, sent } = create({ staleness: 2 * SECOND });
    make("exact", "one");
    revision = undefined;
    make("old", "two", () => {
      now += SECOND;
    });
    expect(sent("exact")).to.equal(undefined);
    now += SECOND - 1;
    expect(sent("old")).to.equal("two");
    now += 1;
    expect(sent("old")).to.equal(undefined);
  });

  it("keeps nothing where no revision is named and nothing may be old", () => {
    revision = undefined;
    const { make, sent } = create();
    make("a", "one");
    expect(sent("a")).to.equal(undefined);
  });

  it("is bounded, also by its keys: a flood of unknown hosts evicts", () => {
    const { make, sent } = create({ memory: 100_000 });
    const keys = Array.from({ length: 1000 }, (_, index) => `http://${index}.example${"x".repeat(1000)}`);
    for (const key of keys) make(key, "body");
    const left = keys.filter((key) => sent(key) !== undefined);
    expect(left.length).to.be.within(10, 50);
    expect(left.at(-1)).to.equal(keys.at(-1));
    make("large", "x".repeat(200_000));
    expect(sent("large")).to.equal(undefined);
  });
});
