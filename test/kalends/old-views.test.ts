import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { firstStore } from "../stores.ts";
import { createPlace, type Environment, type Place, type Served } from "./kalends-process.ts";

const DATES = {
  date: "2030-01-01 10:00:00",
  date_utc: "2030-01-01 10:00:00",
  modified: "2030-01-01 10:00:00",
  modified_utc: "2030-01-01 10:00:00",
};
const TIMES = {
  start_date: "2031-05-06 10:00:00",
  end_date: "2031-05-06 12:00:00",
  utc_start_date: "2031-05-06 10:00:00",
  utc_end_date: "2031-05-06 12:00:00",
  timezone: "UTC",
};
const API = "/wp-json/tribe/events/v1";

/** Writes list pages of an old site that used these paths for views and events. */
const writeSite = (folder: string, base: string, category: string, event: string, other: string): void => {
  const at = (path: string): object => ({
    urls: { self: "", collection: "" },
    url: `https://old.example${path}`,
  });
  const term = (id: number, slug: string, taxonomy: string, path: string) => ({
    ...{ id, slug, name: slug, taxonomy, description: "", parent: 0, count: 1 },
    ...at(path),
  });
  const jazz = term(21, "jazz", "tribe_events_cat", `${base}/${category}/jazz/`);
  const second = term(22, other, "tribe_events_cat", `${base}/${category}/${other}/`);
  const quay = term(23, "quay", "post_tag", "/tag/quay/");
  const record = {
    ...{ ...DATES, ...TIMES, id: 7, global_id: "old.example?id=7", title: "One", slug: "one" },
    ...{ status: "publish", categories: [jazz, second], tags: [quay] },
    ...at(`${event}/one/`),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "categories.json"), JSON.stringify({ categories: [jazz, second] }));
  writeFileSync(join(folder, "tags.json"), JSON.stringify({ tags: [quay] }));
  writeFileSync(join(folder, "events.json"), JSON.stringify({ events: [record] }));
};

