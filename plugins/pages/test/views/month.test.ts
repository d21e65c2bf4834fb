import { expect } from "chai";
import { anEventView } from "../event-fixtures.ts";
import { fakeRequest } from "../fake-request.ts";
import { calendarOf, cellOf, pageAt, respondTo, textOf } from "../respond-to.ts";

const MONTH = "/events/month/2031-05/";

describe("the month", () => {
  it("asks once for what is on in its weeks, also for what has begun before", async () => {
    const queries: object[] = [];
    await pageAt(MONTH, calendarOf([], {}, queries));
    expect(queries).to.deep.equal([
      { start_date: "2030-04-26", ends_after: "2031-04-26", end_date: "2031-05-31", per_page: 200 },
    ]);
  });

  it("begins weeks with the day of the language, unless the setting says another one", async () => {
    const firstDays = async (language: string, options = {}): Promise<string | undefined> => {
      const queries: { readonly ends_after?: string }[] = [];
      const present = { ...fakeRequest(MONTH).present, language };
      await pageAt(MONTH, calendarOf([], {}, queries), options, { present } as never);
      return queries[0]?.ends_after;
    };
    // 1 May 2031 is a Thursday. `before` is the day before the first day that the month shows.
    for (const [language, before] of [
      ["en", "2031-04-26"],
      ["en-GB", "2031-04-27"],
      ["de", "2031-04-27"],
      ["fr", "2031-04-27"],
      ["fr-CA", "2031-04-26"],
      ["es", "2031-04-27"],
    ] as const)
      expect(await firstDays(language), language).to.equal(before);
    expect(await firstDays("en", { weekStart: 1 })).to.equal("2031-04-27");
    expect(await firstDays("de", { weekStart: 0 })).to.equal("2031-04-26");
  });

  it("shows an event on its day, with its time", async () => {
    const page = await pageAt(MONTH, calendarOf([anEventView({ end: "2031-05-06 21:00" })]));
    expect(textOf(cellOf(page, "May 6"))).to.match(/^6 Tuesday, May 6, 2031 7:00\sPM Concert$/);
    expect(cellOf(page, "May 6")).to.include('aria-current="date"');
    expect(textOf(cellOf(page, "May 7"))).to.equal("7 Wednesday, May 7, 2031");
  });

  it("escapes what people write", async () => {
    const hostile = anEventView({ place: { city: '"><img src=x onerror=1>' }, slug: "x" });
    const page = await pageAt("/events/week/2031-05-06/?search=%22%3E%3Cscript%3E", calendarOf([hostile]));
    expect(page).not.to.include("<script>").and.not.to.include("<img");
    expect(page).to.include("&quot;&gt;&lt;script&gt;");
  });

  it("shows events of several days on each, and no day that one only ends as it begins", async () => {
    const long = anEventView({ start: "2031-05-09 20:00", end: "2031-05-12 00:00", title: "Festival" });
    const page = await pageAt(MONTH, calendarOf([long]));
    expect(textOf(cellOf(page, "May 9"))).to.include("8:00");
    expect(textOf(cellOf(page, "May 10"))).to.include("Festival (continued)");
    expect(textOf(cellOf(page, "May 11"))).to.include("Festival (continued)");
    expect(textOf(cellOf(page, "May 12"))).not.to.include("Festival");
  });

  it("counts a night to its evening where days begin later", async () => {
    const night = anEventView({ start: "2031-05-07 01:00", end: "2031-05-07 05:00" });
    const page = await pageAt(MONTH, calendarOf([night], { dayCutoff: "06:00" }));
    expect(textOf(cellOf(page, "May 6"))).to.include("Concert");
    expect(textOf(cellOf(page, "May 7"))).not.to.include("Concert");
  });

  it("leads to the day for what there is no room for", async () => {
    const many = Array.from({ length: 7 }, (_, id) => anEventView({ id, title: `Show ${id}` }));
    const cell = cellOf(await pageAt(MONTH, calendarOf(many)), "May 6");
    expect(cell).to.include("Show 3").and.not.to.include("Show 4");
    expect(cell).to.match(
      /<a class="more" href="\/events\/day\/2031-05-06\/" aria-label="3 more events on [^"]*">\+3 more/,
    );
  });

  it("keeps events of several days in one line", async () => {
    const first = anEventView({ id: 1, start: "2031-05-05 10:00", end: "2031-05-07 10:00", title: "One" });
    const second = anEventView({ id: 2, start: "2031-05-06 10:00", end: "2031-05-09 10:00", title: "Two" });
    const page = await pageAt(MONTH, calendarOf([first, second]));
    expect(cellOf(page, "May 8")).to.match(
      /<li class="gap" aria-hidden="true"><\/li><li class="chip long under from to still">/,
    );
    expect(cellOf(page, "May 9")).to.match(/class="gap"/);
  });

  it("strikes what is cancelled and says so in words, as it says what else is not as planned", async () => {
    const statuses = ["cancelled", "postponed", "rescheduled", "moved_online"] as const;
    const events = statuses.map((eventStatus, id) => anEventView({ id, eventStatus, title: `Show ${id}` }));
    const text = textOf(cellOf(await pageAt(MONTH, calendarOf(events)), "May 6"));
    expect(text)
      .to.include("Cancelled Show 0")
      .and.include("Postponed Show 1")
      .and.include("Rescheduled Show 2");
    expect(text).to.include("Moved online Show 3");
    expect(await pageAt(MONTH, calendarOf(events)))
      .to.include("<s>Show 0</s>")
      .and.not.include("<s>Show 1</s>");
  });

  it("marks what is featured and what recurs in words", async () => {
    const occurrence = { seriesId: 1, recurrenceId: "2031-05-06 19:00:00", changes: {} };
    const event = anEventView({ featured: true, occurrence } as Parameters<typeof anEventView>[0]);
    const text = textOf(cellOf(await pageAt(MONTH, calendarOf([event])), "May 6"));
    expect(text).to.include("Featured:").and.include("(Recurring event)");
  });

  it("says how many there are that it does not show", async () => {
    const page = await pageAt(MONTH, calendarOf([anEventView()], { maxPerPage: 1 }, [], 1234));
    expect(textOf(page)).to.include("1,229 further events are not shown here");
  });

  it("keeps crawlers from going on for ever", async () => {
    const empty = await pageAt("/events/month/3031-05/", calendarOf([]));
    expect(empty)
      .to.include('<meta name="robots" content="noindex, nofollow">')
      .and.include('rel="next nofollow"');
    const full = await pageAt(MONTH, calendarOf([anEventView()]));
    expect(full).not.to.include('name="robots"');
    expect(full).to.include('rel="canonical" href="https://calendar.example/events/"');
  });

  for (const [month, previous, next] of [
    ["0001-01", undefined, "0001-02"],
    ["9999-12", "9999-11", undefined],
    ["2032-02", "2032-01", "2032-03"],
  ] as const)
    it(`can show ${month}`, async () => {
      const page = await pageAt(`/events/month/${month}/`, calendarOf([]));
      const ways = [...page.matchAll(/href="\/events\/month\/([\d-]+)\/" aria-label/g)].map(([, way]) => way);
      expect(ways).to.deep.equal([previous, next].filter((way) => way !== undefined));
    });

  for (const path of [
    "month/2031-13",
    "month/0000-01",
    "month/2031-5",
    "week/2031-02-30",
    "day/today",
    "day/2031-05",
  ])
    it(`refuses ${path} by name`, async () => {
      const answer = await respondTo(fakeRequest(`/events/${path}/`), calendarOf([]));
      expect(answer?.status).to.equal(400);
      const [view, date] = path.split("/");
      expect(answer).to.have.property("text").that.includes(`The value “${date}” of ${view} cannot be used.`);
    });
});
