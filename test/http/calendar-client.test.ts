import {
  type CalendarClient,
  type CalendarEvent,
  CalendarNetworkError,
  CalendarRequestError,
  createCalendarClient,
  type ErrorCode,
  etagOf,
  type Term,
} from "@kalends/client";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

const refusal = async (promise: Promise<unknown>): Promise<CalendarRequestError> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CalendarRequestError) return error;
    throw error;
  }
  return expect.fail("It was answered");
};

for (const store of stores) {
  describe(`the client on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let anybody: CalendarClient;
    let editor: CalendarClient;

    beforeEach(async () => {
      calendar = await startCalendar(store);
      anybody = calendar.program();
      editor = calendar.program("editor");
    });
    afterEach(() => calendar.close());

    it("creates, reads, changes and deletes events, by id and by slug", async () => {
      const made = await editor.events.create({
        ...EVENT,
        categories: ["Music"],
        venue: { venue: "Pier Nine" },
        organizer: [{ organizer: "Blue Note" }],
      });
      expect(made.categories.map(({ name }) => name)).to.deep.equal(["Music"]);
      expect(made.organizer.map(({ organizer }) => organizer)).to.deep.equal(["Blue Note"]);
      expect(await anybody.events.get(made.id)).to.include({ title: "Jazz", slug: "jazz" });
      const changed = await editor.events.update({ slug: "jazz" }, { excerpt: "By the water" });
      expect(changed).to.include({ id: made.id, excerpt: "<p>By the water</p>", title: "Jazz" });
      expect(await editor.events.delete({ slug: "jazz" })).to.include({ id: made.id, status: "trash" });
      const gone = await refusal(anybody.events.get(made.id));
      expect([gone.code, gone.status]).to.deep.equal(["event-no-longer-available", 403]);
    });

    // rules/facets.md#facets
    it("reads the facets of a list of events", async () => {
      await editor.events.create({ ...EVENT, categories: ["Music"] });
      const asked = { start_date: "2031-01-01", facets: ["categories", "status"] } as const;
      const { facets } = await editor.events.list(asked).page();
      expect(facets?.categories?.map(({ label, count }) => [label, count])).to.deep.equal([["Music", 1]]);
      expect(facets?.status?.map(({ value }) => value)).to.deep.equal(["publish"]);
      expect(await anybody.events.list().page()).to.not.have.property("facets");
    });

    it("does the same with venues and organizers", async () => {
      const venue = await editor.venues.create({ venue: "Pier Nine", city: "Genova" });
      expect(await editor.venues.update(venue.id, { city: "Roma" })).to.include({ city: "Roma" });
      expect(await anybody.venues.get({ slug: venue.slug ?? "" })).to.include({ venue: "Pier Nine" });
      expect(await editor.venues.delete(venue.id)).to.include({ status: "trash" });
      const organizer = await editor.organizers.create({ organizer: "Blue Note" });
      await editor.organizers.update({ slug: "blue-note" }, { phone: "1 2 3" });
      expect(await anybody.organizers.get(organizer.id)).to.include({ phone: "1 2 3" });
      expect(await editor.organizers.delete(organizer.id)).to.include({ status: "trash" });
    });

    it("does the same with categories and tags", async () => {
      const music = await editor.categories.create({ name: "Music" });
      const jazz = await editor.categories.create({ name: "Jazz", parent: music.id });
      expect((await anybody.categories.get(jazz.id)).urls.up).to.equal(music.urls.self);
      expect(await editor.categories.update(jazz.id, { name: "Free Jazz" })).to.include({ slug: "jazz" });
      expect(await editor.categories.delete(jazz.id)).to.include({ name: "Free Jazz" });
      const tag = await editor.tags.create({ name: "late" });
      expect(await editor.tags.update(tag.id, { description: "Past ten" })).to.include({ id: tag.id });
      expect(await editor.tags.delete(tag.id)).to.include({ description: "Past ten" });
      const twice = await editor.tags.create({ name: "early" });
      const refused = await refusal(editor.tags.create({ name: "early" }));
      expect(refused.code satisfies ErrorCode | string).to.equal("term_exists");
      expect(refused.data.term_id).to.equal(twice.id);
    });

    it("goes through the pages of a list, asking for each when it is needed", async () => {
      for (const day of [1, 2, 3, 4, 5]) {
        const date = `2031-05-0${day}`;
        await editor.events.create({ title: `Day ${day}`, start_date: date, end_date: date, tags: ["a, b"] });
      }
      const listing = anybody.events.list({ per_page: 2, tags: ["a-b"], start_date: "2031-05-02" });
      const events: CalendarEvent[] = [];
      for await (const event of listing) events.push(event);
      expect(events.map(({ title }) => title)).to.deep.equal(["Day 2", "Day 3", "Day 4", "Day 5"]);
      const pages: unknown[] = [];
      for await (const { items, total, totalPages, isLast } of listing.pages()) {
        pages.push([items.length, total, totalPages, isLast]);
      }
      expect(pages).to.deep.equal([
        [2, 4, 2, false],
        [2, 4, 2, true],
      ]);
      const second = await anybody.events.list({ per_page: 3, page: 2, start_date: "2031-05-01" }).page();
      expect(second.items.map(({ title }) => title)).to.deep.equal(["Day 4", "Day 5"]);
      expect(await anybody.venues.list({ search: "nothing" }).page()).to.deep.equal({
        items: [],
        total: 0,
        totalPages: 0,
        isLast: true,
      });
    });

    it("goes through terms, whose links look otherwise", async () => {
      for (const name of ["one", "two", "three"]) await editor.tags.create({ name });
      const names: string[] = [];
      for await (const { name } of anybody.tags.list({ hide_empty: false, per_page: 1, order: "desc" })) {
        names.push(name);
      }
      expect(names).to.deep.equal(["two", "three", "one"]);
    });

    it("ends where the next page has gone meanwhile", async () => {
      const made = [await editor.venues.create({ venue: "A" }), await editor.venues.create({ venue: "B" })];
      const seen: number[] = [];
      for await (const { id } of anybody.venues.list({ per_page: 1 })) {
        seen.push(id);
        for (const other of made) if (other.id !== id) await editor.venues.delete(other.id);
      }
      expect(seen).to.have.length(1);
      const refused = await refusal(anybody.venues.list({ page: 9 }).page());
      expect(refused.code).to.equal("venue-archive-page-not-found");
    });

    it("tells what was refused, by name", async () => {
      const wrong = await refusal(anybody.events.list({ page: -1, featured: true, search: "" }).page());
      expect([wrong.status, wrong.code, wrong.method]).to.deep.equal([400, "rest_invalid_param", "GET"]);
      expect(Object.keys(wrong.params)).to.have.members(["page", "search"]);
      expect(wrong.missing).to.deep.equal([]);
      expect(wrong.message).to.match(/page, search$/);
      const mistyped = { ...EVENT, all_day: "perhaps" as unknown as boolean };
      const nested = await refusal(editor.events.create(mistyped));
      expect(nested.details.all_day?.code).to.equal("rest_invalid_type");
      const incomplete = await refusal(editor.send({ method: "POST", path: "/events", body: {} }));
      expect(incomplete.missing).to.deep.equal(["title", "start_date", "end_date"]);
      expect((await refusal(anybody.events.create(EVENT))).status).to.equal(401);
      expect((await refusal(calendar.program("subscriber").events.create(EVENT))).status).to.equal(403);
    });

    it("does once what has a key, however often it is sent", async () => {
      const once = { idempotencyKey: "one" };
      const made = await editor.events.create(EVENT, once);
      expect(await editor.events.create(EVENT, once)).to.deep.equal(made);
      const other = await refusal(editor.events.create({ ...EVENT, title: "Blues" }, once));
      expect([other.code, other.status]).to.deep.equal(["rest_idempotency_mismatch", 422]);
      const picture = new Uint8Array(await aPicture(20, 10));
      const [first, second] = [
        await editor.images.upload(picture, once),
        await editor.images.upload(picture, once),
      ];
      expect(second.id).to.equal(first.id);
      const requests = [{ method: "POST", path: "/tags", body: { name: "Harbour" } }] as const;
      const tags = [await editor.batch<[Term]>(requests, once), await editor.batch<[Term]>(requests, once)];
      expect(tags.map(([tag]) => tag.body?.slug)).to.deep.equal(["harbour", "harbour"]);
    });

    it("sends several requests at once, and tells what each was answered", async () => {
      const { id } = await editor.events.create(EVENT);
      const path = `/events/${id}`;
      const read = await editor.events.get(id);
      const [tag, changed, stale, listed] = await editor.batch<
        [Term, CalendarEvent, unknown, { total: number }]
      >([
        { method: "POST", path: "/tags", body: { name: "Harbour" } },
        { method: "PATCH", path, body: { tags: ["Harbour"] }, ifMatch: etagOf(read) },
        { method: "PATCH", path, body: { title: "Late" }, ifMatch: etagOf(read) },
        { path: "/tags", query: { search: "harbour", hide_empty: false } },
      ]);
      expect([tag.body?.slug, listed.body?.total]).to.deep.equal(["harbour", 1]);
      expect(changed.body?.tags.map(({ name }) => name)).to.deep.equal(["Harbour"]);
      expect([stale.error?.code, stale.error?.status, stale.body]).to.deep.equal([
        "rest_precondition_failed",
        412,
        undefined,
      ]);
      const after = await editor.events.update(
        id,
        { title: "On time" },
        { ifMatch: etagOf(changed.body ?? {}) },
      );
      expect(after.title).to.equal("On time");
      const undone = editor.batch(
        [
          { method: "DELETE", path },
          { method: "PATCH", path: "/events/999999", body: {} },
        ],
        { atomic: true },
      );
      expect((await refusal(undone)).code).to.equal("rest-event-not-found");
      expect((await editor.events.get(id)).status).to.equal("publish");
    });

    it("uploads images, lists, reads and deletes them", async () => {
      const author = calendar.program("author");
      const picture = new Uint8Array(await aPicture(20, 10));
      const poster = await author.images.upload(new File([picture], "Poster.png"));
      expect(poster).to.include({ width: 20, height: 10, extension: "png" });
      expect(poster.url).to.match(/poster[^/]*\.png$/i);
      const bytes = await author.images.upload(picture, { name: "Bytes.png" });
      expect(bytes.url).to.match(/bytes[^/]*\.png$/i);
      const blob = await author.images.upload(new Blob([picture]));
      const ids: number[] = [];
      for await (const { id } of author.images.list({ per_page: 2 })) ids.push(id);
      expect(ids).to.deep.equal([blob.id, bytes.id, poster.id]);
      const event = await author.events.create({ ...EVENT, image: String(poster.id) });
      expect(event.image).to.deep.equal(await anybody.images.get(poster.id));
      const used = await refusal(author.images.delete(poster.id));
      expect([used.code, used.data.records]).to.deep.equal(["rest_image_in_use", [event.id]]);
      expect((await author.images.delete(blob.id)).id).to.equal(blob.id);
      expect((await refusal(author.images.get(blob.id))).code).to.equal("rest_invalid_param");
      expect((await refusal(anybody.images.upload(picture))).status).to.equal(401);
      const damaged = await refusal(author.images.upload(picture.subarray(0, 40)));
      expect(Object.keys(damaged.params)).to.deep.equal(["file"]);
    });

    it("reaches what has no method", async () => {
      const { namespace } = await anybody.send<{ namespace: string }>({ path: "" });
      expect(namespace).to.equal("tribe/events/v1");
    });
  });
}

describe("the client", () => {
  let calendar: StartedCalendar;

  before(async () => {
    const [store] = stores;
    if (store === undefined) throw new Error("There are no stores");
    calendar = await startCalendar(store, { locales: ["fr"] });
  });
  after(() => calendar.close());

  it("signs in with a password, or with a token that is fetched for each request", async () => {
    const { origin } = calendar;
    const credentials = { name: "editor", password: "not the password" };
    const wrong = createCalendarClient({ site: origin, credentials });
    expect((await refusal(wrong.events.list().page())).code).to.equal("incorrect_password");
    let asked = 0;
    const token = (): Promise<string> => {
      asked += 1;
      return Promise.resolve("wrong.token");
    };
    const fetched = createCalendarClient({ site: origin, credentials: { token } });
    for (const _ of [1, 2]) await refusal(fetched.events.list().page());
    expect(asked).to.equal(2);
  });

  it("speaks the language of its locale", async () => {
    const french = createCalendarClient({ site: calendar.origin, locale: "fr" });
    const { message, url } = await refusal(french.events.get(999_999));
    expect(message).to.equal("Événement introuvable.");
    expect(url).to.equal(`${calendar.origin}/fr/wp-json/tribe/events/v1/events/999999`);
    const unknown = createCalendarClient({ site: calendar.origin, locale: "it" });
    expect((await refusal(unknown.events.get(1))).code).to.equal("rest_no_route");
  });

  it("tells a network that fails from a calendar that refuses, and both from a signal", async () => {
    const nowhere = createCalendarClient({ site: "http://127.0.0.1:1" });
    try {
      await nowhere.events.get(1);
      expect.fail("It was answered");
    } catch (error) {
      expect(error).to.be.instanceOf(CalendarNetworkError).and.have.property("cause");
    }
    const reason = new Error("enough");
    const { events } = createCalendarClient({ site: calendar.origin });
    for (const promise of [
      events.get(1, { signal: AbortSignal.abort(reason) }),
      events.list({}, { signal: AbortSignal.abort(reason) }).page(),
    ]) {
      expect(await promise.catch((error: unknown) => error)).to.equal(reason);
    }
  });
});
