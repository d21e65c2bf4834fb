import { parseDate } from "@kalends/core";
import { expect } from "chai";

/** A Wednesday: 2031-03-12 14:30:05 in UTC, 10:30:05 in New York. */
const NOW = Date.UTC(2031, 2, 12, 14, 30, 5);
const ZONE = "America/New_York";

type Row = readonly [text: string, expected: string];

const DATES: readonly Row[] = [
  ["2031-05-01", "2031-05-01 00:00:00"],
  ["2031-5-1", "2031-05-01 00:00:00"],
  ["2031/05/01", "2031-05-01 00:00:00"],
  ["2031-05", "2031-05-01 00:00:00"],
  ["2031-W18-4", "2031-05-01 00:00:00"],
  ["05/01/2031", "2031-05-01 00:00:00"],
  ["5/1/31", "2031-05-01 00:00:00"],
  ["5/1", "2031-05-01 00:00:00"],
  ["01-05-2031", "2031-05-01 00:00:00"],
  ["01.05.2031", "2031-05-01 00:00:00"],
  ["1 May 2031", "2031-05-01 00:00:00"],
  ["1st of May 2031", "2031-05-01 00:00:00"],
  ["May 1, 2031", "2031-05-01 00:00:00"],
  ["May 1st, 2031", "2031-05-01 00:00:00"],
  ["1-May-2031", "2031-05-01 00:00:00"],
  ["01-May-31", "2031-05-01 00:00:00"],
  ["May 2031", "2031-05-01 00:00:00"],
  ["2031 May 1", "2031-05-01 00:00:00"],
  ["sept. 5, 2031", "2031-09-05 00:00:00"],
  ["1 May", "2031-05-01 00:00:00"],
  ["May 1", "2031-05-01 00:00:00"],
  ["MAY 1", "2031-05-01 00:00:00"],
  ["December 10 2026", "2026-12-10 00:00:00"],
  ["0001-01-01", "0001-01-01 00:00:00"],
  ["1970-01-01 00:00:00", "1970-01-01 00:00:00"],
];

const DATE_TIMES: readonly Row[] = [
  ["2031-05-01 18:30", "2031-05-01 18:30:00"],
  ["2031-05-01 18:30:15", "2031-05-01 18:30:15"],
  ["2031-05-01T18:30:15", "2031-05-01 18:30:15"],
  ["2031-05-01t18:30", "2031-05-01 18:30:00"],
  ["2031-05-01T18:30:15.123456", "2031-05-01 18:30:15"],
  ["2031-05-01 24:00", "2031-05-02 00:00:00"],
  ["  2031-05-01 \t 18:30\n", "2031-05-01 18:30:00"],
  ["20310501T183015", "2031-05-01 18:30:15"],
  ["12/06/2026 10:00 am", "2026-12-06 10:00:00"],
  ["12/06/2026 1:30 pm", "2026-12-06 13:30:00"],
  ["December 6, 2026 10am", "2026-12-06 10:00:00"],
  ["2031-01-01 4pm", "2031-01-01 16:00:00"],
  ["May 1 18:30", "2031-05-01 18:30:00"],
  ["1 May 10 am", "2031-05-01 10:00:00"],
  ["10 September 2031, 7:00 p.m.", "2031-09-10 19:00:00"],
];

const FIXED_INSTANTS: readonly Row[] = [
  ["2031-05-01T18:30:00Z", "2031-05-01 14:30:00"],
  ["2031-05-01T18:30:00.000Z", "2031-05-01 14:30:00"],
  ["2031-05-01T18:30:00+02:00", "2031-05-01 12:30:00"],
  ["2031-05-01 18:30 +0200", "2031-05-01 12:30:00"],
  ["2031-05-01T18:30-05", "2031-05-01 19:30:00"],
  ["2031-05-01 18:30 UTC", "2031-05-01 14:30:00"],
  ["2031-05-01 18:30 EST", "2031-05-01 19:30:00"],
  ["2031-05-01 18:30 Europe/Rome", "2031-05-01 12:30:00"],
  ["2031-01-01 18:30 Europe/Rome", "2031-01-01 12:30:00"],
  ["2031-05-01 18:30 UTC+5:30", "2031-05-01 09:00:00"],
  ["2031-05-01Z", "2031-04-30 20:00:00"],
  ["20310501T183000Z", "2031-05-01 14:30:00"],
  ["Thu, 01 May 2031 18:30:00 +0200", "2031-05-01 12:30:00"],
  ["Thu May 01 2031 18:30:00 GMT+0200 (Central European Summer Time)", "2031-05-01 12:30:00"],
  ["tomorrow Europe/Rome", "2031-03-12 19:00:00"],
  ["1935489600", "2031-05-02 08:00:00"],
  ["@1935489600", "2031-05-02 08:00:00"],
  ["1935489600.75", "2031-05-02 08:00:00"],
  ["-86400", "1969-12-30 19:00:00"],
  ["0", "1969-12-31 19:00:00"],
  ["20310501", "1970-08-23 21:48:21"],
  ["1796565600", "2026-12-06 09:00:00"],
];

