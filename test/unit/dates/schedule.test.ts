import { createSchedule, utcText } from "@kalends/core";
import { addMonths } from "@kalends/core/interface";
import { dayBounds, resolveWallClock } from "@kalends/core/internals";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

interface Case {
  readonly name: string;
  readonly timezone: string;
  readonly allDay?: boolean;
  readonly dayCutoff?: string;
  readonly sent: readonly [start: string, end: string];
  readonly kept: readonly [start: string, end: string];
  readonly utc: readonly [start: string, end: string];
  readonly abbreviation?: string;
}

/** Source: rules/dates.md#schedule-examples, rules/dates.md#multi-day. */
const CASES: readonly Case[] = [
  {
    name: "a day that lasts all day",
    timezone: "Europe/Rome",
    allDay: true,
    sent: ["2031-05-01 09:00:00", "2031-05-01 11:00:00"],
    kept: ["2031-05-01 00:00:00", "2031-05-01 23:59:59"],
    utc: ["2031-04-30 22:00:00", "2031-05-01 21:59:59"],
    abbreviation: "CEST",
  },
  {
    name: "several days",
    timezone: "Europe/Rome",
    allDay: true,
    sent: ["2031-05-01 00:00:00", "2031-05-06 00:00:00"],
    kept: ["2031-05-01 00:00:00", "2031-05-06 23:59:59"],
    utc: ["2031-04-30 22:00:00", "2031-05-06 21:59:59"],
  },
  {
    name: "several days east of the site",
    timezone: "Asia/Tokyo",
    allDay: true,
    sent: ["2026-12-11 00:00:00", "2026-12-12 00:00:00"],
    kept: ["2026-12-11 00:00:00", "2026-12-12 23:59:59"],
    utc: ["2026-12-10 15:00:00", "2026-12-12 14:59:59"],
    abbreviation: "JST",
  },
  {
    name: "a night",
    timezone: "Europe/Rome",
    sent: ["2031-05-01 18:00:00", "2031-05-02 02:00:00"],
    kept: ["2031-05-01 18:00:00", "2031-05-02 02:00:00"],
    utc: ["2031-05-01 16:00:00", "2031-05-02 00:00:00"],
  },
  {
    name: "an end before the start",
    timezone: "Europe/Rome",
    sent: ["2031-05-01 18:00:00", "2031-05-01 17:00:00"],
    kept: ["2031-05-01 18:00:00", "2031-05-01 18:00:00"],
    utc: ["2031-05-01 16:00:00", "2031-05-01 16:00:00"],
  },
  {
    name: "days in the wrong order",
    timezone: "Europe/Rome",
    allDay: true,
    sent: ["2031-05-03 00:00:00", "2031-05-01 00:00:00"],
    kept: ["2031-05-03 00:00:00", "2031-05-03 23:59:59"],
    utc: ["2031-05-02 22:00:00", "2031-05-03 21:59:59"],
  },
  {
    name: "a day with a cutoff",
    timezone: "UTC",
    allDay: true,
    dayCutoff: "06:00",
    sent: ["2031-05-01 00:00:00", "2031-05-01 00:00:00"],
    kept: ["2031-05-01 06:00:00", "2031-05-02 05:59:59"],
    utc: ["2031-05-01 06:00:00", "2031-05-02 05:59:59"],
  },
  {
    name: "sent times before the cutoff: the date as sent counts",
    timezone: "UTC",
    allDay: true,
    dayCutoff: "06:00",
    sent: ["2031-05-01 02:00:00", "2031-05-02 02:00:00"],
    kept: ["2031-05-01 06:00:00", "2031-05-03 05:59:59"],
    utc: ["2031-05-01 06:00:00", "2031-05-03 05:59:59"],
  },
  {
    name: "a timed event with a cutoff",
    timezone: "UTC",
    dayCutoff: "06:00",
    sent: ["2031-05-01 20:00:00", "2031-05-02 02:00:00"],
    kept: ["2031-05-01 20:00:00", "2031-05-02 02:00:00"],
    utc: ["2031-05-01 20:00:00", "2031-05-02 02:00:00"],
  },
  {
    name: "a start that summer time skips",
    timezone: "America/New_York",
    sent: ["2027-03-14 02:30:00", "2027-03-14 04:00:00"],
    kept: ["2027-03-14 03:30:00", "2027-03-14 04:00:00"],
    utc: ["2027-03-14 07:30:00", "2027-03-14 08:00:00"],
    abbreviation: "EDT",
  },
  {
    name: "the change to summer time",
    timezone: "America/New_York",
    sent: ["2027-03-14 01:30:00", "2027-03-14 03:30:00"],
    kept: ["2027-03-14 01:30:00", "2027-03-14 03:30:00"],
    utc: ["2027-03-14 06:30:00", "2027-03-14 07:30:00"],
    abbreviation: "EST",
  },
  {
    name: "the change to winter time",
    timezone: "America/New_York",
    sent: ["2027-11-07 00:30:00", "2027-11-07 03:00:00"],
    kept: ["2027-11-07 00:30:00", "2027-11-07 03:00:00"],
    utc: ["2027-11-07 04:30:00", "2027-11-07 08:00:00"],
    abbreviation: "EDT",
  },
  {
    name: "a time that occurs twice",
    timezone: "America/New_York",
    sent: ["2027-11-07 01:30:00", "2027-11-07 01:45:00"],
    kept: ["2027-11-07 01:30:00", "2027-11-07 01:45:00"],
    utc: ["2027-11-07 05:30:00", "2027-11-07 05:45:00"],
    abbreviation: "EDT",
  },
  {
    name: "a whole day whose midnight summer time skips",
    timezone: "America/Santiago",
    allDay: true,
    sent: ["2031-09-07 10:00:00", "2031-09-07 12:00:00"],
    kept: ["2031-09-07 00:00:00", "2031-09-07 23:59:59"],
    utc: ["2031-09-07 04:00:00", "2031-09-08 02:59:59"],
  },
  {
    name: "an offset",
    timezone: "UTC+5:30",
    sent: ["2026-12-05 10:00:00", "2026-12-05 12:00:00"],
    kept: ["2026-12-05 10:00:00", "2026-12-05 12:00:00"],
    utc: ["2026-12-05 04:30:00", "2026-12-05 06:30:00"],
    abbreviation: "UTC+5:30",
  },
];

