import type { Image } from "@kalends/core";
import type { EventView } from "@kalends/core/interface";
import { presentEvent, presentOrganizer, presentVenue } from "@kalends/http/internals";
import { anEvent, anImage, anOrganizer, aVenue, STATUSES } from "@kalends/storage-contract";
import { expect } from "chai";
import { aPresentation } from "./a-presentation.ts";

const PLAIN = aPresentation();

const eventView = (fields: Partial<EventView> = {}): EventView => ({
  event: anEvent({ id: 412, slug: "jazz" }),
  organizers: [],
  categories: [],
  tags: [],
  ...fields,
});

const TIMES = {
  date: "2029-12-01 12:00:00",
  date_utc: "2029-12-01 12:00:00",
  modified: "2029-12-02 12:00:00",
  modified_utc: "2029-12-02 12:00:00",
};

describe("public addresses", () => {
  for (const status of [...STATUSES, "archived", "in-review"]) {
    const isPublic = ["publish", "private", "archived"].includes(status);
    it(`of what is ${status} ${isPublic ? "name its slug" : "name its id"}`, () => {
      const event = anEvent({ id: 5, status, slug: "a" });
      const venue = aVenue({ id: 6, status, slug: "b" });
      const organizer = anOrganizer({ id: 7, status, slug: "%e6%97%a5" });
      const site = "https://calendar.example";
      expect([
        presentEvent(eventView({ event }), PLAIN).url,
        presentVenue({ venue }, PLAIN).url,
        presentOrganizer({ organizer }, PLAIN).url,
      ]).to.deep.equal(
        isPublic
          ? [`${site}/event/a/`, `${site}/venue/b/`, `${site}/organizer/%e6%97%a5/`]
          : [
              `${site}/?post_type=tribe_events&p=5`,
              `${site}/?post_type=tribe_venue&p=6`,
              `${site}/?post_type=tribe_organizer&p=7`,
            ],
      );
    });
  }
});

describe("presentEvent", () => {
  it("shows its own address where no website was ever set, an empty text where it was emptied", () => {
    const website = (text?: string): unknown => {
      const event = anEvent({ id: 412, slug: "jazz", ...(text !== undefined && { website: text }) });
      return presentEvent(eventView({ event }), PLAIN).website;
    };
    expect(website()).to.equal("https://calendar.example/event/jazz/");
    expect(website("")).to.equal("");
    expect(website("https://a.example/?a=1&b=2")).to.equal("https://a.example/?a=1&amp;b=2");
  });

  it("keeps every member when there is nothing to show", () => {
    const event = anEvent({ id: 412, slug: "", title: "", status: "draft", dateUtc: "0000-00-00 00:00:00" });
    const members = presentEvent(eventView({ event: { ...event, author: 0 } }), PLAIN);
    expect(Object.keys(members)).to.have.length(42);
    expect(members).to.deep.include({
      author: "0",
      date_utc: "0000-00-00 00:00:00",
      title: "",
      description: "",
      excerpt: "",
      slug: "",
      image: false,
      cost: "",
      cost_details: { currency_symbol: "", currency_code: "", currency_position: "", values: [] },
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
      custom_fields: [],
    });
  });

  it("tells the parts of a date with leading zeros", () => {
    const event = anEvent({ start: "0987-01-02 03:04:05" });
    expect(presentEvent(eventView({ event }), PLAIN).start_date_details).to.deep.equal({
      year: "0987",
      month: "01",
      day: "02",
      hour: "03",
      minutes: "04",
      seconds: "05",
    });
  });
});

