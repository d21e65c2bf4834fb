import type { StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, aTerm } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { importInto, shownCategory, shownEvent, shownVenue } from "./merging.ts";

for (const { name, open } of stores)
  describe(`an import of what is known, on ${name}`, () => {
    let store: StoreWithAccounts;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const change = async (id: number, values: object): Promise<void> => {
      const event = await store.events.find(id);
      if (event === undefined) throw new Error(`no event ${id}`);
      await store.events.save({ ...event, ...values });
    };
    const titleOf = async (id: number): Promise<string | undefined> => (await store.events.find(id))?.title;

    // rules/choices.md#import-conflicts
    it("updates what has changed at the source alone, and leaves what has changed here", async () => {
      const old = [5, 6, 7, 8].map((id) => shownEvent(id));
      await importInto(store, { events: old });
      await change(6, { title: "Ours" });
      await change(7, { title: "Ours" });
      await change(8, { title: "The same" });
      const events = [
        shownEvent(5, { title: "Theirs" }),
        shownEvent(6),
        shownEvent(7, { title: "Theirs" }),
        shownEvent(8, { title: "The same" }),
      ];
      for (const first of ["updated", "unchanged"]) {
        const { outcomes, entries, counts } = await importInto(store, { events });
        expect(outcomes).to.deep.equal([
          `events 5: ${first}`,
          "events 6: unchanged",
          "events 7: conflict",
          "events 8: unchanged",
        ]);
        expect(entries[2])
          .to.include({ name: "Theirs", id: 7 })
          .and.property("reason")
          .to.match(/changed here/);
        expect(counts.failed).to.equal(0);
      }
      expect([await titleOf(5), await titleOf(6), await titleOf(7)]).to.deep.equal([
        "Theirs",
        "Ours",
        "Ours",
      ]);
    });

    it("goes on with what both sides have settled", async () => {
      await importInto(store, { events: [shownEvent(5)] });
      await change(5, { title: "Ours" });
      await importInto(store, { events: [shownEvent(5, { title: "Ours" })] });
      const { outcomes } = await importInto(store, { events: [shownEvent(5, { title: "Newer" })] });
      expect(outcomes).to.deep.equal(["events 5: updated"]);
    });

    it("keeps what plugins keep with a record that is updated", async () => {
      await importInto(store, { events: [shownEvent(5)] });
      await change(5, { extensions: { sample: { seats: 12 } } });
      const { outcomes } = await importInto(store, { events: [shownEvent(5, { title: "Newer" })] });
      expect(outcomes).to.deep.equal(["events 5: updated"]);
      expect((await store.events.find(5))?.extensions).to.deep.equal({ sample: { seats: 12 } });
    });

    it("sets and changes fields of plugins where something amends records", async () => {
      const withSeats = (seats: number) => ({
        amends: [
          async <T extends { readonly extensions: object }>(_: unknown, record: T): Promise<T> => ({
            ...record,
            extensions: { sample: { seats } },
          }),
        ],
      });
      const seatsOf = async (): Promise<unknown> => (await store.events.find(5))?.extensions.sample;
      await importInto(store, { events: [shownEvent(5)] }, withSeats(12));
      await change(5, { extensions: { sample: { seats: 12, rows: 2 }, other: { a: 1 } } });
      const again = await importInto(store, { events: [shownEvent(5)] }, withSeats(12));
      expect(again.outcomes).to.deep.equal(["events 5: unchanged"]);
      const { outcomes } = await importInto(store, { events: [shownEvent(5)] }, withSeats(13));
      expect(outcomes).to.deep.equal(["events 5: updated"]);
      expect(await seatsOf()).to.deep.equal({ seats: 13, rows: 2 });
    });

    it("lets what is not here any more stay away", async () => {
      await importInto(store, { categories: [shownCategory(3), shownCategory(4)] });
      await store.terms.remove(3);
      await store.terms.remove(4);
      const categories = [shownCategory(3), shownCategory(4, { name: "Other" })];
      const events = [shownEvent(5, { categories })];
      const { outcomes } = await importInto(store, { categories, events });
      expect(outcomes).to.deep.equal([
        "categories 3: unchanged",
        "categories 4: conflict",
        "events 5: added",
      ]);
      expect((await store.events.find(5))?.categoryIds).to.deep.equal([]);
    });

    it("never changes terms that were here before", async () => {
      await store.ids.reserve("term", 90);
      await store.terms.save(aTerm({ id: 90, taxonomy: "category", slug: "kind-3", name: "Ours" }));
      for (const categories of [[shownCategory(3)], [shownCategory(3, { slug: "new", name: "New" })]]) {
        const { outcomes } = await importInto(store, { categories });
        expect(outcomes).to.deep.equal(["categories 3: unchanged"]);
      }
      expect(await store.terms.find("category", 90)).to.include({ name: "Ours", slug: "kind-3" });
    });

    it("keeps the slug that it gave until the source has another one", async () => {
      await store.events.save(anEvent({ id: 90, slug: "event-5" }));
      await importInto(store, { events: [shownEvent(5)] });
      const slugAfter = async (values: object): Promise<string | undefined> => {
        const { outcomes } = await importInto(store, {
          events: [shownEvent(5, { title: "New", ...values })],
        });
        expect(outcomes).to.deep.equal(["events 5: updated"]);
        return (await store.events.find(5))?.slug;
      };
      expect(await slugAfter({})).to.equal("event-5-2");
      expect(await slugAfter({ slug: "gala" })).to.equal("gala");
      expect(await slugAfter({ slug: "event-5" })).to.equal("event-5-2");
    });

    it("takes what is to be published for published once its time has come", async () => {
      const later = { status: "future", date: "2031-06-01 10:00:00", date_utc: "2031-06-01 10:00:00" };
      const due = { status: "future", date: "2030-12-01 10:00:00", date_utc: "2030-12-01 10:00:00" };
      const events = [shownEvent(5, later), shownEvent(6, due)];
      await importInto(store, { events });
      expect((await store.events.find(5))?.status).to.equal("future");
      expect((await store.events.find(6))?.status).to.equal("publish");
      await change(5, { status: "publish" });
      const published = [shownEvent(5, { ...later, status: "publish", title: "New" }), shownEvent(6, due)];
      const { outcomes } = await importInto(store, { events: published });
      expect(outcomes).to.deep.equal(["events 5: updated", "events 6: unchanged"]);
    });

    it("remembers what a record was before the source threw it away", async () => {
      await importInto(store, { events: [shownEvent(5)] });
      const thrown = shownEvent(5, { status: "trash", slug: "event-5__trashed" });
      expect((await importInto(store, { events: [thrown] })).outcomes).to.deep.equal(["events 5: updated"]);
      expect(await store.events.find(5)).to.deep.include({
        status: "trash",
        slug: "event-5__trashed",
        trashed: { status: "publish", slug: "event-5" },
      });
    });

    it("leaves dates that the source does not know, and venues of which it only has the name", async () => {
      const undated = (modified: string, title = "Fair") => ({
        shown: shownEvent(5, { title, modified, modified_utc: modified }),
        isUndated: true as const,
      });
      await importInto(store, { events: [undated("2031-01-01 00:00:00")], venues: [shownVenue(7)] });
      const again = await importInto(store, {
        events: [undated("2031-02-02 00:00:00")],
        venues: [
          { shown: shownVenue(7, { address: "Nowhere" }), isMention: true },
          {
            shown: { ...shownVenue(0, { venue: "hall 7", slug: "hall", global_id: "" }) },
            isMention: true,
            key: "hall",
          },
        ],
      });
      expect(again.outcomes).to.deep.equal([
        "venues 7: unchanged",
        "venues 0: unchanged",
        "events 5: unchanged",
      ]);
      await importInto(store, { events: [undated("2031-03-03 00:00:00", "Gala")] });
      expect(await store.events.find(5)).to.include({ title: "Gala", modified: "2031-01-01 00:00:00" });
    });

    // rules/choices.md#import-lineage
    it("knows what an earlier version took over, which remembered nothing", async () => {
      await importInto(store, { events: [5, 6, 7].map((id) => shownEvent(id)) });
      for (const id of [5, 6, 7])
        await store.documents.remove("kalends/imported-events", `old.example?id=${id}`);
      await change(7, { modified: "2030-02-02 10:00:00", modifiedUtc: "2030-02-02 10:00:00", title: "Ours" });
      const { outcomes } = await importInto(store, {
        events: [shownEvent(5), shownEvent(6, { title: "New" }), shownEvent(7)],
      });
      expect(outcomes).to.deep.equal(["events 5: unchanged", "events 6: updated", "events 7: conflict"]);
    });
  });
