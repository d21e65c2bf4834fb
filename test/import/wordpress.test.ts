import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CalendarEvent } from "@kalends/core";
import { expect } from "chai";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { firstStore, stores } from "../stores.ts";
import { anAuthor, anEventItem, anExport, anItem, aTerm } from "./wxr-file.ts";

/** Code of a plugin that adds a field to events. */
const PLUGIN = `export const plugin = () => ({
  name: "door",
  setup: () => ({
    fields: [{ record: "event", name: "age", parameter: { description: "From.", type: "integer" } }],
  }),
});`;

const TERMS = [["tribe_events_cat", "jazz", "Jazz"]] as const;
const EVENT = anEventItem(412, {
  elements: { title: "Harbour &amp; Jazz", "content:encoded": "One.\n\nTwo." },
  terms: TERMS,
  meta: [
    ["_EventVenueID", "77"],
    ["_EventOrganizerID", "81"],
    ["_ecp_custom_2", "18"],
    ["_ecp_custom_3", "Casual"],
  ],
});
const VENUE = anItem({ type: "tribe_venue", id: 77, elements: { title: "Pier" } });
const AUTHOR = anAuthor(3, "ann", "Ann Lee");

for (const store of firstStore) {
  describe(`kalends import of an export of WordPress, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const write = (name: string, text: string): void => writeFileSync(join(place.directory, name), text);
    const importAll = (...options: readonly string[]) =>
      place.run(["import", "site.xml", ...options], { KALENDS_PLUGINS: "./door.mjs" });
    const findEvent = (id: number): Promise<CalendarEvent | undefined> =>
      place.onStore(({ events }) => events.find(id));

    it("takes it over with its terms, links, authors and custom fields; and again without a change", async () => {
      write("door.mjs", PLUGIN);
      write("authors.csv", "author,account\nann,bob\n");
      write("site.xml", anExport({ parts: [AUTHOR, aTerm(20, "jazz", "Jazz"), EVENT, VENUE] }));
      await place.run(["user", "add", "bob", "--role", "author"]);
      const options = ["--authors", "authors.csv", "--custom-field", "_ecp_custom_2=age"];
      const dry = await importAll("--dry-run", ...options);
      expect(dry.code, dry.errors).to.equal(0);
      const { code, errors, output } = await importAll(...options);
      expect(code, errors).to.equal(0);
      expect(output).to.match(/categories: 1 added.*\nvenues: 1 added.*\nevents: 1 added/);
      const counts = output.replace(/^Nothing was lost: 3 of 3 records are here\.\n/, "");
      expect(dry.output).to.equal(`3 of 3 records can be imported.\n${counts}Nothing was written.\n`);
      expect(errors).to.include("no plugin field accepts its custom field _ecp_custom_3: Casual");
      expect(errors).to.include("organizer 81 is neither in this import nor here");
      expect(await findEvent(412)).to.deep.include({
        ...{ title: "Harbour & Jazz", description: "<p>One.</p>\n<p>Two.</p>", author: 1, venueId: 77 },
        ...{ categoryIds: [20], organizerIds: [], extensions: { door: { age: 18 } } },
      });
      const again = await importAll(...options);
      expect(again.output).to.include("events: 0 added, 1 already there\n");
      const verified = await place.run(["verify", "site.xml"], { KALENDS_PLUGINS: "./door.mjs" });
      expect(verified.output).to.match(/^events 412 .*: organizer is \[81\] there and \[\] here$/m);
      expect(verified.output).to.include("2 of 3 equal");
    });

    // The following tests do not depend on the storage.
    if (store !== stores[0]) return;

    it("finds the records again in other exports of the site, and in its lists", async () => {
      write("site.xml", anExport({ parts: [AUTHOR, aTerm(20, "jazz", "Jazz"), EVENT, VENUE] }));
      await place.run(["import", "site.xml"]);
      write("events.xml", anExport({ parts: [AUTHOR, EVENT.replace("One.", "New.")] }));
      const events = await place.run(["import", "events.xml"]);
      expect(events.output).to.include("events: 0 added, 0 already there, 1 updated");
      expect(await findEvent(412)).to.deep.include({ venueId: 77, categoryIds: [20] });
      const shown = {
        ...{ id: 412, global_id: "old.example?id=412", status: "publish", author: "3" },
        ...{ title: "Renamed", slug: "tribe-events-412", url: "https://old.example/tribe_events/412/" },
        ...{ date: "2031-03-02 10:15:00", date_utc: "2031-03-02 09:15:00" },
        ...{ modified: "2031-03-02 10:15:00", modified_utc: "2031-03-02 09:15:00" },
        ...{ start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00", timezone: "Europe/Rome" },
        ...{ utc_start_date: "2031-05-16 18:30:00", utc_end_date: "2031-05-16 21:00:00" },
      };
      write("page.json", JSON.stringify({ events: [shown] }));
      const { output } = await place.run(["import", "page.json"]);
      expect(output).to.include("events: 0 added, 0 already there, 1 updated");
      expect((await findEvent(412))?.title).to.equal("Renamed");
    });

    it("is taken over from a folder, with terms that only events name", async () => {
      write("site.xml", anExport({ parts: [AUTHOR, EVENT] }));
      write("other.xml", "<rss><channel></channel></rss>");
      const { code, errors, output } = await place.run(["import", "."]);
      expect(code, errors).to.equal(0);
      expect(output).to.include("categories: 1 added").and.include("events: 1 added");
      const event = await findEvent(412);
      const [jazz] = await place.onStore(({ terms }) => terms.findMany(event?.categoryIds ?? []));
      expect(jazz).to.include({ name: "Jazz", slug: "jazz" });
      expect(event?.venueId).to.equal(undefined);
    });

    it("is refused in a line where it is not whole, or the options do not fit", async () => {
      const whole = anExport({ parts: [EVENT] });
      write("site.xml", whole.slice(0, -40));
      write("door.mjs", PLUGIN);
      const broken = await importAll();
      expect(broken.code).to.equal(1);
      expect(broken.errors).to.match(/^kalends: site\.xml, line \d+: the file ends within .*\n$/);
      write("site.xml", whole);
      for (const [option, value, line] of [
        ["--authors", "none.csv", /^kalends: File none\.csv of --authors not found\.\n$/],
        ["--custom-field", "a=b", /^kalends: Event field b not found: no enabled plugin has it\.\n$/],
      ] as const) {
        const { code, errors } = await importAll(option, value);
        expect(code).to.equal(1);
        expect(errors).to.match(line);
      }
      expect(await findEvent(412)).to.equal(undefined);
    });
  });
}
