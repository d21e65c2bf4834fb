import { eventFilter } from "@kalends/core/plugin";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, SUBSCRIBER } from "../actors.ts";
import { invalid, openCalendar, refusal, type TestCalendar } from "../events/calendar.ts";

const START = "2031-05-01 10:00:00";
const WINDOW = "start_date=2031-03-09 00:00:00&end_date=2033-03-10 23:59:59";

describe("the filters", () => {
  let calendar: TestCalendar;
  const save = async (...events: readonly ReturnType<typeof anEvent>[]) => {
    for (const event of events) await calendar.store.events.save(event);
  };
  beforeEach(async () => {
    calendar = await openCalendar();
  });
  afterEach(() => calendar.store.close());

  // rules/events.md#filter-featured
  describe("featured", () => {
    beforeEach(() =>
      save(anEvent({ id: 1, start: START, featured: true }), anEvent({ id: 2, start: START })),
    );

    it("keeps featured ones, the others, or both", async () => {
      expect(await calendar.ids({ featured: "true" })).to.deep.equal([1]);
      expect(await calendar.ids({ featured: "0" })).to.deep.equal([2]);
      expect(await calendar.ids()).to.deep.equal([1, 2]);
      expect(await calendar.link({ featured: "true" })).to.equal(`${WINDOW}&status=publish&featured=1`);
    });

    it("is refused when it is no boolean", async () => {
      for (const featured of ["yes", "banana", ""]) {
        expect(await refusal(calendar.list({ featured }))).to.deep.equal(
          invalid({ featured: "not-a-boolean" }),
        );
      }
    });
  });

  // rules/events.md#filter-status
  describe("status", () => {
    beforeEach(() =>
      save(
        ...["publish", "future", "draft", "pending", "private", "trash"].map((status, index) =>
          anEvent({ id: index + 1, start: START, status, author: 1 }),
        ),
        anEvent({ id: 7, start: START, status: "draft", author: 4 }),
        anEvent({ id: 8, start: START, status: "trash", author: 4 }),
      ),
    );

    it("absent: everything but the trash for editors, what is published for others", async () => {
      expect(await calendar.ids({}, ADMIN)).to.deep.equal([1, 2, 3, 4, 5, 7]);
      expect(await calendar.ids({}, SUBSCRIBER)).to.deep.equal([1]);
      expect(await calendar.ids({}, ANONYMOUS)).to.deep.equal([1]);
    });

    it("absent: only what they could read one by one for those who edit their own", async () => {
      expect(await calendar.ids({}, CONTRIBUTOR)).to.deep.equal([1, 7]);
      expect(await calendar.ids({}, AUTHOR)).to.deep.equal([1]);
    });

    it("given: exactly these", async () => {
      expect(await calendar.ids({ status: "draft" }, ADMIN)).to.deep.equal([3, 7]);
      expect(await calendar.ids({ status: "publish, draft" }, ADMIN)).to.deep.equal([1, 3, 7]);
      expect(await calendar.ids({ status: ["publish", "private"] }, ADMIN)).to.deep.equal([1, 5]);
      expect(await calendar.ids({ status: "trash" }, ADMIN)).to.deep.equal([6, 8]);
      expect(await calendar.ids({ status: "draft" }, CONTRIBUTOR)).to.deep.equal([7]);
      expect(await calendar.ids({ status: "publish" }, ANONYMOUS)).to.deep.equal([1]);
    });

    it("is refused when the caller may not ask for it", async () => {
      for (const status of ["draft", "pending", "private", "trash", "future", "publish,draft"]) {
        for (const by of [ANONYMOUS, SUBSCRIBER]) {
          expect(await refusal(calendar.list({ status }, by))).to.deep.equal(
            invalid({ status: "forbidden-status" }),
          );
        }
      }
    });

    it("is refused when unknown, also among known ones, for everybody", async () => {
      for (const status of ["any", "bogus", "publish,bogus", "auto-draft"]) {
        expect(await refusal(calendar.list({ status }, ADMIN))).to.deep.equal(
          invalid({ status: "unknown-status" }),
        );
      }
      expect(await refusal(calendar.list({ status: "" }, ADMIN))).to.deep.equal(invalid({ status: "empty" }));
      expect(await refusal(calendar.list({ status: { x: "publish" } }, ADMIN))).to.deep.equal(
        invalid({ status: "named-keys" }),
      );
    });

    it("takes every status there is, however small the pages", async () => {
      const small = await openCalendar({ site: { perPage: 1, maxPerPage: 1 } });
      const status = "publish,future,draft,pending,private,trash";
      expect((await small.list({ status }, ADMIN)).total).to.equal(0);
      await small.store.close();
    });

    it("is named in links, unless an editor did not ask for one", async () => {
      expect(await calendar.link({ status: "publish,draft" }, ADMIN)).to.equal(
        `${WINDOW}&status=publish,draft`,
      );
      expect(await calendar.link({}, ADMIN)).to.equal(WINDOW);
      expect(await calendar.link({}, CONTRIBUTOR)).to.equal(WINDOW);
      expect(await calendar.link({}, SUBSCRIBER)).to.equal(`${WINDOW}&status=publish`);
    });
  });

  describe("include", () => {
    beforeEach(() =>
      save(
        anEvent({ id: 1, start: "2000-01-01 10:00:00", date: "2029-03-01 00:00:00" }),
        anEvent({ id: 2, start: START, date: "2029-01-01 00:00:00" }),
        anEvent({ id: 3, start: START, date: "2029-01-01 00:00:00", hideFromListings: true }),
        anEvent({ id: 4, start: START, date: "2029-01-01 00:00:00", status: "draft" }),
        anEvent({ id: 5, start: START, date: "2029-01-01 00:00:00", featured: true }),
      ),
    );

    it("keeps these only, by publication date, then id", async () => {
      expect(await calendar.ids({ include: "1,5,2,999999" })).to.deep.equal([2, 5, 1]);
      expect(await calendar.ids({ include: ["2", "1"] })).to.deep.equal([2, 1]);
    });

    it("neither shows hidden events nor what the caller may not see", async () => {
      expect(await calendar.ids({ include: "3" }, ADMIN)).to.deep.equal([]);
      expect(await calendar.ids({ include: "4" })).to.deep.equal([]);
      expect(await calendar.ids({ include: "4" }, ADMIN)).to.deep.equal([4]);
    });

    it("leaves the other filters alone", async () => {
      expect(await calendar.ids({ include: "1,5", featured: "true" })).to.deep.equal([5]);
    });

    it("is refused when it holds anything but positive integers", async () => {
      for (const include of ["abc", "1,abc", "0", "-1", "1.5", "", "9007199254740993"]) {
        expect(await refusal(calendar.list({ include }))).to.deep.equal(
          invalid({ include: "not-positive-integers" }),
        );
      }
    });
  });

  describe("post_parent", () => {
    beforeEach(() =>
      save(
        anEvent({ id: 1, start: START }),
        anEvent({ id: 2, start: START, parentId: 1 }),
        anEvent({ id: 3, start: "2000-01-01 10:00:00", parentId: 1 }),
        anEvent({ id: 4, start: START, status: "draft" }),
      ),
    );

    it("keeps the events of this one inside the date window", async () => {
      expect(await calendar.ids({ post_parent: "1" })).to.deep.equal([2]);
      expect(await calendar.ids({ post_parent: "2" })).to.deep.equal([]);
      expect(await calendar.link({ post_parent: "1" })).to.equal(`${WINDOW}&status=publish&post_parent=1`);
    });

    it("is refused when there is no such event, or none the caller may read", async () => {
      for (const post_parent of ["999999", "0", "abc", "", "4"]) {
        expect(await refusal(calendar.list({ post_parent }))).to.deep.equal(
          invalid({ post_parent: "unknown-event" }),
        );
      }
      expect(await calendar.ids({ post_parent: "4" }, ADMIN)).to.deep.equal([]);
    });
  });

  // rules/events.md#ticketed, rules/choices.md#no-tickets
  describe("ticketed", () => {
    it("false has no effect, true needs the extension", async () => {
      await save(anEvent({ id: 1, start: START }));
      expect(await calendar.ids({ ticketed: "false" })).to.deep.equal([1]);
      expect(await refusal(calendar.list({ ticketed: "true" }))).to.deep.equal(
        invalid({ ticketed: "tickets-not-active" }),
      );
      expect(await refusal(calendar.list({ ticketed: "banana" }))).to.deep.equal(
        invalid({ ticketed: "not-a-boolean" }),
      );
    });
  });

  describe("geoloc, geoloc_lat and geoloc_lng", () => {
    beforeEach(() => save(anEvent({ id: 1, start: START })));

    it("have no effect without the plugin, which the answer tells", async () => {
      const query = { geoloc: "true", geoloc_lat: "40.7128", geoloc_lng: "-74.0060" };
      expect(await calendar.ids(query)).to.deep.equal([1]);
      expect((await calendar.list(query)).ignored).to.deep.equal(["geoloc", "geoloc_lat", "geoloc_lng"]);
      expect((await calendar.list({ geoloc_lat: "40" })).ignored).to.deep.equal(["geoloc_lat"]);
      expect((await calendar.list()).ignored).to.equal(undefined);
    });

    it("are kept in links as sent", async () => {
      expect(await calendar.link({ geoloc: "true", geoloc_lng: "-74.0060", geoloc_lat: "40.7128" })).to.equal(
        `${WINDOW}&geoloc=1&geoloc_lat=40.7128&geoloc_lng=-74.0060&status=publish`,
      );
    });

    // rules/events.md#geolocation-absent
    it("are refused when of the wrong type", async () => {
      expect(await refusal(calendar.list({ geoloc_lat: "abc", geoloc_lng: "" }))).to.deep.equal(
        invalid({ geoloc_lat: "not-a-number", geoloc_lng: "not-a-number" }),
      );
      expect(await refusal(calendar.list({ geoloc: "maybe" }))).to.deep.equal(
        invalid({ geoloc: "not-a-boolean" }),
      );
    });
  });

  describe("of plugins", () => {
    const nearby = eventFilter<{ readonly geoloc_lat: number | undefined }>({
      parameters: { geoloc_lat: { description: "Latitude.", type: "number" } },
      pure: false,
      narrow: (query, { geoloc_lat }) => (geoloc_lat === undefined ? query : { ...query, ids: [2] }),
    });
    const colour = eventFilter<{
      readonly colour: string | undefined;
      readonly shades: readonly string[] | undefined;
    }>({
      parameters: {
        colour: { description: "A colour.", type: "string" },
        shades: { description: "Shades.", resolve: () => ({ value: ["light", "dark"] }) },
      },
      pure: false,
      narrow: (query) => query,
    });

    it("narrow the list and take the place of the placeholder", async () => {
      const other = await openCalendar({ filters: [nearby] });
      await other.store.events.save(anEvent({ id: 1, start: START }));
      await other.store.events.save(anEvent({ id: 2, start: START }));
      expect(await other.ids({ geoloc_lat: "1" })).to.deep.equal([2]);
      expect(await other.link({ geoloc_lat: "1.50" })).to.equal(`${WINDOW}&geoloc_lat=1.5&status=publish`);
      expect(Object.keys(other.operations.events.list.parameters)).to.not.include("geoloc");
      expect((await other.list({ geoloc_lat: "1" })).ignored).to.equal(undefined);
      await other.store.close();
    });

    it("have their values in links, after all others", async () => {
      const other = await openCalendar({ filters: [colour] });
      expect(await other.link({ colour: "red", shades: "x", include: "1" })).to.equal(
        "status=publish&include=1&colour=red&shades=light,dark",
      );
      await other.store.close();
    });
  });
});