const TIMES: readonly Row[] = [
  ["18:30", "2031-03-12 18:30:00"],
  ["6pm", "2031-03-12 18:00:00"],
  ["6:30 pm", "2031-03-12 18:30:00"],
  ["6 P.M.", "2031-03-12 18:00:00"],
  ["12am", "2031-03-12 00:00:00"],
  ["12 pm", "2031-03-12 12:00:00"],
  ["noon", "2031-03-12 12:00:00"],
  ["midnight", "2031-03-12 00:00:00"],
];

const WORDS: readonly Row[] = [
  ["now", "2031-03-12 10:30:05"],
  ["NOW", "2031-03-12 10:30:05"],
  ["today", "2031-03-12 00:00:00"],
  ["tomorrow", "2031-03-13 00:00:00"],
  ["yesterday", "2031-03-11 00:00:00"],
  ["+5 days", "2031-03-17 10:30:05"],
  ["+5days", "2031-03-17 10:30:05"],
  ["-2 weeks", "2031-02-26 10:30:05"],
  ["3 hours ago", "2031-03-12 07:30:05"],
  ["2 weeks 3 days ago", "2031-02-23 10:30:05"],
  ["+1 week 2 days 4 hours 2 seconds", "2031-03-21 14:30:07"],
  ["+1 month", "2031-04-12 10:30:05"],
  ["next month", "2031-04-12 10:30:05"],
  ["last year", "2030-03-12 10:30:05"],
  ["next week", "2031-03-19 10:30:05"],
  ["wednesday", "2031-03-12 00:00:00"],
  ["next wednesday", "2031-03-19 00:00:00"],
  ["last wednesday", "2031-03-05 00:00:00"],
  ["last friday", "2031-03-07 00:00:00"],
  ["this saturday", "2031-03-15 00:00:00"],
  ["Sat", "2031-03-15 00:00:00"],
  ["tuesday", "2031-03-18 00:00:00"],
  ["monday next week", "2031-03-17 00:00:00"],
  ["sunday this week", "2031-03-16 00:00:00"],
  ["first day of next month", "2031-04-01 10:30:05"],
  ["first day of next month midnight", "2031-04-01 00:00:00"],
  ["last day of february 2031", "2031-02-28 00:00:00"],
  ["last day of february 2032", "2032-02-29 00:00:00"],
  ["first monday of january 2031", "2031-01-06 00:00:00"],
  ["last friday of next month", "2031-04-25 00:00:00"],
  ["third friday of may 2031", "2031-05-16 00:00:00"],
  ["tomorrow 9am", "2031-03-13 09:00:00"],
  ["Tomorrow9AM", "2031-03-13 09:00:00"],
  ["next wednesday \t 4 pm", "2031-03-19 16:00:00"],
  ["9am tomorrow", "2031-03-13 09:00:00"],
  ["tomorrow noon", "2031-03-13 12:00:00"],
  ["yesterday 23:59:00", "2031-03-11 23:59:00"],
  ["next wednesday 4pm", "2031-03-19 16:00:00"],
  ["+5 days 11am", "2031-03-17 11:00:00"],
  ["2031-05-01 +5 days", "2031-05-06 00:00:00"],
  ["in two weeks", "2031-03-26 10:30:05"],
  ["a week ago", "2031-03-05 10:30:05"],
  ["half an hour ago", "2031-03-12 10:00:05"],
  ["an hour from now", "2031-03-12 11:30:05"],
  ["few days ago", "2031-03-09 10:30:05"],
  ["friday evening", "2031-03-14 20:00:00"],
  ["tomorrow morning at 9", "2031-03-13 09:00:00"],
  ["the day after tomorrow", "2031-03-14 00:00:00"],
];

const ROLLED: readonly Row[] = [
  ["2031-02-30", "2031-03-02 00:00:00"],
  ["2026-02-31 10:00:00", "2026-03-03 10:00:00"],
  ["31 April 2031", "2031-05-01 00:00:00"],
  ["2031-01-31 +1 month", "2031-03-03 00:00:00"],
  ["2032-01-31 +1 month", "2032-03-02 00:00:00"],
  ["2031-03-09 02:30", "2031-03-09 03:30:00"],
];

const TABLES: readonly (readonly [string, readonly Row[]])[] = [
  ["a date", DATES],
  ["a date with a time", DATE_TIMES],
  ["an instant", FIXED_INSTANTS],
  ["a time", TIMES],
  ["words", WORDS],
  ["a date that does not exist", ROLLED],
];

