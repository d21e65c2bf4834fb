import type { Post, Term } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { importInto, type Shown, shownCategory, shownEvent, shownVenue, sourceOf } from "./merging.ts";

const importId = (id: string) => ({ source: "import", id });

/** Returns the members with which another site shows a record with this id. */
const elsewhere = (id: number, more: Shown = {}): Shown => ({
  global_id: `other.example?id=${id}`,
  global_id_lineage: [`other.example?id=${id}`],
  url: `https://other.example/event/event-${id}/`,
  ...more,
});

for (const { name, open } of stores)
  describe(`external ids of imported records, on ${name}`, () => {
    let store: StoreWithAccounts;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const idsOf = (record: Post | Term | undefined): readonly string[] =>
      (record?.externalIds ?? []).map(({ source, id }) => `${source} ${id}`);

    // rules/external-ids.md#ids-of-imports
    it("are their ids at the source, and stay the same in the next import", async () => {
      const site = {
        categories: [shownCategory(3)],
        venues: [shownVenue(8)],
        events: [shownEvent(5, { venue: shownVenue(8), categories: [shownCategory(3)] })],
      };
      await importInto(store, site);
      const before = [await store.events.find(5), await store.venues.find(8)];
      expect(idsOf(before[0])).to.deep.equal(["import old.example:5"]);
      expect(idsOf(before[1])).to.deep.equal(["import old.example:8"]);
      const again = await importInto(store, site);
      expect(again.outcomes.filter((one) => !one.endsWith("unchanged"))).to.deep.equal([]);
      expect([await store.events.find(5), await store.venues.find(8)]).to.deep.equal(before);
      expect((await store.events.findByExternalId(importId("old.example:5")))?.id).to.equal(5);
      expect((await store.venues.findByExternalId(importId("old.example:8")))?.id).to.equal(8);
      expect((await store.terms.findByExternalId("category", importId("old.example:3")))?.id).to.equal(3);
      expect(await store.events.findByExternalId(importId("old.example:8"))).to.equal(undefined);
    });

    it("keep the records of two sites with the same id apart", async () => {
      await importInto(store, { events: [shownEvent(5)] });
      const other = sourceOf({ events: [shownEvent(5, elsewhere(5))] }, { site: "other.example" });
      expect((await importInto(store, other)).outcomes).to.deep.equal(["events 5: added"]);
      const second = await store.events.findByExternalId(importId("other.example:5"));
      expect(second?.id).to.be.above(5);
      expect((await store.events.findByExternalId(importId("old.example:5")))?.id).to.equal(5);
    });

    it("are two, where one record stands for those of two sites", async () => {
      await importInto(store, { categories: [shownCategory(3, { slug: "music" })] });
      const urls = { self: "https://other.example/wp-json/tribe/events/v1/categories/7" };
      const other = sourceOf(
        { categories: [shownCategory(7, { slug: "music", urls })] },
        { site: "other.example" },
      );
      for (let time = 0; time < 2; time += 1) {
        const { outcomes } = await importInto(store, other);
        expect(outcomes).to.deep.equal(["categories 7: unchanged"]);
        const term = await store.terms.find("category", 3);
        expect(idsOf(term)).to.deep.equal(["import old.example:3", "import other.example:7"]);
        expect(term?.name).to.equal("Kind 3");
      }
    });

    it("belong to the first of several events of one id, and to no event of an unknown site", async () => {
      const later = { start_date: "2031-05-08 18:00:00", end_date: "2031-05-08 20:00:00" };
      await importInto(store, { events: [shownEvent(5), shownEvent(5, later)] });
      const [first, second] = await store.events.readAfter(0, 2);
      expect(idsOf(first)).to.deep.equal(["import old.example:5"]);
      expect(second).not.to.have.property("externalIds");
      const nowhere = { global_id: "", global_id_lineage: [], url: "" };
      await importInto(store, sourceOf({ events: [shownEvent(9, nowhere)] }, { site: "" }));
      expect(await store.events.find(9)).not.to.have.property("externalIds");
    });

    it("stay beside those that others gave to a record, which are no change of it", async () => {
      await importInto(store, { events: [shownEvent(5)] });
      const event = await store.events.find(5);
      if (event === undefined) throw new Error("There is no event.");
      const externalIds = [{ source: "crm", id: "A-7" }, ...(event.externalIds ?? [])];
      await store.events.save({ ...event, externalIds });
      const { outcomes } = await importInto(store, { events: [shownEvent(5, { title: "Changed" })] });
      expect(outcomes).to.deep.equal(["events 5: updated"]);
      const updated = await store.events.find(5);
      expect([updated?.title, idsOf(updated)]).to.deep.equal([
        "Changed",
        ["crm A-7", "import old.example:5"],
      ]);
    });

    it("are added to records of archives that are older than them", async () => {
      const site = { categories: [shownCategory(3)], events: [shownEvent(5)] };
      await importInto(store, site);
      const [event, term] = [await store.events.find(5), await store.terms.find("category", 3)];
      if (event === undefined || term === undefined) throw new Error("There are no records.");
      const { externalIds: _ids, ...olderEvent } = event;
      const { externalIds: _termIds, usage: _usage, ...olderTerm } = term;
      await store.events.save(olderEvent);
      await store.terms.save(olderTerm);
      const { outcomes } = await importInto(store, site);
      expect(outcomes).to.deep.equal(["categories 3: unchanged", "events 5: unchanged"]);
      expect(idsOf(await store.events.find(5))).to.deep.equal(["import old.example:5"]);
      expect(idsOf(await store.terms.find("category", 3))).to.deep.equal(["import old.example:3"]);
    });

    it("lead to a record that no import made, which then stays as it is", async () => {
      const made = anEvent({ id: 70, title: "Made by a plugin", externalIds: [importId("old.example:5")] });
      await store.ids.reserve("record", 70);
      await store.events.save(made);
      for (const title of ["Concert", "Changed"]) {
        const { outcomes } = await importInto(store, { events: [shownEvent(5, { title })] });
        expect(outcomes).to.deep.equal(["events 5: unchanged"]);
      }
      const stored = await store.events.readAfter(0, 9);
      expect(stored.map(({ id, title }) => `${id} ${title}`)).to.deep.equal(["70 Made by a plugin"]);
    });
  });
