import { parseCalendarDate } from "@kalends/core";
import { expect } from "chai";

describe("parseCalendarDate", () => {
  const late = Date.UTC(2026, 10, 20, 23, 30, 0);
  const rows: readonly (readonly [text: string, expected: string])[] = [
    ["2026-12-10", "2026-12-10"],
    ["2026-12-10 11:00:00", "2026-12-10"],
    ["2026-12-10 11:00", "2026-12-10"],
    ["2026-12-10T11:00:00", "2026-12-10"],
    ["2026-12-10T11:00:00Z", "2026-12-10"],
    ["2026-12-10T11:00:00+03:00", "2026-12-10"],
    ["2026-12-10T01:00:00+03:00", "2026-12-09"],
    ["2026-12-10T22:00:00-05:00", "2026-12-11"],
    ["12/10/2026", "2026-12-10"],
    ["December 10 2026", "2026-12-10"],
    ["next month", "2026-12-20"],
    ["now", "2026-11-20"],
    ["tomorrow", "2026-11-21"],
    ["1796900000", "2026-12-10"],
    ["20261210", "1970-08-23"],
    ["2020-02-30", "2020-03-01"],
  ];
  for (const [text, expected] of rows) {
    it(`takes ${text} for ${expected}`, () => expect(parseCalendarDate(text, late)).to.equal(expected));
  }

  for (const text of ["", "garbage", "2026-13-01", "x"]) {
    it(`does not understand ${JSON.stringify(text)}`, () => {
      expect(parseCalendarDate(text, late)).to.equal(undefined);
    });
  }
});
