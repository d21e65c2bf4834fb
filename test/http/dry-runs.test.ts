import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { startImageHost } from "./image-host.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

const KINDS = [
  ["events", EVENT, { title: "Blues" }],
  ["venues", { venue: "Pier Nine" }, { venue: "Pier Ten" }],
  ["organizers", { organizer: "Blue Note" }, { organizer: "Red Note" }],
  ["categories", { name: "Concerts" }, { name: "Shows" }],
  ["tags", { name: "jazz" }, { name: "blues" }],
] as const;

for (const store of stores) {
  describe(`dry runs on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { imageAllowHosts: ["127.0.0.1"] });
    });
    after(() => calendar.close());

    /** Sends a dry run and checks that it changes nothing. Returns the response. */
    const dry = async (
      method: string,
      path: string,
      json: object = {},
      as = "editor",
    ): Promise<TestResponse> => {
      const before = await calendar.contents();
      const answer = await calendar.send(method, path, { as, json: { ...json, dry_run: true } });
      expect(await calendar.contents()).to.equal(before);
      return answer;
    };

    for (const [kind, fields, changes] of KINDS) {
      it(`answer what would be of ${kind}`, async () => {
        const planned = await dry("POST", `/${kind}`, fields);
        expect(planned.status, planned.text).to.equal(200);
        expect(planned.headers).not.to.have.property("location");
        expect(planned.body).to.include({ id: null });
        const made = await calendar.post(`/${kind}`, { as: "editor", json: fields });
        expect(made.status).to.equal(201);
        const { id, urls = {} } = made.body;
        const idless = {
          id: null,
          ...("global_id" in made.body && { global_id: null, global_id_lineage: [] }),
          ...("rest_url" in made.body && { rest_url: null }),
          ...("urls" in made.body && { urls: { ...urls, self: null } }),
        };
        expect(planned.body).to.deep.equal({ ...made.body, ...idless });

        const changed = await dry("PATCH", `/${kind}/${id}`, changes);
        const patched = await calendar.send("PATCH", `/${kind}/${id}`, { as: "editor", json: changes });
        expect(changed.body).to.deep.equal(patched.body);
        expect(changed.status).to.equal(200);

        expect((await dry("PATCH", `/${kind}/${id}`, changes, "subscriber")).status).to.equal(403);
        expect((await dry("DELETE", `/${kind}/${id}`, {}, "subscriber")).status).to.equal(403);
        const gone = await calendar.send("DELETE", `/${kind}/${id}?dry_run=true`, { as: "editor" });
        expect((await calendar.get(`/${kind}/${id}`)).status).to.equal(200);
        const deleted = await calendar.send("DELETE", `/${kind}/${id}?dry_run=false`, { as: "editor" });
        expect(gone.body).to.deep.equal(deleted.body);
        // rules/interface.md#dry-run: a dry run uses no id
        const next = await calendar.post(`/${kind}`, { as: "editor", json: { ...fields, slug: "other" } });
        expect(next.body.id).to.equal(id + 1);
      });

      it(`refuse of ${kind} what a write is refused for, and what is neither true nor false`, async () => {
        expect((await dry("POST", `/${kind}`, {})).status).to.equal(400);
        expect((await dry("POST", `/${kind}`, fields, "subscriber")).status).to.equal(403);
        for (const value of ["yes", "", "on", 2, -1, "1.0", null, [true]]) {
          const before = await calendar.contents();
          const { status, body } = await calendar.post(`/${kind}`, {
            as: "editor",
            json: { ...fields, dry_run: value },
          });
          expect(status).to.equal(400);
          expect(body.data.params).to.have.all.keys("dry_run");
          expect(await calendar.contents()).to.equal(before);
        }
      });
    }

    it("answer what would be of a series, also of one that began long ago", async () => {
      for (const start of ["2031-05-16 20:30:00", "2030-11-30 20:30:00"]) {
        const series = {
          ...{ title: `Daily from ${start}`, start_date: start, end_date: start },
          recurrence: { rules: ["FREQ=DAILY;COUNT=250"] },
          categories: ["Daily"],
        };
        const planned = await dry("POST", "/events", series);
        expect(planned.status, planned.text).to.equal(200);
        const { body: made } = await calendar.post("/events", { as: "editor", json: series });
        const { recurrence_id: next } = made.next_occurrence;
        expect(planned.body.next_occurrence).to.include({ recurrence_id: next, id: null });
        expect(planned.body.recurrence).to.deep.equal({ ...made.recurrence, series_id: null });
        expect(planned.body.categories[0].count).to.equal(made.categories[0].count);
        const changes = { recurrence: { rules: ["FREQ=DAILY;COUNT=300"] }, title: "More" };
        const changed = await dry("PATCH", `/events/${made.id}`, changes);
        const patched = await calendar.send("PATCH", `/events/${made.id}`, { as: "editor", json: changes });
        expect(changed.body).to.deep.equal(patched.body);
      }
    });

    it("make nothing of what comes inside an event", async () => {
      const host = await startImageHost();
      const image = `${host.origin}/image.png`;
      try {
        const { status, body, text } = await dry("POST", "/events", {
          ...EVENT,
          title: "???",
          image,
          venue: { venue: "Pier Eleven", image },
          organizer: [{ organizer: "Green Note" }],
          categories: ["Films"],
          tags: ["swing"],
        });
        expect(status, text).to.equal(200);
        const inside = [body.venue, ...body.organizer, ...body.categories, ...body.tags];
        expect(inside.map(({ id }) => id)).to.deep.equal([null, null, null, null]);
        expect(body).to.include({ image: false, slug: "" });
        expect(JSON.stringify(body)).not.to.match(/-\d+"/);
        expect(host.asked).to.deep.equal([]);
      } finally {
        await host.close();
      }
    });

    const SPELLINGS = [true, 1, "true", "TRUE", "tRuE", "1"] as const;
    const REFUSED = ["yes", "on", "", "2"] as const;

    it("are asked for by every spelling of true, as query, JSON and form, with an image address, and fetch nothing", async () => {
      const host = await startImageHost();
      const image = `${host.origin}/image.png`;
      try {
        const before = await calendar.contents();
        const send = async (value: unknown): Promise<readonly TestResponse[]> => {
          const fields = { ...EVENT, title: "Spelled", image };
          const form = { ...fields, dry_run: String(value) };
          const sent = [
            { path: `/events?dry_run=${String(value)}`, json: fields },
            { path: "/events", json: { ...fields, dry_run: value } },
          ];
          const answers: TestResponse[] = [];
          for (const { path, json } of sent) answers.push(await calendar.post(path, { as: "editor", json }));
          answers.push(await calendar.post("/events", { as: "editor", form }));
          const request = { method: "POST", path: "/events", body: { ...fields, dry_run: value } };
          for (const atomic of [false, true]) {
            const { body } = await calendar.post("/batch", {
              as: "editor",
              json: { atomic, requests: [request] },
            });
            if (atomic) expect(body.responses[0].status, `atomic ${String(value)}`).to.equal(400);
            else answers.push({ ...(answers[0] as TestResponse), status: body.responses[0].status });
          }
          return answers;
        };
        for (const value of SPELLINGS)
          for (const { status, text } of await send(value)) expect(status, text).to.equal(200);
        for (const value of REFUSED)
          for (const { status, text } of await send(value)) expect(status, text).to.equal(400);
        expect(host.asked).to.deep.equal([]);
        expect(await calendar.contents()).to.equal(before);
      } finally {
        await host.close();
      }
    });

    it("are none by any spelling of false, also in an atomic batch", async () => {
      const values = [false, 0, "false", "FALSE", "0"];
      const requests = values.map((value, index) => ({
        method: "POST",
        path: "/tags",
        body: { name: `Stored ${index}`, dry_run: value },
      }));
      const { body } = await calendar.post("/batch", { as: "editor", json: { atomic: true, requests } });
      const statuses = body.responses.map(({ status }: { readonly status: number }) => status);
      expect(statuses).to.deep.equal(values.map(() => 201));
    });

    it("of long series are a 429 when the work of a minute is used up", async () => {
      const json = { ...EVENT, title: "Daily", recurrence: { rules: ["FREQ=DAILY"] }, dry_run: true };
      const statuses: number[] = [];
      while (statuses.length < 300 && statuses.at(-1) !== 429)
        statuses.push((await calendar.post("/events", { as: "administrator", json })).status);
      expect([...new Set(statuses)]).to.deep.equal([200, 429]);
      expect((await calendar.post("/events", { as: "editor", json })).status).to.equal(200);
    });

    it("say what would be adjusted, and refuse it where that is wished", async () => {
      const json = { ...EVENT, end_date: "2031-05-01", dry_run: true };
      const adjusted = await calendar.post("/events", { as: "editor", json });
      expect(adjusted.headers["x-kalends-adjusted"]).to.equal("end_date");
      const headers = { prefer: "handling=strict" };
      expect((await calendar.post("/events", { as: "editor", json, headers })).status).to.equal(400);
    });
  });
}
