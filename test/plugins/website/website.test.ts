import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { firstStore } from "../../stores.ts";
import { type SamplePages, samplePages } from "./sample-pages.ts";

const fair = (id: number, title: string) =>
  anEvent({ id, title, slug: `fair-${id}`, start: "2031-04-01 10:00:00", utcStart: "2031-04-01 14:00:00" });

for (const store of firstStore) {
  describe(`pages of plugins on ${store.name}`, () => {
    let sample: SamplePages;
    let calendar: StartedCalendar;
    beforeEach(async () => {
      sample = samplePages();
      calendar = await startCalendar(store, {
        plugins: [sample.plugin],
        locales: ["fr"],
        cacheStaleness: 0,
      });
      await calendar.store.events.save(fair(1, "Fair & more"));
    });
    afterEach(() => calendar.close());

    it("are shown with what visitors may see", async () => {
      await calendar.store.events.save({ ...fair(2, "Draft"), status: "draft" });
      const list = await calendar.get("//list/");
      expect(list.status).to.equal(200);
      expect(list.text).to.equal(`<li><a href="${calendar.origin}/event/fair-1/">1</a>`);
      const page = await calendar.get("//event/fair-1/");
      expect(page.text).to.equal("<h1>Fair &#038; more</h1>");
      expect((await calendar.get("//event/fair-2/")).status).to.equal(403);
    });

    it("are shown anew after each write, and as they were in between", async () => {
      const { headers } = await calendar.get("//list/");
      const etag = headers.etag ?? "";
      const known = await calendar.get("//list/", { headers: { "if-none-match": etag } });
      expect([known.status, known.text]).to.deep.equal([304, ""]);
      expect(known.headers["x-request-id"]).to.be.a("string").and.not.equal(headers["x-request-id"]);
      const written = await calendar.post("/events", {
        as: "administrator",
        json: {
          title: "Another",
          status: "publish",
          start_date: "2031-05-01 10:00",
          end_date: "2031-05-01 12:00",
        },
      });
      expect(written.status).to.equal(201);
      const changed = await calendar.get("//list/", { headers: { "if-none-match": etag } });
      expect(changed.status).to.equal(200);
      expect(changed.text).to.contain("/event/another/");
    });
  });
}
