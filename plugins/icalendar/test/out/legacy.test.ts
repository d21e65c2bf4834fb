import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { linesOf } from "../a-view.ts";
import { STORAGES, type StartedCalendar, startCalendar, type TestResponse } from "../start-calendar.ts";

const day = (date: string, title: string, more: object = {}) => ({
  title,
  start_date: `${date} 10:00:00`,
  end_date: `${date} 11:00:00`,
  ...more,
});

const titlesIn = ({ text }: Pick<TestResponse, "text">): readonly string[] =>
  linesOf(text)
    .filter((line) => line.startsWith("SUMMARY:"))
    .map((line) => line.slice(8));

for (const store of STORAGES)
  describe(`addresses of the calendar that was here before on ${store}`, () => {
    let started: StartedCalendar;
    let site: string;
    let close: () => Promise<void>;
    before(async () => {
      // The clock of the calendar shows 10 March 2031.
      started = await startCalendar(store);
      const server = createServer((request, response) =>
        started.calendar().website.callback(request, response),
      );
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      close = async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      };
      const mill = { venue: { venue: "Mill" } };
      await started.write("POST", "/events", day("2031-01-05", "January"));
      await started.write("POST", "/events", {
        ...day("2031-02-25", "Long", { end_date: "2031-03-02 10:00:00" }),
      });
      await started.write("POST", "/events", day("2031-03-02", "Early March", { categories: ["Music"] }));
      await started.write("POST", "/events", day("2031-03-12", "Midweek", mill));
      await started.write("POST", "/events", day("2031-04-05", "April", { tags: ["Quay"] }));
      await started.write("POST", "/events", day("2031-04-06", "Draft", { status: "draft" }));
      await started.write(
        "POST",
        "/events",
        day("2030-12-01", "Series", { recurrence: { rules: ["FREQ=MONTHLY"] } }),
      );
    });
    after(async () => {
      await close();
      await started.close();
    });

    const request = async (path: string, headers: Record<string, string> = {}): Promise<TestResponse> => {
      const answer = await fetch(site + path, { headers });
      return { status: answer.status, headers: answer.headers, text: await answer.text(), body: undefined };
    };

    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["/?post_type=tribe_events&ical=1", ["Long", "Early March", "Midweek", "April", "Series"]],
      [
        "/?post_type=tribe_events&ical=1&eventDisplay=list",
        ["Long", "Early March", "Midweek", "April", "Series"],
      ],
      ["/events/?ical=1", ["Long", "Early March", "Midweek", "April", "Series"]],
      ["/?ical=1", ["Long", "Early March", "Midweek", "April", "Series"]],
      ["/?outlook-ical=1&tribe_events_cat=music", ["Early March"]],
      ["/events/list/?outlook-ical=1&tribe-bar-date=2031-03-10", ["Midweek", "April", "Series"]],
      ["/events/month/?ical=1", ["Long", "Early March", "Midweek", "April", "Series"]],
      ["/events/month/2031-03/?ical=1", ["Long", "Early March", "Midweek", "Series"]],
      ["/events/2031-04/?ical=1", ["April", "Series"]],
      ["/?post_type=tribe_events&ical=1&eventDisplay=day&tribe-bar-date=2031-03-12", ["Midweek"]],
      ["/?post_type=tribe_events&ical=1&eventDisplay=week", ["Midweek", "April", "Series"]],
      ["/events/week/2031-03-01/?ical=1", ["Long", "Early March", "Series"]],
      ["/?post_type=tribe_events&ical=1&eventDisplay=past", ["January", "Long", "Early March", "Series"]],
      ["/?post_type=tribe_events&ical=1&tribe-bar-search=april", ["April"]],
      ["/?post_type=tribe_events&ical=1&tribe_events_cat=music", ["Early March"]],
      ["/events/category/music/?ical=1", ["Early March"]],
      ["/events/category/music/list/?ical=1", ["Early March"]],
      ["/tag/quay/?ical=1", ["April"]],
      ["/events/tag/quay/?ical=1", ["April"]],
      ["/venue/mill/?ical=1", ["Midweek"]],
      ["/event/january/?ical=1", ["January"]],
      ["/event/series/2031-04-01/?ical=1", ["Series"]],
    ];
    for (const [path, expected] of cases)
      it(`are answered: ${path}`, async () => {
        const answer = await request(path);
        expect([answer.status, answer.headers.get("content-type")?.toLowerCase()]).to.deep.equal([
          200,
          "text/calendar; charset=utf-8",
        ]);
        expect(titlesIn(answer)).to.deep.equal(expected);
      });

    it("are for calendar programs, not for search engines, as the files of the interface are", async () => {
      const file = await started.get("/events.ics");
      expect(file.headers.get("x-robots-tag")).to.equal("noindex");
      for (const path of ["/events/?ical=1", "/?post_type=tribe_events&ical=1", "/event/january/?ical=1"])
        expect((await request(path)).headers.get("x-robots-tag"), path).to.equal("noindex");
    });

    it("have tags, and names for files", async () => {
      const answer = await request("/venue/mill/?ical=1");
      expect(answer.headers.get("content-disposition")).to.equal('inline; filename="mill.ics"');
      expect(linesOf(answer.text)).to.include("NAME:Mill");
      const etag = answer.headers.get("etag") ?? "";
      expect((await request("/venue/mill/?ical=1", { "if-none-match": etag })).status).to.equal(304);
    });

    it("say what is wrong, and show nothing that visitors may not see", async () => {
      expect((await request("/?post_type=tribe_events&ical=1&tribe-bar-date=2031-02-30")).status).to.equal(
        400,
      );
      expect((await request("/?post_type=tribe_events&ical=1&tribe-bar-date=soon")).status).to.equal(400);
      const unknown = ["/event/draft/", "/event/nothing/", "/venue/nothing/", "/events/category/nothing/"];
      for (const path of unknown) expect((await request(`${path}?ical=1`)).status, path).to.equal(404);
      const elsewhere = [
        "/?ical=0",
        "/?p=1&ical=1",
        "/?post_type=post&ical=1",
        "/?page_id=2&ical=1",
        "/somewhere/?ical=1",
      ];
      for (const path of [...elsewhere, "/events/", "/events/?ical=0"])
        expect((await request(path)).status, path).to.equal(404);
    });

    it("have the tag of what they have on the day", async () => {
      const path = "/events/month/?ical=1";
      const { headers } = await request(path);
      const etag = headers.get("etag") ?? "";
      const again = async (): Promise<number> => (await request(path, { "if-none-match": etag })).status;
      const { time } = started.clock;
      started.clock.time = time + 60_000;
      expect(await again()).to.equal(304);
      // One month later, the events in March are over.
      started.clock.time = time + 31 * 24 * 60 * 60 * 1000;
      const later = await request(path, { "if-none-match": etag });
      expect([later.status, titlesIn(later)]).to.deep.equal([200, ["April", "Series"]]);
      started.clock.time = time;
      expect(await again()).to.equal(304);
    });

    it("lead from news feeds to those that are here", async () => {
      const leadsTo = async (path: string): Promise<unknown> => {
        const { status, headers } = await fetch(site + path, { redirect: "manual" });
        return [status, headers.get("location")];
      };
      const feeds = {
        "/feed/?post_type=tribe_events": "rss",
        "/feed/rss2/?post_type=tribe_events": "rss",
        "/feed/atom/?post_type=tribe_events": "atom",
        "/?feed=rss2&post_type=tribe_events": "rss",
        "/?post_type=tribe_events&feed=atom": "atom",
      };
      for (const [path, extension] of Object.entries(feeds))
        expect(await leadsTo(path), path).to.deep.equal([
          301,
          `${site}/wp-json/tribe/events/v1/events.${extension}`,
        ]);
      for (const path of [
        "/feed/",
        "/feed/?post_type=post",
        "/feed/other/?post_type=tribe_events",
        "/?feed=rss2",
      ])
        expect((await leadsTo(path)) as unknown[], path).to.deep.equal([404, null]);
    });

    it("lead from merged records to their targets", async () => {
      const make = async (venue: string): Promise<number> =>
        Number((await started.write("POST", "/venues", { venue })).id);
      const [target, source] = [await make("New Mill"), await make("Broken Mill")];
      await started.write("POST", `/venues/${target}/merge`, { from: [source] });
      const answer = await fetch(`${site}/venue/broken-mill/?ical=1`, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")?.replace(site, "")]).to.deep.equal([
        301,
        "/venue/new-mill/?ical=1",
      ]);
      expect((await request("/venue/new-mill/?ical=1")).status).to.equal(200);
      const file = await started.get(`/venues/${source}.ics?x=1`);
      expect([file.status, file.headers.get("location")?.replace(started.origin, "")]).to.deep.equal([
        301,
        `/wp-json/tribe/events/v1/venues/${target}.ics?x=1`,
      ]);
    });
  });
