import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { createChoir } from "./choir.ts";

const ENDLESS = { recurrence: { rules: ["FREQ=WEEKLY"] } };

for (const store of stores) {
  describe(`occurrences of a series on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let series: number;
    const { write, create, read, idsOf } = createChoir(() => calendar);
    before(async () => {
      calendar = await startCalendar(store, { recurrenceHorizon: 24 });
      series = await create(ENDLESS);
    });
    after(() => calendar.close());

    const list = (query: string, id = series) => calendar.get(`/events/${id}/occurrences?${query}`);
    const at = (recurrenceId: string, id = series): string => `/events/${id}/occurrences/${recurrenceId}`;

    it("are listed from within the horizon to far beyond it, page by page", async () => {
      const all = await list("start_date=2033-01-01&end_date=2034-12-31&per_page=50&page=1");
      const rest = await list("start_date=2033-01-01&end_date=2034-12-31&per_page=50&page=3");
      expect(all.body).to.include({ total: 104, total_pages: 3 });
      expect(rest.body.events).to.have.lengthOf(4);
      const events = [...all.body.events];
      const { body } = await list("start_date=2033-01-01&end_date=2034-12-31&per_page=50&page=2");
      events.push(...body.events, ...rest.body.events);
      const starts = events.map(({ start_date }) => start_date);
      expect(starts).to.deep.equal([...new Set(starts)].toSorted());
      // Occurrences are stored until 10 March.
      const kept = events.filter(({ id }) => id !== null);
      expect(kept.at(-1).start_date).to.equal("2033-03-08 19:00:00");
      const [planned] = events.slice(kept.length);
      expect(planned).to.include({ id: null, rest_url: null, start_date: "2033-03-15 19:00:00" });
      expect(planned.recurrence).to.include({
        series_id: series,
        recurrence_id: "2033-03-15 19:00:00",
      });
      expect((await list("start_date=2033-01-01&end_date=2034-12-31&per_page=50&page=4")).status).to.equal(
        404,
      );
    });

    it("are those of the series whichever of them is named", async () => {
      const [id] = await idsOf(series);
      const query = "start_date=2031-05-01&end_date=2031-05-31";
      const { body } = await list(query);
      expect((await list(query, id)).body.events).to.deep.equal(body.events);
      const { slug } = await read(series);
      const named = await calendar.get(`/events/by-slug/${slug}/occurrences?${query}`);
      expect(named.body.events).to.deep.equal(body.events);
      const single = (
        await write(
          "POST",
          "/events",
          { title: "Once", start_date: "2031-05-01", end_date: "2031-05-01" },
          { status: 201 },
        )
      ).body;
      expect((await list(query, single.id)).body).to.include({ total: 0 });
      expect((await list(query, 99_999)).status).to.equal(404);
      expect((await list("end_date=never")).status).to.equal(400);
    });

    it("are computed no further than a bounded time ahead", async () => {
      const { body } = await list("start_date=9000-01-01&end_date=9000-12-31");
      expect(body.total).to.be.within(52, 53);
      const { status, body: refused } = await list("start_date=2031-01-01&end_date=9999-12-31");
      expect(status).to.equal(400);
      expect(refused.data.params).to.have.all.keys("end_date");
      const daily = await create({ recurrence: { rules: ["FREQ=DAILY;COUNT=9999999"] } });
      expect((await list("end_date=2090-01-01", daily)).status).to.equal(400);
      expect((await list("end_date=2036-01-01&page=150&per_page=10", daily)).status).to.equal(200);
      // Occurrences too far in the future are not computed, so they are not found.
      expect((await list("start_date=9000-01-01&end_date=9000-12-31", daily)).body.total).to.equal(0);
      expect((await calendar.get(at("9000-01-01T19:00:00", daily))).status).to.equal(404);
    });

    it("show what their readers may see", async () => {
      const hidden = await create({ ...ENDLESS, status: "private" });
      expect((await list("", hidden)).body.code).to.equal("event-not-accessible");
      const asEditor = await calendar.get(`/events/${hidden}/occurrences`, { as: "editor" });
      expect(asEditor.body.total).to.be.above(50);
      await write("DELETE", `/events/${hidden}`);
      expect((await list("", hidden)).status).to.equal(403);
    });

    it("are read and changed by their original start", async () => {
      const [first] = await idsOf(series);
      for (const form of ["2031-05-06T19:00:00", "2031-05-06%2019:00:00"])
        expect((await calendar.get(at(form))).body).to.include({ id: first });
      expect((await calendar.get(at("2031-05-06T19:00:00", first))).body).to.include({ id: first });
      for (const form of [
        "2031-05-07T19:00:00",
        "2031-05-06T19:00:01",
        "2031-05-06",
        "never",
        "2031-04-29T19:00:00",
      ]) {
        expect((await calendar.get(at(form))).status, form).to.equal(404);
        await write("PATCH", at(form), { title: "No" }, { status: 404 });
        await write("DELETE", at(form), {}, { status: 404 });
      }
      const days = await create({
        start_date: "2031-05-06",
        end_date: "2031-05-06",
        all_day: true,
        recurrence: { rules: ["FREQ=DAILY;COUNT=3"] },
      });
      expect((await calendar.get(at("2031-05-07", days))).body.recurrence.recurrence_id).to.equal(
        "2031-05-07",
      );
      await write("PATCH", at("2031-05-06T19:00:00"), { title: "By its start" });
      expect((await read(first ?? 0)).title).to.equal("By its start");
      await write("PATCH", at("2031-05-06T19:00:00"), { title: "No" }, { as: "author", status: 403 });
    });

    it("become real beyond the horizon when they are changed, and not when they are read", async () => {
      const path = at("2040-05-01T19:00:00");
      const before = await calendar.contents();
      expect((await calendar.get(path)).body).to.include({ id: null, start_date: "2040-05-01 19:00:00" });
      const planned = await write("PATCH", path, { title: "Jubilee", dry_run: true });
      expect(planned.body).to.include({ id: null, title: "Jubilee" });
      expect(await calendar.contents()).to.equal(before);
      const { body } = await write("PATCH", path, { title: "Jubilee" });
      expect(body).to.include({ title: "Jubilee", slug: "choir-2040-05-01" });
      expect(body.id).to.be.a("number");
      expect((await calendar.get(path)).body).to.include({ id: body.id, title: "Jubilee" });
      const { events } = (await list("start_date=2040-04-20&end_date=2040-05-10")).body;
      expect(events.map(({ id }: { id: number | null }) => id)).to.deep.equal([null, body.id, null]);
      await write("DELETE", at("2040-05-08T19:00:00"));
      expect((await list("start_date=2040-04-20&end_date=2040-05-10")).body.total).to.equal(2);
      await write("PATCH", at("2040-05-08T19:00:00"), { status: "publish" });
      expect((await list("start_date=2040-04-20&end_date=2040-05-10")).body.total).to.equal(3);
    });
  });
}
