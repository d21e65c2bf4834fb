import { expect } from "chai";
import { createPlace, type Place } from "../../kalends/kalends-process.ts";
import { firstStore } from "../../stores.ts";
import { fakeEvent, fakeLinked, fakeRecords } from "../fake-records.ts";
import { answerError, type FakePost, type FakeServer, startFakeServer } from "../fake-server.ts";

/** Returns an event in the form in which The Events Calendar shows it if it has a password. */
const husk = (id: number, more: object = {}) =>
  fakeEvent(id, {
    ...{
      description: "",
      all_day: null,
      show_map: null,
      show_map_link: null,
      website: "",
      event_status: undefined,
    },
    ...{
      hide_from_listings: null,
      sticky: null,
      featured: null,
      venue: [],
      organizer: [],
      categories: [],
      tags: [],
    },
    ...more,
  });

const linkedHusk = (list: "venues" | "organizers", id: number) =>
  fakeLinked(list, id, {
    [list === "venues" ? "venue" : "organizer"]: [],
    show_map: null,
    show_map_link: null,
  });

const post = (type: FakePost["type"], id: number, title: string, more: object = {}): FakePost => ({
  ...{ id, type, status: "publish", slug: `slug-${id}`, author: 1, link: `https://old.example/${id}/` },
  ...{ date: "2030-01-01T10:00:00", date_gmt: "2030-01-01T10:00:00" },
  ...{ modified: "2030-01-01T10:00:00", modified_gmt: "2030-01-01T10:00:00" },
  ...{ title: { raw: title, rendered: title }, content: { raw: "x", rendered: "<p>Secret text</p>" } },
  ...{ excerpt: { raw: "", rendered: "<p>Secret text</p>" }, featured_media: 0, meta: {} },
  ...more,
});

/** Returns the post of an event. The lists of `wp/v2` contain no past events. */
const status = (id: number, value: string, more: object = {}): FakePost =>
  post("tribe_events", id, `Event ${id}`, {
    meta: {
      _tribe_events_status: value,
      _tribe_events_status_reason: value === "" ? "" : "<b>Rain</b> & wind",
    },
    ...more,
  });

const SIGNED_IN = { KALENDS_IMPORT_PASSWORD: "open sesame" };

