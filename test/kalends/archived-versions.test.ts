import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CalendarEvent, Venue } from "@kalends/core";
import type { RecordVersion, StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, anOccurrence, aSeries, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";

const aVersion = (record: CalendarEvent | Venue, fields: Partial<RecordVersion> = {}): RecordVersion => ({
  kind: "schedule" in record ? "event" : "venue",
  recordId: record.id,
  revision: record.revision ?? 0,
  modifiedUtc: record.modifiedUtc,
  author: record.author,
  changed: ["description"],
  content: JSON.stringify(record),
  ...fields,
});

const SERIES = aSeries({ id: 3 });
const OCCURRENCE = anOccurrence(SERIES, {
  ...{ id: 4, slug: `${SERIES.slug}-${SERIES.schedule.start.slice(0, 10)}` },
  ...{ changes: { title: "Only once" }, revision: 7 },
});
const SCRIPT = "<p>Loud</p><script>alert(1)</script>";

const VERSIONS = [
  aVersion(aVenue({ id: 1, revision: 5, description: "Old" })),
  aVersion(anEvent({ id: 2, revision: 1_900_000_000_000, title: "Old" }), { replacedBy: 1 }),
  aVersion(anEvent({ id: 2, revision: 1_900_000_000_001 }), { content: "", changed: [] }),
  aVersion(SERIES),
  aVersion(OCCURRENCE),
];

const fill = async (store: StoreWithAccounts, versions: readonly RecordVersion[]): Promise<void> => {
  await store.transaction(async (unit) => {
    await unit.ids.reserve("record", 4);
    await unit.venues.save(aVenue({ id: 1 }));
    await unit.events.save(anEvent({ id: 2 }));
    await unit.events.save(SERIES);
    await unit.events.saveOccurrences([OCCURRENCE]);
    await unit.events.reconcileSeries(3, SERIES.schedule.start);
    for (const version of versions) await unit.versions.save(version);
  });
};

for (const store of stores) {
  describe(`versions in archives, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let second: Environment;
    beforeEach(async () => {
      place = createPlace(store);
      second = await place.storage("second");
      if (store.openMedia === undefined) second = { ...second, KALENDS_MEDIA: "./second-media" };
    });
    afterEach(() => place.clear());

    const file = (folder: string) => join(place.directory, folder, "versions.jsonl");
    const versionsIn = async (name?: string): Promise<readonly RecordVersion[]> => {
      const opened = await place.open(name);
      const versions = await opened.versions.readAfter(0, 0, 100);
      await opened.close();
      return versions;
    };
    const exportAll = async (versions: readonly RecordVersion[]): Promise<void> => {
      await place.onStore((opened) => fill(opened, versions));
      expect((await place.run(["export", "first", "--history"])).code).to.equal(0);
    };

    it("are exported on request only, and imported unchanged", async () => {
      await exportAll(VERSIONS);
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code, errors).to.equal(0);
      expect(output).to.include("versions: 5 added");
      expect(await versionsIn("second")).to.deep.equal(VERSIONS);
      const again = await place.run(["import", "first"], second);
      expect(again.errors).to.equal("");
      expect(again.output).to.include("versions: 0 added, 5 already there");
      expect((await place.run(["export", "plain"])).output).not.to.include("versions");
      expect(existsSync(file("plain"))).to.equal(false);
    });

    it("are cleaned like records, except with --trusted", async () => {
      await exportAll([aVersion(anEvent({ id: 2, description: SCRIPT }))]);
      const { output, errors } = await place.run(["import", "first"], second);
      expect(output + errors).to.match(/versions/);
      const contents = (await versionsIn("second")).map(({ content }) => JSON.parse(content).description);
      expect(contents).to.deep.equal(["<p>Loud</p>"]);
      const third = { ...(await place.storage("third")), KALENDS_MEDIA: "./third-media" };
      await place.run(["import", "first", "--trusted"], third);
      expect((await versionsIn("third")).map(({ content }) => JSON.parse(content).description)).to.deep.equal(
        [SCRIPT],
      );
    });

    it("are left out if they are none, belong to no imported record, or the calendar is in use", async () => {
      await exportAll([]);
      const { content: _content, ...version } = aVersion(anEvent({ id: 2 }));
      const lines = [
        {},
        { ...version, record: anEvent({ id: 5 }) },
        { ...version, revision: 9, record: anEvent({ id: 2, revision: 8 }) },
        { ...version, record: { ...anEvent({ id: 2 }), occurrence: {} } },
        { ...version, record: anEvent({ id: 2, description: "\u3042".repeat(80_000) }) },
        { ...version, kind: "venue", record: anEvent({ id: 2 }) },
        { ...version, recordId: 99 },
        { ...version, record: anEvent({ id: 2 }) },
      ];
      writeFileSync(file("first"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      const { output, errors } = await place.run(["import", "first"], second);
      expect(output).to.include("versions: 1 added");
      expect(errors.match(/versions\.jsonl, record \d/g)).to.have.length(7);
      const opened = await place.open("third");
      await opened.venues.save(aVenue({ id: 1 }));
      await opened.close();
      const third = { ...(await place.storage("third")), KALENDS_MEDIA: "./third-media" };
      expect((await place.run(["import", "first"], third)).errors).to.include(
        "record 7: versions are only imported into an empty calendar, or with --trusted",
      );
      expect(readFileSync(file("first"), "utf8")).not.to.equal("");
    });
  });
}