describe("createSchedule", () => {
  for (const {
    name,
    timezone,
    allDay = false,
    dayCutoff = "00:00",
    sent,
    kept,
    utc,
    abbreviation,
  } of CASES) {
    it(`keeps ${name}`, () => {
      const schedule = createSchedule({ start: sent[0], end: sent[1], timezone, allDay, dayCutoff });
      expect([schedule.start, schedule.end]).to.deep.equal(kept);
      expect([schedule.utcStart, schedule.utcEnd]).to.deep.equal(utc);
      expect([schedule.timezone, schedule.allDay]).to.deep.equal([timezone, allDay]);
      if (abbreviation !== undefined) expect(schedule.abbreviation).to.equal(abbreviation);
      expect(createSchedule({ ...schedule, dayCutoff })).to.deep.equal(schedule);
    });
  }

  it("keeps the wall clocks when only the zone changes", () => {
    const before = createSchedule({
      start: "2026-12-05 10:00:00",
      end: "2026-12-05 12:00:00",
      timezone: "America/New_York",
      allDay: false,
      dayCutoff: "00:00",
    });
    expect(createSchedule({ ...before, timezone: "Europe/London", dayCutoff: "00:00" })).to.deep.equal({
      start: "2026-12-05 10:00:00",
      end: "2026-12-05 12:00:00",
      utcStart: "2026-12-05 10:00:00",
      utcEnd: "2026-12-05 12:00:00",
      timezone: "Europe/London",
      abbreviation: "GMT",
      allDay: false,
    });
  });

  it("widens stored times to whole days, and leaves them when days no longer count", () => {
    const timed = {
      start: "2026-12-05 10:00:00",
      end: "2026-12-05 12:00:00",
      timezone: "America/New_York",
      dayCutoff: "00:00",
    };
    const whole = createSchedule({ ...timed, allDay: true });
    expect([whole.start, whole.end]).to.deep.equal(["2026-12-05 00:00:00", "2026-12-05 23:59:59"]);
    const back = createSchedule({ ...whole, allDay: false, dayCutoff: "00:00" });
    expect([back.start, back.end]).to.deep.equal([whole.start, whole.end]);
  });

  const clock = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => utcText(seconds * 1000));
  const zone = fc.constantFrom(
    "America/New_York",
    "Europe/Rome",
    "America/Santiago",
    "Asia/Tokyo",
    "UTC-3:30",
  );
  const cutoff = fc.constantFrom("00:00", "06:00", "23:30");

  it("changes nothing when applied again, and never ends before it starts", () => {
    const holds = (
      start: string,
      end: string,
      timezone: string,
      allDay: boolean,
      dayCutoff: string,
    ): void => {
      const schedule = createSchedule({ start, end, timezone, allDay, dayCutoff });
      expect(createSchedule({ ...schedule, dayCutoff })).to.deep.equal(schedule);
      // In a repeated hour, the end can have an earlier local time than the start.
      expect(schedule.end >= schedule.start || schedule.endFold === true).to.equal(true);
      expect(schedule.utcEnd >= schedule.utcStart).to.equal(true);
      if (!allDay) expect(schedule.start).to.equal(resolveWallClock(start, timezone));
    };
    for (const seed of seedsOf(1))
      fc.assert(fc.property(clock, clock, zone, fc.boolean(), cutoff, holds), { numRuns: 1000, seed });
  });
});

