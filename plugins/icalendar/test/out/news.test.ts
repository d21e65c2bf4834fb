import { parseFeed } from "@rowanmanning/feed-parser";
import { expect } from "chai";
import Parser from "rss-parser";
import { STORAGES, type StartedCalendar, startCalendar } from "../start-calendar.ts";

const TIMES = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 11:00:00" };
const HOSTILE = "A & B ]]> \u000b\uffff <b>bold</b> “é” 😀";

for (const store of STORAGES)
  describe(`feeds of news on ${store}`, () => {
    let started: StartedCalendar;
    before(async () => {
      started = await startCalendar(store, {}, { name: "Town & more" });
      const first = await started.write("POST", "/events", {
        ...{
          title: HOSTILE,
          description: `<p>${HOSTILE}</p>`,
          ...TIMES,
          categories: ["Music"],
          tags: ["Quay"],
        },
        venue: { venue: "Mill" },
      });
      expect(first.id).to.be.above(0);
      await started.write("POST", "/events", { title: "A draft", ...TIMES, status: "draft" });
      for (const day of ["11", "12"])
        await started.write("POST", "/events", {
          ...{ title: `Published on ${day}`, ...TIMES, date: `2031-02-${day} 08:00:00` },
        });
    });
    after(() => started.close());

    const titles = ["A & B ]]> bold “é” 😀", "Published on 12", "Published on 11"];

    it("tell what was published last, by two readers of others", async () => {
      for (const extension of ["atom", "rss"]) {
        const { status, text, headers } = await started.get(`/events.${extension}`);
        expect(status).to.equal(200);
        expect(headers.get("content-type")).to.equal(`application/${extension}+xml; charset=utf-8`);
        const read = await new Parser().parseString(text);
        expect(read.title).to.equal("Town & more");
        expect(read.items.map(({ title }) => title?.replace(/\s+/g, " "))).to.deep.equal(titles);
        const other = parseFeed(text);
        expect(other.title).to.equal("Town & more");
        expect(other.items).to.have.length(3);
        for (const { id, url, published } of other.items) {
          expect(id).to.match(/^urn:uuid:/);
          expect(url).to.match(/\/event\//);
          expect(published).to.be.instanceOf(Date);
        }
        expect(other.items[0]?.content).to.include("Mill").and.to.include("<b>bold</b>");
        expect(other.items[1]?.published?.toISOString()).to.equal("2031-02-12T07:00:00.000Z");
        expect(other.items[0]?.categories.map(({ label, term }) => label ?? term)).to.deep.equal([
          "Music",
          "Quay",
        ]);
      }
    });

    it("are JSON, too", async () => {
      const { body, headers } = await started.get("/events.feed.json");
      expect(headers.get("content-type")).to.equal("application/feed+json; charset=utf-8");
      expect(body).to.include({ version: "https://jsonfeed.org/version/1.1", title: "Town & more" });
      expect(body.feed_url).to.equal(`${started.origin}/wp-json/tribe/events/v1/events.feed.json`);
      expect(body.items.map((item: { title: string }) => item.title)).to.have.length(3);
      expect(body.items[0]).to.include({ date_published: "2031-03-10T14:30:00Z" });
    });

    it("take the filters of lists, and stay the same while nothing changes", async () => {
      const { text, headers } = await started.get("/events.rss?tags=quay");
      expect(text.match(/<item>/g)).to.have.length(1);
      const again = await started.get("/events.rss?tags=quay", {
        headers: { "if-none-match": headers.get("etag") ?? "" },
      });
      expect(again.status).to.equal(304);
      expect((await started.get("/events.atom?tags=nothing")).status).to.equal(400);
      const empty = parseFeed((await started.get("/events.atom?search=nowhere")).text);
      expect([empty.items.length, empty.title]).to.deep.equal([0, "Town & more"]);
    });
  });