for (const store of firstStore) {
  describe(`what lists omit, on ${store.name}`, () => {
    let server: FakeServer;
    let place: Place;
    beforeEach(async () => {
      server = await startFakeServer(fakeRecords({ events: 5 }));
      server.passwords.set("ann", "open sesame");
      place = createPlace(store);
    });
    afterEach(() => Promise.all([server.close(), place.clear()]));

    const run = (command: "import" | "follow" | "verify", ...more: readonly string[]) =>
      place.run(
        [command, server.address, ...(command === "follow" ? ["--once"] : []), "--no-probe", ...more],
        SIGNED_IN,
      );
    const eventOf = (id: number) => place.onStore(({ events }) => events.find(id));
    const replace = (event: ReturnType<typeof fakeEvent>): void => {
      server.records.events = server.records.events.map((known) => (known.id === event.id ? event : known));
    };

    it("keeps the texts of an event that gets a password, and makes it private", async () => {
      await run("import");
      replace(husk(142, { title: "Renamed" }));
      const { code, output, errors } = await run("follow");
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^events: 0 added, 4 already there, 1 updated$/m);
      expect(errors).to.contain("it has a password at the source");
      const event = await eventOf(142);
      expect(event).to.include({
        title: "Renamed",
        status: "private",
        description: "<p>About 142</p>",
        showMap: true,
      });
      expect([event?.venueId, event?.organizerIds, event?.tagIds]).to.deep.equal([101, [121], [41]]);
      expect((await run("follow")).output).to.match(/^events: 0 added, 5 already there$/m);
      replace(fakeEvent(142, { description: "<p>Public again</p>" }));
      await run("follow");
      expect(await eventOf(142)).to.include({ status: "publish", description: "<p>Public again</p>" });
    });

    it("keeps protected records out that cannot be read, with their events", async () => {
      server.records.events.push(husk(160), fakeEvent(161, { venue: linkedHusk("venues", 150) }));
      server.records.venues.push(linkedHusk("venues", 150));
      const { code, output, errors } = await run("import");
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^events: 6 added, 0 already there, 1 kept out$/m);
      expect(output).to.match(/^venues: 2 added, 0 already there, 1 kept out$/m);
      expect(errors)
        .to.include("its texts cannot be read")
        .and.not.include("its texts stay as they are here");
      expect(await eventOf(160)).to.equal(undefined);
      expect((await eventOf(161))?.venueId).to.equal(undefined);
    });

    it("keeps events without a date out", async () => {
      server.records.events.push(fakeEvent(160, { start_date: null, end_date: null, timezone: "" }));
      const { code, output, errors } = await run("import");
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^events: 5 added, 0 already there, 1 kept out$/m);
      expect(errors).to.contain('"Event 160", ').and.to.contain("kept out: it has no date at the source.");
    });

    it("reads protected records where editors may", async () => {
      server.records.events.push(
        husk(160, { title: "Secret" }),
        fakeEvent(161, { venue: linkedHusk("venues", 150) }),
      );
      server.records.venues.push(linkedHusk("venues", 150));
      const meta = {
        ...{ _EventAllDay: false, _EventStartDate: "2031-06-10 10:00:00", _EventShowMap: false },
        ...{ _EventURL: "https://a.example/", _EventCost: "5", _EventCurrencySymbol: "€" },
        ...{ _EventCurrencyPosition: "postfix", _EventVenueID: [102], _EventOrganizerID: [122, 121] },
      };
      server.posts.push(
        post("tribe_events", 160, "Secret", { password: "x", meta, tags: [42], tribe_events_cat: [12] }),
        post("tribe_venue", 150, "Secret <b>hall</b>", { password: "x", meta: { _VenueCity: "Ulm" } }),
      );
      const { code, output, errors } = await run("import", "--user", "ann");
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^events: 7 added, 0 already there$/m);
      const event = await eventOf(160);
      expect(event).to.include({
        title: "Secret",
        status: "private",
        description: "<p>Secret text</p>",
        showMap: false,
      });
      expect([event?.venueId, event?.organizerIds, event?.tagIds, event?.categoryIds]).to.deep.equal([
        102,
        [122, 121],
        [42],
        [12],
      ]);
      expect(event?.cost).to.deep.equal({ values: ["5"], symbol: "€", position: "postfix" });
      const venue = await place.onStore(({ venues }) => venues.find(150));
      expect(venue).to.include({ name: "Secret <b>hall</b>", city: "Ulm", status: "private" });
      expect((await eventOf(161))?.venueId).to.equal(150);
      const verified = await run("verify", "--user", "ann");
      expect(verified.output).to.not.match(/: cost is /);
      expect(verified.output).to.include("the source gives only the amounts");
      expect((await run("import", "--user", "ann")).output).to.match(/^events: 0 added, 7 already there$/m);
      expect((await run("import")).output).to.match(/^events: 0 added, 7 already there$/m);
    });

    it("takes over what is cancelled or postponed, also of past events", async () => {
      for (const event of server.records.events) delete event.event_status;
      server.posts.push(
        status(141, "canceled"),
        status(142, "postponed", { listed: false }),
        status(143, ""),
      );
      const { code, errors } = await run("import");
      expect(code, errors).to.equal(0);
      const events = await Promise.all([141, 142, 143].map(eventOf));
      expect(events.map((event) => [event?.eventStatus, event?.statusReason])).to.deep.equal([
        ["cancelled", "Rain & wind"],
        ["postponed", "Rain & wind"],
        [undefined, undefined],
      ]);
      server.asked.length = 0;
      server.posts.splice(
        0,
        3,
        status(141, "scheduled"),
        status(142, "canceled", { listed: false }),
        status(143, ""),
      );
      replace({ ...fakeEvent(142, { modified_utc: "2030-02-01 10:00:00" }), event_status: undefined });
      expect((await run("follow")).code).to.equal(0);
      expect((await eventOf(141))?.eventStatus).to.equal(undefined);
      expect((await eventOf(142))?.eventStatus).to.equal("cancelled");
      // The other events are already stored in their latest version, so they are not requested.
      expect(server.asked.filter((path) => /tribe_events\/\d/.test(path))).to.have.length(1);
    });

    it("finds the status by structured data where the platform does not answer", async () => {
      for (const event of server.records.events) delete event.event_status;
      server.misbehave(({ path, response }) => {
        const id = Number(/^events\/(\d+)$/.exec(path ?? "")?.[1]);
        const event = server.records.events.find((one) => one.id === id);
        if (event === undefined) return false;
        const eventStatus = `https://schema.org/${id === 142 ? "EventCancelled" : "EventScheduled"}`;
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ ...event, json_ld: { eventStatus } }));
        return true;
      });
      await run("import");
      expect((await eventOf(142))?.eventStatus).to.equal("cancelled");
      expect((await eventOf(141))?.eventStatus).to.equal(undefined);
    });

    it("keeps what a source omits", async () => {
      const { onStore } = place;
      const venue = post("tribe_venue", 101, "Hall", { meta: { _VenueLat: "48.4", _VenueLng: "-10.5" } });
      server.posts.push(venue, status(141, "canceled"));
      for (const event of server.records.events) delete event.event_status;
      await run("import");
      const coordinates = () => onStore(async ({ venues }) => (await venues.find(101))?.coordinates);
      expect(await coordinates()).to.deep.equal({ lat: 48.4, lng: -10.5 });
      server.posts.length = 0;
      server.misbehave(
        (asked) => asked.url.pathname.includes("/wp/v2/") && answerError(asked, 404, "rest_no_route"),
      );
      for (const name of ["featured", "venue", "tags", "cost_details", "cost"])
        for (const event of server.records.events) delete event[name];
      const { output } = await run("follow");
      expect(output).to.match(/^events: 0 added, 5 already there$/m);
      expect(output).to.match(/^venues: 0 added, 2 already there$/m);
      replace({ ...(server.records.events[0] ?? fakeEvent(141)), title: "Other" });
      await run("follow");
      expect(await coordinates()).to.deep.equal({ lat: 48.4, lng: -10.5 });
      const event = await eventOf(141);
      expect(event).to.include({ title: "Other", eventStatus: "cancelled", venueId: 102 });
      expect(event?.tagIds).to.deep.equal([42]);
    });

    it("gives two events that exchange their slugs each the slug of the other", async () => {
      await run("import");
      replace(fakeEvent(141, { slug: "event-142", title: "One" }));
      replace(fakeEvent(142, { slug: "event-141", title: "Two" }));
      await run("follow");
      const slugs = async () => [(await eventOf(141))?.slug, (await eventOf(142))?.slug];
      expect(await slugs()).to.deep.equal(["event-142", "event-141"]);
      expect((await run("follow")).output).to.match(/^events: 0 added, 5 already there$/m);
    });
  });
}
