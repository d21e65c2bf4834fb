import { expect } from "chai";
import type { Body } from "../client.ts";
import { type Choir, createChoir } from "../series/choir.ts";
import { type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";

for (const store of servedStores) {
  describe(`POST /events/bulk of occurrences on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let choir: Choir;
    let series: number;
    let weeks: readonly number[];

    const change = async (json: object): Promise<readonly Body[]> => {
      const { status, body, text } = await calendar.post("/events/bulk", { as: "editor", json });
      expect(status, text).to.equal(200);
      return body.results;
    };
    const statuses = (results: readonly Body[]): readonly number[] => results.map(({ status }) => status);

    beforeEach(async () => {
      calendar = await startCalendar(store);
      choir = createChoir(() => calendar);
      series = await choir.create();
      weeks = await choir.idsOf(series);
    });
    afterEach(() => calendar.close());

    it("changes each occurrence for itself", async () => {
      const ids = weeks.slice(1, 3);
      expect(statuses(await change({ ids, action: "shift", values: { start_time: "18:00" } }))).to.deep.equal(
        [200, 200],
      );
      expect(await choir.startsOf(series)).to.deep.equal([
        ...["05-06 19:00", "05-13 18:00", "05-20 18:00", "05-27 19:00", "06-03 19:00", "06-10 19:00"],
      ]);
      await change({ ids, action: "cancel" });
      const listed = await choir.occurrencesOf(series);
      expect(listed.map(({ event_status: status }) => status)).to.deep.equal([
        ...["scheduled", "cancelled", "cancelled", "scheduled", "scheduled", "scheduled"],
      ]);
    });

    it("moves occurrences to the trash and restores them", async () => {
      const ids = weeks.slice(0, 2);
      await change({ ids, action: "trash" });
      expect(await choir.idsOf(series)).to.deep.equal(weeks.slice(2));
      expect(statuses(await change({ ids, action: "restore" }))).to.deep.equal([200, 200]);
      expect(await choir.idsOf(series)).to.deep.equal(weeks);
      await change({ ids: [series], action: "trash" });
      expect(statuses(await change({ ids, action: "restore" }))).to.deep.equal([400, 400]);
      expect(statuses(await change({ ids: [series], action: "restore" }))).to.deep.equal([200]);
      expect(await choir.idsOf(series)).to.deep.equal(weeks);
    });

    it("changes the series once with the scope all", async () => {
      const ids = [weeks[0], weeks[3], series] as const;
      const results = await change({ ids, action: "shift", values: { days: 1 }, scope: "all" });
      expect(results.map(({ id, series: changed }) => [id, changed])).to.deep.equal([
        [weeks[0], series],
        [weeks[3], series],
        [series, undefined],
      ]);
      expect((await choir.startsOf(series))[0]).to.equal("05-07 19:00");
      await change({ ids, action: "trash", scope: "all" });
      expect((await calendar.get(`/events/${series}`, { as: "editor" })).body.code).to.equal(
        "event-no-longer-available",
      );
    });

    it("changes the status of the series and duplicates the series, whatever the scope is", async () => {
      const [result] = await change({ ids: [weeks[2]], action: "draft" });
      expect(result).to.include({ id: weeks[2], series });
      expect((await calendar.get(`/events/${series}`, { as: "editor" })).body.status).to.equal("draft");
      await change({ ids: [series], action: "publish" });
      await choir.write("PATCH", `/events/${weeks[1]}`, { title: "Guests" });
      await choir.write("PATCH", `/events/${series}`, {
        recurrence: { rules: ["FREQ=WEEKLY;COUNT=6"], except: ["2031-05-20 19:00:00"] },
      });
      const copies = await change({ ids: [weeks[0], weeks[4]], action: "duplicate" });
      expect(new Set(copies.map(({ duplicate }) => duplicate)).size).to.equal(1);
      const { body: copy } = await calendar.get(`/events/${copies[0].duplicate}`, { as: "editor" });
      expect(copy).to.include({ status: "draft", is_recurring: true });
      expect(copy.recurrence.except).to.deep.equal([]);
      await change({ ids: [copy.id], action: "publish" });
      const shown = await choir.occurrencesOf(copy.id);
      expect(shown.map(({ title }) => title)).to.deep.equal(Array.from({ length: 6 }, () => "Choir"));
    });

    it("selects occurrences by a filter", async () => {
      const filter = { series: series, start_date: "2031-05-10", end_date: "2031-05-22" };
      const { body } = await calendar.get(
        `/events?series=${series}&start_date=2031-05-10&end_date=2031-05-22`,
      );
      expect(body.total).to.equal(2);
      const results = await change({ filter, expected: 2, action: "trash" });
      expect(results.map(({ id }) => id)).to.deep.equal(weeks.slice(1, 3));
      expect(await choir.idsOf(series)).to.deep.equal([weeks[0], ...weeks.slice(3)]);
    });
  });
}
