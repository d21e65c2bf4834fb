import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import {
  contentsOf,
  importInto,
  portionOf,
  shownCategory,
  shownEvent,
  shownVenue,
  sourceOf,
} from "./merging.ts";

const at = (day: string) => ({
  start_date: `2031-05-${day} 18:00:00`,
  end_date: `2031-05-${day} 20:00:00`,
  utc_start_date: `2031-05-${day} 18:00:00`,
  utc_end_date: `2031-05-${day} 20:00:00`,
});

for (const { name, open } of stores)
  describe(`what an import knows records by, on ${name}`, () => {
    let store: StoreWithAccounts;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const startsOf = async (): Promise<readonly string[]> =>
      (await store.events.readAfter(0, 100)).map(
        ({ id, schedule }) => `${id} ${schedule.start.slice(8, 10)}`,
      );

    // rules/choices.md#import-identity
    it("knows events whose ids are made up for each request by slug and start", async () => {
      const events = (first: number) =>
        ["01", "08"].map((day, index) => {
          const id = first + index;
          return shownEvent(id, {
            ...at(day),
            slug: "choir",
            title: "Choir",
            global_id: `old.example?id=${id}`,
          });
        });
      expect((await importInto(store, { events: events(10_000_001) })).counts.added).to.deep.equal({
        events: 2,
      });
      const before = await startsOf();
      expect(before.every((one) => Number.parseInt(one, 10) < 10_000_000)).to.equal(true);
      const again = await importInto(store, { events: [...events(10_004_711)].reverse() });
      expect(again.counts.unchanged).to.deep.equal({ events: 2 });
      expect(await startsOf()).to.deep.equal(before);
    });

    it("keeps each of several events of one id, in whatever order they come, and one that was moved", async () => {
      const events = ["01", "08", "15"].map((day) => shownEvent(5, at(day)));
      expect((await importInto(store, { events })).counts.added).to.deep.equal({ events: 3 });
      const before = await startsOf();
      const more = [shownEvent(5, at("22")), ...events.reverse()];
      const { outcomes } = await importInto(store, { events: more });
      expect(outcomes.filter((one) => one.endsWith("added"))).to.have.length(1);
      expect((await startsOf()).slice(0, 3)).to.deep.equal(before);
      await importInto(store, { events: [shownEvent(6, at("01"))] });
      const moved = await importInto(store, { events: [shownEvent(6, at("02"))] });
      expect(moved.outcomes).to.deep.equal(["events 6: updated"]);
    });

    it("knows what has only a key by it, and venues and organizers without an id by name", async () => {
      const nameless = { id: 0, global_id: "", url: "", global_id_lineage: [] };
      const venue = shownVenue(0, { ...nameless, venue: "Town Hall", slug: "town-hall" });
      const event = shownEvent(0, { ...nameless, slug: "", title: "Fair", venue: { venue: "town hall" } });
      const site = {
        venues: [{ shown: venue, key: "town hall" }],
        events: [{ shown: event, key: "fair|2031-05-01 18:00:00" }],
      };
      for (const outcome of ["added", "unchanged"]) {
        const { outcomes } = await importInto(store, site);
        expect(outcomes).to.deep.equal([`venues 0: ${outcome}`, `events 0: ${outcome}`]);
      }
      const [stored] = await store.events.readAfter(0, 1);
      const [hall] = await store.venues.readAfter(0, 1);
      expect(stored?.venueId).to.equal(hall?.id).and.be.above(0);
    });

    it("leads events to their parents, also to those that come later", async () => {
      const events = [shownEvent(5, { post_parent: 6 }), shownEvent(6), shownEvent(7, { post_parent: 99 })];
      const { outcomes, lines } = await importInto(store, { events });
      expect(outcomes).to.deep.equal(["events 6: added", "events 5: added", "events 7: added"]);
      expect(lines).to.deep.equal([`"Concert 7", events 2: its parent event does not exist here.`]);
      expect((await store.events.find(5))?.parentId).to.equal(6);
      const again = await importInto(store, { events });
      expect(again.counts.unchanged).to.deep.equal({ events: 3 });
    });

    it("keeps out what has a status that is none here, and links to it", async () => {
      const venue = shownVenue(3, { status: "spam" });
      const site = { venues: [venue], events: [shownEvent(5, { venue })] };
      const { outcomes, entries, counts } = await importInto(store, site);
      expect(outcomes).to.deep.equal(["venues 3: kept out", "events 5: added"]);
      expect(entries[0]?.reason).to.equal("unknown status: spam");
      expect(counts.failed).to.equal(0);
      expect(await store.events.find(5)).to.not.have.property("venueId");
    });

    it("keeps the terms of two sites in folders of one host apart", async () => {
      const category = (id: number, name: string, folder = "") =>
        shownCategory(id, {
          ...{ name, slug: name.toLowerCase() },
          urls: { self: `https://old.example${folder}/wp-json/tribe/events/v1/categories/${id}` },
        });
      const main = { categories: [category(3, "Music"), category(4, "Film")] };
      await importInto(store, main);
      const kids = sourceOf({ categories: [category(3, "Crafts", "/kids")] }, { site: "old.example/kids" });
      expect((await importInto(store, kids)).outcomes).to.deep.equal(["categories 3: added"]);
      expect((await store.terms.find("category", 3))?.name).to.equal("Music");
      const again = await importInto(store, main);
      expect(again.outcomes).to.deep.equal(["categories 3: unchanged", "categories 4: unchanged"]);
    });

    // rules/choices.md#import-outcomes
    it("says in a dry run what would happen, and writes nothing", async () => {
      await importInto(store, { events: [shownEvent(5)], categories: [shownCategory(3)] });
      const before = await contentsOf(store);
      const image = { id: 30, url: "https://old.example/a.png" };
      const site = {
        categories: [shownCategory(4, { parent: 3 }), shownCategory(3)],
        venues: [shownVenue(8, { image })],
        events: [
          shownEvent(5, { venue: shownVenue(8), categories: [shownCategory(3)] }),
          shownEvent(6, { post_parent: 7, image }),
          shownEvent(7, { organizer: [{ ...shownVenue(9), organizer: "Ann" }] }),
          shownEvent(0, { start_date: "soon" }),
        ],
      };
      const expected = [
        "categories 3: unchanged",
        "categories 4: added",
        "venues 8: added",
        "events 5: updated",
        "organizers 9: added",
        "events 7: added",
        "events ?: failed",
        "events 6: added",
      ];
      const dry = await importInto(store, site, { dryRun: true });
      expect([...dry.outcomes].sort()).to.deep.equal([...expected].sort());
      expect(await contentsOf(store)).to.equal(before);
      const wet = await importInto(store, site);
      expect(wet.outcomes).to.deep.equal(dry.outcomes);
    });

    it("says where counts do not agree with what the source announced", async () => {
      const events = [shownEvent(5), shownEvent(5), shownEvent(6)];
      const announcing = (count: number) =>
        sourceOf({ events }, { announced: (list) => (list === "events" ? count : undefined) });
      expect((await importInto(store, announcing(2))).counts.disagreements).to.equal(0);
      const { counts, lines } = await importInto(store, announcing(3));
      expect(counts.disagreements).to.equal(1);
      expect(lines).to.deep.equal(["events: the source announced 3 records, but 2 were read"]);
      const resumed = sourceOf(
        { events },
        { announced: () => 2, listedBefore: (list) => (list === "events" ? 0 : 2) },
      );
      expect((await importInto(store, resumed)).counts.disagreements).to.equal(0);
    });

    it("says a portion is stored once it is, and asks for images before, each once", async () => {
      const image = { id: 30, url: "https://old.example/a.png" };
      const steps: string[] = [];
      const source = sourceOf(
        {},
        {
          async *read(list) {
            if (list !== "venues") return;
            for (const id of [3, 4]) {
              const stored = async () => void steps.push(`stored ${id}`);
              yield { ...portionOf(list, [shownVenue(id, { image })]), stored };
            }
          },
        },
      );
      const importImages = async (addresses: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
        steps.push(...addresses);
        return new Set();
      };
      await importInto(store, source, { importImages });
      expect(steps).to.deep.equal(["https://old.example/a.png", "stored 3", "stored 4"]);
      const [first, second] = await store.venues.readAfter(0, 2);
      expect([first?.imageId, second?.imageId]).to.deep.equal([30, 30]);
    });
  });
