import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Outcome } from "../../kalends/command.ts";
import { createPlace, type Place } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";
import { type Shown, shownEvent, shownVenue } from "./merging.ts";

for (const store of stores)
  describe(`kalends import of what has changed, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const importEvents = (events: readonly Shown[], ...options: readonly string[]): Promise<Outcome> => {
      const file = join(place.directory, "events.json");
      writeFileSync(file, JSON.stringify({ events }));
      return place.run(["import", file, ...options]);
    };

    it("counts what became of each, tells others with --tell, and writes nothing with --dry-run", async () => {
      await importEvents([shownEvent(5), shownEvent(6)]);
      const events = [
        shownEvent(5, { title: "New" }),
        shownEvent(6),
        shownEvent(7, { venue: shownVenue(3) }),
        shownEvent(8, { status: "spam" }),
      ];
      const counted =
        "venues: 1 added, 0 already there\nevents: 1 added, 1 already there, 1 updated, 1 kept out\n";
      const dry = await importEvents(events, "--dry-run");
      const left = "1 is left out on purpose.\n";
      expect([dry.code, dry.output]).to.deep.equal([
        0,
        `4 of 5 records can be imported; ${left}${counted}Nothing was written.\n`,
      ]);
      expect(await place.onStore((opened) => opened.events.findMany([5, 7]))).to.have.length(1);
      const wet = await importEvents(events, "--tell");
      expect([wet.code, wet.output]).to.deep.equal([0, `4 of 5 records are here; ${left}${counted}`]);
      expect(wet.errors).to.include("record 3: kept out: unknown status: spam");
      const entries = await place.onStore(({ outbox }) => outbox.readAfter(0, 9));
      expect(
        entries.map(({ kind, recordId, before }) => [kind, recordId, before !== undefined]),
      ).to.deep.equal([
        ["event", 5, true],
        ["venue", 3, false],
        ["event", 7, false],
      ]);
    });

    it("reports records by their titles as people read them, those that fail, too", async () => {
      const report = join(place.directory, "report.jsonl");
      const events = [
        shownEvent(5, { title: "Cats &#038; dogs&#8217; day" }),
        shownEvent(6, { title: "Undated", start_date: "", utc_start_date: "" }),
        shownEvent(7, { title: "Endless", description: "&".repeat(2_000_000) }),
      ];
      await importEvents(events, "--report", report);
      expect(readFileSync(report, "utf8"))
        .to.include('"name":"Cats & dogs’ day","outcome":"added"')
        .and.to.include('"name":"Undated","outcome":"kept out"')
        .and.to.include('"name":"Endless","outcome":"failed"');
    });

    it("has no dry run of archives", async () => {
      await importEvents([shownEvent(5)]);
      await place.run(["export", "archive"]);
      const { code, errors } = await place.run(["import", "archive", "--dry-run"]);
      expect([code, errors]).to.deep.equal([
        1,
        "kalends: archive cannot be imported with --dry-run: the format archive has no dry run.\n",
      ]);
    });
  });
