import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { Body } from "../client.ts";
import { createChoir } from "../series/choir.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { createVersions } from "./versions.ts";

const LIMIT_HORIZON = { recurrence: { rules: ["FREQ=WEEKLY;COUNT=3"] } };

for (const store of stores) {
  describe(`restoring series and occurrences on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const versions = createVersions(() => calendar);
    const choir = createChoir(() => calendar);

    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const content = ({ modified: _m, modified_utc: _u, json_ld: _j, ...members }: Body): Body => members;
    const rows = async (id: number): Promise<readonly Body[]> =>
      (await choir.occurrencesOf(id)).map(({ id, start_date, end_date, title, status }) => ({
        ...{ id, start_date, end_date, title, status },
      }));

    // Source: rules/history.md#restored-series.
    it("restores rules, exceptions and times, and computes the occurrences again", async () => {
      const id = await choir.create({
        recurrence: {
          rules: ["FREQ=WEEKLY;COUNT=6"],
          dates: ["2031-07-01 19:00"],
          except: ["2031-05-20 19:00"],
        },
      });
      const path = `/events/${id}`;
      const [, second] = await choir.idsOf(id);
      await versions.change(`/events/${second}`, { title: "Guests" });
      const [before, occurrences] = [content(await versions.read(path)), await rows(id)];
      await versions.change(path, {
        ...{ start_date: "2031-05-07 10:00:00", end_date: "2031-05-07 11:00:00", title: "Band" },
        recurrence: { rules: ["FREQ=DAILY;COUNT=3"] },
      });
      expect(await choir.startsOf(id)).to.have.length(3);
      const restored = await versions.restore(path);
      expect(restored.status, restored.text).to.equal(200);
      expect(content(await versions.read(path))).to.deep.equal(before);
      expect((await rows(id)).map(({ id: _, ...row }) => row)).to.deep.equal(
        occurrences.map(({ id: _, ...row }) => row),
      );
    });

    it("moves a series back with its rules, ids and own values of occurrences", async () => {
      const except = ["2031-05-20 19:00:00"];
      const id = await choir.create({ recurrence: { rules: ["FREQ=WEEKLY;COUNT=5"], except } });
      const path = `/events/${id}`;
      const [, second = 0] = await choir.idsOf(id);
      await versions.change(`/events/${second}`, { title: "Guests" });
      const [before, occurrences] = [content(await versions.read(path)), await rows(id)];
      await versions.change(path, { start_date: "2031-05-08 20:00:00", end_date: "2031-05-08 22:00:00" });
      expect((await versions.read(path)).recurrence.except).to.deep.equal(["2031-05-22 20:00:00"]);
      await versions.restore(path);
      expect(content(await versions.read(path))).to.deep.equal(before);
      expect(await rows(id)).to.deep.equal(occurrences);
    });

    it("makes a single event a series again, and the other way round", async () => {
      const id = await choir.create(LIMIT_HORIZON);
      const path = `/events/${id}`;
      const occurrences = await rows(id);
      await versions.change(path, { recurrence: { rules: [], dates: [], except: [] } });
      expect((await versions.read(path)).is_recurring).to.equal(false);
      const series = await versions.restore(path);
      expect(series.body.is_recurring).to.equal(true);
      expect(await rows(id)).to.deep.equal(occurrences);
      const single = await versions.restore(path);
      expect(single.body.is_recurring).to.equal(false);
    });

    it("names occurrences with own values that the restored rules do not have", async () => {
      const id = await choir.create(LIMIT_HORIZON);
      const path = `/events/${id}`;
      await versions.change(path, { recurrence: { rules: ["FREQ=WEEKLY;COUNT=5"] } });
      const last = (await choir.idsOf(id)).at(-1);
      await versions.change(`/events/${last}`, { title: "Finale" });
      const { headers, body } = await versions.restore(path);
      expect(headers["x-kalends-adjusted"]).to.equal("recurrence");
      expect(body.recurrence.trashed.map((one: Body) => one.id)).to.deep.equal([last]);
    });

    it("has one version for a write of a series, and none in its occurrences", async () => {
      const id = await choir.create(LIMIT_HORIZON);
      const path = `/events/${id}`;
      const [first, second] = await choir.idsOf(id);
      await versions.change(`/events/${second}`, { title: "Guests" });
      await versions.change(path, { description: "New" });
      expect((await versions.of(path)).map(({ changed }) => changed)).to.deep.equal([["description"]]);
      expect(await versions.of(`/events/${first}`)).to.deep.equal([]);
      expect((await versions.of(`/events/${second}`)).map(({ changed }) => changed)).to.deep.equal([
        ["title"],
      ]);
    });

    // Source: rules/history.md#restored-occurrence.
    it("restores the own values of an occurrence, while the rest follows its series", async () => {
      const [id, series] = await choir.week(2);
      const path = `/events/${id}`;
      const moved = { start_date: "2031-05-14 18:00:00", end_date: "2031-05-14 19:00:00" };
      await versions.change(path, { title: "Guests", ...moved });
      await versions.change(path, { title: "Soloists", excerpt: "New.", start_date: "2031-05-15 18:00:00" });
      await versions.change(`/events/${series}`, { description: "Of the series.", title: "Singers" });
      const restored = await versions.restore(path);
      expect(restored.status, restored.text).to.equal(200);
      expect(restored.body).to.include({ title: "Guests", excerpt: "", ...moved });
      expect(restored.body.description).to.contain("Of the series.");
      const nominal = await versions.restore(path, { place: 2 });
      expect(nominal.status, nominal.text).to.equal(200);
      expect(nominal.body).to.include({ title: "Singers", start_date: "2031-05-13 19:00:00" });
      await versions.change(`/events/${series}`, { title: "Choir of today" });
      expect((await versions.read(path)).title).to.equal("Choir of today");
    });

    it("restores an occurrence that was computed before somebody changed it", async () => {
      const series = await choir.create({ recurrence: { rules: ["FREQ=YEARLY"] } });
      const address = `/events/${series}/occurrences/2055-05-06T19:00:00`;
      const { body: changed } = await versions.change(address, {
        title: "Jubilee",
        start_date: "2055-05-07",
      });
      const path = `/events/${changed.id}`;
      const restored = await versions.restore(path);
      expect(restored.status, restored.text).to.equal(200);
      expect(restored.body).to.include({ title: "Choir", start_date: "2055-05-06 19:00:00" });
      expect((await versions.of(path)).map(({ changed }) => changed)[0]).to.include("title");
    });

    it("leaves an occurrence in the trash there", async () => {
      const [id, series] = await choir.week(2);
      const path = `/events/${id}`;
      await versions.change(path, { title: "Guests" });
      await versions.change(path, { title: "Soloists" });
      await versions.remove(path);
      const list = await versions.of(path);
      const { status, body, text } = await versions.restore(path, { place: list.length - 2 });
      expect(status, text).to.equal(200);
      expect(body).to.include({ title: "Guests", status: "trash" });
      expect(await choir.idsOf(series)).not.to.include(id);
    });

    it("refuses a restored rule beyond the limits of an update", async () => {
      const id = await choir.create({ recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      const path = `/events/${id}`;
      const stored = await calendar.store.events.find(id);
      if (stored === undefined) throw new Error("The series is missing.");
      const rules = ["FREQ=SECONDLY"];
      await calendar.store.events.save({ ...stored, recurrence: { rules, dates: [], except: [] } });
      await versions.change(path, { recurrence: { rules: ["FREQ=DAILY;COUNT=2"] } });
      const contents = await calendar.contents();
      const refused = await versions.restore(path);
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ["recurrence"]]);
      expect(await calendar.contents()).to.equal(contents);
    });

    it("plans a dry run of a series as the restoration itself", async () => {
      const id = await choir.create(LIMIT_HORIZON);
      const path = `/events/${id}`;
      await versions.change(path, { recurrence: { rules: ["FREQ=DAILY;COUNT=5"] }, title: "Band" });
      const contents = await calendar.contents();
      const planned = await versions.restore(path, { json: { dry_run: true } });
      expect(await calendar.contents()).to.equal(contents);
      expect(planned.body).to.deep.equal((await versions.restore(path)).body);
    });
  });
}
