import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { Body } from "../client.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

const TIMES = { start_date: "2031-04-01 20:00:00", end_date: "2031-04-01 23:00:00" };
const WEEKLY = { rules: ["FREQ=WEEKLY;COUNT=4"] };
const FORBIDDEN = "Not in public";

for (const store of stores) {
  describe(`rights on series and occurrences on ${store.name}`, () => {
    let calendar: StartedCalendar;
    /** Splits of series that hooks have received: both ids, and the title of the original series. */
    const splits: unknown[] = [];

    before(async () => {
      calendar = await startCalendar(store, {
        changes: true,
        beforeSave({ kind, record, splitFrom }) {
          if (splitFrom !== undefined) splits.push([record.id, splitFrom.id, splitFrom.title]);
          return kind === "event" && record.status === "publish" && record.title === FORBIDDEN
            ? { problem: { parameter: "title", text: "No." } }
            : record;
        },
      });
    });
    after(() => calendar.close());

    const make = async (fields: object): Promise<{ readonly id: number; readonly rows: readonly Body[] }> => {
      const { status, text, body } = await calendar.post("/events", {
        as: "editor",
        json: { title: "Jam", ...TIMES, recurrence: WEEKLY, ...fields },
      });
      expect(status, text).to.equal(201);
      const listed = await calendar.get(`/events?series=${body.id}&status=${body.status}`, { as: "editor" });
      expect(listed.body.total, listed.text).to.equal(4);
      return { id: body.id, rows: listed.body.events };
    };
    const send = async (method: string, path: string, as: string | undefined, json?: object) => {
      const { status, text, body } = await calendar.send(method, path, {
        ...(as && { as }),
        json: json ?? {},
      });
      return { status, text, body };
    };

    it("are asked for by hooks before what occurrences have of their own is public", async () => {
      const { id, rows } = await make({ status: "draft" });
      const path = `/events/${rows[1].id}`;
      expect((await send("PATCH", path, "editor", { title: FORBIDDEN })).status).to.equal(200);
      for (const json of [{}, { dry_run: true }]) {
        const refused = await send("PATCH", `/events/${id}`, "editor", { status: "publish", ...json });
        expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ["title"]]);
      }
      const all = { scope: "all", status: "publish" };
      const other = `/events/${rows[0].id}`;
      expect((await send("PATCH", other, "editor", all)).status).to.equal(400);
      expect((await send("PATCH", other, "editor", { ...all, scope: "following" })).status).to.equal(400);
      expect((await send("PATCH", path, "editor", { title: "Fine" })).status).to.equal(200);
      expect((await send("PATCH", `/events/${id}`, "editor", { status: "publish" })).status).to.equal(200);
    });

    it("are named to hooks where another one is split off them", async () => {
      const { id, rows } = await make({});
      splits.length = 0;
      for (const scope of ["this", "all"])
        expect(
          (await send("PATCH", `/events/${rows[2].id}`, "editor", { scope, cost: "5" })).status,
        ).to.equal(200);
      const path = `/events/${rows[2].id}`;
      const { body } = await send("PATCH", path, "editor", { scope: "following", title: "Late jam" });
      expect(body.id).not.to.equal(id);
      expect(splits).to.deep.equal([[body.id, id, "Jam"]]);
    });

    it("keep from the feed of others what becomes of a private series, and the terms that it alone changes", async () => {
      const { id, rows } = await make({ status: "private", tags: ["shared"] });
      await make({ tags: ["shared", "own"] });
      expect((await send("PATCH", `/events/${rows[0].id}`, "editor", { tags: ["own"] })).status).to.equal(
        200,
      );
      const { body: begun } = await calendar.get("/changes");
      for (const [path, json] of [
        [`/events/${rows[0].id}`, { title: "Alone" }],
        [`/events/${id}`, { title: "Other", featured: true }],
      ] as const)
        expect((await send("PATCH", path, "editor", json)).status).to.equal(200);
      const { body } = await calendar.get(`/changes?since=${encodeURIComponent(begun.next_token)}`);
      expect([body.changes, body.has_more]).to.deep.equal([[], false]);
    });

    it("need the same for an occurrence in the trash as for its series", async () => {
      const contributor = calendar.users.get("contributor");
      const { id, rows } = await make({ author: contributor });
      const [first, second] = rows.map((row: Body) => `/events/${row.id}`) as [string, string];
      expect((await send("PATCH", first, "contributor", { title: "Mine" })).status).to.equal(403);
      expect((await send("DELETE", first, "editor")).status).to.equal(200);
      for (const json of [
        { title: "Mine" },
        { status: "publish" },
        { status: "publish", title: "Mine" },
        { scope: "all", title: "Mine" },
        { dry_run: true, title: "Mine" },
      ])
        expect((await send("PATCH", first, "contributor", json)).status, JSON.stringify(json)).to.equal(403);
      expect((await send("DELETE", first, "contributor")).status).to.equal(403);
      expect((await send("DELETE", `/events/${id}`, "editor")).status).to.equal(200);
      for (const path of [first, second, `/events/${id}`]) {
        expect((await send("PATCH", path, "contributor", { title: "Mine" })).status, path).to.equal(403);
        expect((await send("DELETE", path, "contributor")).status, path).to.equal(403);
      }
    });

    it("leave an occurrence in the trash as it is when somebody else takes its slug", async () => {
      const { rows } = await make({});
      const [{ id, slug }] = rows;
      expect((await send("DELETE", `/events/${id}`, "editor")).status).to.equal(200);
      const taken = await send("POST", "/events", "other", { title: "Taken", ...TIMES, slug });
      expect(taken.body.slug).to.equal(slug);
      expect((await calendar.store.events.find(id))?.slug).to.equal(slug);
      const { body } = await send("PATCH", `/events/${id}`, "editor", { status: "publish" });
      expect(body.slug).to.equal(`${slug}-2`);
    });

    for (const [way, fields] of Object.entries({
      draft: { status: "draft" },
      private: { status: "private" },
      trash: {},
    }))
      it(`of ${way}: tell nobody else when it takes place`, async () => {
        const { id } = await make(fields);
        if (way === "trash") await send("DELETE", `/events/${id}`, "editor");
        for (const as of [undefined, "subscriber", "contributor"])
          for (const [method, json] of [
            ["GET"],
            ["PATCH", { title: "x" }],
            ["PATCH", { title: "x", dry_run: true }],
            ["DELETE"],
          ] as const) {
            const ask = (at: string) =>
              calendar.send(method, `/events/${id}/occurrences/${at}`, {
                ...(as && { as }),
                ...(json && { json }),
              });
            const [one, other, odd] = [
              await ask("2031-04-08T20:00:00"),
              await ask("2031-04-09T20:00:00"),
              await ask("x"),
            ];
            const visible = ({ status, text, headers }: typeof one) => ({
              status,
              text,
              allow: headers.allow,
            });
            expect(visible(other), `${as} ${method}`).to.deep.equal(visible(one));
            expect(visible(odd), `${as} ${method}`).to.deep.equal(visible(one));
          }
      });
  });
}
