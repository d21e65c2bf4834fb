import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { lines } from "./lines-plugin.ts";

const on = (day: string): object => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` });

for (const store of stores) {
  describe(`formats of events on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let weekly = 0;
    before(async () => {
      calendar = await startCalendar(store, { plugins: [lines] });
      const create = async (json: object): Promise<number> =>
        (await calendar.post("/events", { as: "editor", json })).body.id;
      await create({ title: "Jazz", ...on("2031-04-01") });
      await create({ title: "Old", ...on("2011-04-01") });
      const recurrence = { rules: ["FREQ=WEEKLY;COUNT=4"] };
      weekly = await create({ title: "Weekly", ...on("2031-05-01"), recurrence });
      const of = (day: string): string => `/events/${weekly}/occurrences/2031-05-${day}T10:00:00`;
      await calendar.send("PATCH", of("08"), { as: "editor", json: { title: "Special" } });
      await calendar.send("DELETE", of("15"), { as: "editor" });
    });
    after(() => calendar.close());

    const read = async (path: string): Promise<readonly string[]> => {
      const { status, text } = await calendar.get(path);
      expect(status, text).to.equal(200);
      return text.split("\n").slice(0, -1);
    };
    const WHOLE = "Weekly 2031-05-01 10:00:00 | 2031-05-08 10:00:00 Special | 2031-05-15 10:00:00 off";
    const SINGLE = [
      "Weekly 2031-05-01 10:00:00",
      "Special 2031-05-08 10:00:00",
      "Weekly 2031-05-22 10:00:00",
    ];

    it("give the newest publications first, each series once", async () => {
      expect((await read("/events.latest.txt?search=e")).slice(1)).to.deep.equal([WHOLE]);
      const [address, ...newest] = await read("/events.latest.txt");
      expect(address).to.equal(`${calendar.namespace}/events.latest.txt`);
      expect(newest).to.deep.equal([WHOLE, "Old 2011-04-01 10:00:00", "Jazz 2031-04-01 10:00:00"]);
    });

    it("give a series whole, or by its occurrences", async () => {
      expect(await read(`/events/${weekly}.lines`)).to.deep.equal([WHOLE]);
      expect(await read(`/events/${weekly}.lines?expand=1`)).to.deep.equal(SINGLE);
    });

    it("name bad values and missing records as JSON does", async () => {
      for (const [path, status, code] of [
        [`/events/${weekly}.lines?expand=x`, 400, "rest_invalid_param"],
        ["/events.lines?start_date=hm", 400, "rest_invalid_param"],
        ["/events/77.lines", 404, "rest-event-not-found"],
        ["/venues/77.lines", 400, "rest_invalid_param"],
      ] as const) {
        const { body, ...answer } = await calendar.get(path);
        expect([answer.status, body.code], path).to.deep.equal([status, code]);
      }
    });
  });
}
