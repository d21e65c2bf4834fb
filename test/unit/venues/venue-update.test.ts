import type { EventView } from "@kalends/core/interface";
import { anEvent, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, OTHER, SUBSCRIBER } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { callOn, openCalendar, refusal } from "../posts/calendar.ts";
import { venueCalls } from "./venue-calls.ts";

describe("reusing, changing and deleting venues", () => {
  const calendar = ofEachTest(openCalendar);

  const { create, update, remove } = venueCalls(calendar);

  describe("reuse", () => {
    it("answers the record of the same name, whatever the case, accents and blanks around", async () => {
      const { id } = await create({ venue: "A Venue", description: "Nice" });
      expect((await create({ venue: "A Venue", description: "Nice" })).id).to.equal(id);
      expect((await create({ venue: "A Venue" })).id).to.equal(id);
      expect((await create({ venue: " a vénue ", description: "NICE" })).id).to.equal(id);
      expect((await create({ venue: "A Venue", description: "Other" })).id).not.to.equal(id);
    });

    it("keeps the core, writes the details that are sent, and leaves the others", async () => {
      const first = await create({ venue: "Hall", description: "Nice", phone: "1", zip: "9", show_map: "0" });
      calendar.setNow("2030-02-01T00:00:00Z");
      const again = await create({
        venue: "HALL",
        status: "draft",
        author: 3,
        phone: "2",
        state: "NY",
        date: "2001-01-01",
      });
      expect(again).to.deep.equal({
        ...first,
        phone: "2",
        state: "NY",
        stateProvince: "NY",
        modified: "2030-01-31 19:00:00",
        modifiedUtc: "2030-02-01 00:00:00",
      });
      expect(await calendar.store.venues.find(first.id)).to.deep.equal(again);
    });

    it("changes nothing where the details that are sent are those that are there", async () => {
      const first = await create({ venue: "Hall", phone: "1", geo_lat: 1, geo_lng: 2 });
      calendar.setNow("2030-02-01T00:00:00Z");
      expect(await create({ venue: "Hall", phone: "1", geo_lng: 2, geo_lat: 1 })).to.deep.equal(first);
      expect(await calendar.store.venues.find(first.id)).to.deep.equal(first);
    });

    it("takes the lowest id among several, and none from the trash", async () => {
      await calendar.store.venues.save(
        aVenue({ id: 901, name: "Hall", status: "trash", slug: "h1__trashed" }),
      );
      await calendar.store.venues.save(aVenue({ id: 903, name: "Hall", slug: "h3" }));
      await calendar.store.venues.save(aVenue({ id: 902, name: "Hall", slug: "h2", status: "draft" }));
      expect((await create({ venue: "Hall" })).id).to.equal(902);
    });

    it("does not overwrite details of a record that the caller may not edit", async () => {
      const first = await create({ venue: "Hall", phone: "1" });
      expect(await create({ venue: "Hall", phone: "2" }, CONTRIBUTOR)).to.deep.equal(first);
      expect(await calendar.store.venues.find(first.id)).to.deep.equal(first);
    });

    it("does not give away a record that the caller may not read", async () => {
      const first = await create({ venue: "Hall", address: "secret", status: "private" });
      const own = await create({ venue: "Hall" }, CONTRIBUTOR);
      expect(own.id).not.to.equal(first.id);
      expect([own.address, own.author]).to.deep.equal(["", 4]);
    });

    it("makes one record of several that are sent at the same time", async () => {
      const venues = await Promise.all(["Hall", "hall", "HALL"].map((venue) => create({ venue })));
      expect(new Set(venues.map(({ id }) => id)).size).to.equal(1);
    });

    it("never happens on update", async () => {
      const first = await create({ venue: "Hall" });
      const second = await create({ venue: "Barn" });
      const renamed = await update(second.id, { venue: "Hall" });
      expect([renamed.id, renamed.name]).to.deep.equal([second.id, first.name]);
    });
  });

  describe("update", () => {
    it("changes what is sent and nothing else", async () => {
      const first = await create({
        venue: "Hall",
        description: "Nice",
        phone: "1",
        show_map: "no",
        status: "private",
      });
      const changed = await update(first.id, { phone: "2" });
      const { modified, modifiedUtc, ...rest } = changed;
      expect({ ...rest, modified: first.modified, modifiedUtc: first.modifiedUtc }).to.deep.equal({
        ...first,
        phone: "2",
      });
    });

    it("changes nothing when null is sent where null is the default", async () => {
      const first = await create({ venue: "Hall", phone: "1", show_map: "no", geo_lat: 1, geo_lng: 2 });
      const changed = await update(first.id, { phone: null, show_map: null, geo_lat: null, geo_lng: null });
      expect(changed).to.deep.include({ phone: "1", showMap: false, coordinates: { lat: 1, lng: 2 } });
    });

    it("clears with empty texts", async () => {
      const { id } = await create({
        venue: "Hall",
        description: "Nice",
        phone: "1",
        website: "https://a.example",
        geo_lat: 1,
        geo_lng: 2,
      });
      const changed = await update(id, { description: "", phone: "", website: "", geo_lat: "" });
      expect(changed).to.include({ description: "", phone: "", website: "" });
      expect(changed).not.to.have.property("coordinates");
    });

    it("scales the status it is asked for", async () => {
      const { id } = await create({ venue: "Hall" }, CONTRIBUTOR);
      expect((await update(id, { status: "publish" }, CONTRIBUTOR)).status).to.equal("pending");
      expect((await update(id, { status: "publish" }, EDITOR)).status).to.equal("publish");
      expect((await update(id, { city: "Rome" }, EDITOR)).status).to.equal("publish");
    });

    it("refuses a name of which cleaning leaves nothing", async () => {
      const { id } = await create({ venue: "Hall" });
      const { code, problems } = await refusal(update(id, { venue: "<script>x</script>" }));
      expect([code, problems.venue?.reason]).to.deep.equal(["rest_invalid_param", "empty"]);
    });

    it("needs the right on the record, by id and by slug", async () => {
      const { id, slug } = await create({ venue: "Hall" }, CONTRIBUTOR);
      const { operations } = calendar;
      for (const actor of [ANONYMOUS, SUBSCRIBER, OTHER, AUTHOR]) {
        expect((await refusal(update(id, { city: "x" }, actor))).code).to.equal("rest_forbidden");
        const bySlug = callOn(operations.venues.update, { slug }, { city: "x" }, actor);
        expect((await refusal(bySlug)).code).to.equal("rest_forbidden");
      }
      expect((await update(id, { city: "x" }, CONTRIBUTOR)).city).to.equal("x");
      await update(id, { status: "publish" }, EDITOR);
      expect((await refusal(update(id, { city: "y" }, CONTRIBUTOR))).code).to.equal("rest_forbidden");
    });

    it("shows in its events at once and leaves them as they are", async () => {
      const { id } = await create({ venue: "Hall", show_map: "0" });
      const event = anEvent({ id: 900, venueId: id, showMap: true, showMapLink: false });
      await calendar.store.events.save(event);
      calendar.setNow("2030-02-01T00:00:00Z");
      await update(id, { venue: "Barn", show_map_link: "1" });
      const view = await callOn<EventView>(calendar.operations.events.get, { id: 900 }, {}, ANONYMOUS);
      expect(view.venue?.venue).to.include({ name: "Barn", showMap: false, showMapLink: true });
      expect(view.event).to.deep.equal(event);
    });

    it("checks the path before the right", async () => {
      expect((await refusal(update(999, { city: "x" }, ANONYMOUS))).problems.id?.reason).to.equal(
        "unknown-venue",
      );
    });
  });

  describe("delete", () => {
    it("takes the venue off events in every status", async () => {
      const { id } = await create({ venue: "Hall" });
      await calendar.store.events.save(anEvent({ id: 901, venueId: id }));
      await calendar.store.events.save(anEvent({ id: 902, venueId: id, status: "draft" }));
      await calendar.store.events.save(anEvent({ id: 903, venueId: id, status: "trash" }));
      expect((await remove(id)).status).to.equal("trash");
      const events = await calendar.store.events.findMany([901, 902, 903]);
      expect(events.map(({ venueId }) => venueId)).to.deep.equal([undefined, undefined, undefined]);
      await update(id, { status: "publish" });
      expect((await calendar.store.events.find(901))?.venueId).to.equal(undefined);
    });

    it("happens once", async () => {
      const { id } = await create({ venue: "Hall" });
      await remove(id);
      expect((await refusal(remove(id))).code).to.equal("venue-is-in-trash");
    });

    it("needs the right on the record", async () => {
      const { id } = await create({ venue: "Hall" }, AUTHOR);
      for (const actor of [ANONYMOUS, SUBSCRIBER, CONTRIBUTOR, OTHER]) {
        expect((await refusal(remove(id, actor))).code).to.equal("rest_forbidden");
      }
      expect((await remove(id, AUTHOR)).status).to.equal("trash");
    });

    it("refuses an unknown id to everybody", async () => {
      for (const id of [0, 999]) {
        expect((await refusal(remove(id, ANONYMOUS))).problems.id?.reason).to.equal("unknown-venue");
      }
    });
  });
});