describe("presentVenue", () => {
  const base = { id: 77, status: "publish", ...TIMES, url: "https://calendar.example/venue/pier/" };
  const ids = { global_id: "calendar.example?id=77", global_id_lineage: ["calendar.example?id=77"] };

  it("shows all that it has", () => {
    const details = {
      address: "Molo 9",
      city: "Genova",
      country: "Italy",
      province: "GE",
      state: "LI",
      zip: "16126",
      phone: "+39",
      website: "https://pier9.example/?a&b",
    };
    const venue = aVenue({
      id: 77,
      author: 3,
      slug: "pier",
      name: "Pier & Nine",
      description: "Old.\n\nNew.",
      excerpt: "Short",
      stateProvince: "LI",
      coordinates: { lat: 44.4, lng: 8.9 },
      showMapLink: false,
      ...details,
    });
    expect(presentVenue({ venue, image: anImage({ id: 9 }) }, PLAIN)).to.deep.equal({
      ...base,
      ...ids,
      ...details,
      author: "3",
      venue: "Pier &#038; Nine",
      description: "<p>Old.</p>\n<p>New.</p>",
      excerpt: "<p>Short</p>",
      slug: "pier",
      image: {
        url: "https://calendar.example/wp-json/media/2030/01/image-9.jpg",
        id: 9,
        extension: "jpg",
      },
      stateprovince: "LI",
      geo_lat: 44.4,
      geo_lng: 8.9,
      show_map: true,
      show_map_link: false,
    });
  });

  // rules/venues-organizers.md#zero-detail
  it("leaves out what is empty or 0", () => {
    const venue = aVenue({
      id: 77,
      author: 0,
      slug: "pier",
      name: "0",
      address: "0",
      zip: "0",
      phone: "0",
      website: "0",
      showMap: false,
    });
    expect(presentVenue({ venue }, PLAIN)).to.deep.equal({
      ...base,
      ...ids,
      slug: "pier",
      show_map: false,
      show_map_link: true,
    });
  });
});

describe("presentOrganizer", () => {
  const base = {
    id: 81,
    status: "publish",
    ...TIMES,
    url: "https://calendar.example/organizer/blue/",
    slug: "blue",
    global_id: "calendar.example?id=81",
    global_id_lineage: ["calendar.example?id=81", "old.example?id=2"],
  };
  const fields = { id: 81, slug: "blue", lineage: ["old.example?id=2"] };

  it("shows all that it has, and an image of which little is known", () => {
    const details = { phone: "1", website: "https://o.example/?a&b", email: "a@o.example" };
    const texts = { name: "Ann's <b>Band</b>", description: "x", excerpt: "y" };
    const organizer = anOrganizer({ ...fields, ...details, ...texts, author: 3 });
    const image = anImage({ id: 9, url: "https://cdn.example/picture?size=9.5" });
    expect(presentOrganizer({ organizer, image }, PLAIN)).to.deep.equal({
      ...base,
      ...details,
      author: "3",
      organizer: "Ann's <b>Band</b>",
      description: "<p>x</p>",
      excerpt: "<p>y</p>",
      image: { url: "https://cdn.example/picture?size=9.5", id: 9 },
    });
  });

  it("leaves out what is empty or 0", () => {
    const organizer = anOrganizer({ ...fields, author: 0, name: "", phone: "0" });
    expect(presentOrganizer({ organizer }, PLAIN)).to.deep.equal(base);
  });
});

describe("images", () => {
  it("have sizes with what is known of each", () => {
    const thumbnail = { width: 150, height: 100, mimeType: "image/png", url: "a/b-150.png" };
    const image: Image = {
      ...anImage({ id: 9, url: "a/b.PNG" }),
      width: 300,
      height: 200,
      fileSize: 9_000,
      alt: "A quay",
      sizes: { thumbnail, medium: { ...thumbnail, fileSize: 900 } },
    };
    const size = {
      width: 150,
      height: 100,
      "mime-type": "image/png",
      url: "https://calendar.example/wp-json/media/a/b-150.png",
    };
    expect(presentEvent(eventView({ image }), PLAIN).image).to.deep.equal({
      url: "https://calendar.example/wp-json/media/a/b.PNG",
      id: 9,
      extension: "PNG",
      width: 300,
      height: 200,
      filesize: 9_000,
      sizes: { thumbnail: size, medium: { ...size, filesize: 900 } },
      alt: "A quay",
    });
  });
});
