import { parseDate } from "@kalends/core/internals";
import { expect } from "chai";

/** Parses a text and returns the number of times that the parser reads the clock. */
const asked = (text: string): number => {
  let count = 0;
  const now = (): number => {
    count += 1;
    return Date.UTC(2031, 2, 12, 14, 30, 5);
  };
  parseDate(text, "UTC", { now });
  return count;
};

describe("parseDate and the clock", () => {
  for (const text of [
    "2031-05-01",
    "2031-05-01 10:00:00",
    "2031-05-01T10:00:00+02:00",
    "1 May 2031",
    "1935402000",
  ])
    it(`does not ask it what "${text}" means`, () => {
      expect(asked(text)).to.equal(0);
    });

  for (const text of ["now", "tomorrow", "+1 month", "1 May", "10:00", "friday evening", "monday"])
    it(`asks it what "${text}" means`, () => {
      expect(asked(text)).to.be.above(0);
    });
});
