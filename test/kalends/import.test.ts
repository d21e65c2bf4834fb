import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anEvent, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { PUBLISHED } from "./import-page.ts";
import { createPlace, type Place } from "./kalends-process.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/reference-site", import.meta.url));

/** Members of a list page that these tests change. */
interface EventPage {
  events: Record<string, unknown>[];
}

const readFixture = (): EventPage => JSON.parse(readFileSync(join(FIXTURE, "events.json"), "utf8"));

for (const store of stores) {
  describe(`kalends import, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const writePage = (page: unknown, name = "page.json"): string => {
      const file = join(place.directory, name);
      writeFileSync(file, JSON.stringify(page));
      return file;
    };

    it("takes over what events embed when no page lists it", async () => {
      const { code, output } = await place.run(["import", writePage(readFixture())]);
      expect(code, output).to.equal(0);
      expect(output)
        .to.match(/events: 6 added/)
        .and.match(/venues: \d added/);
      const event = await place.onStore(({ events }) => events.find(529));
      expect(event).to.include({ title: "Event 388 Lecture", venueId: 109 });
      expect(event?.lineage).to.deep.equal(["calendar.example?id=529"]);
      expect(event).to.not.have.property("website");
    });

    it("leaves out bad values, and reports them with their file and index", async () => {
      const page = readFixture();
      page.events[2] = { ...page.events[2], start_date: "soon" };
      page.events[4] = { ...page.events[4], timezone: "Mars/Olympus" };
      const file = writePage(page);
      const { code, output, errors } = await place.run(["import", file]);
      expect(code).to.equal(0);
      expect(output).to.match(/events: 6 added/);
      for (const problem of ["2: start_date", "4: timezone"]) {
        expect(errors).to.include(`${file}, record ${problem}`);
      }
    });

    it("reports files that are no list pages, and places that do not exist", async () => {
      const file = writePage({ hello: "world" });
      expect((await place.run(["import", file])).errors).to.include(
        `${file}, record 0: the file is not a list page`,
      );
      const missing = await place.run(["import", join(place.directory, "nowhere")]);
      expect(missing.code).to.equal(1);
      expect(missing.errors).to.include("nowhere").and.not.include("at ");
    });

    it("gives records other ids and slugs where theirs belong to others", async () => {
      await place.onStore(async ({ venues, events, ids, terms }) => {
        await ids.reserve("record", 600);
        await ids.reserve("term", 50);
        await venues.save(aVenue({ id: 529 }));
        await events.save(anEvent({ id: 600, slug: "event-388-lecture" }));
        await terms.save(aTerm({ id: 12, taxonomy: "tag", slug: "something-else", name: "Something else" }));
      });
      const { code, errors } = await place.run(["import", FIXTURE]);
      expect(code, errors).to.equal(0);
      await place.onStore(async ({ venues, events, terms }) => {
        expect((await venues.find(529))?.name).to.equal("Venue 529");
        const moved = await events.findBySlug("event-388-lecture-2");
        expect(moved).to.include({ title: "Event 388 Lecture" });
        expect(moved?.id).to.be.above(600);
        const category = await terms.findBySlug("category", "cat-1");
        expect(category?.id).to.be.above(50);
        expect(moved?.categoryIds).to.include(category?.id);
      });
    });

    it("keeps new ids above those it took over", async () => {
      await place.run(["import", FIXTURE]);
      const highest = Math.max(...readFixture().events.map(({ id }) => Number(id)));
      expect(await place.onStore(({ ids }) => ids.next("record"))).to.be.above(highest);
    });

    it("shows where records come from, and changes nothing the second time", async () => {
      await place.run(["import", FIXTURE]);
      const calendar = await place.serve();
      const read = async (): Promise<string> => {
        const lists = [
          "events?start_date=1970-01-01&end_date=2200-01-01&per_page=50",
          "venues",
          "organizers",
        ];
        const terms = ["categories?hide_empty=false&per_page=50", "tags?hide_empty=false&per_page=50"];
        const answers = [...lists, ...terms].map((path) => fetch(`${calendar.namespace}/${path}`));
        return JSON.stringify(await Promise.all(answers.map(async (answer) => (await answer).json())));
      };
      const before = await read();
      const { events } = JSON.parse(before)[0];
      expect(events).to.have.length(readFixture().events.length);
      for (const { id, global_id, global_id_lineage } of events) {
        expect(global_id).to.equal(`127.0.0.1?id=${id}`);
        expect(global_id_lineage).to.deep.equal([global_id, `calendar.example?id=${id}`]);
      }
      const { code, output } = await place.run(["import", FIXTURE]);
      expect(code).to.equal(0);
      expect(output)
        .to.match(/events: 0 added/)
        .and.not.match(/[1-9]\d* added/);
      expect(await read()).to.equal(before);
    });

    it("uses the terms that have the slugs already, whatever their ids and names", async () => {
      await place.onStore(async ({ ids, terms }) => {
        await ids.reserve("term", 900);
        await terms.save(aTerm({ id: 900, taxonomy: "category", slug: "cat-0", name: "Ours" }));
      });
      const page = readFixture();
      const { code, output } = await place.run(["import", writePage(page)]);
      expect(code).to.equal(0);
      expect(output).to.match(/categories: \d+ added, 1 already there/);
      const event = await place.onStore(({ events }) => events.find(141));
      expect(event?.categoryIds).to.include(900);
    });

    it("gives terms without a slug that of their name, else their number, the same every time", async () => {
      const terms = [
        { id: 71, name: "Late night" },
        { id: 72, name: "???" },
        { id: 73, name: "!!!", slug: "" },
      ];
      const file = writePage({ tags: terms.map((term) => ({ slug: "", description: "", ...term })) });
      for (const count of ["3 added, 0", "0 added, 3"]) {
        expect((await place.run(["import", file])).output).to.include(`tags: ${count} already there`);
      }
      const found = await place.onStore(({ terms }) => terms.findMany([71, 72, 73]));
      expect(found.map(({ slug }) => slug)).to.have.members(["late-night", "72", "73"]);
    });

    it("takes a website that is the record's own page for one that was never set", async () => {
      const post = {
        author: "1",
        status: "publish",
        date: "2030-01-01 10:00:00",
        date_utc: "2030-01-01 10:00:00",
        modified: "2030-01-01 10:00:00",
        modified_utc: "2030-01-01 10:00:00",
      };
      const url = "https://calendar.example/venue/hall/?a=1&b=2";
      const venues = [
        { ...post, id: 1, venue: "Own", url, website: url.replace("&", "&amp;") },
        { ...post, id: 2, venue: "Other", url, website: "https://hall.example/" },
      ];
      await place.run(["import", writePage({ venues })]);
      const found = await place.onStore(({ venues }) => venues.findMany([1, 2]));
      expect(new Map(found.map(({ id, website }) => [id, website]))).to.deep.equal(
        new Map([
          [1, ""],
          [2, "https://hall.example/"],
        ]),
      );
    });

    it("takes events that share a global id but not their id, each once", async () => {
      const page = readFixture();
      const dates = ["2031-01-01", "2031-02-01", "2031-03-01"];
      page.events = dates.map((date, index) => ({
        ...page.events[0],
        id: 700 + index,
        global_id: "calendar.example?id=700",
        global_id_lineage: ["calendar.example?id=700"],
        slug: `occurrence-${date}`,
        start_date: `${date} 10:00:00`,
        end_date: `${date} 11:00:00`,
      }));
      const file = writePage(page);
      for (const counts of ["3 added, 0", "0 added, 3"]) {
        const { code, output, errors } = await place.run(["import", file]);
        expect(code, errors).to.equal(0);
        expect(output).to.include(`events: ${counts} already there`);
      }
      const found = await place.onStore(({ events }) => events.findMany([700, 701, 702]));
      expect(found.map(({ schedule }) => schedule.start.slice(0, 10))).to.have.members(dates);
    });

    it("names an event that is listed twice with different values, and takes the first", async () => {
      const page = readFixture();
      const [first = {}] = page.events;
      page.events = [first, { ...first, title: "Something else" }, { ...first }];
      const file = writePage(page);
      const { code, output, errors } = await place.run(["import", file]);
      expect(code).to.equal(1);
      expect(errors).to.include(`${file}, record 1: it is listed twice with different values`);
      expect(output).to.include("events: 1 added, 0 already there, 1 failed\n");
    });

    it("knows records without a global id by the site of their addresses and their id", async () => {
      const page = readFixture();
      page.events = page.events.slice(0, 2).map(({ global_id: _, global_id_lineage: __, ...event }) => event);
      const file = writePage(page);
      for (const counts of ["2 added, 0", "0 added, 2"]) {
        const { code, output, errors } = await place.run(["import", file]);
        expect(code, errors).to.equal(0);
        expect(output).to.include(`events: ${counts} already there`);
      }
      expect((await place.run(["import", FIXTURE])).output).to.include("events: 4 added, 2 already there");
    });

    it("names records of a second site that have the ids of the first", async () => {
      const page = readFixture();
      const [event = {}] = page.events;
      const venue = (site: string) => ({
        ...PUBLISHED,
        id: 5,
        author: "1",
        venue: `Hall of ${site}`,
        global_id: `${site}?id=5`,
        global_id_lineage: [`${site}?id=5`],
      });
      const at = (id: number, site: string) => ({
        ...event,
        id,
        global_id: `${site}?id=${id}`,
        global_id_lineage: [`${site}?id=${id}`],
        venue: venue(site),
      });
      page.events = [at(901, "a.example"), at(902, "b.example")];
      const { code, errors } = await place.run(["import", writePage(page)]);
      expect(code).to.equal(1);
      expect(errors).to.match(/record 1: venues 5 is a\.example\?id=5 elsewhere .* b\.example\?id=5 here/);
      await place.onStore(async ({ events, venues }) => {
        expect((await venues.find(5))?.name).to.equal("Hall of a.example");
        const venueIds = (await events.findMany([901, 902])).map(({ venueId }) => venueId);
        expect(venueIds).to.deep.equal([5, undefined]);
      });
    });

    it("removes scripts from what it takes over", async () => {
      const page = readFixture();
      page.events[0] = { ...page.events[0], description: "<p>Hi<script>alert(1)</script></p>" };
      await place.run(["import", writePage(page)]);
      const [event] = await place.onStore(({ events }) => events.findMany([Number(page.events[0]?.id)]));
      expect(event?.description).to.equal("<p>Hi</p>");
    });
  });
}
