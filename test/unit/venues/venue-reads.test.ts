import type { ListResult, VenueView } from "@kalends/core/interface";
import { toLinkValues } from "@kalends/http/internals";
import { anEvent, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, CONTRIBUTOR, EDITOR, OTHER, SUBSCRIBER } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, callOn, openCalendar, refusal } from "../posts/calendar.ts";

describe("reading venues", () => {
  const calendar = ofEachTest(openCalendar);

  const save = async (...venues: readonly Parameters<typeof aVenue>[0][]): Promise<void> => {
    for (const venue of venues) await calendar.store.venues.save(aVenue(venue));
  };
  const saveEvents = async (...events: readonly Parameters<typeof anEvent>[0][]): Promise<void> => {
    for (const event of events) await calendar.store.events.save(anEvent(event));
  };
  const list = (values: object, actor = ANONYMOUS): Promise<ListResult<VenueView>> =>
    call<ListResult<VenueView>>(calendar.operations.venues.list, { ...values }, actor);
  const links = async (values: object, actor = ANONYMOUS) =>
    toLinkValues(
      "venues",
      calendar.operations.venues.list.parameters,
      (await list(values, actor)).understood,
    );
  const ids = async (values: object, actor = ANONYMOUS): Promise<readonly number[]> =>
    (await list(values, actor)).items.map(({ venue }) => venue.id);

  describe("get", () => {
    const get = (path: { id: number } | { slug: string }, actor = ANONYMOUS): Promise<VenueView> =>
      callOn<VenueView>(calendar.operations.venues.get, path, {}, actor);

    it("finds by id and by slug, plain or encoded, in any letter case", async () => {
      await save({ id: 1, slug: "%e6%97%a5" }, { id: 2, slug: "hall" });
      expect((await get({ id: 2 })).venue.id).to.equal(2);
      expect((await get({ slug: "日" })).venue.id).to.equal(1);
      expect((await get({ slug: "%E6%97%A5" })).venue.id).to.equal(1);
      expect((await get({ slug: "HALL" })).venue.id).to.equal(2);
    });

    it("refuses what it does not know, under the name of the path's part", async () => {
      await saveEvents({ id: 5 });
      for (const id of [0, 5, 999]) {
        const { code, problems } = await refusal(get({ id }, ADMIN));
        expect([code, problems.id?.reason]).to.deep.equal(["rest_invalid_param", "unknown-venue"]);
      }
      for (const slug of ["none", "event-5", "!!!"]) {
        expect((await refusal(get({ slug }, ADMIN))).problems.slug?.reason).to.equal("unknown-slug");
      }
    });

    // rules/venues-organizers.md#read-linked
    it("shows what is not public to its author and to those who may edit it", async () => {
      await save(
        { id: 1, status: "draft", author: 4 },
        { id: 2, status: "private", author: 4 },
        { id: 3, status: "trash", author: 4 },
      );
      for (const id of [1, 2, 3]) {
        for (const actor of [ANONYMOUS, SUBSCRIBER, OTHER]) {
          expect((await refusal(get({ id }, actor))).code).to.equal("venue-not-accessible");
        }
        expect((await get({ id }, CONTRIBUTOR)).venue.id).to.equal(id);
        expect((await get({ id }, EDITOR)).venue.id).to.equal(id);
      }
    });
  });

  describe("list", () => {
    it("orders by publication date, the newest first, then by the higher id", async () => {
      await save({ id: 1, date: "2029-01-01 00:00:00" }, { id: 2, date: "2029-01-03 00:00:00" });
      await save({ id: 3, date: "2029-01-02 00:00:00" }, { id: 4, date: "2029-01-02 00:00:00" });
      expect(await ids({})).to.deep.equal([2, 4, 3, 1]);
    });

    it("pages, reduces what is too large, and knows no page past the end but the first", async () => {
      expect(await list({})).to.deep.include({ items: [], total: 0, page: 1, perPage: 10 });
      await save({ id: 1 }, { id: 2 }, { id: 3 });
      expect(await list({ page: 2, per_page: 2 })).to.deep.include({ total: 3, page: 2, perPage: 2 });
      expect(await ids({ page: "2", per_page: "2" })).to.deep.equal([1]);
      expect((await list({ per_page: 1000 })).perPage).to.equal(50);
      expect((await refusal(list({ page: 2 }))).code).to.equal("venue-archive-page-not-found");
      for (const value of ["0", "-1", "abc", "", "1.5"]) {
        expect((await refusal(list({ page: value }))).problems.page?.reason).to.equal(
          "not-a-positive-integer",
        );
        expect((await refusal(list({ per_page: value }))).problems.per_page).not.to.equal(undefined);
      }
    });

    it("shows every caller what he may read, and counts only that", async () => {
      await save({ id: 1 }, { id: 2, status: "draft", author: 4 }, { id: 3, status: "private", author: 4 });
      await save({ id: 4, status: "pending", author: 2 }, { id: 5, status: "future", author: 2 });
      await save({ id: 6, status: "trash", author: 4 });
      expect(await ids({})).to.deep.equal([1]);
      expect(await ids({}, SUBSCRIBER)).to.deep.equal([1]);
      expect(await ids({}, CONTRIBUTOR)).to.deep.equal([3, 2, 1]);
      expect((await list({}, CONTRIBUTOR)).total).to.equal(3);
      expect(await ids({}, EDITOR)).to.deep.equal([5, 4, 3, 2, 1]);
      expect(await ids({ status: "draft,private" }, EDITOR)).to.deep.equal([3, 2]);
      expect(await ids({ status: ["draft", "pending"] }, CONTRIBUTOR)).to.deep.equal([2]);
      expect(await ids({ status: "trash" }, EDITOR)).to.deep.equal([6]);
    });

    // rules/venues-organizers.md#filter-linked-status
    it("refuses statuses that the caller may not ask for or that do not exist", async () => {
      const reasons = async (status: unknown, actor = ANONYMOUS): Promise<string | undefined> =>
        (await refusal(list({ status }, actor))).problems.status?.reason;
      expect(await reasons("draft")).to.equal("forbidden-status");
      expect(await reasons("publish,draft", SUBSCRIBER)).to.equal("forbidden-status");
      expect(await reasons("publish,bogus", EDITOR)).to.equal("unknown-status");
      expect(await reasons("any", EDITOR)).to.equal("unknown-status");
      expect(await reasons("", EDITOR)).to.equal("empty");
    });

    it("searches all fields for all fragments, in one field, in any order", async () => {
      await save(
        { id: 1, address: "100, Avenue du Temple" },
        { id: 2, address: "Temple", city: "Avenue" },
        { id: 3, country: "France", website: "https://ile.example/de-france" },
        { id: 4, stateProvince: "Île de France" },
        { id: 5, phone: "ile de france", status: "trash" },
      );
      expect(await ids({ search: "temple avenue" })).to.deep.equal([1]);
      expect(await ids({ search: "ile, france" })).to.deep.equal([4, 3]);
      expect(await ids({ search: "ile, france", status: "publish,trash" }, EDITOR)).to.deep.equal([4, 3]);
      expect(await list({ search: "zzzz" })).to.deep.include({ items: [], total: 0 });
      expect((await list({ search: "!!" })).total).to.equal(0);
      expect((await refusal(list({ search: "" }))).problems.search?.reason).to.equal("empty");
      expect((await refusal(list({ search: "x".repeat(201) }))).problems.search?.reason).to.equal("too-long");
    });

    // rules/venues-organizers.md#filter-by-event
    it("narrows to the venue of an event that the caller may read", async () => {
      await save({ id: 1 }, { id: 2 });
      await saveEvents(
        { id: 11, venueId: 1 },
        { id: 12 },
        { id: 13, venueId: 2, status: "draft", author: 4 },
      );
      expect(await ids({ event: 11 })).to.deep.equal([1]);
      expect(await ids({ event: "12" })).to.deep.equal([]);
      expect(await ids({ event: 13 }, CONTRIBUTOR)).to.deep.equal([2]);
      for (const event of [13, 999, 1, "abc", ""]) {
        expect((await refusal(list({ event }))).problems.event?.reason).to.equal("unknown-event");
      }
    });

    it("tells venues with events from those without, as far as the caller may list events", async () => {
      await save({ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }, { id: 5 }, { id: 6 }, { id: 7 });
      await saveEvents({ id: 11, venueId: 1 }, { id: 12, venueId: 2, status: "draft" });
      await saveEvents({ id: 16, venueId: 6, status: "future" }, { id: 17, venueId: 7, status: "pending" });
      await saveEvents({ id: 13, venueId: 3, status: "private" }, { id: 14, venueId: 4, status: "trash" });
      expect(await ids({ has_events: "1" })).to.deep.equal([1]);
      expect(await ids({ has_events: "banana" })).to.deep.equal([7, 6, 5, 4, 3, 2]);
      expect(await ids({ has_events: true }, EDITOR)).to.deep.equal([6, 3, 1]);
      expect(await ids({ has_events: "no" }, EDITOR)).to.deep.equal([7, 5, 4, 2]);
    });

    // rules/venues-organizers.md#filter-upcoming
    it("keeps venues with events to come, on the site's clock, unhidden and visible to the caller", async () => {
      await save({ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }, { id: 5 });
      await saveEvents(
        { id: 11, venueId: 1, start: "2030-01-01 07:00:00" },
        { id: 12, venueId: 2, start: "2030-01-01 06:59:59" },
        { id: 13, venueId: 3, start: "2031-01-01 00:00:00", status: "draft" },
        { id: 14, venueId: 4, start: "2031-01-01 00:00:00", hideFromListings: true },
      );
      expect(await ids({ only_with_upcoming: "yes" })).to.deep.equal([1]);
      expect(await ids({ only_with_upcoming: "1" }, EDITOR)).to.deep.equal([3, 1]);
      expect(await ids({ only_with_upcoming: "0" })).to.deep.equal([5, 4, 3, 2, 1]);
      expect(await ids({ only_with_upcoming: "1", has_events: "0" })).to.deep.equal([]);
    });

    it("looks at all events to come, however many there are before", async () => {
      await save({ id: 1 }, { id: 2 });
      const many = Array.from({ length: 60 }, (_, index) => ({ id: 100 + index, venueId: 1 }));
      await saveEvents(...many.map((event) => ({ ...event, start: "2031-01-01 00:00:00" })));
      await saveEvents({ id: 200, venueId: 2, start: "2039-01-01 00:00:00" });
      expect(await ids({ only_with_upcoming: "1" })).to.deep.equal([2, 1]);
    });

    it("compares UTC where the site's clock is shown", async () => {
      const other = await openCalendar({ displayZone: "site" });
      await other.store.venues.save(aVenue({ id: 1 }));
      await other.store.events.save(
        anEvent({ id: 11, venueId: 1, start: "2030-01-01 20:00:00", utcStart: "2030-01-01 11:00:00" }),
      );
      const { total } = await call<ListResult<VenueView>>(
        other.operations.venues.list,
        { only_with_upcoming: "1" },
        ANONYMOUS,
      );
      expect(total).to.equal(0);
      await other.store.close();
    });

    it("links with every filter that was sent", async () => {
      await save({ id: 1 });
      await saveEvents({ id: 11, venueId: 1 });
      expect(await links({})).to.deep.equal([["status", "publish"]]);
      expect(await links({}, EDITOR)).to.deep.equal([]);
      const query = await links({
        search: "venue",
        event: "11",
        has_events: "yes",
        only_with_upcoming: "banana",
        status: "publish",
        page: 1,
        bogus: 1,
      });
      expect(query).to.deep.equal([
        ["event", "11"],
        ["has_events", "yes"],
        ["status", "publish"],
        ["search", "venue"],
        ["only_with_upcoming", "banana"],
      ]);
      expect(await links({ status: ["draft", "publish"] }, EDITOR)).to.deep.equal([
        ["status", "draft,publish"],
      ]);
    });
  });
});
