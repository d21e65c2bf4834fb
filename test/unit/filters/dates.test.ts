import { CATALOGUES } from "@kalends/http/internals";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN } from "../actors.ts";
import { invalid, NOW, openCalendar, refusal, type TestCalendar } from "../events/calendar.ts";

const startingAt = (id: number, start: string, end: string = start) => anEvent({ id, start, end });

describe("the date filters", () => {
  let calendar: TestCalendar;
  const close = () => calendar.store.close();
  const fill = async (...events: readonly ReturnType<typeof anEvent>[]) => {
    for (const event of events) await calendar.store.events.save(event);
  };

  describe("by default", () => {
    afterEach(close);

    it("lists what starts between yesterday's midnight and the end of the day 24 months ahead", async () => {
      calendar = await openCalendar();
      await fill(
        startingAt(1, "2031-03-08 23:59:59"),
        startingAt(2, "2031-03-09 00:00:00"),
        startingAt(3, "2033-03-10 23:59:59"),
        startingAt(4, "2033-03-11 00:00:00"),
      );
      expect(await calendar.ids()).to.deep.equal([2, 3]);
    });

    it("publishes yesterday 23:59 UTC on the site's clock and now + 24 months in UTC", async () => {
      calendar = await openCalendar({ site: { timezone: "America/New_York" } });
      const { start_date, end_date } = calendar.operations.events.list.parameters;
      expect(start_date?.defaultNow?.()).to.equal("2031-03-09 19:59:00");
      expect(end_date?.defaultNow?.()).to.equal("2033-03-10 14:30:00");
      expect(await calendar.link()).to.equal(
        "start_date=2031-03-09 00:00:00&end_date=2033-03-10 23:59:59&status=publish",
      );
    });

    it("starts today where yesterday 23:59 UTC is today on the site's clock", async () => {
      calendar = await openCalendar({ site: { timezone: "Asia/Tokyo" } });
      const { start_date } = calendar.operations.events.list.parameters;
      expect(start_date?.defaultNow?.()).to.equal("2031-03-10 08:59:00");
      expect(await calendar.link()).to.contain("start_date=2031-03-10 00:00:00&end_date=2033-03-10 23:59:59");
    });

    it("tells in the documentation that whole days count", async () => {
      calendar = await openCalendar();
      const { start_date, end_date } = calendar.operations.events.list.parameters;
      for (const parameter of [start_date, end_date]) {
        expect(CATALOGUES.en.descriptions[parameter?.description ?? ""])
          .to.match(/time of day is ignored/i)
          .and.to.match(/strict_dates/);
      }
    });

    it("computes the defaults afresh for each request", async () => {
      calendar = await openCalendar();
      await fill(startingAt(1, "2031-03-09 10:00:00"));
      expect(await calendar.ids()).to.deep.equal([1]);
      calendar.setNow(NOW + 24 * 60 * 60 * 1000);
      expect(await calendar.ids()).to.deep.equal([]);
    });

    it("rolls the day on where the month ahead lacks it", async () => {
      calendar = await openCalendar();
      calendar.setNow(Date.UTC(2032, 1, 29, 8));
      expect(calendar.operations.events.list.parameters.end_date?.defaultNow?.()).to.equal(
        "2034-03-01 08:00:00",
      );
    });
  });

  describe("start_date and end_date", () => {
    beforeEach(async () => {
      calendar = await openCalendar();
      await fill(
        startingAt(1, "2031-04-30 23:59:59"),
        startingAt(2, "2031-05-01 00:00:00", "2031-05-09 12:00:00"),
        startingAt(3, "2031-05-02 23:59:59", "2031-05-03 02:00:00"),
        startingAt(4, "2031-05-03 00:00:00"),
      );
    });
    afterEach(close);

    it("look at the start of the event, whole days, both inclusive", async () => {
      expect(await calendar.ids({ start_date: "2031-05-01", end_date: "2031-05-02" })).to.deep.equal([2, 3]);
    });

    it("ignore the time of day", async () => {
      const query = { start_date: "2031-05-01 18:00", end_date: "2031-05-02 01:00:00" };
      expect(await calendar.ids(query)).to.deep.equal([2, 3]);
      expect(await calendar.link(query)).to.equal(
        "start_date=2031-05-01 00:00:00&end_date=2031-05-02 23:59:59&status=publish",
      );
    });

    it("each keep the default of the other", async () => {
      expect(await calendar.ids({ start_date: "2031-05-03" })).to.deep.equal([4]);
      expect(await calendar.ids({ end_date: "2031-04-30" })).to.deep.equal([1]);
    });

    it("find nothing when they are the wrong way round", async () => {
      expect(await calendar.ids({ start_date: "2031-05-02", end_date: "2031-05-01" })).to.deep.equal([]);
    });

    it("refuse what is no date", async () => {
      for (const text of ["", "foo", "not a date", "2031-13-01", "x"]) {
        expect(await refusal(calendar.list({ start_date: text, end_date: text }))).to.deep.equal(
          invalid({ start_date: "not-a-date", end_date: "not-a-date" }),
        );
      }
      expect(await refusal(calendar.list({ start_date: ["2031-05-01"] }))).to.deep.equal(
        invalid({ start_date: "not-a-date" }),
      );
    });

    it("are switched off by include, explicit ones too", async () => {
      const query = { include: "1,4", start_date: "2031-05-01", end_date: "2031-05-01" };
      expect(await calendar.ids(query)).to.deep.equal([1, 4]);
      expect(await calendar.link(query)).to.equal("status=publish&include=1,4");
    });
  });

  describe("with a day cutoff", () => {
    afterEach(close);

    it("let a day run from cutoff to cutoff", async () => {
      calendar = await openCalendar({ site: { dayCutoff: "06:00" } });
      await fill(
        startingAt(1, "2031-05-01 05:59:59"),
        startingAt(2, "2031-05-01 06:00:00"),
        startingAt(3, "2031-05-02 05:59:59"),
        startingAt(4, "2031-05-02 06:00:00"),
      );
      expect(await calendar.ids({ start_date: "2031-05-01", end_date: "2031-05-01" })).to.deep.equal([2, 3]);
    });
  });

  describe("in the site's zone", () => {
    const inTokyo = anEvent({
      id: 1,
      start: "2031-05-01 09:00:00",
      utcStart: "2031-05-01 00:00:00",
      timezone: "Asia/Tokyo",
    });
    const inLima = anEvent({
      id: 2,
      start: "2031-05-01 09:00:00",
      utcStart: "2031-05-01 14:00:00",
      timezone: "America/Lima",
    });
    const day = { start_date: "2031-05-01", end_date: "2031-05-01" };
    afterEach(close);

    it("compare each event's own clock by default", async () => {
      calendar = await openCalendar({ site: { timezone: "America/New_York" } });
      await fill(inTokyo, inLima);
      expect(await calendar.ids(day)).to.deep.equal([1, 2]);
    });

    it("compare instants when the site's clock is shown", async () => {
      calendar = await openCalendar({ site: { timezone: "America/New_York", displayZone: "site" } });
      await fill(inTokyo, inLima);
      expect(await calendar.ids(day)).to.deep.equal([2]);
      expect(await calendar.link(day)).to.contain("start_date=2031-05-01 00:00:00");
    });
  });

  it("count for signed-in callers alike", async () => {
    calendar = await openCalendar();
    await fill(startingAt(1, "2020-01-01 10:00:00"));
    expect(await calendar.ids({}, ADMIN)).to.deep.equal([]);
    await close();
  });
});