describe("a schedule in the repeated hour", () => {
  const on = (start: string, end: string, folds: { startFold?: boolean; endFold?: boolean } = {}) => {
    const times = { start: `2027-11-07 ${start}`, end: `2027-11-07 ${end}`, ...folds };
    return createSchedule({ ...times, timezone: "America/New_York", allDay: false, dayCutoff: "00:00" });
  };
  const rows: readonly (readonly [
    name: string,
    sent: Parameters<typeof on>,
    utc: readonly [string, string],
    folds: object,
  ])[] = [
    ["the first time", ["01:30:00", "01:45:00"], ["05:30", "05:45"], {}],
    [
      "the second time, with an end that is not before it",
      ["01:30:00", "01:45:00", { startFold: true }],
      ["06:30", "06:45"],
      { startFold: true, endFold: true },
    ],
    ["an end that shows an earlier time", ["01:50:00", "01:10:00"], ["05:50", "06:10"], { endFold: true }],
    ["an exact end before the start", ["01:50:00", "01:10:00", { endFold: false }], ["05:50", "05:50"], {}],
    ["both times", ["01:30:00", "01:30:00", { endFold: true }], ["05:30", "06:30"], { endFold: true }],
    [
      "a bit beside a time that is there once",
      ["03:30:00", "04:00:00", { startFold: true }],
      ["08:30", "09:00"],
      {},
    ],
  ];
  for (const [name, sent, utc, folds] of rows)
    it(`is that of ${name}`, () => {
      const { startFold, endFold, utcStart, utcEnd } = on(...sent);
      expect([utcStart, utcEnd]).to.deep.equal(utc.map((time) => `2027-11-07 ${time}:00`));
      expect({ ...(startFold && { startFold }), ...(endFold && { endFold }) }).to.deep.equal(folds);
    });
});

describe("dayBounds", () => {
  it("span a day from cutoff to cutoff", () => {
    expect(dayBounds("2031-03-09", "00:00")).to.deep.equal({
      first: "2031-03-09 00:00:00",
      last: "2031-03-09 23:59:59",
    });
    expect(dayBounds("2031-12-31", "06:30")).to.deep.equal({
      first: "2031-12-31 06:30:00",
      last: "2032-01-01 06:29:59",
    });
  });

  it("stay well-formed on the last day there is", () => {
    expect(dayBounds("9999-12-31", "06:00").last).to.equal("9999-12-31 23:59:59");
  });
});

describe("addMonths", () => {
  const rows: readonly (readonly [string, number, string])[] = [
    ["2031-03-10 14:30:00", 24, "2033-03-10 14:30:00"],
    ["2031-01-31 08:00:00", 1, "2031-03-03 08:00:00"],
    ["2032-01-31 08:00:00", 1, "2032-03-02 08:00:00"],
    ["2032-02-29 08:00:00", 24, "2034-03-01 08:00:00"],
    ["2031-01-15 00:00:00", -1, "2030-12-15 00:00:00"],
    ["9998-12-31 00:00:00", 24, "9999-12-31 23:59:59"],
  ];
  for (const [utc, months, expected] of rows) {
    it(`takes ${utc} and ${months} months for ${expected}`, () => {
      expect(addMonths(utc, months)).to.equal(expected);
    });
  }
});
