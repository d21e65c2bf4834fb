import { expect } from "chai";
import { ADAPTERS } from "./start-calendar.ts";
import { type Json, type Site, startSite } from "./start-site.ts";

const FAIR = {
  title: "Jazz & Blues",
  description: "<p>By the water.</p>",
  start_date: "2031-05-09 20:00:00",
  end_date: "2031-05-09 23:00:00",
};

const structuredOf = (text: string): readonly Json[] =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? "{}")["@graph"];

const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;

for (const { name, server } of ADAPTERS)
  describe(`pages of records on ${name}`, () => {
    let site: Site;
    before(async () => {
      site = await startSite(server);
    });
    after(() => site.close());

    const add = (json: object = {}): Promise<Json> => site.send("POST", "/events", { ...FAIR, ...json });
    const pageOf = async (record: Json) => site.get(pathOf(record.url));

    it("show an event with its place, its people and what it costs", async () => {
      const event = await add({
        venue: {
          venue: "Town Hall",
          address: "Via Roma 1",
          city: "Rome",
          geo_lat: 41.9,
          geo_lng: 12.5,
          show_map_link: true,
        },
        organizer: { organizer: "The <b>Band</b>", website: "https://band.example/" },
        show_map_link: true,
        ...{ cost: "12 €", website: "https://jazz.example/", categories: ["Music"], tags: ["jazz"] },
      });
      const { status, text, headers } = await pageOf(event);
      expect(status).to.equal(200);
      expect(headers.get("content-security-policy")).to.include("default-src 'none'");
      for (const part of [
        "<title>Jazz &amp; Blues – Events</title>",
        `<link rel="canonical" href="${event.url}">`,
        `<meta property="og:url" content="${event.url}">`,
        "By the water.",
        `href="${event.venue.url}"`,
        `href="${event.organizer[0].url}"`,
        "Via Roma 1<br>Rome",
        "https://www.openstreetmap.org/?mlat=41.9&amp;mlon=12.5#map=17/41.9/12.5",
        'href="https://jazz.example/"',
        "Music</a>",
        "jazz</a>",
      ])
        expect(text).to.include(part);
      expect(structuredOf(text)[0]).to.include({ "@type": "Event", startDate: "2031-05-09T20:00:00+02:00" });
      for (const record of [event.venue, event.organizer[0]]) {
        const page = await pageOf(record);
        expect(page.text)
          .to.include(`href="${event.url}"`)
          .and.to.include(`<link rel="canonical" href="${record.url}">`);
      }
      for (const term of ["/events/category/music/", "/tag/jazz/"]) {
        const page = await site.get(term);
        expect([page.status, page.text.includes(`href="${event.url}"`)]).to.deep.equal([200, true]);
      }
    });

    it("list what is on or comes, and leave out what is over", async () => {
      const today = { start_date: "2031-05-06 11:00:00", end_date: "2031-05-06 13:00:00" };
      const event = await add({ ...today, venue: { venue: "Club" }, categories: ["Dance"] });
      const showsEvent = async (path: string): Promise<boolean> =>
        (await site.get(path)).text.includes(`href="${event.url}"`);
      const pages = [pathOf(event.venue.url), "/events/category/dance/", "/events/list/"];
      expect(await Promise.all(pages.map(showsEvent))).to.deep.equal([true, true, true]);
      const { time } = site.clock;
      site.clock.time = Date.UTC(2031, 4, 6, 11, 30); // It is 13:30 in Rome.
      try {
        expect(await Promise.all(pages.map(showsEvent))).to.deep.equal([false, false, false]);
      } finally {
        site.clock.time = time;
      }
    });

    it("leave out a map link where the record says so", async () => {
      const event = await add({
        show_map_link: false,
        venue: { venue: "Hall", city: "Rome", show_map_link: true },
      });
      expect((await pageOf(event)).text).to.not.include("openstreetmap");
      expect((await pageOf(event.venue)).text).to.include("openstreetmap.org/search?query=Rome");
    });

    it("strike what is called off, and say why", async () => {
      const event = await add({ event_status: "cancelled", status_reason: "Rain <everywhere>" });
      const { text } = await pageOf(event);
      expect(text)
        .to.match(/<h1><s>Jazz &(amp|#038);? ?/)
        .and.to.include("Cancelled")
        .and.to.include("Rain");
      expect(text).to.not.include("<everywhere>");
      expect(structuredOf(text)[0].eventStatus).to.equal("https://schema.org/EventCancelled");
      const later = await add({ title: "Blues", event_status: "postponed" });
      // The page shows the same labels as the lists.
      expect((await pageOf(later)).text)
        .to.include("Postponed")
        .and.not.include("<s>");
    });

    it("say a series in words with its dates, and of an occurrence what series it is of", async () => {
      const series = await add({ recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] } });
      const { text } = await pageOf(series);
      expect(text).to.include("Every week").and.to.include("Next date").and.to.include("Further dates");
      const { events } = await site.send("GET", `/events?series=${series.id}`);
      expect(events).to.have.length(4);
      for (const { url } of events.slice(1)) expect(text).to.include(`href="${url}"`);
      const occurrence = await pageOf(events[1]);
      expect(occurrence.text).to.include(`<link rel="canonical" href="${events[1].url}">`);
      expect(occurrence.text).to.include(`href="${series.url}">All dates of this series`);
      expect(structuredOf(occurrence.text)[0]).to.nested.include({
        ...{ "superEvent.url": series.url, startDate: "2031-05-16T20:00:00+02:00" },
      });
    });

    it("answer what visitors may not see as what is not there", async () => {
      const shown = [await add({ title: "Shown" })];
      const hidden = [
        await add({ title: "Draft", status: "draft" }),
        await add({ title: "Private", status: "private" }),
        await add({ title: "Later", date: "2032-01-01 10:00:00" }),
      ];
      const trashed = await add({ title: "Trashed" });
      await site.send("DELETE", `/events/${trashed.id}`);
      const missing = await site.get("/event/none/");
      expect(missing.status).to.equal(404);
      for (const { id, url, slug } of [...hidden, trashed]) {
        for (const path of [pathOf(url), `/event/${slug || "x"}/`, `/?post_type=tribe_events&p=${id}`]) {
          const page = await site.get(path);
          expect([page.status, page.text], path).to.deep.equal([404, missing.text]);
        }
      }
      expect((await site.get(`/?post_type=tribe_events&p=${shown[0].id}`)).headers.get("location")).to.equal(
        shown[0].url,
      );
      const map = await site.get("/sitemap.xml");
      expect(map.text).to.include(`<loc>${shown[0].url}</loc>`);
      for (const { slug, title } of [...hidden, trashed])
        expect(map.text).to.not.include(`/${slug || title.toLowerCase()}/`);
    });

    it("have pages of events, and none past the last one", async () => {
      const venue = await site.send("POST", "/venues", { venue: "Large hall" });
      for (let day = 10; day < 22; day += 1)
        await add({ venue: venue.id, start_date: `2031-05-${day} 10:00`, end_date: `2031-05-${day} 11:00` });
      const [first, second, third] = await Promise.all(
        ["", "?page=2", "?page=3"].map((query) => site.get(pathOf(venue.url) + query)),
      );
      expect(first?.text).to.include('rel="next" href="/venue/large-hall/?page=2"');
      expect(second?.text).to.include(`<link rel="canonical" href="${venue.url}?page=2">`);
      expect(third?.status).to.equal(404);
      expect((await site.get(`${pathOf(venue.url)}?page=x`)).status).to.equal(404);
    });

    it("names the sitemap to crawlers, and keeps them off the form", async () => {
      const { text, headers } = await site.get("/robots.txt");
      expect(headers.get("content-type")).to.include("text/plain");
      expect(text)
        .to.include(`Sitemap: ${site.origin}/sitemap.xml`)
        .and.to.include("Disallow: /events/submit/");
    });

    it("has nothing to subscribe to without files of events", async () => {
      const event = await add();
      for (const path of [pathOf(event.url), "/events/"]) {
        const { text } = await site.get(path);
        expect(text).to.not.include("webcal:").and.to.not.include("text/calendar");
      }
    });
  });
