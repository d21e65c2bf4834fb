import { expect } from "chai";
import { firstAt, instances } from "./sets.ts";

/**
 * Returns the occurrences of a daily series: original start, start and end, and the latter two also in UTC.
 */
const times = (start: string, end: string, timezone: string, until: string, rules = ["FREQ=DAILY"]) =>
  instances({ rules }, firstAt({ start, end, timezone }), until).map(({ recurrenceId, schedule }) =>
    [recurrenceId, schedule.start, schedule.end, schedule.utcStart, schedule.utcEnd].map((time) =>
      time.slice(5, 16),
    ),
  );

describe("instances in time zones", () => {
  it("keep their wall clock when the clocks change", () => {
    expect(
      instances(
        { rules: ["FREQ=MONTHLY;COUNT=4"] },
        firstAt({ start: "2031-02-10 19:00:00", end: "2031-02-10 21:00:00" }),
        "2032-01-01 00:00:00",
      ).map(({ schedule }) => [schedule.start, schedule.utcStart, schedule.utcEnd, schedule.abbreviation]),
    ).to.deep.equal([
      ["2031-02-10 19:00:00", "2031-02-10 18:00:00", "2031-02-10 20:00:00", "CET"],
      ["2031-03-10 19:00:00", "2031-03-10 18:00:00", "2031-03-10 20:00:00", "CET"],
      ["2031-04-10 19:00:00", "2031-04-10 17:00:00", "2031-04-10 19:00:00", "CEST"],
      ["2031-05-10 19:00:00", "2031-05-10 17:00:00", "2031-05-10 19:00:00", "CEST"],
    ]);
  });

  it("have no change where the zone has none", () => {
    const utc = instances(
      { rules: ["FREQ=MONTHLY"] },
      firstAt({ start: "2031-01-10 19:00:00", timezone: "Asia/Kolkata" }),
      "2031-12-31 00:00:00",
    ).map(({ schedule }) => schedule.utcStart.slice(11));
    expect(new Set(utc)).to.deep.equal(new Set(["13:30:00"]));
  });

  it("move out of a gap, and keep their exact duration", () => {
    expect(
      times("2031-03-29 02:30:00", "2031-03-29 03:30:00", "Europe/Rome", "2031-03-31 23:00:00"),
    ).to.deep.equal([
      ["03-29 02:30", "03-29 02:30", "03-29 03:30", "03-29 01:30", "03-29 02:30"],
      ["03-30 02:30", "03-30 03:30", "03-30 04:30", "03-30 01:30", "03-30 02:30"],
      ["03-31 02:30", "03-31 02:30", "03-31 03:30", "03-31 00:30", "03-31 01:30"],
    ]);
  });

  it("are exact over an hour that occurs twice, where the wall clock of the end may lie before the start", () => {
    const second = (end: string) =>
      times("2031-10-25 02:30:00", end, "Europe/Rome", "2031-10-26 23:00:00")[1];
    const begin = ["10-26 02:30", "10-26 02:30"];
    expect(second("2031-10-25 03:00:00")).to.deep.equal([
      ...begin,
      "10-26 02:00",
      "10-26 00:30",
      "10-26 01:00",
    ]);
    expect(second("2031-10-25 03:30:00")).to.deep.equal([
      ...begin,
      "10-26 02:30",
      "10-26 00:30",
      "10-26 01:30",
    ]);
  });

  it("know southern zones and shifts of half an hour", () => {
    expect(
      times("2031-10-04 02:10:00", "2031-10-04 03:10:00", "Australia/Lord_Howe", "2031-10-06 23:00:00"),
    ).to.deep.equal([
      ["10-04 02:10", "10-04 02:10", "10-04 03:10", "10-03 15:40", "10-03 16:40"],
      ["10-05 02:10", "10-05 02:40", "10-05 03:40", "10-04 15:40", "10-04 16:40"],
      ["10-06 02:10", "10-06 02:10", "10-06 03:10", "10-05 15:10", "10-05 16:10"],
    ]);
  });

  it("are one where two of them begin at one instant: that which did not move", () => {
    const starts = times("2031-03-30 01:00:00", "2031-03-30 01:30:00", "Europe/Rome", "2031-03-30 04:00:00", [
      "FREQ=HOURLY",
    ]);
    expect(starts.map(([id, start]) => [id, start])).to.deep.equal([
      ["03-30 01:00", "03-30 01:00"],
      ["03-30 03:00", "03-30 03:00"],
      ["03-30 04:00", "03-30 04:00"],
    ]);
  });

  it("leave out the day that Samoa never had", () => {
    const ids = (allDay: boolean) =>
      instances(
        { rules: ["FREQ=DAILY"] },
        firstAt({
          start: allDay ? "2011-12-29 00:00:00" : "2011-12-29 10:00:00",
          timezone: "Pacific/Apia",
          allDay,
        }),
        "2012-01-01 23:00:00",
      ).map(({ recurrenceId }) => recurrenceId.slice(0, 10));
    const expected = ["2011-12-29", "2011-12-31", "2012-01-01"];
    expect([ids(false), ids(true)]).to.deep.equal([expected, expected]);
  });

  it("move a start out of a day that does not exist, where nothing else begins then", () => {
    const moved = instances(
      { rules: ["FREQ=WEEKLY"] },
      firstAt({ start: "2011-12-23 10:00:00", timezone: "Pacific/Apia" }),
      "2012-01-01 00:00:00",
    );
    expect(moved.map(({ recurrenceId, schedule }) => [recurrenceId, schedule.start])[1]).to.deep.equal([
      "2011-12-30 10:00:00",
      "2011-12-31 10:00:00",
    ]);
  });

  it("last whole days from cutoff to cutoff", () => {
    const first = firstAt({
      start: "2031-03-29 00:00:00",
      end: "2031-03-30 00:00:00",
      allDay: true,
      dayCutoff: "06:00",
    });
    expect(
      instances(
        { rules: ["FREQ=WEEKLY"], except: ["2031-04-12"], dates: ["2031-04-15"] },
        first,
        "2031-04-20 00:00:00",
        "06:00",
      ).map(({ recurrenceId, schedule }) => [recurrenceId, schedule.start, schedule.end]),
    ).to.deep.equal([
      ["2031-03-29 06:00:00", "2031-03-29 06:00:00", "2031-03-31 05:59:59"],
      ["2031-04-05 06:00:00", "2031-04-05 06:00:00", "2031-04-07 05:59:59"],
      ["2031-04-15 06:00:00", "2031-04-15 06:00:00", "2031-04-17 05:59:59"],
      ["2031-04-19 06:00:00", "2031-04-19 06:00:00", "2031-04-21 05:59:59"],
    ]);
  });
});
