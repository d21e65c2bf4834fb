import { CATALOGUES } from "@kalends/http/internals";
import { anEvent, anImage, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, openCalendar, refusal } from "./calendar.ts";

const START = "2031-05-01 10:00:00";

describe("listing events", () => {
  const calendar = ofEachTest(() => openCalendar({ site: { perPage: 3, maxPerPage: 5 } }));
  const save = async (...events: readonly ReturnType<typeof anEvent>[]) => {
    for (const event of events) await calendar.store.events.save(event);
  };
  const many = (count: number) =>
    save(...Array.from({ length: count }, (_, index) => anEvent({ id: index + 1, start: START })));

  it("declares its parameters in the order of the documentation", () => {
    expect(Object.keys(calendar.operations.events.list.parameters)).to.deep.equal([
      "page",
      "per_page",
      "start_date",
      "end_date",
      "search",
      "categories",
      "tags",
      "venue",
      "organizer",
      "featured",
      "status",
      "geoloc",
      "geoloc_lat",
      "geoloc_lng",
      "include",
      "post_parent",
      "external_id",
      "starts_before",
      "starts_after",
      "ends_before",
      "ends_after",
      "strict_dates",
      "ticketed",
      "series",
      "hide_subsequent_recurrences",
      "origin",
      ..."author modified_after modified_before has_image hidden orderby order facets".split(" "),
    ]);
    const { page, per_page, strict_dates, ticketed } = calendar.operations.events.list.parameters;
    expect([page?.default, per_page?.default, strict_dates?.default]).to.deep.equal([1, "3", "false"]);
    expect(ticketed?.undocumented).to.equal(true);
  });

  it("describes every parameter", () => {
    for (const [name, { description }] of Object.entries(calendar.operations.events.list.parameters)) {
      expect(CATALOGUES.en.descriptions[description ?? ""] ?? description, name).to.match(/^[A-Z].*\.$/);
    }
  });

  it("pages, and counts all that match", async () => {
    await many(7);
    expect(await calendar.ids()).to.deep.equal([1, 2, 3]);
    const { items, ...rest } = await calendar.list({ page: "3" });
    expect(items.map(({ event }) => event.id)).to.deep.equal([7]);
    expect(rest).to.include({ total: 7, page: 3, perPage: 3 });
  });

  it("reduces a page that is too long, without an error", async () => {
    await many(7);
    expect(await calendar.list({ per_page: "1000" })).to.include({ perPage: 5, total: 7 });
    expect(await calendar.ids({ per_page: "1000" })).to.have.length(5);
  });

  it("answers an empty first page, but no empty later one", async () => {
    expect(await calendar.list()).to.deep.include({ items: [], total: 0 });
    await many(3);
    for (const page of ["2", "1000000000", "9007199254740991"]) {
      expect(await refusal(calendar.list({ page }))).to.deep.equal({ code: "event-archive-page-not-found" });
    }
  });

  it("refuses page numbers that are none, all at once", async () => {
    for (const page of ["0", "-1", "abc", "", "2.5", "9007199254740992"]) {
      expect(await refusal(calendar.list({ page, per_page: page }))).to.deep.equal(
        invalid({ page: "not-a-positive-integer", per_page: "not-a-positive-integer" }),
      );
    }
  });

  it("orders by local start, publication date, id, whatever else is said of an event", async () => {
    await save(
      anEvent({ id: 1, start: "2031-05-02 10:00:00", sticky: true, featured: true }),
      anEvent({ id: 4, start: START, date: "2029-01-02 00:00:00" }),
      anEvent({ id: 3, start: START, date: "2029-01-02 00:00:00", utcStart: "2031-05-01 18:00:00" }),
      anEvent({ id: 2, start: START, date: "2029-01-03 00:00:00", utcStart: "2031-05-01 01:00:00" }),
    );
    expect(await calendar.ids({ per_page: "5" })).to.deep.equal([3, 4, 2, 1]);
  });

  it("orders by instant when the site's clock is shown", async () => {
    const site = await openCalendar({ site: { displayZone: "site" } });
    await site.store.events.save(anEvent({ id: 1, start: START, utcStart: "2031-05-01 15:00:00" }));
    await site.store.events.save(
      anEvent({ id: 2, start: "2031-05-01 12:00:00", utcStart: "2031-05-01 03:00:00" }),
    );
    expect(await site.ids()).to.deep.equal([2, 1]);
    await site.store.close();
  });

  // rules/events.md#hidden-events
  it("never lists hidden events", async () => {
    await save(anEvent({ id: 1, start: START, hideFromListings: true }));
    expect(await calendar.ids({}, ADMIN)).to.deep.equal([]);
  });

  describe("the events it shows", () => {
    beforeEach(async () => {
      const { venues, organizers, terms, images } = calendar.store;
      for (const id of [50, 51, 52]) await images.save(anImage({ id }));
      await venues.save(aVenue({ id: 20, imageId: 50 }));
      await venues.save(aVenue({ id: 21, status: "draft", author: 3, imageId: 51 }));
      await organizers.save(anOrganizer({ id: 30 }));
      await organizers.save(anOrganizer({ id: 31, status: "private", author: 3 }));
      await organizers.save(anOrganizer({ id: 32, imageId: 52 }));
      await terms.save(aTerm({ id: 1, name: "Zoo" }));
      await terms.save(aTerm({ id: 2, name: "Äpfel" }));
      await terms.save(aTerm({ id: 3, name: "beer" }));
      await terms.save(aTerm({ id: 4, name: "tagged", taxonomy: "tag" }));
      await terms.save(aTerm({ id: 5, name: "BEER", slug: "beer-too" }));
      await save(
        anEvent({
          id: 1,
          start: START,
          venueId: 20,
          organizerIds: [32, 31, 30],
          categoryIds: [5, 1, 2, 3],
          tagIds: [4],
          imageId: 51,
        }),
        anEvent({ id: 2, start: START, venueId: 21, categoryIds: [1], organizerIds: [999] }),
        anEvent({ id: 3, start: START, status: "draft", categoryIds: [1] }),
        anEvent({ id: 5, start: START, hideFromListings: true, categoryIds: [1] }),
      );
    });

    it("carry venue, organizers in link order, and images", async () => {
      const [first, second] = (await calendar.list()).items;
      expect(first?.image?.id).to.equal(51);
      expect(first?.venue?.venue.id).to.equal(20);
      expect(first?.venue?.image?.id).to.equal(50);
      expect(first?.organizers.map(({ organizer, image }) => [organizer.id, image?.id])).to.deep.equal([
        [32, 52],
        [30, undefined],
      ]);
      expect(second?.organizers).to.deep.equal([]);
      expect(second).to.not.have.property("image");
    });

    it("leave out venues and organizers that the caller may not read", async () => {
      const shown = async (by: typeof ADMIN) => {
        const [first, second] = (await calendar.list({ include: "1,2" }, by)).items;
        return [first?.organizers.map(({ organizer }) => organizer.id), second?.venue?.venue.id];
      };
      expect(await shown(ANONYMOUS)).to.deep.equal([[32, 30], undefined]);
      expect(await shown(ADMIN)).to.deep.equal([[32, 31, 30], 21]);
      expect(await shown(AUTHOR)).to.deep.equal([[32, 31, 30], 21]);
    });

    it("carry terms by name with the number of public, listed events, for everybody", async () => {
      for (const by of [ANONYMOUS, ADMIN]) {
        const [first] = (await calendar.list({ include: "1" }, by)).items;
        expect(first?.categories.map(({ term, count }) => [term.name, count])).to.deep.equal([
          ["Äpfel", 1],
          ["beer", 1],
          ["BEER", 1],
          ["Zoo", 2],
        ]);
        expect(first?.tags.map(({ term, count }) => [term.name, count])).to.deep.equal([["tagged", 1]]);
      }
    });

    it("are read in a number of reads that does not grow with them", async () => {
      const reads: string[] = [];
      const { venues, organizers, terms, images } = calendar.store;
      for (const [name, repository] of Object.entries({ venues, organizers, terms, images })) {
        const { findMany } = repository;
        Object.assign(repository, {
          findMany: (ids: readonly number[]) => {
            reads.push(name);
            return findMany(ids);
          },
        });
      }
      await calendar.list({ include: "1,2" }, ADMIN);
      expect(reads.sort()).to.deep.equal(["images", "organizers", "terms", "venues"]);
    });
  });
});
