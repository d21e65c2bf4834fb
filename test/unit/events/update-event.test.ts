import type { CalendarEvent } from "@kalends/core";
import { anEvent, anImage, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, SUBSCRIBER } from "../actors.ts";
import { foundById } from "../found.ts";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, NOW, openCalendar, refusal } from "./calendar.ts";

const HOUR = 60 * 60 * 1000;

describe("updating an event", () => {
  const calendar = ofEachTest(openCalendar);
  let id: number;
  beforeEach(async () => {
    await calendar.store.ids.reserve("record", 100);
    await calendar.store.images.save(anImage({ id: 50 }));
    await calendar.store.venues.save(aVenue({ id: 20 }));
    const { event } = await calendar.createEvent(
      {
        title: "First",
        description: "<p>Text</p>",
        excerpt: "Short",
        image: "50",
        cost: "20$",
        website: "https://jazz.example/",
        show_map: true,
        show_map_link: true,
        hide_from_listings: true,
        sticky: true,
        featured: true,
        all_day: true,
        timezone: "Asia/Tokyo",
        venue: 20,
        organizer: { organizer: "Ann" },
        categories: "Music",
        tags: "outdoor",
      },
      AUTHOR,
    );
    id = event.id;
    calendar.setNow(NOW + HOUR);
  });

  it("declares the fields of create, none required", () => {
    const { create, update } = calendar.operations.events;
    // A new event has no occurrences to choose from, so `scope` exists only for updates.
    const { scope, ...fields } = update.parameters;
    expect(scope?.required).to.not.equal(true);
    expect(Object.keys(fields)).to.deep.equal(Object.keys(create.parameters));
    for (const [name, parameter] of Object.entries(fields)) {
      expect(parameter.required, name).to.not.equal(true);
      expect(parameter.default, name).to.equal(create.parameters[name]?.default);
      expect(parameter.description, name).to.equal(create.parameters[name]?.description);
    }
  });

  it("changes the time of change and nothing else when nothing is sent", async () => {
    const { event: before } = await calendar.get(id, ADMIN);
    const { event: after } = await calendar.update(id, {});
    expect(after).to.deep.equal({
      ...before,
      modified: "2031-03-10 15:30:00",
      modifiedUtc: "2031-03-10 15:30:00",
    });
  });

  it("changes what is sent and nothing else", async () => {
    const { event: before } = await calendar.get(id, ADMIN);
    const { event: after } = await calendar.update(id, { title: "Second", sticky: "false", featured: 0 });
    const modified = "2031-03-10 15:30:00";
    expect(after).to.deep.equal({
      ...before,
      title: "Second",
      sticky: false,
      featured: false,
      modified,
      modifiedUtc: modified,
    });
  });

  it("clears texts, website and image by empty ones", async () => {
    const body = { description: "", excerpt: " ", website: "", image: "" };
    const { event, image } = await calendar.update(id, body);
    expect(event).to.include({ description: "", excerpt: "", website: "" });
    expect(event).to.not.have.property("imageId");
    expect(image).to.equal(undefined);
  });

  it("refuses what create refuses", async () => {
    const body = { title: "", status: "zzz", timezone: "x", start_date: "x", all_day: "banana", venue: 999 };
    expect(await refusal(calendar.update(id, body))).to.deep.equal(
      invalid({
        title: "empty",
        status: "unknown-status",
        timezone: "not-a-time-zone",
        all_day: "not-a-boolean",
        start_date: "not-a-date",
        venue: "unknown-venue",
      }),
    );
    expect((await refusal(calendar.update(id, { title: null }))).code).to.equal("rest_invalid_param");
    expect((await refusal(calendar.update(id, { start_date: 5 }))).code).to.equal("rest_invalid_param");
  });

  // rules/interface.md#unknown-parameters
  it("ignores what is no field of an event", async () => {
    const { event: before } = await calendar.get(id, ADMIN);
    const body = {
      id: 5,
      url: "x",
      parentId: 7,
      lineage: ["x"],
      extensions: { a: {} },
      trashed: {},
      bogus: 1,
    };
    const { event: after } = await calendar.update(id, body);
    expect({ ...after, modified: "", modifiedUtc: "" }).to.deep.equal({
      ...before,
      modified: "",
      modifiedUtc: "",
    });
  });

  it("finds the event by its slug, however it is written", async () => {
    expect((await calendar.update("FIRST", { title: "By slug" })).event).to.include({ id, title: "By slug" });
  });

  it("tells that there is no such event, also by slug, and that it is no event", async () => {
    for (const target of [999, 0, "none", "!!!"]) {
      expect(await refusal(calendar.update(target, { title: "x" }))).to.deep.equal({
        code: "rest-event-not-found",
      });
    }
    expect(await refusal(calendar.update(20, { title: "x" }))).to.deep.equal({
      code: "rest-invalid-event-id",
    });
  });

  describe("by rights", () => {
    it("is for its author and for editors", async () => {
      for (const by of [AUTHOR, EDITOR, ADMIN]) {
        expect((await calendar.update(id, { title: "Mine" }, by)).event.author).to.equal(3);
      }
      for (const by of [CONTRIBUTOR, SUBSCRIBER, ANONYMOUS]) {
        expect(await refusal(calendar.update(id, { title: "x" }, by))).to.deep.equal({
          code: "rest_forbidden",
        });
        expect(await refusal(calendar.update("first", { title: "x" }, by))).to.deep.equal({
          code: "rest_forbidden",
        });
      }
    });

    it("is for the author of a draft, but no longer once it is out", async () => {
      const { event } = await calendar.createEvent({}, CONTRIBUTOR);
      expect((await calendar.update(event.id, { title: "Mine" }, CONTRIBUTOR)).event.status).to.equal(
        "draft",
      );
      await calendar.update(event.id, { status: "publish" }, EDITOR);
      expect(await refusal(calendar.update(event.id, { title: "x" }, CONTRIBUTOR))).to.deep.equal({
        code: "rest_forbidden",
      });
    });

    // rules/rights.md#route-rights
    it("asks the general right where there is no such event", async () => {
      expect(await refusal(calendar.update(999, {}, ANONYMOUS))).to.deep.equal({ code: "rest_forbidden" });
      expect(await refusal(calendar.update(999, {}, CONTRIBUTOR))).to.deep.equal({
        code: "rest-event-not-found",
      });
    });

    it("looks at the record as it is when it is written", async () => {
      const { event } = await calendar.createEvent({}, CONTRIBUTOR);
      await calendar.update(event.id, { status: "publish" }, EDITOR);
      const call = { actor: CONTRIBUTOR, found: foundById<CalendarEvent>(event.id) };
      expect(await refusal(calendar.operations.events.update.run({}, call))).to.deep.equal({
        code: "rest_forbidden",
      });
    });

    it("lets only editors hand it to somebody else", async () => {
      expect(await refusal(calendar.update(id, { author: 1 }, AUTHOR))).to.deep.equal({
        code: "rest_cannot_edit_others",
      });
      expect((await calendar.update(id, { author: 3 }, AUTHOR)).event.author).to.equal(3);
      expect((await calendar.update(id, { author: "1" }, EDITOR)).event.author).to.equal(1);
    });
  });

  describe("its status and publication date", () => {
    // rules/events.md#event-status
    it("are scaled by rights", async () => {
      const { event } = await calendar.createEvent({}, CONTRIBUTOR);
      expect((await calendar.update(event.id, { status: "publish" }, CONTRIBUTOR)).event.status).to.equal(
        "pending",
      );
      expect((await calendar.update(event.id, { status: "draft" }, CONTRIBUTOR)).event.status).to.equal(
        "draft",
      );
    });

    it("become now when a floating draft is published", async () => {
      const { event } = await calendar.createEvent({ status: "draft" });
      calendar.setNow(NOW + 2 * HOUR);
      expect((await calendar.update(event.id, { status: "publish" })).event).to.include({
        status: "publish",
        date: "2031-03-10 16:30:00",
        dateUtc: "2031-03-10 16:30:00",
      });
    });

    it("follow from one another when one of them is sent", async () => {
      expect((await calendar.update(id, { date: "2031-01-01 08:00" })).event).to.include({
        date: "2031-01-01 08:00:00",
        dateUtc: "2031-01-01 08:00:00",
      });
      expect((await calendar.update(id, { date_utc: "2040-01-01 08:00" })).event).to.include({
        status: "future",
        date: "2040-01-01 08:00:00",
      });
      expect((await calendar.update(id, { date: "2031-01-01 08:00" })).event.status).to.equal("publish");
    });
  });

  describe("in the trash", () => {
    beforeEach(() => calendar.remove(id));

    it("leaves it there without a status", async () => {
      const { event } = await calendar.update(id, { title: "Second" });
      expect(event).to.include({ status: "trash", slug: "first__trashed", title: "Second" });
      expect(event.trashed).to.deep.equal({ status: "publish", slug: "first" });
    });

    it("restores it with its slug by an explicit status", async () => {
      const { event } = await calendar.update(id, { status: "publish" });
      expect(event).to.include({ status: "publish", slug: "first" });
      expect(event).to.not.have.property("trashed");
      expect(event.venueId).to.equal(20);
      expect((await calendar.get("first")).event.id).to.equal(id);
    });

    it("restores it under another slug when its own is taken, or one is asked for", async () => {
      await calendar.createEvent({ slug: "first" });
      expect((await calendar.update(id, { status: "publish" })).event.slug).to.equal("first-2");
      await calendar.remove(id);
      expect((await calendar.update(id, { status: "publish", slug: "third" })).event.slug).to.equal("third");
    });

    it("remembers a slug that is asked for meanwhile", async () => {
      expect((await calendar.update(id, { slug: "second" })).event.slug).to.equal("first__trashed");
      expect((await calendar.update(id, { status: "draft" })).event.slug).to.equal("second");
    });
  });

  it("survives a stored zone that nobody knows", async () => {
    await calendar.store.events.save(anEvent({ id: 90, timezone: "Mars/Olympus", slug: "mars" }));
    expect((await calendar.update(90, { title: "Still" })).event.schedule.timezone).to.equal("Mars/Olympus");
    expect((await calendar.update(90, { all_day: true })).event.schedule.timezone).to.equal("UTC");
  });
});
