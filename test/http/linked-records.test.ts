import { expect } from "chai";
import { type StartedCalendar, servedStores, startCalendar } from "./start-calendar.ts";

const KINDS = [
  { name: "venue", collection: "/venues", details: { city: "Genova", phone: "1" } },
  { name: "organizer", collection: "/organizers", details: { email: "a@b.example", phone: "1" } },
] as const;

for (const store of servedStores) {
  for (const { name, collection, details } of KINDS) {
    describe(`${collection} on ${store.name}`, () => {
      let calendar: StartedCalendar;

      beforeEach(async () => {
        calendar = await startCalendar(store, { perPage: 2 });
      });
      afterEach(() => calendar.close());

      const flags = name === "venue" ? { show_map: true, show_map_link: true } : {};

      it("creates a record that shows only what it has", async () => {
        const { status, body } = await calendar.post(collection, {
          as: "editor",
          json: { [name]: "Pier & Nine", ...details, website: "", description: null },
        });
        expect(status).to.equal(201);
        expect(body).to.deep.equal({
          id: body.id,
          author: String(calendar.users.get("editor")),
          status: "publish",
          date: "2031-03-10 10:30:00",
          date_utc: "2031-03-10 14:30:00",
          modified: "2031-03-10 10:30:00",
          modified_utc: "2031-03-10 14:30:00",
          url: `${calendar.origin}/${name}/pier-nine/`,
          [name]: "Pier &#038; Nine",
          slug: "pier-nine",
          ...details,
          ...flags,
          global_id: `127.0.0.1?id=${body.id}`,
          global_id_lineage: [`127.0.0.1?id=${body.id}`],
        });
      });

      it("answers 201 with the record that has the name already", async () => {
        const first = await calendar.post(collection, { as: "editor", json: { [name]: "Twice" } });
        const second = await calendar.post(collection, {
          as: "editor",
          form: { [name]: "TWICE", phone: "2" },
        });
        expect(second.status).to.equal(201);
        expect(second.body).to.include({ id: first.body.id, [name]: "Twice", phone: "2" });
      });

      it("reads by id and by slug, with structured data", async () => {
        const { id } = (
          await calendar.post(collection, { as: "editor", json: { [name]: "Ann", ...details } })
        ).body;
        const byId = await calendar.get(`${collection}/${id}`);
        expect(byId.status).to.equal(200);
        expect(byId.body.json_ld).to.include({ name: "Ann", telephone: "1" });
        expect((await calendar.get(`${collection}/by-slug/ann`)).text).to.equal(byId.text);
      });

      it("answers 400 for what it does not know, naming id or slug", async () => {
        const event = await calendar.post("/events", {
          as: "editor",
          json: { title: "x", start_date: "2031-05-01", end_date: "2031-05-01" },
        });
        for (const [path, parameter] of [
          [`${collection}/0`, "id"],
          [`${collection}/999`, "id"],
          [`${collection}/${event.body.id}`, "id"],
          [`${collection}/by-slug/none`, "slug"],
        ] as const) {
          for (const method of ["GET", "PATCH", "DELETE"]) {
            const { status, body } = await calendar.send(method, path, { as: "editor" });
            expect([status, body.code], `${method} ${path}`).to.deep.equal([400, "rest_invalid_param"]);
            expect(body.data).to.have.nested.property(`params.${parameter}`);
            expect(body.data.details).to.deep.equal([]);
          }
        }
      });

      it("updates what is sent; an empty text removes the member", async () => {
        const { id } = (
          await calendar.post(collection, { as: "editor", json: { [name]: "Ann", ...details } })
        ).body;
        const { status, body } = await calendar.send("PATCH", `${collection}/by-slug/ann`, {
          as: "editor",
          json: { phone: "", [name]: "Bea" },
        });
        expect(status).to.equal(200);
        expect(body).to.include({ id, [name]: "Bea", slug: "ann" });
        expect(body).not.to.have.property("phone");
        const refused = await calendar.send("PATCH", `${collection}/${id}`, {
          as: "editor",
          json: { [name]: "" },
        });
        expect(refused.status).to.equal(400);
      });

      it("deletes once and takes the record off its events", async () => {
        const { id } = (await calendar.post(collection, { as: "editor", json: { [name]: "Ann" } })).body;
        const event = await calendar.post("/events", {
          as: "editor",
          json: { title: "x", start_date: "2031-05-01", end_date: "2031-05-01", [name]: id },
        });
        expect([event.body[name]].flat()[0].id).to.equal(id);
        const first = await calendar.send("DELETE", `${collection}/${id}`, { as: "editor" });
        expect(first.status).to.equal(200);
        expect(first.body).to.include({ status: "trash", slug: "ann__trashed" });
        const second = await calendar.send("DELETE", `${collection}/${id}`, { as: "editor" });
        expect([second.status, second.body.code]).to.deep.equal([410, `${name}-is-in-trash`]);
        expect((await calendar.get(`/events/${event.body.id}`)).body[name]).to.deep.equal([]);
        const read = await calendar.get(`${collection}/${id}`);
        expect([read.status, read.body.code]).to.deep.equal([403, `${name}-not-accessible`]);
      });

      it("lists the newest first, page by page", async () => {
        for (const text of ["One", "Two", "Three"]) {
          await calendar.post(collection, { as: "editor", json: { [name]: text } });
        }
        const list = collection.slice(1);
        const base = `${calendar.namespace}${collection}/`;
        const first = await calendar.get(collection);
        expect(first.body[list].map((one: Record<string, string>) => one[name])).to.deep.equal([
          "Three",
          "Two",
        ]);
        expect(first.body).to.include({
          rest_url: `${base}?page=1&per_page=2&status=publish`,
          next_rest_url: `${base}?per_page=2&status=publish&page=2`,
          total: 3,
          total_pages: 2,
        });
        const past = await calendar.get(`${collection}?page=3`);
        expect([past.status, past.body.code]).to.deep.equal([404, `${name}-archive-page-not-found`]);
        const found = await calendar.get(`${collection}?search=tw`);
        expect(found.body.total).to.equal(1);
      });
    });
  }
}
