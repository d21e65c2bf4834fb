import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { firstServed, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

for (const store of firstServed) {
  describe(`request bodies on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let id: number;

    before(async () => {
      calendar = await startCalendar(store);
      id = (await calendar.post("/events", { as: "author", json: EVENT })).body.id;
    });
    after(() => calendar.close());

    const multipart = (fields: Readonly<Record<string, string>>): FormData => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return form;
    };

    for (const method of ["POST", "PUT", "PATCH"]) {
      it(`reads JSON, forms and multipart on ${method}`, async () => {
        const path = `/events/${id}`;
        const sent = [
          { json: { title: `J${method}` } },
          { form: { title: `J${method}` } },
          { multipart: multipart({ title: `J${method}` }) },
          { raw: `title=J${method}` },
          {
            raw: JSON.stringify({ title: `J${method}` }),
            headers: { "content-type": "Application/Vnd.api+JSON; charset=utf-8" },
          },
          {
            raw: gzipSync(JSON.stringify({ title: `J${method}` })),
            headers: { "content-type": "application/json", "content-encoding": "gzip" },
          },
        ];
        for (const body of sent) {
          await calendar.send("PATCH", path, { as: "author", json: { title: "Before" } });
          const answer = await calendar.send(method, path, { as: "author", ...body });
          expect(answer.status, answer.text).to.equal(200);
          expect(answer.body.title).to.equal(`J${method}`);
        }
      });
    }

    const FORM = "application/x-www-form-urlencoded";
    for (const [what, type] of [
      ["as a form", FORM],
      ["without a type", undefined],
      ["as plain text", "text/plain;charset=UTF-8"],
    ] as const) {
      it(`refuses JSON that is sent ${what}, and names the type to send, in each route that writes`, async () => {
        const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
        const texts = [JSON.stringify(EVENT), ' {\n  "title": "Ja', '[{"method": "GET"}]'];
        const writes = [
          ["POST", `/events/${id}`],
          ["PUT", `/events/${id}`],
          ["PATCH", `/events/${id}`],
          ["DELETE", `/events/${id}`],
          // Without a form as its body, a request for a new record lacks its required parameters.
          ...(type !== FORM
            ? []
            : ["/events", "/venues", "/organizers", "/categories", "/tags", "/batch"]
          ).map((path) => ["POST", path] as const),
        ] as const;
        for (const [method, path] of writes) {
          for (const raw of texts) {
            const { status, body } = await calendar.send(method, path, { as: "administrator", raw, headers });
            expect([status, body.code], `${method} ${path} ${raw}`).to.deep.equal([400, "rest_invalid_json"]);
            expect(body.message).to.match(/looks like JSON|ressemble à du JSON/);
            expect(body.message).to.contain("`Content-Type: application/json`");
          }
        }
        expect((await calendar.get(`/events/${id}`)).status).to.equal(200);
      });
    }

    it("reads forms with braces, and bodies of reads, as before", async () => {
      const fields = `title=Braces&start_date=${EVENT.start_date}&end_date=${EVENT.end_date}`;
      for (const first of ["{x=1", "{=", "%7B%22a%22%3A1%7D", "{}"]) {
        const { status, text } = await calendar.post("/events", { as: "author", form: `${first}&${fields}` });
        expect(status, text).to.equal(201);
      }
      const read = await calendar.get("/events", {
        raw: '{"per_page":1}',
        headers: { "content-type": FORM },
      });
      expect(read.status).to.equal(200);
    });

    it("reads lists and data from multipart fields", async () => {
      const form = multipart({
        ...EVENT,
        "organizer[0][organizer]": "Ann",
        "organizer[1][organizer]": "Bob",
        "tags[]": "late",
      });
      form.append("title", "Last counts");
      const { status, body } = await calendar.post("/events", { as: "editor", multipart: form });
      expect(status).to.equal(201);
      expect(body.title).to.equal("Last counts");
      expect(body.organizer.map((one: { organizer: string }) => one.organizer)).to.deep.equal(["Ann", "Bob"]);
    });

    it("refuses what grows beyond the limit when it is inflated or comes in many parts", async () => {
      const bomb = await calendar.post("/events", {
        as: "editor",
        raw: gzipSync(Buffer.alloc(10_000_000, "x")),
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
      });
      expect(bomb.status).to.equal(413);
      const form = multipart(EVENT);
      for (let part = 0; part < 100; part += 1) form.append("unknown", "x".repeat(20_000));
      expect((await calendar.post("/events", { as: "editor", multipart: form })).status).to.equal(413);
    });

    it("lets a body beat the query, and the query stand in", async () => {
      const both = await calendar.post(`/events/${id}?title=Query&excerpt=Q`, {
        as: "author",
        json: { title: "Body" },
      });
      expect(both.body).to.include({ title: "Body", excerpt: "<p>Q</p>" });
    });

    it("reads JSON on GET but leaves forms there alone", async () => {
      const json = await calendar.get("/events?page=1", { json: { page: 99 } });
      expect(json.status).to.equal(404);
      const form = await calendar.send("GET", "/events?page=1", { form: { page: "99" } });
      expect(form.status).to.equal(200);
    });
  });
}
