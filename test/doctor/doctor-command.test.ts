import { importedRecords } from "@kalends/core";
import { anEvent, anOrganizer, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { stores } from "../stores.ts";

for (const store of stores) {
  describe(`kalends doctor, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store, { isNew: true });
    });
    afterEach(() => place.clear());

    it("finds nothing in a calendar that was filled, and says so", async () => {
      await place.run(["seed", "--events", "40"]);
      const { code, output, errors } = await place.run(["doctor"]);
      expect({ code, output }).to.deep.equal({ code: 0, output: "" });
      expect(errors).to.equal("kalends: nothing is wrong\n");
    });

    it("finds nothing while the calendar is served and written to", async () => {
      const { namespace, end } = await place.serve();
      expect((await fetch(`${namespace}/events`)).status).to.equal(200);
      const { code } = await place.run(["doctor"]);
      await end("SIGTERM");
      expect(code).to.equal(0);
    });

    it("tells of records that name others which are not there, one on a line, and counts them", async () => {
      await place.onStore((opened) =>
        opened.transaction(async ({ events, ids }) => {
          await ids.reserve("record", 9);
          await events.save(anEvent({ id: 1, slug: "one", venueId: 77, tagIds: [78], parentId: 2 }));
          await events.save(anEvent({ id: 2, slug: "two", parentId: 1 }));
        }),
      );
      const { code, output, errors } = await place.run(["doctor"]);
      expect(code).to.equal(1);
      expect(output).to.equal(
        "reference: event 1: It refers to the venue 77, which does not exist. Save it without this reference.\n" +
          "reference: event 1: It refers to the tag 78, which does not exist. Save it without this reference.\n" +
          "cycle: event 1: It is its own ancestor. Save it with another parent.\n",
      );
      expect(errors).to.equal("kalends: found 2 × reference, 1 × cycle\n");
      const inJson = await place.run(["doctor", "--json", "--repair"]);
      expect(inJson.code).to.equal(1);
      expect(
        inJson.output
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))[2],
      ).to.deep.equal({
        kind: "cycle",
        record: { kind: "event", id: 1 },
        detail: "It is its own ancestor. Save it with another parent.",
        derived: false,
        repaired: false,
      });
    });

    it("tells of records that no archive could have, and compares the others all the same", async () => {
      await place.onStore((opened) =>
        opened.transaction(async ({ events, ids }) => {
          await ids.reserve("record", 9);
          const event = anEvent({ id: 1, slug: "one" });
          await events.save({ ...event, schedule: { ...event.schedule, start: "tomorrow" } });
          await events.save(anEvent({ id: 2, slug: "two", parentId: 2 }));
        }),
      );
      const { code, output } = await place.run(["doctor"]);
      expect(code).to.equal(1);
      expect(output).to.equal(
        "unreadable: event 1: The record is incomplete: the member schedule is missing or invalid. Restore it from a backup.\n" +
          "cycle: event 2: It is its own ancestor. Save it with another parent.\n",
      );
    });

    it("finds versions without a record and those that cannot be read, and removes what is of no use", async () => {
      const version = {
        ...{ kind: "event" as const, recordId: 1, changed: ["title"] },
        ...{ modifiedUtc: "2030-01-01 00:00:00", author: 1 },
      };
      await place.onStore((opened) =>
        opened.transaction(async ({ events, ids, versions }) => {
          await ids.reserve("record", 9);
          const event = anEvent({ id: 1, slug: "one", revision: 5 });
          await events.save(event);
          await versions.save({ ...version, revision: 5, content: JSON.stringify(event) });
          await versions.save({ ...version, revision: 6, content: "{" });
          await versions.save({ ...version, revision: 7, content: JSON.stringify(event) });
          for (let revision = 1; revision <= 60; revision += 1)
            await versions.save({ ...version, kind: "venue", recordId: 4, revision, content: "" });
        }),
      );
      const { code, output } = await place.run(["doctor"]);
      expect(code).to.equal(1);
      expect(output).to.equal(
        "version: The venue 4 does not exist, but has versions. Use --repair to repair it.\n" +
          "version: event 1: The content of its version 6 cannot be read. Use --repair to repair it.\n" +
          "version: event 1: The content of its version 7 cannot be read. Use --repair to repair it.\n",
      );
      expect((await place.run(["doctor", "--repair"])).code).to.equal(0);
      await place.onStore(async ({ versions }) => {
        const left = await versions.readAfter(0, 0, 100);
        expect(
          left.map(({ recordId, revision, content }) => [recordId, revision, content === ""]),
        ).to.deep.equal([
          [1, 5, false],
          [1, 6, true],
          [1, 7, true],
        ]);
      });
    });

    it("escapes markup in names that strangers have proposed, and touches no others", async () => {
      const markup = '<a href="https://evil.example/">Hall</a> A &amp; B < C';
      const others = [
        aVenue({ id: 3, slug: "owned", name: "<b>Owned</b>", author: 7 }),
        aVenue({ id: 4, slug: "imported", name: "<b>Imported</b>", author: 0 }),
        aVenue({ id: 5, slug: "text", name: "A &lt;b&gt; < C <3", author: 0 }),
      ];
      await place.onStore((opened) =>
        opened.transaction(async (unit) => {
          await unit.ids.reserve("record", 9);
          await unit.venues.save(aVenue({ id: 1, slug: "one", name: markup, author: 0 }));
          await unit.organizers.save(anOrganizer({ id: 2, slug: "two", name: "<img src=x>", author: 0 }));
          for (const venue of others) await unit.venues.save(venue);
          await importedRecords(unit.documents).save({
            ...{ list: "venues", identity: "4", id: 4, site: "old.example", sourceId: 4, path: "" },
            ...{ slug: "imported", base: "" },
          });
        }),
      );
      await place.onStore((opened) => opened.outbox.addConsumer("somebody", "1"));
      const found =
        `markup: venue 1: Its name contains markup and it has no author, so a visitor may have proposed it: ${markup}` as const;
      const { code, output } = await place.run(["doctor"]);
      expect([code, output.split("\n").map((line) => line.slice(0, 20))]).to.deep.equal([
        1,
        ["markup: venue 1: Its", "markup: organizer 2:", ""],
      ]);
      expect(output).to.include(`${found} Use --repair to repair it.`);
      const repaired = await place.run(["doctor", "--repair"]);
      expect([repaired.code, repaired.errors]).to.deep.equal([
        0,
        "kalends: checking again after the repairs\nkalends: nothing is wrong\n",
      ]);
      await place.onStore(async (opened) => {
        const venue = await opened.venues.find(1);
        expect(venue?.name).to.equal('&lt;a href="https://evil.example/">Hall&lt;/a> A &amp; B < C');
        expect((await opened.organizers.find(2))?.name).to.equal("&lt;img src=x>");
        for (const other of others) expect((await opened.venues.find(other.id))?.name).to.equal(other.name);
        const entries = await opened.outbox.readAfter(0, 10);
        expect(entries.map(({ recordId, names }) => [recordId, ...names])).to.deep.equal([
          [1, "venue.updated"],
          [2, "organizer.updated"],
        ]);
      });
    });

    it("brings up a series that has lost occurrences", async () => {
      await place.run(["seed", "--events", "5", "--series", "2"]);
      const lost = await place.onStore(async ({ events }) => {
        const [occurrence] = await events.occurrencesAfter(0, 1);
        if (occurrence?.occurrence === undefined) throw new Error("There are occurrences.");
        const moved = { ...occurrence.occurrence, recurrenceId: "2001-01-01 00:00:00" };
        await events.saveOccurrences([{ ...occurrence, occurrence: moved }]);
        return moved.seriesId;
      });
      const first = await place.run(["doctor"]);
      expect(first.output).to.equal(
        `occurrence: event ${lost}: Its occurrences differ from its rules and dates. Use --repair to repair it.\n`,
      );
      const second = await place.run(["doctor", "--repair"]);
      expect(second.output).to.match(/ Repaired\.\n$/);
      expect(second.code).to.equal(0);
    });
  });
}
