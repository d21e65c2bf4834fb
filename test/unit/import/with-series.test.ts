import { type FoundRecord, withFoundSeries, withOwnSeries } from "@kalends/import";
import { expect } from "chai";
import { eventsOf, foundEvent, recurrenceOf, sourceOf } from "./found-events.ts";

const TUESDAYS = ["2031-05-06", "2031-05-13", "2031-05-20", "2031-05-27", "2031-06-03"];
const tuesdays = (members: Readonly<Record<string, unknown>> = {}): FoundRecord[] =>
  TUESDAYS.map((date, at) => foundEvent(at + 1, date, members));

/** Returns the original starts of occurrences by id. Single events have `-`. */
const placesOf = (found: readonly FoundRecord[]): Readonly<Record<number, string>> =>
  Object.fromEntries(found.map(({ record, series }) => [record.id("id"), series?.recurrenceId ?? "-"]));

const seriesIn = (found: readonly FoundRecord[]): number =>
  new Set(found.flatMap(({ series }) => (series === undefined ? [] : [series.found.key]))).size;

describe("withFoundSeries", () => {
  it("makes one series of events with title, venue and rhythm in common, in the order of the source", async () => {
    const events = [...tuesdays(), foundEvent(9, "2031-05-08", { title: "Lecture" })];
    const found = await eventsOf(withFoundSeries(sourceOf(events)));
    expect(found.map(({ record }) => record.id("id"))).to.deep.equal([1, 2, 3, 4, 5, 9]);
    expect(found[5]?.series).to.equal(undefined);
    const series = found[0]?.series;
    if (series === undefined) return expect.fail("no series");
    expect(recurrenceOf(series)).to.deep.equal({
      rules: ["FREQ=WEEKLY;UNTIL=20310603;BYDAY=TU"],
      dates: [],
      except: [],
    });
    expect(series.found.record.text("start_date")).to.equal("2031-05-06 19:00:00");
    expect(series.found.record.names()).to.not.include("id");
    expect(found[2]?.series).to.deep.include({ recurrenceId: "2031-05-20 19:00:00" });
    expect(seriesIn(found)).to.equal(1);
  });

  it("keeps apart what differs in venue, zone, status, author or whole days", async () => {
    for (const other of [
      { venue: { id: 8, venue: "Pier Ten" } },
      { timezone: "Europe/Rome" },
      { status: "draft" },
      { author: "2" },
      { all_day: true },
    ]) {
      const events = [...tuesdays().slice(0, 2), ...tuesdays(other).slice(2, 4)];
      expect(seriesIn(await eventsOf(withFoundSeries(sourceOf(events)))), JSON.stringify(other)).to.equal(0);
    }
  });

  it("takes what has a slug or a global id in common whatever the title is", async () => {
    for (const common of [{ slug: "quay" }, { global_id: "old.example?id=1" }]) {
      const events = tuesdays(common).slice(0, 4);
      events[2] = foundEvent(3, "2031-05-20", { ...common, title: "New Year concert" });
      const found = await eventsOf(withFoundSeries(sourceOf(events)));
      expect(seriesIn(found)).to.equal(1);
      expect(found.every(({ series }) => series?.found.record.text("title") === "Quay concert")).to.equal(
        true,
      );
    }
  });

  it("leaves out what is missing, and takes what is moved on its day", async () => {
    const events = [...tuesdays(), foundEvent(6, "2031-06-17"), foundEvent(7, "2031-06-24")];
    events[2] = foundEvent(3, "2031-05-20", { time: "20:30:00" });
    const found = await eventsOf(withFoundSeries(sourceOf(events)));
    // In a regular series, at most one of six dates may be missing.
    expect(placesOf(found)).to.deep.equal({ 1: "-", 2: "-", 3: "-", 4: "-", 5: "-", 6: "-", 7: "-" });
    const longer = [...events, foundEvent(8, "2031-07-01"), foundEvent(9, "2031-07-08")];
    const all = await eventsOf(withFoundSeries(sourceOf(longer)));
    expect(seriesIn(all)).to.equal(1);
    expect(placesOf(all)[3]).to.equal("2031-05-20 19:00:00");
    const [first] = all;
    expect(first?.series && recurrenceOf(first.series)).to.deep.include({ except: ["2031-06-10 19:00:00"] });
  });

  it("merges two shows a day into one series each, and nothing without a rhythm", async () => {
    const shows = TUESDAYS.flatMap((date, at) => [
      foundEvent(at + 1, date, { time: "15:00:00" }),
      foundEvent(at + 11, date),
    ]);
    expect(seriesIn(await eventsOf(withFoundSeries(sourceOf(shows))))).to.equal(2);
    const odd = ["2031-01-03", "2031-02-21", "2031-04-08", "2031-07-30"];
    const found = await eventsOf(withFoundSeries(sourceOf(odd.map((date, at) => foundEvent(at + 1, date)))));
    expect(seriesIn(found)).to.equal(0);
  });

  it("leaves single what is here as a single event, and goes on with a series that is here", async () => {
    const isSingle = async ({ record }: FoundRecord) => (record.id("id") > 2 ? undefined : "single");
    const some = await eventsOf(withFoundSeries(sourceOf(tuesdays()), { known: isSingle }));
    expect(placesOf(some)).to.deep.include({ 1: "-", 2: "-", 3: "2031-05-20 19:00:00" });
    const isHere = async ({ record }: FoundRecord) =>
      record.id("id") === 4 ? { seriesKey: "series-before" } : undefined;
    const all = await eventsOf(withFoundSeries(sourceOf(tuesdays()), { known: isHere }));
    expect(all.map(({ series }) => series?.found.key)).to.deep.equal(Array(5).fill("series-before"));
  });

  it("says that its source may go on only once all is stored", async () => {
    const stored: number[] = [];
    const source = withFoundSeries(sourceOf(tuesdays(), () => void stored.push(stored.length)));
    for await (const portion of source.read("events")) {
      expect(stored).to.deep.equal([]);
      await portion.stored?.(0);
    }
    expect(stored).to.deep.equal([0, 1]);
  });
});

describe("withOwnSeries", () => {
  const occurrence = (id: number, date: string): FoundRecord =>
    foundEvent(id, date, { recurrence: { series_id: 40, recurrence_id: `${date} 19:00:00` } });
  const series = foundEvent(40, "2031-05-06", { recurrence: { rules: ["FREQ=WEEKLY;BYDAY=TU"] } });

  it("shows occurrences with the series that the source tells, asked for once", async () => {
    const asked: number[] = [];
    const source = {
      ...sourceOf([occurrence(1, "2031-05-06"), foundEvent(2, "2031-05-07"), occurrence(3, "2031-05-13")]),
      find: async (_list: string, id: number) => {
        asked.push(id);
        return series;
      },
    };
    const found = await eventsOf(withOwnSeries(source));
    expect(placesOf(found)).to.deep.equal({ 1: "2031-05-06 19:00:00", 2: "-", 3: "2031-05-13 19:00:00" });
    expect(asked).to.deep.equal([40]);
  });

  it("leaves occurrences single where the source does not tell their series, or its rules", async () => {
    for (const answer of [undefined, foundEvent(40, "2031-05-06")]) {
      const source = { ...sourceOf([occurrence(1, "2031-05-06")]), find: async () => answer };
      expect(placesOf(await eventsOf(withOwnSeries(source)))).to.deep.equal({ 1: "-" });
    }
    expect(placesOf(await eventsOf(withOwnSeries(sourceOf([occurrence(1, "2031-05-06")]))))).to.deep.equal({
      1: "-",
    });
  });
});
