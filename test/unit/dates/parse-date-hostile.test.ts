import { utcText } from "@kalends/core";
import { parseDate } from "@kalends/core/internals";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const NOW = Date.UTC(2031, 2, 12, 14, 30, 5);
const ZONE = "America/New_York";

const FORM = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

const isAnswer = (text: string, zone: string, now: number): void => {
  const answer = parseDate(text, zone, now);
  if (answer === undefined) return;
  expect(answer).to.match(FORM);
  expect(answer >= "0001-01-01 00:00:00").to.equal(true);
};

describe("parseDate and hostile texts", () => {
  const zone = fc.constantFrom("America/New_York", "UTC", "Asia/Tokyo", "UTC-12", "+14:00");
  const now = fc.integer({ min: -62_000_000_000, max: 253_000_000_000 }).map((seconds) => seconds * 1000);
  const piece = fc.constantFrom(
    ...[
      "2031-05-01",
      "20310501",
      "t18:30",
      "6pm",
      "at",
      "in",
      "+5 days",
      "999999999 years",
      "-1 hour",
      "ago",
    ],
    ...["next", "last", "friday", "month", "first day of", "may", "1st", "z", "est", "+02:00", "now", "noon"],
    ...["9999", "0", ",", ".", "-", "/", ":", "@", " ", "two weeks", "evening", "١", "é"],
  );
  const soup = fc
    .array(piece, { maxLength: 8 })
    .chain((pieces) => fc.constantFrom("", " ").map((blank) => pieces.join(blank)));

  it("answers any text with a date or nothing", () => {
    for (const seed of seedsOf(1))
      fc.assert(fc.property(fc.string({ unit: "binary" }), zone, now, isAnswer), { numRuns: 2000, seed });
  });

  it("answers any mixture of its own words with a date or nothing", () => {
    for (const seed of seedsOf(2)) fc.assert(fc.property(soup, zone, now, isAnswer), { numRuns: 3000, seed });
  });

  it("reads back what it writes", () => {
    const holds = (seconds: number): void => {
      const text = utcText(seconds * 1000);
      expect(parseDate(text, "UTC", NOW)).to.equal(text);
      expect(parseDate(`${text.replace(" ", "T")}Z`, "UTC", NOW)).to.equal(text);
    };
    for (const seed of seedsOf(3))
      fc.assert(fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), holds), { seed });
  });

  for (const text of ["1", " ", "2031-05-01 ", "may 1 ", "+1 day ", "a/", "two weeks and "]) {
    it(`gives up at once on much of ${JSON.stringify(text)}`, () => {
      expect(parseDate(text.repeat(100_000 / text.length), ZONE, NOW)).to.equal(undefined);
    });
  }
});
