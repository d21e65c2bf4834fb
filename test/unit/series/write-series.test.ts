import type { CalendarEvent } from "@kalends/core";
import type { RawValues } from "@kalends/core/interface";
import { expect } from "chai";
import { ADMIN } from "../actors.ts";
import { openCalendar, refusal, type TestCalendar } from "../events/calendar.ts";
import { ofEachTest } from "../of-each-test.ts";

/** Series on four Tuesdays. */
const WEEKLY = {
  title: "Jazz",
  start_date: "2031-05-06 19:00",
  end_date: "2031-05-06 21:00",
  recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] },
};

describe("writing series", () => {
  const calendar: TestCalendar = ofEachTest(() => openCalendar());
  const rowsOf = (id: number): Promise<readonly CalendarEvent[]> =>
    calendar.store.events.occurrencesOf(id, "0000-00-00 00:00:00", 1000);
  /** Returns id, start and status of each occurrence. */
  const summary = async (id: number): Promise<readonly string[]> =>
    (await rowsOf(id)).map(
      (row) =>
        `${row.id} ${row.occurrence?.recurrenceId.slice(5, 16)} ${row.schedule.start.slice(5, 16)} ${row.status}`,
    );
  const create = async (body: RawValues = {}): Promise<CalendarEvent> =>
    (await calendar.create({ ...WEEKLY, ...body })).event;
  const listed = async (query: RawValues = {}): Promise<readonly string[]> =>
    (
      await calendar.list({ start_date: "2031-01-01", end_date: "2040-01-01", per_page: 50, ...query })
    ).items.map(({ event }) => `${event.id} ${event.schedule.start.slice(5, 16)}`);

  it("stores one event and a row for each start", async () => {
    const series = await create();
    expect(series.recurrence).to.deep.equal({ rules: ["FREQ=WEEKLY;COUNT=4"], dates: [], except: [] });
    expect(await summary(series.id)).to.deep.equal([
      "2 05-06 19:00 05-06 19:00 publish",
      "3 05-13 19:00 05-13 19:00 publish",
      "4 05-20 19:00 05-20 19:00 publish",
      "5 05-27 19:00 05-27 19:00 publish",
    ]);
    expect((await rowsOf(series.id)).map(({ slug }) => slug)).to.deep.equal([
      "jazz-2031-05-06",
      "jazz-2031-05-13",
      "jazz-2031-05-20",
      "jazz-2031-05-27",
    ]);
    expect(await listed()).to.deep.equal([
      "2 05-06 19:00",
      "3 05-13 19:00",
      "4 05-20 19:00",
      "5 05-27 19:00",
    ]);
  });

  it("says the time in slugs of days with several, and gives way to slugs that are taken", async () => {
    await calendar.create({ ...WEEKLY, slug: "jazz-2031-05-07-120000", recurrence: null });
    const series = await create({ recurrence: { dates: ["2031-05-07 12:00:00", "2031-05-07 18:00:00"] } });
    expect((await rowsOf(series.id)).map(({ slug }) => slug)).to.deep.equal([
      "jazz-2031-05-06",
      "jazz-2031-05-07-120000-2",
      "jazz-2031-05-07-180000",
    ]);
  });

  it("moves all along with the first start, also where one takes the slug of the next", async () => {
    const { id } = await create({ recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
    await calendar.update(id, { start_date: "2031-05-07 20:00", end_date: "2031-05-07 21:00" });
    expect(await summary(id)).to.deep.equal([
      "2 05-07 20:00 05-07 20:00 publish",
      "3 05-08 20:00 05-08 20:00 publish",
      "4 05-09 20:00 05-09 20:00 publish",
    ]);
    expect((await rowsOf(id)).map(({ slug }) => slug)).to.deep.equal([
      "jazz-2031-05-07",
      "jazz-2031-05-08",
      "jazz-2031-05-09",
    ]);
  });

  it("keeps rows by date when the rule changes, and brings back what goes and comes", async () => {
    const { id } = await create();
    await calendar.update(id, { recurrence: { rules: "FREQ=WEEKLY;COUNT=2" } });
    expect((await summary(id)).slice(1)).to.deep.equal([
      "3 05-13 19:00 05-13 19:00 publish",
      "4 05-20 19:00 05-20 19:00 trash",
      "5 05-27 19:00 05-27 19:00 trash",
    ]);
    await calendar.update(id, {
      recurrence: { rules: "FREQ=WEEKLY;COUNT=3", except: ["2031-05-13 19:00:00"] },
    });
    expect(await summary(id)).to.deep.equal([
      "2 05-06 19:00 05-06 19:00 publish",
      "3 05-13 19:00 05-13 19:00 trash",
      "4 05-20 19:00 05-20 19:00 publish",
      "5 05-27 19:00 05-27 19:00 trash",
    ]);
    expect(await listed()).to.deep.equal(["2 05-06 19:00", "4 05-20 19:00"]);
  });

  it("follows the trash and comes back, slugs and all", async () => {
    const { id } = await create();
    await calendar.remove(id);
    expect(await listed()).to.deep.equal([]);
    const other = await calendar.create({ ...WEEKLY, slug: "jazz-2031-05-13", recurrence: null });
    expect(other.event.slug).to.equal("jazz-2031-05-13");
    await calendar.update(id, { status: "publish" });
    expect((await rowsOf(id)).map(({ slug, status }) => [slug, status])).to.deep.equal([
      ["jazz-2031-05-06", "publish"],
      ["jazz-2031-05-13-2", "publish"],
      ["jazz-2031-05-20", "publish"],
      ["jazz-2031-05-27", "publish"],
    ]);
  });

  it("gives drafts no slugs until they are published", async () => {
    const { id } = await create({ status: "draft" });
    expect((await rowsOf(id)).map(({ slug, status }) => [slug, status])[0]).to.deep.equal(["", "draft"]);
    await calendar.update(id, { status: "publish" });
    expect((await rowsOf(id)).map(({ slug }) => slug)[0]).to.equal("jazz-2031-05-06");
  });

  it("begins with a single event and ends as one, which keeps its id", async () => {
    const { id } = await create({ recurrence: undefined });
    expect(await listed()).to.deep.equal(["1 05-06 19:00"]);
    await calendar.update(id, { recurrence: WEEKLY.recurrence });
    expect(await listed()).to.deep.equal([
      "2 05-06 19:00",
      "3 05-13 19:00",
      "4 05-20 19:00",
      "5 05-27 19:00",
    ]);
    const ended = await calendar.update(id, { recurrence: { rules: [], dates: [], except: [] } });
    expect(ended.event.recurrence).to.equal(undefined);
    expect(await listed()).to.deep.equal(["1 05-06 19:00"]);
    expect((await summary(id)).every((row) => row.endsWith("trash"))).to.equal(true);
    await calendar.update(id, { recurrence: WEEKLY.recurrence });
    expect(await listed()).to.deep.equal([
      "2 05-06 19:00",
      "3 05-13 19:00",
      "4 05-20 19:00",
      "5 05-27 19:00",
    ]);
  });

  it("moves dates, exceptions and the end along where the recurrence is sent as it was, or not at all", async () => {
    const recurrence = {
      rules: ["FREQ=WEEKLY;UNTIL=20310527T190000Z"],
      dates: ["2031-05-07 19:00:00"],
      except: ["2031-05-13 19:00:00"],
    };
    const { id } = await create({ recurrence });
    const sent = { start_date: "2031-05-06 18:00", end_date: "2031-05-06 20:00" };
    const moved = await calendar.update(id, sent);
    expect(moved.event.recurrence).to.deep.equal({
      rules: ["FREQ=WEEKLY;UNTIL=20310527T180000"],
      dates: ["2031-05-07 18:00:00"],
      except: ["2031-05-13 18:00:00"],
    });
    const ids = (await rowsOf(id)).map((row) => row.id);
    const back = await calendar.update(id, {
      start_date: "2031-05-06 19:00",
      end_date: "2031-05-06 21:00",
      recurrence: moved.event.recurrence,
    });
    expect(back.event.recurrence?.except).to.deep.equal(["2031-05-13 19:00:00"]);
    expect((await rowsOf(id)).map((row) => row.id)).to.deep.equal(ids);
  });

  it("refuses what cannot be for whole days, and says where", async () => {
    const { id } = await create({ recurrence: { rules: ["FREQ=WEEKLY;BYHOUR=19;COUNT=4"] } });
    const { code, reasons } = await refusal(calendar.update(id, { all_day: true }));
    expect([code, Object.keys(reasons ?? {})]).to.deep.equal(["rest_invalid_param", ["recurrence"]]);
    expect(await summary(id)).to.have.length(4);
  });

  it("turns into whole days with its rows", async () => {
    const { id } = await create();
    await calendar.update(id, { all_day: true });
    expect((await summary(id))[1]).to.equal("3 05-13 00:00 05-13 00:00 publish");
  });

  it("keeps a first start beyond the horizon", async () => {
    const { id } = await create({
      start_date: "2045-05-06 19:00",
      end_date: "2045-05-06 21:00",
      recurrence: { rules: ["FREQ=WEEKLY"] },
    });
    expect(await rowsOf(id)).to.have.length(1);
  });

  it("tells of occurrences with changes of their own that nothing wants any more", async () => {
    const { id } = await create();
    const [, , third] = await rowsOf(id);
    if (third?.occurrence === undefined) throw new Error("There is no third occurrence.");
    await calendar.store.events.save({
      ...third,
      title: "Guests",
      occurrence: { ...third.occurrence, changes: { title: "Guests" } },
    });
    const updated = await calendar.update(id, { recurrence: { rules: ["FREQ=WEEKLY;COUNT=2"] } });
    expect(updated.trashed?.map((event) => [event.id, event.title, event.status])).to.deep.equal([
      [4, "Guests", "trash"],
    ]);
    expect((updated as { adjustments?: unknown }).adjustments).to.deep.equal([
      { parameter: "recurrence", reason: "occurrences-trashed" },
    ]);
    const again = await calendar.update(id, { recurrence: WEEKLY.recurrence });
    expect(again.trashed).to.equal(undefined);
    expect((await rowsOf(id)).map(({ title }) => title)).to.deep.equal(["Jazz", "Jazz", "Guests", "Jazz"]);
  });

  it("shows what is the series' in all rows, and finds them by it", async () => {
    const { id } = await create({ categories: ["Concerts"], venue: { venue: "Hall" } });
    expect(await listed({ categories: "concerts" })).to.have.length(4);
    await calendar.update(id, { categories: [], featured: true, title: "Blues" });
    expect(await listed({ categories: "concerts" })).to.deep.equal([]);
    expect(await listed({ featured: true })).to.have.length(4);
    expect(await listed({ search: "blues" })).to.have.length(4);
    expect((await rowsOf(id)).map(({ title }) => title)).to.deep.equal(["Blues", "Blues", "Blues", "Blues"]);
  });

  for (const [what, recurrence, at] of [
    ["a text", "every day", undefined],
    ["a list", ["FREQ=DAILY"], undefined],
    ["an unknown member", { rules: [], type: "weekly" }, "[type]"],
    ["a rule that is no text", { rules: [7] }, "[rules][0]"],
    ["a date that is no text", { dates: { a: 1 } }, "[dates]"],
    ["a rule that is none", { rules: ["FREQ=DAILY", "FREQ=OFTEN"] }, "[rules][1]"],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const call = calendar.create({ ...WEEKLY, recurrence }, ADMIN);
      const error = await call.then(
        () => undefined,
        (refused) => refused,
      );
      expect(error?.code).to.equal("rest_invalid_param");
      expect(error.details.problems.recurrence.at).to.equal(at);
      expect(await calendar.ids({ start_date: "2000-01-01" })).to.deep.equal([]);
    });
  }

  it("ignores what says nothing, and names it", async () => {
    for (const recurrence of [{}, { type: "weekly" }, "", []]) {
      const { event, adjustments } = await calendar.create({ ...WEEKLY, recurrence });
      expect(event.recurrence).to.equal(undefined);
      expect(adjustments).to.deep.equal([{ parameter: "recurrence", reason: "unknown-parameter" }]);
    }
  });

  it("takes back what it shows", async () => {
    const { id } = await create();
    const shown = {
      ...WEEKLY.recurrence,
      dates: [],
      except: [],
      text: "weekly",
      series_id: 1,
      recurrence_id: "x",
    };
    const { event } = await calendar.update(id, { recurrence: { ...shown, trashed: [] } });
    expect(event.recurrence?.rules).to.deep.equal(["FREQ=WEEKLY;COUNT=4"]);
  });
});
