import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importedRecords } from "@kalends/core";
import { expect } from "chai";
import { runHere } from "../kalends/command.ts";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { stores } from "../stores.ts";
import { fakeEvent, fakeLinked, fakeRecords } from "./fake-records.ts";
import { answerError, type FakeServer, startFakeServer } from "./fake-server.ts";

for (const store of stores) {
  describe(`kalends follow, on ${store.name}`, () => {
    let server: FakeServer;
    let place: Place;
    beforeEach(async () => {
      server = await startFakeServer(fakeRecords({ events: 25 }), { longestPage: 10 });
      place = createPlace(store);
      const { code, errors } = await place.run(["import", server.address]);
      expect(code, errors).to.equal(0);
    });
    afterEach(() => Promise.all([server.close(), place.clear()]));

    const once = (...more: readonly string[]) => place.run(["follow", server.address, "--once", ...more]);
    const eventOf = (id: number) => place.onStore(({ events }) => events.find(id));
    const without = (...ids: readonly number[]): void => {
      server.records.events = server.records.events.filter(({ id }) => !ids.includes(id));
    };

    it("takes over what is new and has changed, and moves to the trash what is gone", async () => {
      without(142);
      server.records.events = server.records.events.map((event) =>
        event.id === 143 ? { ...event, title: "Another title" } : event,
      );
      server.records.events.push(fakeEvent(170));
      const { code, output, errors } = await once();
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^events: 1 added, 23 already there, 1 updated, 1 removed$/m);
      expect(await eventOf(142)).to.include({ status: "trash" });
      expect((await eventOf(143))?.title).to.equal("Another title");
      expect((await eventOf(170))?.title).to.equal("Event 170");
      const again = await once();
      expect(again.output).to.match(/^events: 0 added, 25 already there$/m);
      server.asked.length = 0;
      server.records.events.push(fakeEvent(142));
      expect((await once()).output).to.match(/^events: 0 added, 25 already there, 1 updated$/m);
      expect(await eventOf(142)).to.include({ status: "publish" });
      expect(server.asked.some((path) => path.endsWith("/events/142"))).to.equal(false);
    });

    // rules/origin.md#detach
    it("neither changes an event that was detached, nor moves it to the trash, nor adds it again", async () => {
      await place.onStore(async ({ events }) => {
        for (const id of [142, 143]) {
          const event = await events.find(id);
          if (event !== undefined) await events.save({ ...event, isDetached: true });
        }
      });
      const title = (await eventOf(143))?.title;
      without(142);
      server.records.events = server.records.events.map((event) =>
        event.id === 143 ? { ...event, title: "Another title" } : event,
      );
      const { code, output, errors } = await once();
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^events: 0 added, 24 already there$/m);
      expect((await eventOf(143))?.title).to.equal(title);
      expect(await eventOf(142)).to.include({ status: "publish" });
      server.records.events.push(fakeEvent(142, { title: "Back" }));
      expect((await once()).output).to.match(/^events: 0 added, 25 already there$/m);
      expect((await eventOf(142))?.title).to.not.equal("Back");
    });

    it("asks for ids that no list shows only where it is told to", async () => {
      server.passwords.set("ann", "open sesame");
      const signedIn = { KALENDS_IMPORT_PASSWORD: "open sesame" };
      server.records.events.push(fakeEvent(400), fakeEvent(395, { hide_from_listings: true }));
      const follow = (...more: readonly string[]) =>
        place.run(["follow", server.address, "--once", "--user", "ann", ...more], signedIn);
      const { code, errors } = await follow();
      expect(code, errors).to.equal(0);
      expect(server.asked.filter((path) => /\/events\/\d+$/.test(path))).to.deep.equal([]);
      expect(await eventOf(395)).to.equal(undefined);
      await follow("--probe");
      expect(await eventOf(395)).to.include({ title: "Event 395" });
      // After this, the command requests the event by its id.
      expect((await follow()).output).to.match(/^events: 0 added, 27 already there$/m);
      expect(await eventOf(395)).to.include({ status: "publish" });
    });

    it("takes an occurrence out of its series, and a venue off its events", async () => {
      const weekly = (id: number, date: string) =>
        fakeEvent(id, {
          ...{ title: "Weekly", start_date: `${date} 10:00:00`, end_date: `${date} 11:00:00` },
          ...{ utc_start_date: `${date} 10:00:00`, utc_end_date: `${date} 11:00:00` },
        });
      const dates = ["2031-05-06", "2031-05-13", "2031-05-20", "2031-05-27"];
      server.records.events.push(...dates.map((date, at) => weekly(171 + at, date)));
      const venues = Array.from({ length: 20 }, (_, at) => fakeLinked("venues", 201 + at));
      server.records.venues.push(...venues);
      expect((await once("--find-series")).output).to.match(/^events: 4 added, 25 already there$/m);
      server.records.venues.pop();
      without(172);
      const { code, output, errors } = await once("--find-series");
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^events: 0 added, 28 already there, 1 removed$/m);
      expect(output).to.match(/^venues: 0 added, 21 already there, 1 removed$/m);
      const [gone, kept] = [await eventOf(172), await eventOf(173)];
      expect([gone?.status, gone?.occurrence?.gone, kept?.status]).to.deep.equal([
        "trash",
        "trashed",
        "publish",
      ]);
      expect(await place.onStore(({ venues }) => venues.find(220))).to.include({ status: "trash" });
      expect((await once("--find-series")).output).to.match(/^events: 0 added, 28 already there$/m);
    });

    // Source: rules/history.md#recorded-writes
    it("keeps the content of records before it changes them, and none of new ones", async () => {
      const versions = () => place.onStore((opened) => opened.versions.readAfter(0, 0, 100));
      expect(await versions()).to.deep.equal([]);
      without(142);
      server.records.events = server.records.events.map((event) =>
        event.id === 143 ? { ...event, title: "Another title" } : event,
      );
      const before = await eventOf(143);
      await once();
      const [trashed, changed, ...none] = await versions();
      expect(trashed).to.deep.include({ recordId: 142, changed: ["slug", "status"] });
      expect(changed).to.deep.include({ recordId: 143, changed: ["title"], revision: before?.revision });
      expect(JSON.parse(changed?.content ?? "")).to.deep.equal(before);
      expect(none).to.deep.equal([]);
      await once();
      expect(await versions()).to.have.length(2);
      without(144);
      await place.run(["follow", server.address, "--once"], { KALENDS_HISTORY: "0" });
      expect(await eventOf(144)).to.include({ status: "trash" });
      expect(await versions()).to.have.length(2);
    });

    // The following tests do not depend on the storage.
    if (store !== stores[0]) return;

    it("hides what was hidden there, and leaves what it may not ask for", async () => {
      const change = (more: object): void => {
        server.records.events = server.records.events.map((event) =>
          event.id === 142 ? { ...event, hide_from_listings: true, ...more } : event,
        );
      };
      change({});
      expect((await once()).output).to.match(/^events: 0 added, 24 already there, 1 updated$/m);
      expect(await eventOf(142)).to.include({ status: "publish", hideFromListings: true });
      expect((await once()).output).to.match(/^events: 0 added, 25 already there$/m);
      change({ title: "Hidden, and renamed" });
      expect((await once()).output).to.match(/^events: 0 added, 24 already there, 1 updated$/m);
      expect(await eventOf(142)).to.include({ title: "Hidden, and renamed", hideFromListings: true });
      without(143);
      server.misbehave((asked) => asked.path === "events/143" && answerError(asked, 403, "rest_forbidden"));
      expect((await once()).code).to.equal(0);
      expect(await eventOf(143)).to.include({ status: "publish" });
    });

    it("remembers the address of each slug that it has seen", async () => {
      const rename = (slug: string): void => {
        const url = `https://old.example/event/${slug}/`;
        server.records.events = server.records.events.map((event) =>
          event.id === 143 ? { ...event, slug, url } : event,
        );
      };
      for (const slug of ["second-name", "third-name"]) {
        rename(slug);
        expect((await once()).output).to.match(/^events: 0 added, 24 already there, 1 updated$/m);
      }
      expect((await eventOf(143))?.slug).to.equal("third-name");
      const paths = ["event-143", "second-name", "third-name"].map((slug) => `/event/${slug}/`);
      const ids = await place.onStore(({ documents }) =>
        Promise.all(paths.map(async (path) => (await importedRecords(documents).findByPath(path))?.id)),
      );
      expect(ids).to.deep.equal([143, 143, 143]);
    });

    it("reports a conflict for what was changed here and is gone there", async () => {
      await place.onStore(async ({ events }) => {
        const event = await events.find(142);
        if (event !== undefined) await events.save({ ...event, title: "Ours" });
      });
      without(142);
      const { output, errors } = await once();
      expect(output).to.match(/^events: 0 added, 24 already there, 1 conflict$/m);
      expect(errors).to.contain("it no longer exists at the source, but was changed here");
      expect(await eventOf(142)).to.include({ status: "publish", title: "Ours" });
    });

    it("writes down what becomes of each record", async () => {
      without(142);
      const file = join(place.directory, "round.jsonl");
      const { code, errors } = await once("--report", file);
      expect(code, errors).to.equal(0);
      const lines = readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines[0]).to.include({ command: "follow" });
      const removed = lines.filter(({ outcome }) => outcome === "removed");
      expect(removed.map(({ list, sourceId, name }) => [list, sourceId, name])).to.deep.equal([
        ["events", 142, "Event 142"],
      ]);
    });

    it("removes one of a short list", async () => {
      server.records.organizers = server.records.organizers.filter(({ id }) => id !== 122);
      for (const event of server.records.events) event.organizer = [];
      const { code, output, errors } = await once();
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^organizers: 0 added, 1 already there, 1 removed$/m);
    });

    it("removes more than one of twenty of a list by --force alone", async () => {
      without(142, 143);
      // Events are linked to this venue.
      server.records.venues = server.records.venues.filter(({ id }) => id === 101);
      const { code, output, errors } = await once();
      expect(code).to.equal(1);
      expect(errors).to.contain("events: more than 5 % of 25 no longer exist at the source");
      expect(output).to.match(/^events: 0 added, 23 already there$/m);
      expect(await eventOf(142)).to.include({ status: "publish" });
      const forced = await once("--force");
      expect(forced.code, forced.errors).to.equal(0);
      expect(forced.output).to.match(/^events: 0 added, 23 already there, 2 removed$/m);
      expect(await place.onStore(({ venues }) => venues.find(102))).to.include({ status: "publish" });
    });

    it("removes nothing after a crawl that is not complete", async () => {
      without(142);
      server.misbehave((asked) => {
        if (asked.path !== "events" || asked.url.searchParams.get("page") !== "2") return false;
        return answerError(asked, 403, "rest_forbidden");
      });
      const { code, errors } = await once();
      expect(code, errors).to.equal(1);
      expect(await eventOf(142)).to.include({ status: "publish" });
    });
  });
}

