import { expect } from "chai";
import type { Body } from "../client.ts";
import { type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";

const TIMES = { start_date: "2031-04-01 20:00:00", end_date: "2031-04-01 23:00:00" };
const WEEKLY = { rules: ["FREQ=WEEKLY;COUNT=4"] };
const FAR = "2050-01-01 10:00:00";

for (const store of servedStores) {
  describe(`rights on series and occurrences on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
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

    for (const [way, fields] of Object.entries({
      draft: { status: "draft" },
      pending: { status: "pending" },
      private: { status: "private" },
      future: { date: FAR },
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
            const told = ({ status, text, headers }: typeof one) => ({ status, text, allow: headers.allow });
            expect(told(other), `${as} ${method}`).to.deep.equal(told(one));
            expect(told(odd), `${as} ${method}`).to.deep.equal(told(one));
          }
      });
  });
}
