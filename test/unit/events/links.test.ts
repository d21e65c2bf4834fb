import { parse } from "@kalends/core/internals";
import { anEvent, anOrganizer, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, AUTHOR, CONTRIBUTOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, openCalendar, refusal } from "./calendar.ts";

describe("venue and organizers of an event", () => {
  const calendar = ofEachTest(openCalendar);
  beforeEach(async () => {
    const { store } = calendar;
    await store.ids.reserve("record", 100);
    await store.events.save(anEvent({ id: 10 }));
    for (const id of [20, 21]) await store.venues.save(aVenue({ id }));
    await store.venues.save(aVenue({ id: 22, status: "draft", author: 1 }));
    for (const id of [30, 31, 32]) await store.organizers.save(anOrganizer({ id }));
  });

  const linksOf = async (body: Readonly<Record<string, unknown>>, by = ADMIN) => {
    const { event } = await calendar.createEvent(body, by);
    return { venue: event.venueId, organizers: event.organizerIds };
  };
  const venuesAbove = (id: number) => calendar.store.venues.readAfter(id, 10);
  const organizersAbove = (id: number) => calendar.store.organizers.readAfter(id, 10);

  const nobody: readonly unknown[] = [null, "", 0, "0", [], ["", 0, "0"], " "];
  for (const nothing of nobody) {
    it(`${JSON.stringify(nothing)} links nobody`, async () => {
      expect(await linksOf({ venue: nothing, organizer: nothing })).to.deep.equal({
        venue: undefined,
        organizers: [],
      });
    });
  }

  const byId: readonly (readonly [venue: unknown, id: number, organizer: unknown, ids: readonly number[]])[] =
    [
      [20, 20, 30, [30]],
      ["20", 20, "30", [30]],
      ["21,20", 21, "31,30", [31, 30]],
      [[21, 20], 21, [31, 30], [31, 30]],
      [["21", 0], 21, ["31", "30"], [31, 30]],
      [{ id: 20 }, 20, { id: 30 }, [30]],
      [{ id: "20" }, 20, [{ id: 30 }, { id: "31" }], [30, 31]],
      [[{ id: 20 }], 20, [30, 30, "31", { id: 30 }], [30, 31]],
      [22, 22, 30, [30]],
    ];
  for (const [venue, venueId, organizer, organizerIds] of byId) {
    it(`${JSON.stringify({ venue, organizer })} links them in this order, each once`, async () => {
      expect(await linksOf({ venue, organizer })).to.deep.equal({ venue: venueId, organizers: organizerIds });
    });
  }

  const unknown: readonly unknown[] = [
    999,
    "999",
    "Some name",
    10,
    [20, 999],
    [30, 999],
    { id: 999 },
    -1,
    1.5,
    "x,20",
  ];
  for (const value of unknown) {
    it(`${JSON.stringify(value)} is refused`, async () => {
      expect(await refusal(calendar.createEvent({ venue: value, organizer: value }))).to.deep.equal(
        invalid({ venue: "unknown-venue", organizer: "unknown-organizer" }),
      );
    });
  }

  it("are refused when one is of the other kind", async () => {
    expect(await refusal(calendar.createEvent({ venue: 30, organizer: 20 }))).to.deep.equal(
      invalid({ venue: "unknown-venue", organizer: "unknown-organizer" }),
    );
  });

  it("are refused with lists in lists, booleans and too many of them", async () => {
    for (const value of [[[20]], true, [null], [false]]) {
      expect(await refusal(calendar.createEvent({ venue: value }))).to.deep.equal(
        invalid({ venue: "not-a-scalar" }),
      );
    }
    for (const organizer of [Array(200).fill(30), Array(200).fill(30).join(",")]) {
      expect((await linksOf({ organizer })).organizers).to.deep.equal([30]);
    }
    for (const organizer of [Array(201).fill(30), Array(201).fill(30).join(",")]) {
      expect(await refusal(calendar.createEvent({ organizer }))).to.satisfy(
        ({ code }: { code: string }) => code === "rest_invalid_param",
      );
    }
  });

  describe("as data", () => {
    const hall = { venue: "Inline Hall", city: "Boston", state: "MA", country: "United States" };

    it("are created and linked", async () => {
      const view = await calendar.createEvent({
        venue: hall,
        organizer: [{ organizer: "Ann", email: "ann@example.com" }, { id: 31 }, 30, { organizer: "Bob" }],
      });
      expect(view.venue?.venue).to.include({
        name: "Inline Hall",
        city: "Boston",
        stateProvince: "MA",
        status: "publish",
        author: 1,
        slug: "inline-hall",
      });
      expect(view.organizers.map(({ organizer }) => organizer.name)).to.deep.equal([
        "Ann",
        "Organizer 31",
        "Organizer 30",
        "Bob",
      ]);
    });

    it("are created alone, without a list", async () => {
      const view = await calendar.createEvent({ venue: [hall], organizer: { organizer: "Ann" } });
      expect(view.venue?.venue.name).to.equal("Inline Hall");
      expect(view.organizers.map(({ organizer }) => organizer.name)).to.deep.equal(["Ann"]);
    });

    for (const id of [null, "", 0, "0"]) {
      it(`are data also with ${JSON.stringify(id)} for an id`, async () => {
        const { venue } = await calendar.createEvent({ venue: { ...hall, id } });
        expect(venue?.venue.name).to.equal("Inline Hall");
      });
    }

    it("get their ids before the event, in the order of the links", async () => {
      const { event, venue } = await calendar.createEvent({ venue: hall, organizer: { organizer: "Ann" } });
      expect([venue?.venue.id, ...event.organizerIds, event.id]).to.deep.equal([101, 102, 103]);
    });

    it("reuse the record that has the name", async () => {
      const first = await linksOf({ venue: hall, organizer: { organizer: "Ann" } });
      const again = await linksOf({
        venue: { venue: "inline hall", phone: "1" },
        organizer: [{ organizer: "ANN" }, { organizer: "ann" }],
      });
      expect(again).to.deep.equal(first);
      expect(await venuesAbove(100)).to.have.length(1);
      expect((await venuesAbove(100))[0]).to.include({ phone: "1", city: "Boston" });
    });

    // rules/events.md#linked-by-id
    it("only link with an id, whatever else is said", async () => {
      expect(await linksOf({ venue: { id: 20, venue: "Renamed", city: "Nowhere" } })).to.include({
        venue: 20,
      });
      expect(await calendar.store.venues.find(20)).to.include({ name: "Venue 20", city: "" });
    });

    it("create only the first venue", async () => {
      await linksOf({ venue: [hall, { venue: "Second Hall" }] });
      expect((await venuesAbove(100)).map(({ name }) => name)).to.deep.equal(["Inline Hall"]);
    });

    it("take booleans and numbers, where a record of its own takes texts only", async () => {
      const { venue, organizers } = await calendar.createEvent({
        venue: { ...hall, show_map: false, show_map_link: 2, zip: 2114, author: 3, date: 1714550400 },
        organizer: { organizer: "Ann", phone: 5550142 },
      });
      expect(venue?.venue).to.include({
        showMap: false,
        showMapLink: true,
        zip: "2114",
        author: 3,
        dateUtc: "2024-05-01 08:00:00",
      });
      expect(organizers[0]?.organizer.phone).to.equal("5550142");
    });

    it("are checked by the rules of venues and organizers", async () => {
      for (const [venue, reason] of [
        [{ city: "NoName" }, "missing"],
        [{}, "missing"],
        [{ venue: "" }, "empty"],
        [{ venue: "Z", website: "bad" }, "not-a-url"],
        [{ venue: "Z", status: "bogus" }, "unknown-status"],
      ] as const) {
        expect(await refusal(calendar.createEvent({ venue }))).to.deep.equal(invalid({ venue: reason }));
      }
      for (const organizer of [{ email: "x@example.com" }, [30, { phone: "1" }]]) {
        expect(await refusal(calendar.createEvent({ organizer }))).to.deep.equal(
          invalid({ organizer: "missing" }),
        );
      }
    });

    it("get the status their author may give", async () => {
      const publisher = await calendar.createEvent({ venue: hall }, AUTHOR);
      expect(publisher.venue?.venue).to.include({ status: "publish", author: 3 });
      const other = await calendar.createEvent(
        { venue: { venue: "Other Hall" }, organizer: { organizer: "Ann", status: "publish" } },
        CONTRIBUTOR,
      );
      expect(other.venue?.venue).to.include({ status: "draft", author: 4 });
      expect(other.organizers[0]?.organizer.status).to.equal("pending");
    });

    it("need the right to create them", async () => {
      const { create } = calendar.operations.events;
      const nobodyActor = { id: 5, capabilities: new Set<never>() };
      const { values } = await parse(
        create,
        { title: "T", start_date: "2031-05-01", end_date: "2031-05-01", venue: hall },
        nobodyActor,
      );
      expect(await refusal(create.run(values, { actor: nobodyActor }))).to.deep.equal({
        code: "rest_forbidden",
      });
      expect(await venuesAbove(100)).to.deep.equal([]);
    });

    it("leave nothing behind when a later step fails", async () => {
      const body = {
        venue: hall,
        organizer: [{ organizer: "Ann" }, { organizer: "Bob", author: 1 }],
        categories: "New Category",
      };
      expect(await refusal(calendar.createEvent(body, AUTHOR))).to.deep.equal({
        code: "rest_cannot_edit_others",
      });
      expect(await venuesAbove(100)).to.deep.equal([]);
      expect(await organizersAbove(100)).to.deep.equal([]);
      expect(await calendar.store.events.readAfter(10, 10)).to.deep.equal([]);
      expect(await calendar.store.terms.readAfter(0, 10)).to.deep.equal([]);
    });
  });

  describe("on update", () => {
    let id: number;
    beforeEach(async () => {
      const { event } = await calendar.createEvent({ venue: 20, organizer: [30, 31] });
      id = event.id;
    });
    const updated = async (body: Readonly<Record<string, unknown>>) => {
      const { event } = await calendar.update(id, body);
      return { venue: event.venueId, organizers: event.organizerIds };
    };

    it("stay when they are not sent, or null", async () => {
      const same = { venue: 20, organizers: [30, 31] };
      expect(await updated({ title: "Other" })).to.deep.equal(same);
      expect(await updated({ venue: null, organizer: null })).to.deep.equal(same);
    });

    it("are replaced by those sent", async () => {
      expect(await updated({ venue: 21, organizer: [32, 30] })).to.deep.equal({
        venue: 21,
        organizers: [32, 30],
      });
      expect(await updated({ organizer: { organizer: "Ann" } })).to.deep.include({ venue: 21 });
    });

    for (const empty of ["", 0, "0", []]) {
      it(`are taken off by ${JSON.stringify(empty)}`, async () => {
        expect(await updated({ venue: empty })).to.deep.equal({ venue: undefined, organizers: [30, 31] });
        expect(await updated({ organizer: empty })).to.deep.equal({ venue: undefined, organizers: [] });
        expect((await calendar.get(id)).event).to.not.have.property("venueId");
      });
    }

    it("leave nothing behind when the event is not there", async () => {
      const body = { venue: { venue: "Orphan" } };
      expect(await refusal(calendar.update(999, body))).to.deep.equal({ code: "rest-event-not-found" });
      expect(await venuesAbove(100)).to.deep.equal([]);
    });
  });
});
