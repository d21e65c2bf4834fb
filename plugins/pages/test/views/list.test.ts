import { expect } from "chai";
import { anEventView } from "../event-fixtures.ts";
import { fakeRequest } from "../fake-request.ts";
import { calendarOf, pageAt, respondTo, textOf } from "../respond-to.ts";

describe("the list", () => {
  it("shows what is not over, by months, with place and zone", async () => {
    const queries: object[] = [];
    const here = anEventView({ end: "2031-05-06 21:00", place: { name: "Hall", city: "Rome" } });
    const there = anEventView({ start: "2031-06-01 18:00", timezone: "Asia/Kolkata", title: "Far" });
    const page = await pageAt("/events/list/", calendarOf([here, there], {}, queries));
    expect(queries).to.deep.equal([
      {
        strict_dates: "true",
        ends_after: "2031-05-06 10:00:00",
        start_date: "2030-05-05 10:00:00",
        per_page: 10,
        page: "1",
      },
    ]);
    const text = textOf(page);
    expect(text).to.match(/May 2031 .*Tue, May 6, 7:00\sPM – 9:00\sPM Concert Hall , Rome .*June 2031/);
    expect(text).to.match(/Sun, Jun 1, 6:00\sPM IST Far/);
    expect(text).to.include("Times: Europe/Rome (CEST), unless another zone is named");
  });

  it("shows times on the clock of the site where lists go by it", async () => {
    const there = anEventView({ start: "2031-06-01 18:00", timezone: "Asia/Kolkata" });
    const text = textOf(await pageAt("/events/list/", calendarOf([there], { displayZone: "site" })));
    expect(text)
      .to.match(/Sun, Jun 1, 2:30\sPM Concert/)
      .and.to.include("All times: Europe/Rome (CEST)");
  });

  it("says dates of days that last all day, in their own zone, whatever the clock", async () => {
    const event = anEventView({
      start: "2031-05-06 00:00",
      end: "2031-05-08 00:00",
      timezone: "Asia/Tokyo",
      allDay: true,
    });
    for (const displayZone of ["site", "event"] as const) {
      const text = textOf(await pageAt("/events/list/", calendarOf([event], { displayZone })));
      expect(text).to.include("Tue, May 6 – Thu, May 8 Concert");
    }
  });

  it("says the times of days on which the clocks change as they are there", async () => {
    const event = anEventView({ start: "2031-10-26 01:30", end: "2031-10-26 03:30" });
    const page = await pageAt("/events/list/", calendarOf([event]));
    expect(page)
      .to.include('<time datetime="2031-10-25T23:30Z">')
      .and.include('<time datetime="2031-10-26T02:30Z">');
    expect(textOf(page)).to.match(/Sun, Oct 26, 1:30\sAM – 3:30\sAM/);
  });

  it("leads through its pages, with its filters", async () => {
    const events = Array.from({ length: 10 }, (_, id) => anEventView({ id }));
    const page = await pageAt("/events/list/?page=2&search=a+b", calendarOf(events, {}, [], 35));
    expect(page)
      .to.include('rel="prev" href="/events/list/?search=a+b"')
      .and.include('rel="next" href="/events/list/?search=a+b&amp;page=3"');
    expect(textOf(page)).to.include("Page 2 of 4");
  });

  it("shows what is over from the latest to the earliest", async () => {
    const queries: object[] = [];
    const events = Array.from({ length: 10 }, (_, id) => anEventView({ id, title: `Show ${id}` }));
    const page = await pageAt("/events/list/?past=1", calendarOf(events, {}, queries, 25));
    expect(queries).to.have.length(3);
    expect(queries[1]).to.include({ ends_before: "2031-05-06 10:00:00", per_page: 10, page: 2 });
    expect(queries[2]).to.include({ page: 3 });
    const titles = [...page.matchAll(/>(Show \d)</g)].map(([, title]) => title);
    expect(titles.slice(0, 3)).to.deep.equal(["Show 4", "Show 3", "Show 2"]);
    expect(titles).to.have.length(10);
  });

  it("shows images in their sizes, and the first words of what is said", async () => {
    const view = anEventView({
      description: `<p>${"word ".repeat(100)}</p>`,
      cost: { values: ["5 €"], symbol: "€", position: "postfix" },
    });
    const size = (width: number, height: number) => ({
      width,
      height,
      mimeType: "image/jpeg",
      url: `a-${width}.jpg`,
    });
    const image = {
      ...size(1200, 800),
      id: 1,
      author: 1,
      sizes: { medium: size(600, 400), square: size(150, 150) },
      createdUtc: "",
    };
    const page = await pageAt("/events/list/", calendarOf([{ ...view, image }]));
    expect(page).to.include(
      'srcset="https://calendar.example/wp-json/media/a-600.jpg 600w, https://calendar.example/wp-json/media/a-1200.jpg 1200w"',
    );
    expect(page).to.include('width="1200" height="800" alt=""').and.not.include("a-150");
    const listPage = await pageAt(
      "/events/list/",
      calendarOf([{ ...view, image: { ...image, alt: 'A "quay" &lt;b' } }]),
    );
    expect(listPage).to.include('height="800" alt="A &quot;quay&quot; &lt;b"');
    expect(textOf(page))
      .to.match(/(word ){30,40}…|word…/)
      .and.include("5 €");
  });

  for (const [query, name] of [
    ["page=0", "page"],
    ["page=x", "page"],
    ["page=1e3", "page"],
    ["past=maybe", "past"],
    ["featured=some", "featured"],
  ])
    it(`refuses ${query} by name`, async () => {
      const answer = await respondTo(fakeRequest(`/events/list/?${query}`), calendarOf([]));
      expect(answer?.status).to.equal(400);
      expect(answer).to.have.property("text").that.includes(` of ${name} cannot be used.`);
    });

  it("has no pages beyond the last one", async () => {
    expect(
      (await respondTo(fakeRequest("/events/list/?past=1&page=4"), calendarOf([], {}, [], 25)))?.status,
    ).to.equal(404);
  });

  it("says that nothing was found, and leads out of the filters", async () => {
    const page = await pageAt("/events/list/?search=x&featured=1", calendarOf([]));
    expect(textOf(page)).to.include("No events match these filters.");
    expect(page).to.include('href="/events/list/?featured=1" aria-label="Remove the filter Search: x"');
    expect(page).to.include('href="/events/list/?search=x" aria-label="Remove the filter Featured"');
  });
});
