import { expect } from "chai";
import { fakeRecords } from "../fake-records.ts";
import {
  answerError,
  answerJson,
  type FakeRequest,
  type FakeServer,
  startFakeServer,
} from "../fake-server.ts";
import { isPage, openFake, readAll, readEvents } from "../live.ts";

describe("lists of a live server that are odd", () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = await startFakeServer(fakeRecords({ events: 120 }));
  });
  afterEach(() => server.close());

  const all = (): readonly number[] => server.records.events.map(({ id }) => id);
  const onPage2 = (answer: (asked: FakeRequest) => unknown): void =>
    server.misbehave((asked) => {
      if (!isPage(2, asked)) return false;
      answer(asked);
      return true;
    });

  it("is asked for shorter pages where one is too much for it, or too large", async () => {
    server.misbehave((asked) => {
      const { path, url } = asked;
      const isLong = path === "events" && Number(url.searchParams.get("per_page")) > 20;
      return isLong && !isPage(1, asked) && answerError(asked, 500, "internal_server_error");
    });
    expect(await readEvents(server)).to.deep.equal({ ids: all(), problem: "", announced: 120 });
    server.misbehave(undefined);
    const large = { ...server.records.events[60], description: "x".repeat(200_000) };
    server.records.events.splice(60, 1, { ...large, id: 201 });
    expect((await readEvents(server, { maxBytes: 256 * 1024 })).ids).to.deep.equal(all());
  });

  it("is read but for the one record that is too large to be read", async () => {
    Object.assign(server.records.events[60] ?? {}, { description: "x".repeat(300_000) });
    const { ids, failures } = await readAll(await openFake(server, { maxBytes: 256 * 1024 }), "events");
    expect(ids).to.deep.equal(all().toSpliced(60, 1));
    expect(failures).to.have.length(1);
    expect(failures[0]).to.match(
      /&page=61&per_page=1: the record cannot be read: the response has more than 256 KiB$/,
    );
  });

  it("is looked through again where it changes meanwhile", async () => {
    const { events } = server.records;
    onPage2((asked) => {
      // A removed event moves the first record of page 2 to page 1.
      events.splice(3, 1);
      server.misbehave(undefined);
      answerJson(asked, 200, { events: events.slice(50, 100), total: events.length, next_rest_url: "more" });
    });
    const before = all();
    const { ids, problem, announced } = await readEvents(server);
    expect(problem).to.equal("");
    expect([...ids].sort((one, other) => one - other)).to.deep.equal(before);
    expect(announced).to.equal(120);
  });

  it("may add a record meanwhile, and each comes once", async () => {
    onPage2((asked) => {
      server.misbehave(undefined);
      const [first] = fakeRecords({ events: 1 }).events;
      server.records.events.unshift({ ...first, id: 7 });
      answerJson(asked, 200, { events: server.records.events.slice(50, 100), total: 121 });
    });
    const { ids, announced } = await readEvents(server);
    expect([ids.length, new Set(ids).size, announced]).to.deep.equal([121, 121, 121]);
  });

  it("announces what it announces, where that is not what it shows", async () => {
    for (const total of [130, 100]) {
      server.misbehave((asked) => {
        if (asked.path !== "events") return false;
        const start = (Number(asked.url.searchParams.get("page")) - 1) * 50;
        const events = server.records.events.slice(start, start + 50);
        if (events.length === 0) return answerError(asked, 404, "event-archive-page-not-found");
        return answerJson(asked, 200, { events, total });
      });
      expect(await readEvents(server)).to.deep.equal({ ids: all(), problem: "", announced: total });
    }
  });

  it("may end with an empty page, and begin with a 404", async () => {
    server.misbehave((asked) => {
      if (asked.path === "venues") return answerError(asked, 404, "venue-archive-page-not-found");
      if (asked.path !== "events" || asked.url.searchParams.get("page") !== "4") return false;
      return answerJson(asked, 200, { events: [], total: 120 });
    });
    const source = await openFake(server);
    expect(await readAll(source, "venues")).to.deep.equal({ ids: [], failures: [] });
    expect(source.announced?.("venues")).to.equal(0);
    expect((await readEvents(server)).ids).to.deep.equal(all());
  });

  it("is read to its end where objects stand for ids and starts", async () => {
    const evil = { toString: 1, valueOf: 1 };
    Object.assign(server.records.events[3] ?? {}, { start_date: evil });
    server.records.tags.splice(1, 0, { id: evil as never });
    const source = await openFake(server);
    expect((await readEvents(server)).ids).to.deep.equal(all());
    const tags: string[] = [];
    for await (const { records } of source.read("tags")) tags.push(...records.map(({ place }) => place));
    expect(tags.map((place) => place.replace(/^.*tags/, ""))).to.deep.equal([
      "/41",
      "?hide_empty=false&orderby=id&order=asc&page=1&per_page=200, record 2",
      "/42",
    ]);
  });

  it("ends although it announces nothing and always has more", async () => {
    let id = 0;
    server.misbehave((asked) => {
      if (asked.path !== "tags") return false;
      const tags = Array.from({ length: 40_000 }, () => {
        id += 1;
        return { id };
      });
      return answerJson(asked, 200, { tags, next_rest_url: "more" });
    });
    const problem = await readAll(await openFake(server), "tags").catch((error: Error) => error.message);
    expect(problem).to.contain("does not end; it announces no number, and 120000 have come");
  });

  it("reports what is no record, and tells the others", async () => {
    server.records.tags.splice(1, 0, "a text" as never, null as never);
    const source = await openFake(server);
    const { ids, failures } = await readAll(source, "tags");
    expect([ids, source.announced?.("tags")]).to.deep.equal([[41, 42], 4]);
    expect(failures[0]).to.match(/tags\?.*, record 2: the record is not an object$/);
  });
});
