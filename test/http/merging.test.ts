import { findingsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

const KINDS = [
  { list: "venues", member: "venue", field: "venue", filter: "venue", isTerm: false },
  { list: "organizers", member: "organizer", field: "organizer", filter: "organizer", isTerm: false },
  { list: "categories", member: "name", field: "categories", filter: "categories", isTerm: true },
  { list: "tags", member: "name", field: "tags", filter: "tags", isTerm: true },
] as const;

for (const store of stores) {
  for (const { list, member, field, filter, isTerm } of KINDS) {
    describe(`merging ${list} on ${store.name}`, () => {
      let calendar: StartedCalendar;
      let target: number;
      let source: number;

      const make = async (name: string, as = "editor", more: object = {}): Promise<number> => {
        const { status, body } = await calendar.post(`/${list}`, { as, json: { [member]: name, ...more } });
        expect(status, JSON.stringify(body)).to.equal(201);
        return body.id;
      };
      const makeEvent = async (values: object): Promise<number> =>
        (await calendar.post("/events", { as: "editor", json: { ...EVENT, ...values } })).body.id;
      const merge = (into: number, from: unknown, as = "editor", more: object = {}): Promise<TestResponse> =>
        calendar.post(`/${list}/${into}/merge`, { as, json: { from, ...more } });
      const linked = async (id: number): Promise<readonly number[]> =>
        (await calendar.get(`/events?${filter}=${id}&start_date=2031-01-01`)).body.events.map(
          (event: { id: number }) => event.id,
        );
      const shown = async (eventId: number): Promise<readonly number[]> => {
        const { body } = await calendar.get(`/events/${eventId}`);
        return [body[field]].flat().map(({ id }: { id: number }) => id);
      };

      /** Sends a request without `@kalends/client`, which follows no redirect. */
      const at = (path: string, method = "GET"): Promise<TestResponse> =>
        calendar.send(method, path, { headers: { accept: "*/*" } });

      beforeEach(async () => {
        calendar = await startCalendar(store, { changes: true });
        target = await make("The Old Mill");
        source = await make("Old Mill");
      });
      afterEach(() => calendar.close());

      it("moves the events to the target and answers it", async () => {
        const id = await makeEvent({ [field]: [source] });
        const { status, body, headers } = await merge(target, [source]);
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body).to.include({ id: target });
        if (isTerm) expect(body.count).to.equal(1);
        const read = await calendar.get(`/${list}/${target}`, { as: "editor" });
        expect(headers.etag?.split("-")[0]).to.equal(read.headers.etag?.split("-")[0]);
        expect(await shown(id)).to.deep.equal([target]);
        expect(await linked(target)).to.deep.equal([id]);
        expect(await linked(source)).to.deep.equal([id]);
        const all = await calendar.get(`/${list}?hide_empty=false`);
        expect(all.body[list].map((record: { id: number }) => record.id)).to.deep.equal([target]);
        expect(await findingsOf(calendar.store)).to.deep.equal([]);
      });

      it("redirects the old id and slug, with the query", async () => {
        await merge(target, [source]);
        for (const method of ["GET", "HEAD"]) {
          const moved = await at(`/${list}/${source}?_fields=id&x=a%20b`, method);
          expect(moved.status).to.equal(301);
          expect(moved.headers.location).to.equal(
            `${calendar.namespace}/${list}/${target}?_fields=id&x=a%20b`,
          );
        }
        if (isTerm) return;
        const bySlug = await at(`/${list}/by-slug/old-mill`);
        expect(bySlug.status).to.equal(301);
        expect(bySlug.headers.location).to.equal(`${calendar.namespace}/${list}/by-slug/the-old-mill`);
      });

      it("shortens chains", async () => {
        const third = await make("Mill");
        await merge(target, [source]);
        await merge(third, [target]);
        for (const id of [source, target])
          expect((await at(`/${list}/${id}`)).headers.location).to.equal(
            `${calendar.namespace}/${list}/${third}`,
          );
      });

      it("writes the target at the old id, and deletes nothing there", async () => {
        await merge(target, [source]);
        const { status, body } = await calendar.send("PATCH", `/${list}/${source}`, {
          as: "editor",
          json: { description: "new" },
        });
        expect([status, body.id, body.description]).to.deep.equal([
          200,
          target,
          isTerm ? "new" : "<p>new</p>",
        ]);
        const gone = await calendar.send("DELETE", `/${list}/${source}`, { as: "editor" });
        expect([gone.status, gone.body.code]).to.deep.equal([410, "rest_record_merged"]);
        expect((await calendar.send("DELETE", `/${list}/${source}`)).status).to.equal(401);
        expect((await calendar.get(`/${list}/${target}`)).status).to.equal(200);
      });

      it("accepts the old id in references, and keeps its slug", async () => {
        await merge(target, [source]);
        const id = await makeEvent({ [field]: [source, target] });
        expect(await shown(id)).to.deep.equal([target]);
        const again = await make("Old Mill", "editor", isTerm ? { slug: "old-mill" } : {});
        const { body } = await calendar.get(`/${list}/${again}`);
        expect(body.slug).to.equal("old-mill-2");
        expect(again).to.be.greaterThan(source);
        if (!isTerm) return;
        const included = await calendar.get(`/${list}?include=${source},${target}&hide_empty=false`);
        expect(included.body[list].map((term: { id: number }) => term.id)).to.deep.equal([target]);
        expect(await shown(await makeEvent({ [field]: ["old-mill"] }))).to.deep.equal([target]);
      });

      it("refuses what cannot be merged and changes nothing", async () => {
        const event = await makeEvent({});
        const before = await calendar.contents();
        const other = isTerm
          ? await calendar.post(list === "tags" ? "/categories" : "/tags", {
              as: "editor",
              json: { name: "Other" },
            })
          : undefined;
        const after = other === undefined ? before : await calendar.contents();
        for (const [into, from, params] of [
          [target, [], "from"],
          [target, [target], "from"],
          [target, [source, target], "from"],
          [target, [999], "from"],
          [target, [isTerm ? (other?.body.id ?? 0) : event], "from"],
          [target, ["x"], "from"],
          [target, "", "from"],
          [target, [-1], "from"],
          [target, Array.from({ length: 51 }, (_, index) => source + index), "from"],
          [target, { id: source }, "from"],
          [999, [source], "id"],
        ] as const) {
          const { status, body } = await merge(into, from);
          expect([status, body.code], JSON.stringify(from)).to.deep.equal([400, "rest_invalid_param"]);
          expect(body.data).to.have.nested.property(`params.${params}`);
        }
        const missing = await calendar.post(`/${list}/${target}/merge`, { as: "editor", json: {} });
        expect([missing.status, missing.body.code]).to.deep.equal([400, "rest_missing_callback_param"]);
        expect(await calendar.contents()).to.equal(after);
      });

      it("refuses merged records as target and source", async () => {
        const third = await make("Mill");
        await merge(target, [source]);
        const into = await merge(source, [third]);
        expect([into.status, Object.keys(into.body.data.params)]).to.deep.equal([400, ["id"]]);
        for (const id of [target, third]) {
          const { status, body } = await merge(id, [source]);
          expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["from"]]);
        }
      });

      it("needs rights on the target and on each source", async () => {
        expect((await merge(target, [source], "subscriber")).status).to.equal(403);
        const anonymous = await calendar.post(`/${list}/${target}/merge`, { json: { from: [source] } });
        expect(anonymous.status).to.equal(401);
        if (isTerm) return;
        const [own, another] = [await make("Mine", "author"), await make("Mine too", "author")];
        expect((await merge(own, [target], "author")).status).to.equal(403);
        expect((await merge(target, [own], "author")).status).to.equal(403);
        expect((await merge(own, [another], "author")).status).to.equal(200);
        const draft = await make("Secret", "editor", { status: "draft" });
        const hidden = await merge(own, [draft], "author");
        expect([hidden.status, hidden.body.code]).to.deep.equal([400, "rest_invalid_param"]);
      });

      it("counts the events in a dry run and changes nothing", async () => {
        await makeEvent({ [field]: [source] });
        await makeEvent({ [field]: [source], recurrence: { rules: ["FREQ=DAILY;COUNT=5"] } });
        const before = await calendar.contents();
        const { status, body } = await merge(target, [source], "editor", { dry_run: true });
        expect([status, body]).to.deep.equal([200, { events: 2 }]);
        expect(await calendar.contents()).to.equal(before);
        expect((await merge(target, [target], "editor", { dry_run: true })).status).to.equal(400);
      });

      it("compares If-Match with the target, and keeps an idempotency key", async () => {
        const json = { from: [source] };
        const stale = await calendar.post(`/${list}/${target}/merge`, {
          ...{ as: "editor", json },
          headers: { "if-match": '"1-x"' },
        });
        expect(stale.status).to.equal(412);
        const { etag = "" } = (await calendar.get(`/${list}/${target}`, { as: "editor" })).headers;
        const headers = { "if-match": etag, "idempotency-key": "once" };
        const send = () => calendar.post(`/${list}/${target}/merge`, { as: "editor", json, headers });
        const [first, second] = [await send(), await send()];
        expect([first.status, second.status]).to.deep.equal([200, 200]);
        expect(second.body).to.deep.equal(first.body);
      });

      it("is refused in an atomic batch", async () => {
        const { body } = await calendar.post("/batch", {
          as: "editor",
          json: {
            atomic: true,
            requests: [{ method: "POST", path: `/${list}/${target}/merge`, body: { from: [source] } }],
          },
        });
        expect(body.responses[0].body.data.params).to.have.property("path");
        expect((await calendar.get(`/${list}/${source}`)).status).to.equal(200);
      });

      it("names the target and the merged record in /changes", async () => {
        const id = await makeEvent({ [field]: [source] });
        const { body: first } = await calendar.get("/changes");
        await merge(target, [source]);
        const { body } = await calendar.get(`/changes?since=${encodeURIComponent(first.next_token)}`);
        const named = body.changes.map((change: { kind: string; id: number; deleted?: boolean }) => [
          change.kind,
          change.id,
          change.deleted === true,
        ]);
        const kind = isTerm ? list.replace(/ies$|s$/, list === "categories" ? "y" : "") : member;
        expect(named).to.deep.include([kind, target, false]);
        expect(named).to.deep.include([kind, source, true]);
        expect(named).to.deep.include(["event", id, false]);
        expect(named).to.have.length(3);
      });
    });
  }
}
