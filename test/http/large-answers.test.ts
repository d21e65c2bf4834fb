import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Body } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

/** Text of the maximum length. */
const LONG = "ü long text ".repeat(8000);
const COUNT = 30;
const ALL = "?per_page=50&start_date=2000-01-01&end_date=2100-01-01";

for (const store of stores) {
  describe(`lists of long texts on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store);
      for (let id = 1; id <= COUNT; id += 1) {
        const texts = { description: `${LONG}${id}`, excerpt: `${id}${LONG}` };
        await calendar.store.events.save(anEvent({ id, slug: `event-${id}`, status: "publish", ...texts }));
      }
      await calendar.store.ids.reserve("record", COUNT);
    });
    after(() => calendar.close());

    it("have the records of shorter pages, all of them", async () => {
      const { body, headers } = await calendar.get(`/events${ALL}`);
      expect(Number(headers["content-length"])).to.be.above(COUNT * 180_000);
      expect(headers["x-tec-total"]).to.equal(String(COUNT));
      const paged: unknown[] = [];
      for (let page = 1; page <= COUNT / 2; page += 1) {
        const part = await calendar.get(`/events${ALL.replace("50", "2")}&page=${page}`);
        paged.push(...part.body.events);
      }
      expect(body.events).to.deep.equal(paged);
      expect(body).to.include({ total: COUNT, total_pages: 1 });
    });

    it("are not sent again to who has them, and are tagged anew with any change", async () => {
      const tags = new Set<string | undefined>();
      const tagOf = async (query = ALL): Promise<string> => {
        const head = await calendar.send("HEAD", `/events${query}`);
        expect(head.status).to.equal(200);
        tags.add(head.headers.etag);
        return head.headers.etag ?? "";
      };
      const tag = await tagOf();
      const full = await calendar.get(`/events${ALL}`);
      expect(full.headers.etag).to.equal(tag);
      const known = await calendar.get(`/events${ALL}`, { headers: { "if-none-match": tag } });
      expect([known.status, known.text]).to.deep.equal([304, ""]);
      await tagOf(`${ALL}&_fields=events.description,events.excerpt`);
      await tagOf(`${ALL}&_fields=events.description`);
      await tagOf(ALL.replace("50", "25"));
      const { status } = await calendar.send("PATCH", "/events/7", {
        as: "administrator",
        json: { sticky: true },
      });
      expect(status).to.equal(200);
      await tagOf();
      expect(tags.size).to.equal(5);
    });

    it("reach many who ask at once", async () => {
      const one = await calendar.get(`/events${ALL}`);
      const all = await Promise.all(Array.from({ length: 12 }, () => calendar.get(`/events${ALL}`)));
      expect(all.every(({ text }) => text === one.text)).to.equal(true);
    });

    it("are answered to writes, too", async () => {
      const answer = await calendar.send("PUT", "/events/3", {
        as: "administrator",
        json: {
          description: LONG,
          excerpt: LONG,
          organizer: Array.from({ length: 5 }, (_, n) => ({
            organizer: `Club ${n}`,
            description: LONG.slice(0, 80_000),
          })),
        },
      });
      expect(answer.status, answer.text.slice(0, 200)).to.equal(200);
      expect(answer.body.organizer).to.have.length(5);
      const { body } = await calendar.get("/events/3");
      for (const name of ["description", "excerpt"]) expect(body[name]).to.equal(answer.body[name]);
      const textsOf = (event: Body): string[] => event.organizer.map((one: Body) => one.description);
      expect(textsOf(body)).to.deep.equal(textsOf(answer.body));
    });
  });
}
