import type { LiveSourceOptions } from "@kalends/import";
import { expect } from "chai";
import { fakeRecords } from "./fake-records.ts";
import { answerError, answerJson, type FakeServer, startFakeServer } from "./fake-server.ts";
import { openFake, readAll, readEvents } from "./live.ts";

describe("a live server that fails at single records", () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = await startFakeServer(fakeRecords({ events: 120 }));
  });
  afterEach(() => server.close());

  const ids = (): readonly number[] => server.records.events.map(({ id }) => id);
  /**
   * Makes every page fail that contains one of these records. `broken` has the numbers of the records,
   * counted from 0.
   */
  const breakAt = (broken: readonly number[], longest = 50): void =>
    server.misbehave((asked) => {
      if (asked.path !== "events") return false;
      const length = Math.min(50, Number(asked.url.searchParams.get("per_page")));
      const first = (Number(asked.url.searchParams.get("page")) - 1) * length;
      const isBroken = length > longest || broken.some((place) => place >= first && place < first + length);
      return isBroken && answerError(asked, 500, "internal_server_error");
    });
  const read = async (options: Partial<LiveSourceOptions> = {}) => {
    const source = await openFake(server, options);
    const listed = await readAll(source, "events");
    return { ...listed, announced: source.announced?.("events") };
  };

  for (const broken of [[0], [49, 50], [57], [119], [0, 1, 2, 60, 117, 118, 119]])
    it(`reads all others where it does at ${broken.join(", ")}`, async () => {
      breakAt(broken);
      for (const parallel of [1, 4]) {
        server.asked.length = 0;
        const listed = await read({ parallel });
        expect(listed.ids).to.deep.equal(ids().filter((_, place) => !broken.includes(place)));
        expect(listed.failures).to.have.length(broken.length);
        for (const [index, place] of broken.entries())
          expect(listed.failures[index])
            .to.match(/: the record cannot be read: it returns status 500$/)
            .and.contain(`&page=${place + 1}&per_page=1:`);
        expect(listed.announced).to.equal(120);
        const sound = new Set(server.asked);
        expect(sound.size).to.be.below(40 + 20 * broken.length);
      }
    });

  it("reads all where long pages are too much besides", async () => {
    breakAt([57], 20);
    const listed = await read();
    expect(listed.ids).to.have.length(119);
    expect(listed.failures).to.have.length(1);
  });

  it("leaves nothing out where the first pages are too much and the server grants less than was asked", async () => {
    let failures = 0;
    server.misbehave((asked) => {
      if (asked.path !== "events" || failures >= 5) return false;
      failures += 1;
      return answerError(asked, 500, "internal_server_error");
    });
    expect((await read()).ids).to.deep.equal(ids());
  });

  it("is said to fail itself where no record behind them can be read", async () => {
    breakAt(Array.from({ length: 70 }, (_, index) => 50 + index));
    const { ids: listed, problem } = await readEvents(server);
    expect(listed).to.deep.equal(ids().slice(0, 50));
    expect(problem).to.contain("it returns status 500");
  });

  it("goes on with other ids where it fails at some that no list shows", async () => {
    for (const place of [10, 20, 21])
      Object.assign(server.records.events[place] ?? {}, { hide_from_listings: true });
    const [broken, ...hidden] = [ids()[10], ids()[20], ids()[21]];
    server.misbehave((asked) =>
      asked.path === `events/${broken}` ? answerJson(asked, 500, { code: "broken" }) : false,
    );
    const listed = await read({ probes: true });
    expect(listed.ids.slice(117)).to.deep.equal(hidden);
    expect(listed.failures).to.have.length(1);
    expect(listed.failures[0]).to.contain(`/events/${broken}: it cannot be read: it returns status 500`);
    expect(listed.announced).to.equal(120);
  });

  it("takes nothing for gone where it fails", async () => {
    const [broken = 0, present = 0] = ids();
    server.misbehave(
      (asked) => asked.path === `events/${broken}` && answerError(asked, 500, "internal_server_error"),
    );
    const source = await openFake(server);
    expect(await source.look?.("events", broken)).to.equal("unknown");
    expect(await source.look?.("events", present)).to.not.equal("gone");
    expect(await source.look?.("events", 9999)).to.equal("gone");
  });
});
