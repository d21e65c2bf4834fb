import type { ListResult, VenueView } from "@kalends/core/interface";
import { anImage, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, SUBSCRIBER } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, callOn, openCalendar, refusal } from "../posts/calendar.ts";
import { venueCalls } from "./venue-calls.ts";

describe("creating venues", () => {
  const calendar = ofEachTest(openCalendar);

  const { create, update } = venueCalls(calendar);

  describe("create", () => {
    it("stores every field, cleaned", async () => {
      const venue = await create({
        venue: "  Pier <script>x</script>& <b>Nine</b> ",
        description: "<p>Old</p><script>x</script>",
        address: "1 <b>Main</b>\n  St ",
        city: "Boston",
        country: "United States",
        state: "MA",
        zip: "02101",
        phone: "555",
        website: "https://a.example/%20x",
        show_map: "false",
        show_map_link: true,
        geo_lat: "42.5",
        geo_lng: -71,
      });
      expect(venue).to.include({
        name: "Pier & <b>Nine</b>",
        description: "<p>Old</p>",
        address: "1 Main St",
        city: "Boston",
        country: "United States",
        state: "MA",
        stateProvince: "MA",
        province: "",
        zip: "02101",
        phone: "555",
        website: "https://a.example/%20x",
        showMap: false,
        showMapLink: true,
        author: 1,
        status: "publish",
      });
      expect(venue.coordinates).to.deep.equal({ lat: 42.5, lng: -71 });
      expect(await calendar.store.venues.find(venue.id)).to.deep.equal(venue);
    });

    it("stores texts in NFC", async () => {
      const { name, city } = await create({ venue: "Cafe\u0301", city: "Ko\u0308ln" });
      expect([name, city]).to.deep.equal(["Caf\u00e9", "K\u00f6ln"]);
    });

    it("shows maps unless told otherwise", async () => {
      const { showMap, showMapLink } = await create({ venue: "Hall" });
      expect([showMap, showMapLink]).to.deep.equal([true, true]);
    });

    const words: readonly (readonly [unknown, boolean])[] = [
      ["1", true],
      ["TRUE", true],
      ["yes", true],
      ["y", true],
      ["on", true],
      ["enable", true],
      ["enabled", true],
      [true, true],
      ["0", false],
      ["", false],
      ["banana", false],
      [false, false],
    ];
    for (const [word, expected] of words) {
      it(`reads the map flag ${JSON.stringify(word)} as ${expected}`, async () => {
        expect((await create({ venue: "Hall", show_map: word })).showMap).to.equal(expected);
      });
    }

    const refused: readonly (readonly [string, object, string])[] = [
      ["an empty name", { venue: "" }, "venue"],
      ["a blank name", { venue: "  " }, "venue"],
      ["the name 0", { venue: "0" }, "venue"],
      ["a number as name", { venue: 12 }, "venue"],
      ["a list as name", { venue: ["Hall"] }, "venue"],
      ["a name of 1,001 characters", { venue: "x".repeat(1001) }, "venue"],
      ["half a character", { venue: "Hall \ud800" }, "venue"],
      ["an unknown author", { author: 99 }, "author"],
      ["an empty author", { author: "" }, "author"],
      ["an author by name", { author: "ann" }, "author"],
      ["an empty date", { date: "" }, "date"],
      ["a date that is none", { date_utc: "garbage" }, "date_utc"],
      ["an unknown status", { status: "bogus" }, "status"],
      ["the trash", { status: "trash" }, "status"],
      ["an empty status", { status: "" }, "status"],
      ["a website without a scheme", { website: "a.example" }, "website"],
      ["an object as detail", { city: { $gt: "" } }, "city"],
      ["an image that does not exist", { image: "12" }, "image"],
      ["a latitude beyond the pole", { geo_lat: 90.5, geo_lng: 0 }, "geo_lat"],
      ["a longitude that is none", { geo_lat: 0, geo_lng: "east" }, "geo_lng"],
      ["a latitude alone", { geo_lat: 5 }, "geo_lng"],
      ["a longitude alone", { geo_lng: 5 }, "geo_lat"],
      ["a longitude beside an empty latitude", { geo_lat: "", geo_lng: 5 }, "geo_lat"],
    ];
    for (const [title, values, name] of refused) {
      it(`refuses ${title} on create and on update, and stores nothing`, async () => {
        const answer = await refusal(create({ venue: "Hall", ...values }));
        expect(answer.code).to.equal("rest_invalid_param");
        expect(Object.keys(answer.problems)).to.deep.equal([name]);
        expect(await calendar.store.ids.last("record")).to.equal(0);
        await calendar.store.venues.save(aVenue({ id: 900 }));
        const changed = await refusal(update(900, values));
        expect(Object.keys(changed.problems)).to.deep.equal([name]);
        expect(await calendar.store.venues.find(900)).to.deep.equal(aVenue({ id: 900 }));
      });
    }

    it("needs a name", async () => {
      const { code, error } = await refusal(create({ city: "Rome" }));
      expect(code).to.equal("rest_missing_callback_param");
      expect(error.details.missing).to.deep.equal(["venue"]);
    });

    it("refuses a name of which cleaning leaves nothing", async () => {
      expect((await refusal(create({ venue: "<script>x</script>" }))).code).to.equal(
        "could-not-create-venue",
      );
    });

    it("is for callers with the right to edit", async () => {
      expect((await refusal(create({ venue: "Hall" }, ANONYMOUS))).code).to.equal("rest_forbidden");
      expect((await refusal(create({ venue: "Hall" }, SUBSCRIBER))).code).to.equal("rest_forbidden");
      expect((await create({ venue: "Hall" }, CONTRIBUTOR)).status).to.equal("draft");
    });

    it("lets only those name another author who may edit others' records", async () => {
      expect((await create({ venue: "A", author: 4 }, EDITOR)).author).to.equal(4);
      expect((await create({ venue: "B", author: 3 }, AUTHOR)).author).to.equal(3);
      expect((await refusal(create({ venue: "C", author: 1 }, AUTHOR))).code).to.equal(
        "rest_cannot_edit_others",
      );
      expect((await calendar.store.venues.findDuplicate("C"))?.id).to.equal(undefined);
    });
  });

  describe("images", () => {
    beforeEach(() => calendar.store.images.save(anImage({ id: 800, url: "https://a.example/b.png" })));

    it("are named by id, stay when they are not sent, and go with an empty text", async () => {
      const { id, imageId } = await create({ venue: "Hall", image: "800" });
      expect(imageId).to.equal(800);
      expect((await update(id, { city: "Rome" })).imageId).to.equal(800);
      expect(await update(id, { image: "" })).not.to.have.property("imageId");
    });

    it("need no right to upload when they are stored already and seen", async () => {
      const unseen = await refusal(create({ venue: "Hall", image: "800" }, CONTRIBUTOR));
      expect(unseen.problems.image?.reason).to.equal("unknown-image");
      await create({ venue: "Barn", image: "800" });
      expect((await create({ venue: "Hall", image: "800" }, CONTRIBUTOR)).imageId).to.equal(800);
    });

    it("are found by their address, for callers who may upload", async () => {
      expect((await create({ venue: "Hall", image: "https://a.example/b.png" })).imageId).to.equal(800);
      const barred = await refusal(create({ venue: "Barn", image: "https://a.example/b.png" }, CONTRIBUTOR));
      expect(barred.problems.image?.reason).to.equal("upload-not-allowed");
    });

    it("cannot be fetched yet", async () => {
      const { problems } = await refusal(create({ venue: "Hall", image: "https://a.example/new.png" }));
      expect(problems.image?.reason).to.equal("image-unreachable");
    });

    it("are shown with the venue", async () => {
      const { operations } = calendar;
      const { venue, image } = await call<VenueView>(
        operations.venues.create,
        { venue: "Hall", image: "800" },
        ADMIN,
      );
      expect(image?.id).to.equal(800);
      const got = await callOn<VenueView>(operations.venues.get, { id: venue.id }, {}, ANONYMOUS);
      expect(got.image?.id).to.equal(800);
      await create({ venue: "Bare" });
      const { items } = await call<ListResult<VenueView>>(operations.venues.list, {}, ANONYMOUS);
      expect(items.map((item) => item.image?.id)).to.deep.equal([undefined, 800]);
    });
  });

  describe("stateprovince", () => {
    const rows: readonly (readonly [object, string])[] = [
      [{ country: "United States", state: "DC", province: "" }, "DC"],
      [{ country: "Canada", state: "", province: "ON" }, "ON"],
      [{ country: "France", state: "", province: "Île-de-France" }, "Île-de-France"],
      [{ country: "Canada", state: "X", province: "" }, ""],
      [{ country: "US", state: "NY", province: "ON" }, "NY"],
      [{ state: "NY" }, "NY"],
      [{ stateprovince: "Sent", state: "NY" }, "Sent"],
      [{}, ""],
    ];
    for (const [values, expected] of rows) {
      it(`of ${JSON.stringify(values)} is "${expected}"`, async () => {
        expect((await create({ venue: "Hall", ...values })).stateProvince).to.equal(expected);
      });
    }

    it("is derived anew on update when one of its sources is sent, from what is then stored", async () => {
      const { id } = await create({ venue: "Hall", country: "US", state: "NY", province: "ON" });
      expect((await update(id, { city: "Rome" })).stateProvince).to.equal("NY");
      expect((await update(id, { country: "Canada" })).stateProvince).to.equal("ON");
      expect((await update(id, { stateprovince: "Mine" })).stateProvince).to.equal("Mine");
      expect((await update(id, { phone: "1" })).stateProvince).to.equal("Mine");
      expect((await update(id, { stateprovince: "" })).stateProvince).to.equal("ON");
    });
  });
});