const REFUSED: readonly string[] = [
  "",
  " ",
  ",",
  "foo",
  "x",
  "a",
  "z",
  "EST",
  "UTC",
  "Europe/Rome",
  "not a date",
  "garbage",
  "zzz",
  "before my birthday",
  "hello 5",
  "2031-13-01",
  "2031-13-01T10:00:00Z",
  "13/01/2031",
  "2031-05-32",
  "32 May 2031",
  "2031-05-011",
  "2031.05.01",
  "2031-05-01 25:00",
  "2031-05-01 18:60",
  "2031-05-01 18:30 x",
  "2031-05-01 18:30 Mars/Phobos",
  "2031-05-01 18:30 +15:00",
  "2031-05-01 2031-05-02",
  "2031-05-01 18:30 19:30",
  "2031-05-01 to 2031-05-02",
  "13pm",
  "ago",
  "5 ago",
  "one",
  "at 5",
  "0am",
  "monday to friday",
  "1 hour before tomorrow",
  "days",
  "next",
  "@",
  "@abc",
  "1e9",
  "0x10",
  "+",
  "true",
  "null",
  "[object Object]",
  "demain",
  "٢٠٣١-٠٥-٠١",
  "2031–05–01",
  "2031-05-01\u0000",
  "0000-00-00 00:00:00",
  "0000-12-31",
  "10000-01-01",
  "9999-12-31 23:00",
  "99999999999999999",
  "-99999999999999999",
  "+999999999 years",
  "-999999999 years",
  "+999999999 years ".repeat(9),
];

describe("parseDate", () => {
  for (const [kind, rows] of TABLES) {
    for (const [text, expected] of rows) {
      it(`reads ${kind}: ${JSON.stringify(text)}`, () => {
        expect(parseDate(text, ZONE, NOW)).to.equal(expected);
      });
    }
  }

  for (const text of REFUSED) {
    it(`does not understand ${JSON.stringify(text)}`, () => {
      expect(parseDate(text, ZONE, NOW)).to.equal(undefined);
    });
  }

  it("means the day of the zone", () => {
    const late = Date.UTC(2031, 2, 12, 22, 0, 0);
    expect(parseDate("tomorrow 9am", "Asia/Tokyo", late)).to.equal("2031-03-14 09:00:00");
    expect(parseDate("tomorrow 9am", "America/New_York", late)).to.equal("2031-03-13 09:00:00");
    expect(parseDate("today", "UTC-12", Date.UTC(2031, 0, 1, 11, 0, 0))).to.equal("2030-12-31 00:00:00");
  });

  it("rolls a month from its last day", () => {
    expect(parseDate("+1 month", "UTC", Date.UTC(2031, 0, 31))).to.equal("2031-03-03 00:00:00");
    expect(parseDate("+1 month", "UTC", Date.UTC(2032, 0, 31))).to.equal("2032-03-02 00:00:00");
    expect(parseDate("first day of next month", "UTC", Date.UTC(2031, 0, 31))).to.equal(
      "2031-02-01 00:00:00",
    );
  });

  it("counts real hours where clocks change", () => {
    const before = Date.UTC(2031, 2, 9, 6, 30, 0);
    expect(parseDate("now", ZONE, before)).to.equal("2031-03-09 01:30:00");
    expect(parseDate("+1 hour", ZONE, before)).to.equal("2031-03-09 03:30:00");
    const second = Date.UTC(2031, 10, 2, 6, 30, 0);
    expect(parseDate("+1 hour", ZONE, second)).to.equal("2031-11-02 02:30:00");
  });

  it("works before 1970 and drops fractions of a second", () => {
    expect(parseDate("now", "UTC", -500)).to.equal("1969-12-31 23:59:59");
    expect(parseDate("+1 day", "UTC", -86_400_500)).to.equal("1969-12-31 23:59:59");
  });
});

describe("parseDate and the zone of the machine", () => {
  const machine = process.env.TZ;
  afterEach(() => {
    if (machine === undefined) delete process.env.TZ;
    else process.env.TZ = machine;
  });

  /** The first night lacks 02:30 in New York, the second has it twice. */
  const nights = [Date.UTC(2031, 2, 9, 2, 30), Date.UTC(2031, 10, 2, 1, 30)];
  const texts = [
    "in two weeks",
    "last night",
    "tomorrow morning at 2:30",
    "few days ago",
    "2031-03-09 02:30",
  ];

  for (const text of texts) {
    it(`have nothing to do with each other: ${text}`, () => {
      const answers = ["UTC", "America/New_York", "Pacific/Kiritimati"].map((zone) => {
        process.env.TZ = zone;
        return nights.map((now) => parseDate(text, "UTC", now));
      });
      expect(answers[0]).not.to.include(undefined);
      expect(answers[1]).to.deep.equal(answers[0]);
      expect(answers[2]).to.deep.equal(answers[0]);
    });
  }
});
