import { ROLE_CAPABILITIES } from "@kalends/core";
import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, openCalendar, refusal } from "./calendar.ts";

describe("creating an event", () => {
  const calendar = ofEachTest(() => openCalendar({ site: { timezone: "America/New_York" } }));
  beforeEach(async () => {
    await calendar.store.ids.reserve("record", 100);
    await calendar.store.images.save(anImage({ id: 50, url: "https://media.example/a.jpg" }));
  });

  it("declares the fields of the interface, in its order", () => {
    const { parameters } = calendar.operations.events.create;
    expect(Object.keys(parameters)).to.deep.equal([
      "author",
      "date",
      "date_utc",
      "title",
      "description",
      "slug",
      "excerpt",
      "status",
      "timezone",
      "all_day",
      "start_date",
      "end_date",
      "recurrence",
      "event_status",
      "status_reason",
      "previous_start_date",
      "image",
      "cost",
      "website",
      "show_map",
      "show_map_link",
      "hide_from_listings",
      "sticky",
      "featured",
      "categories",
      "tags",
      "venue",
      "organizer",
      "external_ids",
      "dry_run",
    ]);
    const required = Object.entries(parameters).filter(([, parameter]) => parameter.required);
    expect(required.map(([name]) => name)).to.deep.equal(["title", "start_date", "end_date"]);
    const defaults = Object.entries(parameters).filter(([, parameter]) => parameter.default !== undefined);
    expect(defaults.map(([name, parameter]) => [name, parameter.default])).to.deep.equal([
      ["all_day", false],
      ["recurrence", null],
      ["website", null],
      ["categories", null],
      ["tags", null],
      ["venue", null],
      ["organizer", null],
      ["external_ids", null],
      ["dry_run", false],
    ]);
  });

  it("needs title and dates, all told together, before anything else is looked at", async () => {
    for (const by of [ADMIN, ANONYMOUS]) {
      expect(await refusal(calendar.create({ website: "bad" }, by))).to.deep.equal({
        code: "rest_missing_callback_param",
      });
    }
  });

  it("makes a published event of the caller, now, with nothing but what was said", async () => {
    const { event, ...shown } = await calendar.createEvent();
    expect(event).to.deep.equal({
      id: 101,
      author: 1,
      status: "publish",
      slug: "an-event",
      date: "2031-03-10 10:30:00",
      dateUtc: "2031-03-10 14:30:00",
      modified: "2031-03-10 10:30:00",
      modifiedUtc: "2031-03-10 14:30:00",
      title: "An event",
      description: "",
      excerpt: "",
      schedule: {
        start: "2031-05-01 10:00:00",
        end: "2031-05-01 12:00:00",
        utcStart: "2031-05-01 14:00:00",
        utcEnd: "2031-05-01 16:00:00",
        timezone: "America/New_York",
        abbreviation: "EDT",
        allDay: false,
      },
      cost: { values: [], symbol: "", position: "" },
      showMap: false,
      showMapLink: false,
      hideFromListings: false,
      sticky: false,
      featured: false,
      categoryIds: [],
      tagIds: [],
      organizerIds: [],
      lineage: [],
      extensions: {},
    });
    expect(shown).to.deep.equal({ organizers: [], categories: [], tags: [], adjustments: [] });
    expect(await calendar.store.events.find(101)).to.deep.equal(event);
  });

  it("stores all it is told", async () => {
    const { event, image } = await calendar.createEvent({
      title: "  Cafe\u0301 night ",
      description: "<p>Hi<script>x()</script> there</p>",
      excerpt: " <em>Short</em> ",
      slug: "My Custom Slug!",
      image: "50",
      website: "https://jazz.example/a?b=1&c=<2>",
      show_map: true,
      show_map_link: "1",
      hide_from_listings: "TRUE",
      sticky: 1,
      featured: "true",
    });
    expect(event).to.deep.include({
      title: "Caf\u00e9 night",
      description: "<p>Hi there</p>",
      excerpt: "<em>Short</em>",
      slug: "my-custom-slug",
      imageId: 50,
      website: "https://jazz.example/a?b=1&c=2",
      showMap: true,
      showMapLink: true,
      hideFromListings: true,
      sticky: true,
      featured: true,
    });
    expect(image?.id).to.equal(50);
  });

  it("keeps HTML as it is for those who may write anything", async () => {
    const description = "<p><script>x()</script></p>";
    const trusted = {
      ...ADMIN,
      capabilities: new Set([...ROLE_CAPABILITIES.administrator, "unfiltered_html" as const]),
    };
    expect((await calendar.createEvent({ description }, trusted)).event.description).to.equal(description);
    expect((await calendar.createEvent({ description }, AUTHOR)).event.description).to.equal("<p></p>");
  });

  it("takes any address with a scheme and a host for a website", async () => {
    for (const website of [
      "http://localhost:8080/x?y#z",
      "ftp://files.example",
      "https://ann:secret@jazz.example/",
      "http://[2001:db8::1]:80/",
    ]) {
      expect((await calendar.createEvent({ website })).event.website).to.equal(website);
    }
  });

  it("takes an empty website as never set", async () => {
    expect((await calendar.createEvent({ website: "" })).event).to.not.have.property("website");
    expect((await calendar.createEvent({ website: null })).event).to.not.have.property("website");
  });

  const refused: readonly (readonly [field: string, reason: string, values: readonly unknown[]])[] = [
    ["author", "unknown-user", ["", "editor", 99, 0, -1]],
    ["date", "not-a-date", ["", "garbage"]],
    ["date_utc", "not-a-date", ["", "garbage"]],
    ["title", "empty", ["", "0", "   "]],
    ["title", "not-a-string", [42, true]],
    ["title", "too-long", ["x".repeat(1001)]],
    ["description", "not-a-string", [5]],
    ["description", "empty", ["0"]],
    ["description", "too-long", ["x".repeat(100_001)]],
    ["excerpt", "too-long", ["x".repeat(100_001)]],
    ["slug", "empty", ["", "0"]],
    ["slug", "not-a-string", [7]],
    ["status", "unknown-status", ["", "bogus", "trash", "auto-draft", "inherit", "any"]],
    ["timezone", "not-a-time-zone", ["foo", "UTCfoo", "UTC+15", "x"]],
    ["all_day", "not-a-boolean", ["", "banana", "yes", 2]],
    ["start_date", "not-a-date", ["", "x", "not a date"]],
    ["start_date", "not-a-string", [1935489600]],
    ["end_date", "not-a-date", ["", "x"]],
    ["image", "unknown-image", ["999", "101", "nonsense"]],
    [
      "website",
      "not-a-url",
      [
        "foo",
        "www.example.com",
        "/relative",
        "javascript:alert(1)",
        "http://exa mple.com",
        "http://",
        "http://a@",
        "http://[x]",
      ],
    ],
    ["show_map", "not-a-boolean", ["", "yes", "banana"]],
    ["show_map_link", "not-a-boolean", ["", "yes"]],
    ["hide_from_listings", "not-a-boolean", ["", "yes"]],
    ["sticky", "not-a-boolean", ["", "yes"]],
    ["featured", "not-a-boolean", ["", "yes"]],
    ["categories", "too-long", ["x".repeat(1001)]],
    ["categories", "not-a-scalar", [[["a"]], [{ id: 1 }]]],
    ["tags", "not-a-scalar", [[["a"]], [{ id: 1 }], [true]]],
  ];
  for (const [field, reason, values] of refused) {
    it(`refuses ${field}: ${reason}`, async () => {
      for (const value of values) {
        expect(await refusal(calendar.createEvent({ [field]: value })), String(value)).to.deep.equal(
          invalid({ [field]: reason }),
        );
        expect(await calendar.store.events.readAfter(0, 10)).to.deep.equal([]);
      }
    });
  }

  it("tells all wrong parameters together", async () => {
    const body = { title: "", start_date: "x", end_date: "y", timezone: "bad", website: "bad" };
    expect((await refusal(calendar.create(body))).reasons).to.have.all.keys(Object.keys(body));
  });

  it("refuses a title of which nothing remains", async () => {
    expect(await refusal(calendar.createEvent({ title: "<script>alert(1)</script>" }))).to.deep.equal(
      invalid({ title: "empty" }),
    );
  });

  describe("its publication date", () => {
    it("is read on the site's clock, or in UTC", async () => {
      const local = await calendar.createEvent({ date: "2025-05-05 05:05:05", timezone: "Asia/Tokyo" });
      expect(local.event).to.include({ date: "2025-05-05 05:05:05", dateUtc: "2025-05-05 09:05:05" });
      const utc = await calendar.createEvent({ date_utc: "2025-05-05 05:05:05" });
      expect(utc.event).to.include({ date: "2025-05-05 01:05:05", dateUtc: "2025-05-05 05:05:05" });
    });

    it("schedules what lies a minute ahead, and publishes what does not", async () => {
      const at = (date_utc: string, status: string) => calendar.createEvent({ date_utc, status });
      expect((await at("2031-03-10 14:31:00", "publish")).event.status).to.equal("future");
      expect((await at("2031-03-10 14:30:59", "future")).event.status).to.equal("publish");
      expect((await at("2040-01-01 00:00:00", "draft")).event.status).to.equal("draft");
      expect((await at("2040-01-01 00:00:00", "private")).event.status).to.equal("private");
    });

    it("floats for drafts and reviews without one", async () => {
      for (const status of ["draft", "pending"]) {
        expect((await calendar.createEvent({ status })).event).to.include({
          date: "2031-03-10 10:30:00",
          dateUtc: "0000-00-00 00:00:00",
          modifiedUtc: "2031-03-10 14:30:00",
        });
      }
    });
  });
});
