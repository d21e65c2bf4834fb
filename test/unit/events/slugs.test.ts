import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, AUTHOR, CONTRIBUTOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { openCalendar } from "./calendar.ts";

describe("the slug of an event", () => {
  const calendar = ofEachTest(openCalendar);
  const slugOf = async (body: Readonly<Record<string, unknown>>, by = ADMIN) =>
    (await calendar.createEvent(body, by)).event.slug;

  it("comes from the title once there is something to show", async () => {
    for (const status of ["publish", "private"]) {
      expect(await slugOf({ title: `Jazz & Wine: ${status}`, status })).to.equal(`jazz-wine-${status}`);
    }
    expect(await slugOf({ title: "Soon", date: "2040-01-01" })).to.equal("soon");
  });

  it("is empty for drafts and reviews until they are published", async () => {
    for (const status of ["draft", "pending"]) {
      const { event } = await calendar.createEvent({ title: "Unfinished", status });
      expect(event.slug).to.equal("");
      const published = await calendar.update(event.id, { status: "publish" });
      expect(published.event.slug).to.match(/^unfinished(-2)?$/);
    }
  });

  it("is kept for a draft that asks for one, unique or not", async () => {
    expect(await slugOf({ slug: "taken" })).to.equal("taken");
    expect(await slugOf({ slug: "taken", status: "draft" })).to.equal("taken");
  });

  it("is forced empty for reviews of those who may not publish", async () => {
    expect(await slugOf({ slug: "mine", status: "pending" }, CONTRIBUTOR)).to.equal("");
    expect(await slugOf({ slug: "mine", status: "draft" }, CONTRIBUTOR)).to.equal("mine");
    expect(await slugOf({ slug: "mine-too", status: "pending" }, AUTHOR)).to.equal("mine-too");
    const { event } = await calendar.createEvent({ slug: "later", status: "draft" }, CONTRIBUTOR);
    expect((await calendar.update(event.id, { status: "publish" }, CONTRIBUTOR)).event).to.include({
      status: "pending",
      slug: "",
    });
  });

  it("is the id where the title yields none", async () => {
    const { event } = await calendar.createEvent({ title: "???" });
    expect(event.slug).to.equal(String(event.id));
    expect(await slugOf({ title: "Fine", slug: "!!!" })).to.equal("fine");
  });

  it("gets the lowest free suffix on a clash with another event", async () => {
    expect(await slugOf({ slug: "full-event-slug" })).to.equal("full-event-slug");
    expect(await slugOf({ slug: "full-event-slug" })).to.equal("full-event-slug-2");
    expect(await slugOf({ title: "Full event slug" })).to.equal("full-event-slug-3");
    const { event } = await calendar.createEvent({ title: "Other" });
    expect((await calendar.update(event.id, { slug: "full-event-slug" })).event.slug).to.equal(
      "full-event-slug-4",
    );
  });

  it("does not clash with that of a venue", async () => {
    const { event, venue } = await calendar.createEvent({ title: "Same", venue: { venue: "Same" } });
    expect([event.slug, venue?.venue.slug]).to.deep.equal(["same", "same"]);
  });

  it("is taken over from an event in the trash", async () => {
    const { event } = await calendar.createEvent({ slug: "again" });
    await calendar.remove(event.id);
    expect(await slugOf({ slug: "again" })).to.equal("again");
    await calendar.store.events.save(
      anEvent({
        id: 900,
        slug: "imported",
        status: "trash",
        trashed: { status: "publish", slug: "imported" },
      }),
    );
    expect(await slugOf({ slug: "imported" })).to.equal("imported");
    expect((await calendar.store.events.find(900))?.slug).to.equal("imported__trashed");
  });

  it("stays when the title changes, and when it is sent unchanged", async () => {
    const { event } = await calendar.createEvent({ title: "First" });
    expect((await calendar.update(event.id, { title: "Second" })).event.slug).to.equal("first");
    expect((await calendar.update(event.id, { slug: "first" })).event.slug).to.equal("first");
    expect((await calendar.update("first", { slug: "renamed" })).event).to.include({
      id: event.id,
      slug: "renamed",
    });
  });

  it("is at most 200 characters long, cut at whole ones", async () => {
    expect(await slugOf({ title: "L".repeat(300) })).to.equal("l".repeat(200));
    expect(await slugOf({ title: "日".repeat(300) })).to.equal("%e6%97%a5".repeat(22));
  });

  it("is unique under writers at the same moment", async () => {
    const slugs = await Promise.all(Array.from({ length: 8 }, () => slugOf({ title: "Rush" })));
    expect(new Set(slugs).size).to.equal(8);
  });
});
