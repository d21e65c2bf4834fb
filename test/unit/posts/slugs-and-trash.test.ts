import { aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ofEachTest } from "../of-each-test.ts";
import { venueCalls } from "../venues/venue-calls.ts";
import { openCalendar } from "./calendar.ts";

describe("slugs of venues", () => {
  const calendar = ofEachTest(openCalendar);

  const { create, update, remove: trash } = venueCalls(calendar);

  it("come from the name, for drafts too, and get a number when they are taken", async () => {
    const first = await create({ venue: "Café & Bar" });
    const second = await create({ venue: "Café & Bar", description: "another" });
    const third = await create({ venue: "Café & Bar", description: "a third", status: "draft" });
    expect([first.slug, second.slug, third.slug]).to.deep.equal(["cafe-bar", "cafe-bar-2", "cafe-bar-3"]);
  });

  it("are the id when the name gives none", async () => {
    const { id, slug } = await create({ venue: "???" });
    expect(slug).to.equal(String(id));
  });

  it("ignore a slug that is sent, and stay when the name changes", async () => {
    const { id, slug } = await create({ venue: "Hall", slug: "mine" });
    expect(slug).to.equal("hall");
    expect((await update(id, { venue: "Barn", slug: "mine" })).slug).to.equal("hall");
  });

  it("become free with the trash and come back with an explicit status", async () => {
    const { id } = await create({ venue: "Hall" });
    const gone = await trash(id);
    expect([gone.status, gone.slug]).to.deep.equal(["trash", "hall__trashed"]);
    expect(gone.trashed).to.deep.equal({ status: "publish", slug: "hall" });
    const back = await update(id, { status: "publish" });
    expect([back.status, back.slug, back.trashed]).to.deep.equal(["publish", "hall", undefined]);
    expect(await calendar.store.venues.find(id)).to.deep.equal(back);
  });

  it("get a number on return when somebody else has them by now", async () => {
    const { id } = await create({ venue: "Hall" });
    await trash(id);
    expect((await create({ venue: "Hall" })).slug).to.equal("hall");
    for (const status of ["draft", "publish"]) {
      expect((await update(id, { status })).slug, status).to.equal("hall-2");
    }
  });

  it("get a number in the trash when it already holds one of that name", async () => {
    const first = await create({ venue: "Hall" });
    await trash(first.id);
    const second = await create({ venue: "Hall" });
    expect((await trash(second.id)).slug).to.equal("hall__trashed-2");
  });

  it("go to the new record when only one in the trash still holds them", async () => {
    await calendar.store.venues.save(aVenue({ id: 900, status: "trash", slug: "hall" }));
    expect((await create({ venue: "Hall" })).slug).to.equal("hall");
    const old = await calendar.store.venues.find(900);
    expect(old?.slug).to.equal("hall__trashed");
    expect(old?.trashed?.slug).to.equal("hall");
  });

  // rules/venues-organizers.md#linked-in-trash
  it("leave a record in the trash when an update brings no status", async () => {
    const { id } = await create({ venue: "Hall" });
    await trash(id);
    const venue = await update(id, { city: "Rome" });
    expect([venue.status, venue.slug, venue.city]).to.deep.equal(["trash", "hall__trashed", "Rome"]);
  });

  it("give the trash a publication date where there was none", async () => {
    const { id } = await create({ venue: "Hall", status: "draft" });
    calendar.setNow("2030-01-02T12:00:00Z");
    const gone = await trash(id);
    expect([gone.date, gone.dateUtc]).to.deep.equal(["2030-01-02 07:00:00", "2030-01-02 12:00:00"]);
    expect([gone.modified, gone.modifiedUtc]).to.deep.equal(["2030-01-02 07:00:00", "2030-01-02 12:00:00"]);
  });
});
