import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderTitle } from "@kalends/http/internals";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { findHarm } from "../harmless-html.ts";
import { firstStore } from "../stores.ts";
import { importPage, PUBLISHED } from "./import-page.ts";
import { createPlace, type Place } from "./kalends-process.ts";

const POST = { ...PUBLISHED, author: "1" };
const EVENT = {
  ...POST,
  title: "Fair",
  timezone: "Europe/Rome",
  start_date: "2031-05-01 18:00:00",
  end_date: "2031-05-01 20:00:00",
  utc_start_date: "2031-05-01 16:00:00",
  utc_end_date: "2031-05-01 18:00:00",
};

for (const store of firstStore) {
  describe(`texts that an import brings along, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    it("leaves out times that no calendar has", async () => {
      const cases = {
        start_date: "2031-99-99 99:99:99",
        date: "2031-02-31 10:00:00",
        date_utc: "9999-99-99 00:00:00",
      };
      const events = Object.entries(cases).map(([name, value], index) => ({
        ...EVENT,
        id: 10 + index,
        [name]: value,
      }));
      const { code, errors, output } = await importPage(place, { events, venues: [] });
      expect(code).to.equal(0);
      expect(output).to.include("events: 3 added, 0 already there");
      for (const [index, name] of Object.keys(cases).entries()) {
        expect(errors).to.match(
          new RegExp(`record ${index}: ${name} is not a date and time, and is left out`),
        );
      }
    });

    it("takes over drafts that have no date in UTC", async () => {
      const none = "0000-00-00 00:00:00";
      const { code, errors } = await importPage(place, {
        events: [{ ...EVENT, id: 10, status: "draft", date_utc: none, modified_utc: none }],
      });
      expect(code, errors).to.equal(0);
      expect(await place.onStore(({ events }) => events.find(10))).to.include({
        dateUtc: none,
        modifiedUtc: none,
      });
    });

    it("lets no event end before it starts", async () => {
      const end = { end_date: "2031-05-01 17:00:00", utc_end_date: "2031-05-01 15:00:00" };
      const { code, errors } = await importPage(place, { events: [{ ...EVENT, id: 10, ...end }] });
      expect(code, errors).to.equal(0);
      expect((await place.onStore(({ events }) => events.find(10)))?.schedule).to.include({
        end: EVENT.start_date,
        utcEnd: EVENT.utc_start_date,
      });
    });

    // rules/choices.md#import-values
    it("takes over whether events take place, as far as it is said in words that are known here", async () => {
      const moved = { event_status: "rescheduled", previous_start_date: "2031-04-24 18:00:00" };
      const others = [
        { event_status: "canceled", previous_start_date: "2031-04-24 18:00:00" },
        { event_status: { slug: "x" }, status_reason: 7 },
        { event_status: "rescheduled", status_reason: "x".repeat(2000), previous_start_date: "later" },
      ];
      const { code, errors } = await importPage(place, {
        events: [{ ...moved, status_reason: "<b>Rain</b> & wind" }, ...others].map((status, index) => ({
          ...EVENT,
          ...status,
          id: 10 + index,
        })),
      });
      expect(code, errors).to.equal(0);
      const stored = await place.onStore(({ events }) => events.findMany([10, 11, 12, 13]));
      const said = stored.map(({ eventStatus, statusReason, previousStart }) => [
        eventStatus,
        statusReason,
        previousStart,
      ]);
      expect(said).to.deep.equal([
        ["rescheduled", "Rain & wind", "2031-04-24 18:00:00"],
        [undefined, undefined, undefined],
        [undefined, "7", undefined],
        ["rescheduled", undefined, undefined],
      ]);
    });

    it("cleans names, details and descriptions as those that are sent", async () => {
      const script = "<script>alert(1)</script>";
      await importPage(place, {
        venues: [
          {
            ...POST,
            id: 3,
            venue: `Hall ${script}`,
            address: `${script}Main\n Road <img src=x>1`,
            city: "<b",
          },
        ],
        organizers: [
          {
            ...POST,
            id: 4,
            organizer: "&lt;script&gt;alert(1)&lt;/script&gt;Ann",
            email: `${script}a@b.example`,
          },
        ],
        tags: [{ id: 5, name: "Tag", slug: "tag", description: `Hi${script}` }],
      });
      await place.onStore(async ({ venues, organizers, terms }) => {
        expect(await venues.find(3)).to.include({ name: "Hall", address: "Main Road 1", city: "&lt;b" });
        expect(await organizers.find(4)).to.include({ name: "Ann", email: "a@b.example" });
        expect((await terms.findMany([5]))[0]).to.include({ description: "Hi" });
      });
    });

    it("takes over nothing that runs, however often it is encoded, and no website that ends an attribute", async () => {
      const encode = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      const once = '<a href="javascript&#58;alert(1)">x</a>';
      const texts = [once, encode(once), encode(encode(once)), once.replace("&", "&amp;")];
      const website = "https://a.example/'onclick='alert(1)";
      const { code, errors } = await importPage(place, {
        events: texts.map((text, index) => ({
          ...EVENT,
          id: 10 + index,
          title: text,
          excerpt: text,
          website,
        })),
        venues: texts.map((text, index) => ({
          ...POST,
          id: 20 + index,
          venue: text,
          description: text,
          website,
        })),
      });
      expect(code, errors).to.equal(0);
      await place.onStore(async ({ events, venues }) => {
        for (const [index, text] of texts.entries()) {
          const [event, venue] = [await events.find(10 + index), await venues.find(20 + index)];
          for (const stored of [event?.title, event?.excerpt, venue?.name, venue?.description]) {
            expect(findHarm(renderTitle(stored ?? "")), `${stored} of ${text}`).to.deep.equal([]);
          }
          expect([event?.website, venue?.website]).to.deep.equal([
            "https://a.example/%27onclick=%27alert(1)",
            "https://a.example/%27onclick=%27alert(1)",
          ]);
        }
      });
    });

    it("takes over no address or name of an image that ends an attribute or begins a tag", async () => {
      const hostile = `https://a.example/a.png"onerror="alert(1)'`;
      const image = {
        id: 9,
        url: hostile,
        sizes: { "<img src=x>big": { url: `${hostile}b`, "mime-type": "<img src=x>image/png" } },
      };
      const { errors } = await importPage(place, {
        venues: [
          { ...POST, id: 3, venue: "Odd", image },
          { ...POST, id: 4, venue: "Odder", global_id: "a.example?id=4<script>" },
        ],
      });
      expect(errors)
        .to.include("record 1: global_id has markup")
        .and.not.match(/record 0: (?!the image)/);
      const stored = await place.onStore(({ images }) => images.find(9));
      const address = "https://a.example/a.pngonerror=alert(1)%27";
      expect(stored).to.include({ url: address, sourceUrl: address });
      expect(stored?.sizes).to.deep.equal({
        big: { width: 0, height: 0, mimeType: "image/png", url: `${address}b` },
      });
    });

    it("leaves out values that a record can be without, with a note, and puts a scheme before names of hosts", async () => {
      const image = { id: 9, url: "javascript:alert(1)" };
      const websites = {
        "example.com": "http://example.com",
        "//www.example.com/a?b=1": "http://www.example.com/a?b=1",
        "café.example:8080": "http://café.example:8080",
        "https://a.example/": "https://a.example/",
        "javascript:alert(1)": "",
        "ann@a.example": "",
        "our page": "",
        localhost: "",
      };
      const venues = [
        { ...POST, id: 3, venue: "Far", geo_lat: 91, geo_lng: 0, website: "example.com" },
        { ...POST, id: 4, venue: "Odd", image, website: "none yet" },
        { ...POST, id: 5, venue: " " },
      ];
      const events = Object.keys(websites).map((website, index) => ({
        ...{ ...EVENT, id: 10 + index, website },
        venue: venues[index % 3],
      }));
      const { code, output, errors } = await importPage(place, { events, venues });
      expect(code).to.equal(0);
      expect(output).to.include("events: 8 added").and.include("venues: 3 added, 0 already there");
      expect(errors).to.include(
        "record 0: geo_lat and geo_lng are not a place on Earth, and are left out: 91, 0",
      );
      expect(errors).to.include("image.url is not a web address, and is left out: javascript:alert(1)");
      expect(errors).to.include("website is not a web address, and is left out: our page");
      expect(errors).to.include('venue is empty: "#5" is used instead');
      const opened = await place.open();
      const stored = await opened.events.findMany(events.map(({ id }) => id));
      expect(stored.map(({ website }) => website)).to.deep.equal(Object.values(websites));
      expect(stored.map(({ venueId }) => venueId)).to.deep.equal([3, 4, 5, 3, 4, 5, 3, 4]);
      expect((await opened.venues.find(3))?.website).to.equal("http://example.com");
      expect(await opened.images.find(9)).to.equal(undefined);
      await opened.close();
      expect((await importPage(place, { events, venues })).output).to.include(
        "events: 0 added, 8 already there",
      );
    });

    it("reports times of an archive that no calendar has", async () => {
      await place.onStore(({ events }) => events.save(anEvent({ id: 20 })));
      await place.run(["export", "archive"]);
      const file = join(place.directory, "archive", "events.jsonl");
      const event = JSON.parse(readFileSync(file, "utf8"));
      const changed = [
        { ...event, date: "2031-02-31 10:00:00" },
        { ...event, schedule: { ...event.schedule, start: "2031-99-99 99:99:99" } },
        { ...event, dateUtc: "0000-00-00 00:00:00" },
      ];
      writeFileSync(file, changed.map((record) => `${JSON.stringify(record)}\n`).join(""));
      const { output, errors } = await place.run(["import", "archive"], await place.storage("second"));
      expect(errors).to.include("record 0: the member date ").and.include("record 1: the member schedule ");
      expect(output).to.include("events: 1 added");
    });
  });
}