describe("kalends follow", () => {
  let server: FakeServer;
  let place: Place;
  beforeEach(async () => {
    server = await startFakeServer(fakeRecords({ events: 3 }));
    place = createPlace();
  });
  afterEach(() => Promise.all([server.close(), place.clear()]));

  it("goes on until it is asked to stop, one process at a time", async () => {
    await place.run(["import", server.address]);
    const followed = runHere(place.directory, ["follow", server.address, "--every", "1s"], process.env);
    server.records.events.push(fakeEvent(170));
    while (!/^events: 1 added/m.test(followed.output())) await followed.printed();
    const second = await place.run(["follow", server.address, "--once"]);
    expect([second.code, second.errors]).to.deep.equal([
      1,
      "kalends: Another process is doing this already. Run the command again later.\n",
    ]);
    followed.signal("SIGTERM");
    const { code, errors } = await followed.outcome;
    expect(code, errors).to.equal(0);
  });

  it("needs a storage that is there, and an address of a server", async () => {
    const { code, errors } = await place.run(["follow", server.address, "--once"]);
    expect([code, errors.split("\n").length]).to.deep.equal([1, 2]);
    expect((await place.run(["follow", server.address, "--every", "soon"])).code).to.equal(2);
    expect((await place.run(["follow", "--help"])).output).to.match(/\(default:\s+5m\)/);
  });

  it("ends where the first round cannot be read", async () => {
    await place.run(["import", server.address]);
    const { code, errors } = await place.run(["follow", "old.example", "--every", "1s"]);
    expect([code, errors]).to.deep.equal([
      1,
      "kalends: old.example is not a web address: use https://old.example.\n",
    ]);
  });
});
