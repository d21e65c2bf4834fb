import { LISTS } from "@kalends/import";
import { expect } from "chai";
import { fakeEvent, fakeRecords } from "../fake-records.ts";
import { answerJson, type FakeServer, startFakeServer } from "../fake-server.ts";
import { openFake, readAll } from "../live.ts";

describe("a live server as a source", () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = await startFakeServer(fakeRecords({ events: 120 }));
    server.passwords.set("ann", "open sesame");
  });
  afterEach(() => server.close());

  const signedIn = { user: "ann", password: "open sesame" };

  it("is read list by list, with the page length that is granted", async () => {
    const source = await openFake(server);
    expect(source.site).to.equal("127.0.0.1");
    for (const list of LISTS) {
      const { ids, failures } = await readAll(source, list);
      expect(ids, list).to.deep.equal(server.records[list].map(({ id }) => id));
      expect(failures).to.deep.equal([]);
      expect(source.announced?.(list)).to.equal(ids.length);
    }
    const pages = server.asked.filter((asked) => asked.includes("/events?"));
    const sent = pages.map((page) => new URL(page, server.origin).searchParams);
    expect(sent.map((query) => [query.get("page"), query.get("per_page")])).to.deep.equal([
      ["1", "200"],
      ["2", "50"],
      ["3", "50"],
    ]);
    expect(sent[0]?.get("start_date")).to.equal("1900-01-01 00:00:00");
    expect(server.asked.filter((asked) => asked.includes("/tags?"))[0]).to.contain("hide_empty=false");
  });

  it("says where each record can be looked at", async () => {
    const source = await openFake(server);
    const places: string[] = [];
    for await (const { records } of source.read("venues")) places.push(...records.map(({ place }) => place));
    expect(places[0]).to.equal(`${server.address}/venues/101`);
  });

  for (const [name, path] of [
    ["the namespace, with a slash", "/wp-json/tribe/events/v1/"],
    ["the REST root", "/wp-json/"],
    ["the site, whose pages name the root", "/"],
    ["a page that is gone", "/old-page"],
    ["a site without addresses for people", "/?rest_route=/tribe/events/v1"],
    ["the root of such a site", "/index.php?rest_route=/"],
  ] as const)
    it(`is found by the address of ${name}`, async () => {
      const source = await openFake(server, { address: server.origin + path });
      expect((await readAll(source, "events")).ids).to.have.length(120);
    });

  it("is found by a link in the page, and by custom", async () => {
    for (const page of [`<link href="${server.origin}/wp-json/" rel="https://api.w.org/">`, "<p>hello"]) {
      server.misbehave(({ url, response }) => {
        if (url.pathname !== "/") return false;
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
        return true;
      });
      const source = await openFake(server, { address: server.origin });
      expect(source.address, page).to.equal(server.address);
    }
  });

  it("is found where the address of the site leads to a page below it", async () => {
    server.misbehave(({ url, response }) => {
      if (url.pathname.startsWith("/wp-json/")) return false;
      if (url.pathname === "/") response.writeHead(303, { location: "/de/events/" }).end();
      else
        response.writeHead(url.pathname === "/de/events/" ? 200 : 404, { "content-type": "text/html" }).end();
      return true;
    });
    const source = await openFake(server, { address: server.origin });
    expect(source.address).to.equal(server.address);
  });

  it("shows all statuses to who signs in", async () => {
    server.records.events.push(
      fakeEvent(300, { status: "draft" }),
      fakeEvent(301, { status: "trash", slug: "event-301__trashed" }),
      fakeEvent(302, { status: "private" }),
    );
    const source = await openFake(server, { ...signedIn, probes: false });
    expect((await readAll(source, "events")).ids).to.have.length(123);
    expect((await readAll(await openFake(server), "events")).ids).to.have.length(120);
  });

  it("asks for fewer statuses where some are refused", async () => {
    server.misbehave((asked) => {
      if (!asked.url.searchParams.get("status")?.includes("trash")) return false;
      asked.response.writeHead(400, { "content-type": "application/json" });
      const data = { status: 400, params: { status: "(text)" } };
      asked.response.end(JSON.stringify({ code: "rest_invalid_param", data }));
      return true;
    });
    server.records.events.push(fakeEvent(300, { status: "draft" }), fakeEvent(301, { status: "trash" }));
    const source = await openFake(server, { ...signedIn, probes: false });
    expect((await readAll(source, "events")).ids).to.have.length(121);
    expect(source.announced?.("events")).to.equal(121);
  });

  describe("with events that are hidden from listings", () => {
    const readPosts = async (options: object) => {
      const source = await openFake(server, options);
      for (const list of ["venues", "organizers"] as const) await readAll(source, list);
      return { source, ...(await readAll(source, "events")) };
    };
    const singles = (): readonly string[] =>
      server.asked
        .filter((asked) => /\/events\/\d+/.test(asked))
        .map((asked) => asked.split("/").at(-1) ?? "");

    beforeEach(() => {
      Object.assign(server.records.events[9] ?? {}, { hide_from_listings: true });
    });

    it("asks for ids between those seen, one by one, when signed in", async () => {
      // The recurring event is in no list, and it is not imported as an event of its own.
      server.records.events.push(
        fakeEvent(135, { status: "other", recurrence: { series_id: 135, rules: [] } }),
      );
      const { source, ids } = await readPosts(signedIn);
      expect(ids).to.have.length(120).and.include(150);
      expect(source.announced?.("events")).to.equal(120);
      // The ids of venues and organizers are known, so the import requests only the ids between them.
      expect(singles().slice(0, 3)).to.deep.equal(["103", "104", "105"]);
      expect(singles()).to.not.include("121").and.not.include("261");
      expect(source.unseen?.().join()).to.contain("from id 101 to 260");
    });

    it("asks for none when it is not signed in, or must not, and says so", async () => {
      for (const options of [{}, { ...signedIn, probes: false }]) {
        const { source, ids } = await readPosts(options);
        expect(ids).to.have.length(119);
        expect(source.unseen?.().join()).to.contain("--probe requests 37 ids one by one");
      }
      expect(singles()).to.deep.equal([]);
      expect((await readPosts({ probes: true })).ids).to.include(150);
    });

    it("asks for tens of thousands of ids only when it is told to, and says so", async () => {
      server.records.events.push(fakeEvent(60_000));
      const { source } = await readPosts(signedIn);
      expect(singles()).to.deep.equal([]);
      expect(source.unseen?.().join()).to.match(/--probe requests 59\d\d\d ids one by one/);
    });

    it("counts what is there and not to be seen", async () => {
      server.records.events.push(fakeEvent(139, { status: "private" }));
      const { source } = await readPosts({ probes: true });
      expect(source.unseen?.().join(" ")).to.contain("need more rights or a password: 1.");
    });
  });

  it("is asked for one record, and whether it is gone", async () => {
    server.records.events.push(fakeEvent(300, { status: "trash" }), fakeEvent(301, { status: "private" }));
    const source = await openFake(server);
    expect((await source.find?.("events", 141))?.record.text("title")).to.equal("Event 141");
    expect((await source.find?.("events", 141))?.record.names()).to.not.include("json_ld");
    expect(await source.find?.("events", 999)).to.equal(undefined);
    const gone = async (list: "events" | "venues" | "tags", id: number) =>
      (await source.look?.(list, id)) === "gone";
    expect([await gone("events", 999), await gone("events", 300)]).to.deep.equal([true, true]);
    expect([await gone("venues", 999), await gone("tags", 999)]).to.deep.equal([true, true]);
    expect([await gone("events", 141), await gone("events", 301)]).to.deep.equal([false, false]);
    // The id belongs to a record of another kind.
    expect(await gone("events", 101)).to.equal(false);
  });

  it("says what it calls an author, where the site does", async () => {
    server.misbehave((asked) => {
      if (asked.url.pathname !== "/wp-json/wp/v2/users/7") return false;
      return answerJson(asked, 200, { id: 7, name: "Ann Lee", slug: "ann" });
    });
    const source = await openFake(server);
    expect(await source.namesOf?.(7)).to.deep.equal(["ann", "Ann Lee"]);
    expect(await source.namesOf?.(8)).to.deep.equal([]);
  });

  it("asks for several pages at a time only where it is told to", async () => {
    let [open, most] = [0, 0];
    server.misbehave(({ response }) => {
      open += 1;
      most = Math.max(most, open);
      response.on("close", () => {
        open -= 1;
      });
      return false;
    });
    await readAll(await openFake(server), "events");
    expect(most).to.equal(1);
    const source = await openFake(server, { parallel: 3 });
    expect((await readAll(source, "events")).ids).to.deep.equal(server.records.events.map(({ id }) => id));
    expect(source.announced?.("events")).to.equal(120);
  });
});
