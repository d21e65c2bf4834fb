import { expect } from "chai";
import { firstStore } from "../stores.ts";
import type { Body } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const TEMPLATES = {
  eventUrl: "/termine/{year}/{slug}/",
  venueUrl: "https://places.example/{id}",
  organizerUrl: "/who/{slug}",
  categoryUrl: "/about/{path}/",
  tagUrl: "/t/{id}-{slug}",
};

const FAIR = {
  title: "Frühlings-Fest",
  status: "publish",
  start_date: "2031-05-01 10:00",
  end_date: "2031-05-01 12:00",
  venue: { venue: "Mill", status: "publish" },
  organizer: { organizer: "Ann", status: "publish" },
};

for (const store of firstStore) {
  describe(`addresses of pages on ${store.name}`, () => {
    let calendar: StartedCalendar;
    beforeEach(async () => {
      calendar = await startCalendar(store, TEMPLATES);
    });
    afterEach(() => calendar.close());

    const create = async (json: object): Promise<Body> => {
      const { status, body } = await calendar.post("/events", { as: "administrator", json });
      expect(status, JSON.stringify(body)).to.equal(201);
      return body;
    };

    it("are those of the templates, wherever a record is shown", async () => {
      const music = (await calendar.post("/categories", { as: "administrator", json: { name: "Music" } }))
        .body;
      const { body: jazz } = await calendar.post("/categories", {
        as: "administrator",
        json: { name: "Jazz", parent: music.id },
      });
      expect(jazz.url).to.equal(`${calendar.origin}/about/music/jazz/`);
      const { body: tag } = await calendar.post("/tags", { as: "administrator", json: { name: "Loud" } });
      expect(tag.url).to.equal(`${calendar.origin}/t/${tag.id}-loud`);
      const { id, venue } = await create(FAIR);
      const url = `${calendar.origin}/termine/2031/${"fruhlings-fest"}/`;
      for (const path of [`/events/${id}`, "/events/by-slug/fruhlings-fest"]) {
        const { body } = await calendar.get(path);
        expect([body.url, body.website, body.json_ld.url]).to.deep.equal([url, url, url]);
        expect(body.venue.url).to.equal(`https://places.example/${venue.id}`);
        expect(body.organizer[0].url).to.equal(`${calendar.origin}/who/ann`);
      }
      for (let time = 0; time < 2; time += 1)
        expect((await calendar.get("/events")).body.events[0].url).to.equal(url);
      expect((await calendar.get("/venues")).body.venues[0].url).to.equal(
        `https://places.example/${venue.id}`,
      );
    });

    it("name drafts by their ids, and records of dry runs not at all", async () => {
      const draft = await create({ ...FAIR, status: "draft" });
      expect(draft.url).to.equal(`${calendar.origin}/?post_type=tribe_events&p=${draft.id}`);
      const { body } = await calendar.post("/events", {
        as: "administrator",
        json: { ...FAIR, dry_run: true },
      });
      expect(JSON.stringify(body.venue.url)).not.to.contain("-1").and.not.to.contain("-2");
      expect(body.id).to.equal(null);
    });

    it("are a 404 with the address of the JSON, whatever there is", async () => {
      await create(FAIR);
      await create({ ...FAIR, title: "Secret", status: "draft" });
      const texts = new Set<string>();
      for (const slug of ["fruhlings-fest", "secret", "missing"]) {
        const { status, body, text } = await calendar.get(`//termine/2031/${slug}/`);
        const address = `${calendar.namespace}/events/by-slug/${slug}`;
        expect([status, body.code, body.data]).to.deep.equal([
          404,
          "rest_no_route",
          { status, rest_url: address },
        ]);
        expect(body.message).to.contain(address);
        texts.add(text.replaceAll(slug, ""));
      }
      expect(texts.size).to.equal(1);
      for (const [path, rest] of [
        ["//event/nothing", "/events/by-slug/nothing"],
        ["//who/ann", "/organizers/by-slug/ann"],
        ["//t/7-x", "/tags/7"],
        ["//about/music/jazz/", "/events?categories=jazz"],
        ["//?post_type=tribe_venue&p=7", "/venues/7"],
        ["//elsewhere", undefined],
      ] as const)
        expect((await calendar.get(path)).body.data?.rest_url, path).to.equal(
          rest && calendar.namespace + rest,
        );
    });
  });
}
