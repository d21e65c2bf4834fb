import type { EventView, ProblemReason } from "@kalends/core/interface";
import { expect } from "chai";
import { ADMIN, AUTHOR, CONTRIBUTOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, openCalendar, refusal } from "../posts/calendar.ts";

describe("venues and organizers inside an event", () => {
  const calendar = ofEachTest(openCalendar);

  const create = (values: object, actor = ADMIN): Promise<EventView> =>
    call<EventView>(
      calendar.operations.events.create,
      { title: "Concert", start_date: "2031-01-01 10:00:00", end_date: "2031-01-01 12:00:00", ...values },
      actor,
    );

  it("are created by the rules of venues and organizers", async () => {
    const { venue, organizers } = await create({
      venue: { venue: "Hall", state: "NY", show_map: false, author: 3, zip: 0, phone: null, id: "" },
      organizer: [{ organizer: "Ann", email: "a@a.example" }, { organizer: "Bob" }],
    });
    expect(venue?.venue).to.include({
      name: "Hall",
      slug: "hall",
      stateProvince: "NY",
      showMap: false,
      author: 3,
      zip: "",
    });
    expect(organizers.map(({ organizer }) => organizer.name)).to.deep.equal(["Ann", "Bob"]);
  });

  it("are reused by name", async () => {
    const first = await create({ venue: { venue: "Hall" }, organizer: { organizer: "Ann" } });
    const again = await create({ venue: { venue: "HALL", phone: "1" }, organizer: [{ organizer: "ann" }] });
    expect(again.venue?.venue.id).to.equal(first.venue?.venue.id);
    expect(again.venue?.venue.phone).to.equal("1");
    expect(again.event.organizerIds).to.deep.equal(first.event.organizerIds);
  });

  it("get a status of their own, scaled by rights", async () => {
    expect((await create({ venue: { venue: "A" } }, AUTHOR)).venue?.venue.status).to.equal("publish");
    expect((await create({ venue: { venue: "B" } }, CONTRIBUTOR)).venue?.venue.status).to.equal("draft");
    const asked = await create({ venue: { venue: "C", status: "publish" } }, CONTRIBUTOR);
    expect(asked.venue?.venue.status).to.equal("pending");
  });

  const refused: readonly (readonly [string, object, string, ProblemReason])[] = [
    ["without a name", { city: "Rome" }, "venue", "missing"],
    ["with an empty name", { venue: "" }, "venue", "empty"],
    ["with a number as name", { venue: 5 }, "venue", "not-a-string"],
    ["with a bad website", { venue: "Hall", website: "bad" }, "website", "not-a-url"],
    ["with a bad status", { venue: "Hall", status: "trash" }, "status", "unknown-status"],
    ["with an unknown author", { venue: "Hall", author: 99 }, "author", "unknown-user"],
    ["with an object as detail", { venue: "Hall", city: { $gt: "" } }, "city", "not-a-string"],
    ["with half of a position", { venue: "Hall", geo_lat: 5 }, "geo_lng", "unpaired"],
    ["with a name that only its prototype has", Object.create({ venue: "Hall" }), "venue", "missing"],
  ];
  for (const [title, venue, name, reason] of refused) {
    it(`are refused ${title}, under the name of the event's field, with their own`, async () => {
      const { code, problems } = await refusal(create({ venue }));
      expect(code).to.equal("rest_invalid_param");
      expect(problems?.venue).to.include({ reason, at: `[${name}]` });
      expect(Object.keys(problems ?? {})).to.deep.equal(["venue"]);
      expect(await calendar.store.ids.last("record")).to.equal(0);
    });
  }

  it("leave nothing behind when a later step fails", async () => {
    const { store } = calendar;
    const { code } = await refusal(
      create(
        { venue: { venue: "Hall" }, categories: ["New"], organizer: { organizer: "Ann", author: 1 } },
        CONTRIBUTOR,
      ),
    );
    expect(code).to.equal("rest_cannot_edit_others");
    expect(await store.venues.findDuplicate("Hall")).to.equal(undefined);
    expect(await store.terms.findByName("category", "New")).to.deep.equal([]);
    expect(await store.events.readAfter(0, 10)).to.deep.equal([]);
  });
});
