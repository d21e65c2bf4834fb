import { expect } from "chai";
import { cellOf, textOf } from "../respond-to.ts";
import { ADAPTERS, EDITOR, type StartedCalendar, startCalendar } from "../start-calendar.ts";

for (const { name, server } of ADAPTERS)
  describe(`pages of a calendar on ${name}`, () => {
    let started: StartedCalendar;
    before(async () => {
      started = await startCalendar(server, {}, { locales: ["de"], maxPerPage: 10 });
      const { as } = started.calendar;
      const add = (title: string, start: string, more: object = {}) =>
        as(EDITOR).events.create({ title, start_date: start, end_date: start, ...more });
      const { venue } = await as(EDITOR).venues.create({ venue: "Old <Hall> & Co", city: "Rome" });
      await add("Open & <script>alert(1)</script> air", "2031-05-06 19:00:00", {
        categories: ["Music"],
        venue: venue.id,
        cost: "5 €",
      });
      await add("Fair", "2031-04-20 10:00:00", { end_date: "2031-05-09 18:00:00", tags: ["Town"] });
      await add("Call", "2031-05-07 09:00:00", { timezone: "Asia/Kolkata", featured: true });
      await add("Holiday", "2031-05-08", { end_date: "2031-05-08", all_day: true });
      await add("Weekly", "2031-05-12 18:00:00", { recurrence: { rules: ["FREQ=WEEKLY;COUNT=3"] } });
      await add("Off", "2031-05-13 18:00:00", { event_status: "cancelled" });
      await add("Draft", "2031-05-06 20:00:00", { status: "draft" });
      await add("Private", "2031-05-06 20:00:00", { status: "private" });
      await add("Hidden", "2031-05-06 20:00:00", { hide_from_listings: true });
      for (let hour = 10; hour < 22; hour += 1) await add(`Run ${hour}`, `2031-07-01 ${hour}:00:00`);
    });
    after(() => started.close());

    it("shows a month of single, long and recurring events", async () => {
      const page = await started.page("/events/month/2031-05/");
      expect(textOf(cellOf(page, "May 6"))).to.match(/Fair \(continued\) 7:00\sPM Open/);
      expect(textOf(cellOf(page, "May 7"))).to.match(/9:00\sAM IST ★ Featured: Call/);
      expect(textOf(cellOf(page, "May 8"))).to.include("Holiday");
      for (const day of ["May 12", "May 19", "May 26"])
        expect(textOf(cellOf(page, day))).to.include("Weekly ↻ (Recurring event)");
      expect(cellOf(page, "May 13")).to.include("Cancelled").and.include("<s>Off</s>");
      expect(textOf(cellOf(page, "May 10"))).not.to.include("Fair");
    });

    for (const path of ["month/2031-05/", "week/2031-05-06/", "day/2031-05-06/", "list/", "list/?past=1", ""])
      it(`shows no visitor what is not public at /events/${path}`, async () => {
        const page = await started.page(`/events/${path}`);
        expect(page).not.to.match(/Draft|Private|Hidden/);
        expect(page).not.to.include("<script>");
      });

    it("shows a week by its days, and a day with all that is on", async () => {
      const week = textOf(await started.page("/events/week/2031-05-06/"));
      expect(week).to.match(/Tue, May 6 .*All day Fair 7:00\sPM Open/);
      const day = await started.page("/events/day/2031-05-09/");
      expect(textOf(day)).to.include("Fair").and.not.include("Holiday");
      expect(day).to.include("<h1>Friday, May 9, 2031</h1>");
      const other = textOf(await started.page("/events/day/2031-05-06/"));
      expect(other).to.match(/Apr 20, .* – .*May 9, .* Fair 7:00\sPM Open/);
    });

    it("shows everything of a busy month, in several portions", async () => {
      const page = textOf(await started.page("/events/day/2031-07-01/"));
      for (let hour = 10; hour < 22; hour += 1) expect(page).to.include(`Run ${hour}`);
      expect(cellOf(await started.page("/events/month/2031-07/"), "July 1")).to.include("+8 more");
    });

    it("narrows by each filter as the interface does", async () => {
      const venue = /name="venue"[\s\S]*?value="(\d+)"/.exec(await started.page("/events/list/"))?.[1];
      for (const query of [
        "search=open",
        "categories=music",
        `venue=${venue}`,
        "search=open&categories=Music",
      ]) {
        const text = await started.page(`/events/list/?${query}`);
        expect(text, query).to.include("Open").and.not.include(">Weekly<");
      }
      expect(await started.page("/events/month/2031-05/?featured=1"))
        .to.include("Call")
        .and.not.include(">Weekly<");
      expect(await started.page("/events/month/2031-05/?tags=town"))
        .to.include("Fair")
        .and.not.include(">Weekly<");
    });

    for (const [query, parameter] of [
      ["categories=unknown", "categories"],
      ["venue=x", "venue"],
      ["organizer=999999", "organizer"],
      ["tags=", undefined],
    ] as const)
      it(`answers ${query} ${parameter === undefined ? "as if it were not there" : "with a page that names it"}`, async () => {
        const answer = await started.request(`/events/month/2031-05/?${query}`);
        expect(answer.status).to.equal(parameter === undefined ? 200 : 400);
        if (parameter !== undefined)
          expect(await answer.text()).to.include(` of ${parameter} cannot be used`);
      });

    it("lists pages, and none beyond the last one", async () => {
      const [first, second] = await Promise.all([
        started.page("/events/list/"),
        started.page("/events/list/?page=2"),
      ]);
      expect(first).to.include("Open").and.include("?page=2");
      expect(second).not.to.include("Open");
      expect((await started.request("/events/list/?page=99")).status).to.equal(404);
    });

    it("speaks German below /de, with links that stay there", async () => {
      const page = await started.page("/de/events/month/2031-05/");
      expect(page)
        .to.include('<html lang="de">')
        .and.include("<h1>Mai 2031</h1>")
        .and.include('href="/de/events/month/2031-06/"');
      expect(textOf(cellOf(page, "6. Mai"))).to.include("19:00 Open");
    });

    for (const month of ["0001-01", "9999-12"])
      it(`answers for ${month}`, async () => {
        expect(await started.page(`/events/month/${month}/`)).to.include("There are no events this month.");
      });

    it("revalidates, answers HEAD without a body, and refuses POST", async () => {
      const answer = await started.request("/events/month/2031-05/");
      const tag = answer.headers.get("etag") ?? "";
      const again = await started.request("/events/month/2031-05/", { headers: { "if-none-match": tag } });
      expect(again.status).to.equal(304);
      const head = await started.request("/events/month/2031-05/", { method: "HEAD" });
      expect([head.status, await head.text(), head.headers.get("etag")]).to.deep.equal([200, "", tag]);
      const post = await started.request("/events/month/2031-05/", {
        method: "POST",
        body: new URLSearchParams({ a: "1" }),
      });
      expect([post.status, post.headers.get("allow")]).to.deep.equal([405, "GET, HEAD"]);
    });

    it("shows what has changed at once", async () => {
      const { as } = started.calendar;
      expect(await started.page("/events/day/2031-08-01/")).not.to.include("New one");
      const { event } = await as(EDITOR).events.create({
        title: "New one",
        start_date: "2031-08-01 10:00:00",
        end_date: "2031-08-01 11:00:00",
      });
      expect(await started.page("/events/day/2031-08-01/")).to.include("New one");
      await as(EDITOR).events.remove(event.id);
      expect(await started.page("/events/day/2031-08-01/")).not.to.include("New one");
    });
  });
