import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type EventReader, readEvent } from "@kalends/element/internals";
import { expect } from "chai";

const FIXTURE = fileURLToPath(new URL("../../../fixtures/reference-site/events.json", import.meta.url));

/** Substitute for the HTML parser of browsers. */
const toText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .trim();

const reader: EventReader = { toText, language: "en-US", timezone: undefined, base: "https://site.example/" };

const anEvent = (members: Readonly<Record<string, unknown>> = {}) =>
  readEvent(
    {
      title: "Concert",
      start_date: "2031-05-06 19:00:00",
      end_date: "2031-05-06 21:00:00",
      utc_start_date: "2031-05-06 23:00:00",
      utc_end_date: "2031-05-07 01:00:00",
      timezone: "America/New_York",
      ...members,
    },
    reader,
  );

describe("events that the element reads", () => {
  it("are all those that a server of this interface has recorded", () => {
    const { events } = JSON.parse(readFileSync(FIXTURE, "utf8")) as { readonly events: readonly unknown[] };
    const read = events.map((event) => readEvent(event, reader));
    expect(read).to.not.include(undefined);
    expect(read[0]).to.deep.include({
      title: "Event 0 Concert",
      url: "https://calendar.example/event/event-0-concert/",
      website: undefined,
      start: "2026-11-21 08:00:00",
      status: "scheduled",
      isRecurring: false,
      isFeatured: true,
      venue: "Venue 0",
      address: "0 Main St, 10001 New York, United States",
      organizers: ["Organizer 0"],
      categories: ["Cat 0", "Cat 3"],
      cost: "Free",
      image: undefined,
      excerpt: "About concert",
    });
  });

  it("need nothing but a title and a date", () => {
    const event = readEvent({ title: "Bare", start_date: "2031-05-06 19:00:00" }, reader);
    expect(event).to.deep.include({ end: "2031-05-06 19:00:00", venue: "", url: undefined, organizers: [] });
    expect(anEvent({ venue: [], organizer: [], image: false, categories: "x" })).to.deep.include({
      venue: "",
      organizers: [],
      image: undefined,
      categories: [],
    });
    expect(anEvent({ venue: [{ venue: "First" }, { venue: "Second" }] })?.venue).to.equal("First");
  });

  it("are left out where they have no date that can be shown", () => {
    const wrong = [undefined, "", "soon", "2031-02-30 10:00:00", "2031-05-06 25:00:00", 7];
    expect(
      wrong.map((start_date) => anEvent({ start_date })).filter((event) => event !== undefined),
    ).to.deep.equal([]);
    expect(
      [null, [], "x", 7].map((json) => readEvent(json, reader)).some((event) => event !== undefined),
    ).to.equal(false);
  });

  it("have the credit, the license and the focal point of their image", () => {
    const imageOf = (members: object) =>
      anEvent({ image: { url: "https://site.example/a.jpg", ...members } })?.image;
    expect(imageOf({ credit: "Ada <b>A</b>", license: "CC BY", focal_point: { x: 0.52, y: 1 } })).to.include({
      ...{ credit: "Ada A", license: "CC BY", licenseUrl: undefined },
    });
    expect(imageOf({ focal_point: { x: 0.52, y: 1 } })?.focus).to.deep.equal({ x: 50, y: 100 });
    expect(imageOf({ license: "https://example.org/by" })?.licenseUrl).to.equal("https://example.org/by");
    const names = [
      "javascript:alert(1)",
      "//example.org",
      "ftp://example.org",
      "https://a.example@b.example/",
    ];
    for (const license of [...names, "", 7])
      expect(imageOf({ license })?.licenseUrl, String(license)).to.equal(undefined);
    for (const focal_point of [{ x: 2, y: 0 }, { x: "0", y: 0 }, { x: 1 }, [], "x", null, { x: -1, y: 0 }])
      expect(imageOf({ focal_point })?.focus, JSON.stringify(focal_point)).to.equal(undefined);
  });

  it("have plain texts and addresses that one may follow", () => {
    const event = anEvent({
      title: "Brass &amp; <b>Bells</b>",
      url: "javascript:alert(1)",
      website: "data:text/html,x",
      image: {
        alt: "A & B",
        url: "javascript:x",
        sizes: { medium: { url: "/m.jpg", width: 300, height: "2" } },
      },
    });
    expect(event).to.deep.include({ title: "Brass & Bells", url: undefined, website: undefined });
    // Texts are stored as HTML with entities.
    expect(anEvent({ status_reason: "Rain &amp; snow" })?.statusReason).to.equal("Rain & snow");
    expect(event?.image).to.deep.equal({
      url: "https://site.example/m.jpg",
      alt: "A & B",
      ...{ credit: "", license: "", licenseUrl: undefined, focus: undefined },
      width: 300,
      height: undefined,
    });
    expect(anEvent({ title: "<img src=x onerror=alert(1)>" })?.title).to.equal(
      "<img src=x onerror=alert(1)>",
    );
    expect(anEvent({ title: "" })?.title).to.equal("–");
  });

  it("say how they are", () => {
    const statuses = [
      "scheduled",
      "cancelled",
      "postponed",
      "rescheduled",
      "moved_online",
      "unheard of",
      undefined,
    ];
    expect(statuses.map((event_status) => anEvent({ event_status })?.status)).to.deep.equal([
      "scheduled",
      "cancelled",
      "postponed",
      "rescheduled",
      "movedOnline",
      "scheduled",
      "scheduled",
    ]);
  });

  it("are at their own times, or at those of a zone; days are the same everywhere", () => {
    expect(anEvent()?.start).to.equal("2031-05-06 19:00:00");
    const json = anEvent()?.json;
    const tokyo = { ...reader, timezone: "Asia/Tokyo" };
    expect(readEvent(json, tokyo)).to.include({ start: "2031-05-07 08:00:00", end: "2031-05-07 10:00:00" });
    expect(readEvent({ ...json, all_day: true }, tokyo)).to.include({
      start: "2031-05-06 19:00:00",
      zone: undefined,
    });
    expect(readEvent({ ...json, utc_start_date: undefined }, tokyo)?.start).to.equal("2031-05-06 19:00:00");
    // The element shows the times of the server, whose time zone data may be newer than that of the browser.
    const moved = {
      ...json,
      timezone: "Asia/Tokyo",
      utc_start_date: "2031-05-06 09:00:00",
      timezone_abbr: "+10",
    };
    for (const chosen of [reader, tokyo])
      expect(readEvent(moved, chosen)).to.deep.include({ start: "2031-05-06 19:00:00", zone: "+10" });
    const manual = anEvent({ timezone: "UTC+5:30", utc_start_date: "2031-05-06 13:30:00" });
    expect(["UTC+5:30", undefined]).to.include(manual?.zone);
  });
});