for (const store of firstStore)
  describe(`old addresses of views, calendars and feeds, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let served: Served;
    const start = async (
      plugins: string,
      [base, category, event]: readonly [string, string, string],
      other = "rock",
    ): Promise<void> => {
      const environment: Environment = { KALENDS_PLUGINS: plugins };
      place = createPlace(store);
      writeSite(join(place.directory, "site"), base, category, event, other);
      const { code, errors } = await place.run(["import", "site", "--no-images"], environment);
      expect(code, errors).to.equal(0);
      served = await place.serve(environment);
    };
    afterEach(async () => {
      await served.end("SIGTERM");
      await place.clear();
    });

    /** Returns the target if the response is a 301, otherwise the status. */
    const leadsTo = async (path: string): Promise<unknown> => {
      const { status, headers } = await fetch(served.origin + path, { redirect: "manual" });
      return status === 301 ? headers.get("location")?.replace(served.origin, "") : status;
    };

    const VIEWS = [
      ["/list/page/2/", "/events/list/?page=2"],
      ["/page/2", "/events/list/?page=2"],
      ["/2026-12-24/", "/events/day/2026-12-24/"],
      ["/2026-12/", "/events/month/2026-12/"],
      ["/past/", "/events/list/?past=1"],
      ["/past/?search=a%20b", "/events/list/?past=1&search=a+b"],
      ["/featured/", "/events/?featured=1"],
      ["/photo/", "/events/list/"],
      ["/photo/?search=x", "/events/list/?search=x"],
      ["/map/", "/events/list/"],
      ["/summary/", "/events/list/"],
      ["/tag/quay/", "/tag/quay/"],
    ] as const;
    const FEEDS = [
      ["/ical/", "/events/?ical=1"],
      ["/feed/", `${API}/events.rss`],
      ["/tag/quay/ical/", "/events/tag/quay/?ical=1"],
    ] as const;

    it("lead to their counterparts, which are there, with the query that came along", async () => {
      await start("", ["/events", "category", "/event"]);
      for (const [old, to] of [
        ...[...VIEWS, ...FEEDS].map(([path, target]) => [`/events${path}`, target] as const),
        ["/events/category/jazz/list/", "/events/list/?categories=jazz"],
        ["/events/category/music/jazz/month/?search=x", "/events/month/?categories=jazz&search=x"],
        ["/events/category/jazz/2026-12/", "/events/month/2026-12/?categories=jazz"],
        ["/events/tag/quay/list/", "/events/list/?tags=quay"],
        ["/event/one/ical/", "/event/one/?ical=1"],
        ["/events/category/jazz/ical/", "/events/category/jazz/?ical=1"],
        ["/events/category/jazz/feed/", `${API}/categories/21.rss`],
        ["/?post_type=tribe_events&p=7", "/event/one/"],
      ] as const) {
        expect(await leadsTo(old), old).to.equal(to);
        // The list has no second page.
        expect(await leadsTo(to), to).to.equal(to.endsWith("page=2") ? 404 : 200);
      }
      expect(await leadsTo("/events/category/nothing/ical/")).to.equal(404);
      const today = await fetch(`${served.origin}/events/today/?search=x`, { redirect: "manual" });
      expect([today.status, today.headers.get("cache-control")]).to.deep.equal([302, "no-store"]);
      expect(today.headers.get("location")).to.match(/\/events\/day\/\d{4}-\d\d-\d\d\/\?search=x$/);
    });

    it("are no others: pages of records stay, and what is not there is a 404", async () => {
      await start("", ["/events", "category", "/event"], "ical");
      expect(await leadsTo("/events/category/ical/")).to.equal(200);
      for (const path of [
        "/events/category/nothing/list/",
        "/events/tag/nothing/",
        "/event/nothing/ical/",
        "/events/tomorrow/",
        "/somewhere/ical/",
        "/blog/feed/",
      ])
        expect(await leadsTo(path), path).to.equal(404);
      const posted = await fetch(`${served.origin}/events/past/`, { method: "POST", redirect: "manual" });
      expect(posted.status).to.be.within(400, 499);
    });

    it("have the bases that imported addresses show", async () => {
      await start("", ["/termine", "kategorie", "/termin"]);
      for (const [old, to] of [
        ...[...VIEWS, ...FEEDS].map(([path, target]) => [`/termine${path}`, target] as const),
        ["/termine/", "/events/"],
        ["/termine/month/", "/events/month/"],
        ["/termine/kategorie/jazz/list/", "/events/list/?categories=jazz"],
        ["/termine/kategorie/jazz/ical/", "/events/category/jazz/?ical=1"],
        ["/termin/one/ical/", "/event/one/?ical=1"],
      ] as const)
        expect(await leadsTo(old), old).to.equal(to);
      expect(await leadsTo("/anderswo/list/")).to.equal(404);
    });

    it("are in the lists for other servers, those that are always the same in CSV", async () => {
      await start("", ["/termine", "kategorie", "/termin"]);
      const listed = async (format: string, plugins = ""): Promise<readonly string[]> => {
        const command = ["redirects", "--format", format, "--base", "https://new.example"];
        const { code, output, errors } = await place.run(command, { KALENDS_PLUGINS: plugins });
        expect([code, errors]).to.deep.equal([0, ""]);
        return output.trim().split("\n");
      };
      const csv = await listed("csv");
      expect(new Set(csv.map((line) => line.split(",")[0])).size, "each address once").to.equal(csv.length);
      const fixed = [...VIEWS, ...FEEDS].filter(([path]) => !/\?|\d|tag\/quay\/ical/.test(path));
      for (const [old, to] of [
        ...fixed.flatMap(([path, target]) =>
          ["/events", "/termine"].map((base) => [base + path, target] as const),
        ),
        ["/termine/", "/events/"],
        ["/termine/kategorie/jazz/list/", "/events/list/?categories=jazz"],
        ["/termine/kategorie/jazz/month/", "/events/month/?categories=jazz"],
        ["/termine/kategorie/jazz/feed/", `${API}/categories/21.rss`],
        ["/termin/one/ical/", "/event/one/?ical=1"],
        ["/?post_type=tribe_events&p=7", "/event/one/"],
      ] as const)
        if (old !== "/events/tag/quay/")
          expect(csv, old).to.include(`${old.replace(/(?<=.)\/$/, "")},https://new.example${to},301`);
      expect(csv.filter((line) => /today|page|\[0-9]/.test(line))).to.deep.equal([]);
      const nginx = await listed("nginx");
      expect(nginx).to.include(
        '    "~^/termine/(?<kalends_view>[0-9][0-9][0-9][0-9]-[0-9][0-9])$" "https://new.example/events/month/$kalends_view/";',
      );
      expect(nginx).to.include(
        '    "~^/termine/(?:list/)?page/(?<kalends_view>[0-9]+)$" "https://new.example/events/list/?page=$kalends_view";',
      );
      expect((await listed("csv", "@kalends/pages")).filter((line) => /ical|feed/.test(line))).to.deep.equal(
        [],
      );
      const feeds = await listed("csv", "@kalends/icalendar");
      expect(feeds.filter((line) => /past|list|photo/.test(line))).to.deep.equal([]);
      expect(feeds).to.include("/termin/one/ical,https://new.example/event/one/?ical=1,301");
    });

    it("are 404 where the plugin is off that has them", async () => {
      await start("@kalends/pages", ["/termine", "kategorie", "/termin"]);
      for (const [path] of FEEDS)
        for (const base of ["/events", "/termine"])
          expect(await leadsTo(base + path), base + path).to.equal(404);
      expect(await leadsTo("/termin/one/ical/")).to.equal(404);
      await served.end("SIGTERM");
      served = await place.serve({ KALENDS_PLUGINS: "@kalends/icalendar" });
      for (const [path] of VIEWS)
        for (const base of ["/events", "/termine"])
          expect(await leadsTo(base + path), base + path).to.equal(404);
      expect(await leadsTo("/events/today/")).to.equal(404);
      expect(await leadsTo("/event/one/ical/")).to.equal("/event/one/?ical=1");
    });
  });
