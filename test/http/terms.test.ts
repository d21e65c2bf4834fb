import { expect } from "chai";
import { type StartedCalendar, servedStores, startCalendar } from "./start-calendar.ts";

for (const store of servedStores) {
  describe(`categories and tags on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let base: string;

    beforeEach(async () => {
      calendar = await startCalendar(store, { perPage: 2 });
      base = calendar.namespace;
    });
    afterEach(() => calendar.close());

    const create = async (path: string, json: object): Promise<number> => {
      const { status, text, body } = await calendar.post(path, { as: "editor", json });
      expect(status, text).to.equal(201);
      return body.id;
    };

    const comparisons: readonly (readonly [name: string, slug: string])[] = [
      ["5 < 6 > 4", "5-6-4"],
      ["5 <b>bold</b> 4", "5-bold-4"],
      ["1 <> 2 <= 3", "1-2-3"],
    ];
    for (const [name, slug] of comparisons) {
      it(`makes ${slug} of ${name} for terms, venues, organizers and events alike`, async () => {
        const requests: readonly (readonly [path: string, json: object])[] = [
          ["/categories", { name }],
          ["/tags", { name }],
          ["/venues", { venue: name, status: "publish" }],
          ["/organizers", { organizer: name, status: "publish" }],
          ["/events", { title: name, start_date: "2031-05-01", end_date: "2031-05-01", status: "publish" }],
        ];
        for (const [path, json] of requests) {
          const { text, body } = await calendar.post(path, { as: "editor", json });
          expect(body.slug, text).to.equal(slug);
        }
      });
    }

    it("shows a category with its place in the tree", async () => {
      const music = await create("/categories", { name: "Music" });
      const jazz = await create("/categories", { name: "R&B", slug: "r-and-b", parent: music });
      const { status, body } = await calendar.get(`/categories/${jazz}`);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        id: jazz,
        count: 0,
        description: "",
        name: "R&amp;B",
        slug: "r-and-b",
        taxonomy: "tribe_events_cat",
        parent: music,
        meta: [],
        url: `${calendar.origin}/events/category/music/r-and-b/`,
        urls: {
          self: `${base}/categories/${jazz}`,
          collection: `${base}/categories`,
          up: `${base}/categories/${music}`,
        },
      });
    });

    it("shows a tag without a parent", async () => {
      const { body } = await calendar.post("/tags", { as: "editor", form: { name: "late" } });
      expect(body).to.deep.equal({
        id: body.id,
        count: 0,
        description: "",
        name: "late",
        slug: "late",
        taxonomy: "post_tag",
        meta: [],
        url: `${calendar.origin}/tag/late/`,
        urls: { self: `${base}/tags/${body.id}`, collection: `${base}/tags` },
      });
    });

    it("tells the id of the term that is in the way", async () => {
      const id = await create("/tags", { name: "late" });
      const { status, body } = await calendar.post("/tags", { as: "editor", json: { name: "LATE" } });
      expect([status, body.code]).to.deep.equal([400, "term_exists"]);
      expect(body.data).to.deep.equal({ status: 400, term_id: id });
    });

    it("has no parents for tags and no slug of another", async () => {
      const music = await create("/categories", { name: "Music" });
      const tag = await calendar.post("/tags", { as: "editor", json: { name: "x", parent: music } });
      expect([tag.status, tag.body.code]).to.deep.equal([400, "rest_taxonomy_not_hierarchical"]);
      const art = await create("/categories", { name: "Art" });
      const taken = await calendar.send("PATCH", `/categories/${art}`, {
        as: "editor",
        json: { slug: "music" },
      });
      expect([taken.status, taken.body.code]).to.deep.equal([400, "duplicate_term_slug"]);
    });

    it("updates by every method and deletes for good", async () => {
      const id = await create("/categories", { name: "Music" });
      for (const method of ["POST", "PUT", "PATCH"]) {
        const { status, body } = await calendar.send(method, `/categories/${id}`, {
          as: "editor",
          json: { description: method },
        });
        expect(status).to.equal(200);
        expect(body).to.include({ description: method, name: "Music", slug: "music" });
      }
      const deleted = await calendar.send("DELETE", `/categories/${id}`, { as: "editor" });
      expect(deleted.status).to.equal(200);
      expect(deleted.body).to.include({ id, name: "Music" });
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const { status, body } = await calendar.send(method, `/categories/${id}`);
        expect([status, body.code]).to.deep.equal([400, "rest_invalid_param"]);
        expect(body.data.params).to.have.property("id");
      }
    });

    it("lists by name, page by page, and past the end", async () => {
      for (const name of ["b", "A", "c"]) await create("/tags", { name });
      const first = await calendar.get("/tags?hide_empty=false");
      expect(first.body.tags.map(({ name }: { name: string }) => name)).to.deep.equal(["A", "b"]);
      expect(first.body).to.include({
        rest_url: `${base}/tags/?hide_empty=false`,
        next_rest_url: `${base}/tags/?hide_empty=false&page=2`,
        total: 3,
        total_pages: 2,
      });
      expect(first.headers).to.include({ "x-tec-total": "3", "x-tec-totalpages": "2" });
      const past = await calendar.get("/tags?hide_empty=false&page=9");
      expect(past.status).to.equal(200);
      expect(past.body.tags).to.deep.equal([]);
      expect(past.body.previous_rest_url).to.equal(`${base}/tags/?hide_empty=false&page=8`);
      expect((await calendar.get("/tags")).body).to.include({ total: 0, rest_url: `${base}/tags/` });
    });

    it("narrows to the children of a category and to the terms of an event", async () => {
      const music = await create("/categories", { name: "Music" });
      const jazz = await create("/categories", { name: "Jazz", parent: music });
      const { body: event } = await calendar.post("/events", {
        as: "editor",
        json: {
          title: "x",
          start_date: "2031-05-01",
          end_date: "2031-05-01",
          categories: [jazz],
          tags: "late",
        },
      });
      const ids = async (path: string): Promise<readonly number[]> =>
        Object.values((await calendar.get(path)).body)
          .filter(Array.isArray)
          .flat()
          .map(({ id }) => id);
      expect(await ids(`/categories?parent=${music}`)).to.deep.equal([jazz]);
      expect(await ids("/categories?parent=0")).to.deep.equal([music]);
      expect(await ids(`/categories?event=${event.id}`)).to.deep.equal([jazz]);
      expect(await ids(`/tags?post=${event.id}`)).to.deep.equal([event.tags[0].id]);
      expect(await ids(`/categories?include=${jazz},${music}&orderby=include`)).to.deep.equal([jazz, music]);
    });
  });
}
