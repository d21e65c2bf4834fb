import { abbreviationAt, isTimeZone, millisecondsOf, toUtc, toWallClock, utcText } from "@kalends/core";
import { resolveWallClock } from "@kalends/core/internals";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const VALID = [
  "Europe/Rome",
  "America/New_York",
  "America/Argentina/Buenos_Aires",
  "UTC",
  "utc",
  "Etc/GMT+5",
  "GMT",
  "europe/paris",
  "EUROPE/PARIS",
  "US/Eastern",
  "UTC+2",
  "UTC-5",
  "UTC+5:30",
  "UTC+5:59",
  "UTC+5.5",
  "UTC-3.75",
  "UTC+0",
  "UTC+14",
  "UTC-12",
  "UTC+05:30",
  "+02:00",
  "-0330",
  "+5",
  "EST",
  "est",
  "CEST",
];

const INVALID = [
  "",
  " ",
  "x",
  "Z",
  "A",
  "Mars/Phobos",
  "Europe",
  "Europe/",
  "UTCfoo",
  "UTC+",
  "UTC+15",
  "UTC+14:01",
  "UTC-12:30",
  "UTC-13",
  "UTC+5:60",
  "UTC+5:3",
  "UTC+123",
  "UTC 5",
  "UTC+٥",
  "+15:00",
  "-12:01",
  "+",
  "5",
  " UTC",
  "UTC\n",
  "constructor",
  "__proto__",
  "toString",
  "İstanbul",
  "America/New York",
];

describe("isTimeZone", () => {
  for (const text of VALID) it(`accepts ${text}`, () => expect(isTimeZone(text)).to.equal(true));
  for (const text of INVALID)
    it(`refuses ${JSON.stringify(text)}`, () => expect(isTimeZone(text)).to.equal(false));

  it("answers every text", () => {
    for (const seed of seedsOf(1))
      fc.assert(
        fc.property(fc.string(), (text) => typeof isTimeZone(text) === "boolean"),
        { seed },
      );
  });
});

/**
 * Rows of time zone, local time and UTC time. They can be converted in both directions. Source:
 * rules/dates.md#dst-offsets, rules/dates.md#dst-examples.
 */
const BOTH_WAYS: readonly (readonly [string, string, string])[] = [
  ["America/New_York", "2031-01-15 09:00:00", "2031-01-15 14:00:00"],
  ["America/New_York", "2031-07-15 09:00:00", "2031-07-15 13:00:00"],
  ["America/New_York", "2031-03-09 01:59:59", "2031-03-09 06:59:59"],
  ["America/New_York", "2031-03-09 03:00:00", "2031-03-09 07:00:00"],
  ["America/New_York", "2031-11-02 01:30:00", "2031-11-02 05:30:00"],
  ["America/New_York", "2031-11-02 02:00:00", "2031-11-02 07:00:00"],
  ["america/new_york", "2031-07-15 09:00:00", "2031-07-15 13:00:00"],
  ["America/New_York", "2620-07-15 09:00:00", "2620-07-15 13:00:00"],
  ["Europe/Rome", "2031-05-01 18:00:00", "2031-05-01 16:00:00"],
  ["Europe/Rome", "9999-07-01 12:00:00", "9999-07-01 10:00:00"],
  ["Asia/Tokyo", "2026-12-11 00:00:00", "2026-12-10 15:00:00"],
  ["Asia/Kathmandu", "2031-01-01 00:00:00", "2030-12-31 18:15:00"],
  ["Australia/Lord_Howe", "2031-01-01 00:00:00", "2030-12-31 13:00:00"],
  ["Pacific/Kiritimati", "2031-01-01 00:00:00", "2030-12-31 10:00:00"],
  ["UTC", "2031-01-01 00:00:00", "2031-01-01 00:00:00"],
  ["UTC+2", "2031-07-01 12:00:00", "2031-07-01 10:00:00"],
  ["UTC+5:30", "2026-12-05 10:00:00", "2026-12-05 04:30:00"],
  ["UTC+5.5", "2026-12-05 10:00:00", "2026-12-05 04:30:00"],
  ["UTC-3:30", "2031-07-01 12:00:00", "2031-07-01 15:30:00"],
  ["UTC-3.5", "2031-07-01 12:00:00", "2031-07-01 15:30:00"],
  ["UTC-3.75", "2031-07-01 12:00:00", "2031-07-01 15:45:00"],
  ["UTC-5", "2031-07-01 12:00:00", "2031-07-01 17:00:00"],
  ["UTC+0", "2031-07-01 12:00:00", "2031-07-01 12:00:00"],
  ["+05:00", "2026-12-05 10:00:00", "2026-12-05 05:00:00"],
  ["EST", "2026-12-05 10:00:00", "2026-12-05 15:00:00"],
  ["EST", "2026-07-05 10:00:00", "2026-07-05 15:00:00"],
  ["Etc/GMT+5", "2026-07-05 10:00:00", "2026-07-05 15:00:00"],
];

describe("conversion between a zone and UTC", () => {
  for (const [zone, wallClock, utc] of BOTH_WAYS) {
    it(`takes ${wallClock} ${zone} for ${utc}`, () => {
      expect(toUtc(wallClock, zone)).to.equal(utc);
      expect(toWallClock(utc, zone)).to.equal(wallClock);
      expect(resolveWallClock(wallClock, zone)).to.equal(wallClock);
    });
  }

  it("gives both hours that clocks run twice the same wall clock", () => {
    expect(toWallClock("2031-11-02 05:30:00", "America/New_York")).to.equal("2031-11-02 01:30:00");
    expect(toWallClock("2031-11-02 06:30:00", "America/New_York")).to.equal("2031-11-02 01:30:00");
  });

  it("refuses what is no zone", () => {
    expect(() => toUtc("2031-01-01 00:00:00", "Mars/Phobos")).to.throw(RangeError);
  });

  it("stays within the years a wall clock can say", () => {
    expect(toUtc("0001-01-01 00:00:00", "Asia/Tokyo")).to.equal("0001-01-01 00:00:00");
    expect(toUtc("9999-12-31 23:59:59", "UTC-5")).to.equal("9999-12-31 23:59:59");
  });
});

/** Rows of time zone, local time that the clocks skip, local time that replaces it, and UTC time. */
const GAPS: readonly (readonly [string, string, string, string])[] = [
  ["America/New_York", "2031-03-09 02:30:00", "2031-03-09 03:30:00", "2031-03-09 07:30:00"],
  ["America/New_York", "2027-03-14 02:00:00", "2027-03-14 03:00:00", "2027-03-14 07:00:00"],
  ["Europe/Rome", "2031-03-30 02:59:59", "2031-03-30 03:59:59", "2031-03-30 01:59:59"],
  ["Australia/Lord_Howe", "2031-10-05 02:10:00", "2031-10-05 02:40:00", "2031-10-04 15:40:00"],
  ["Pacific/Apia", "2011-12-30 12:00:00", "2011-12-31 12:00:00", "2011-12-30 22:00:00"],
];

describe("a wall clock that summer time skips", () => {
  for (const [zone, wallClock, resolved, utc] of GAPS) {
    it(`moves ${wallClock} ${zone} to ${resolved}`, () => {
      expect(resolveWallClock(wallClock, zone)).to.equal(resolved);
      expect(toUtc(wallClock, zone)).to.equal(utc);
    });
  }
});

/** Rows of time zone, UTC time and abbreviation. */
const ABBREVIATIONS: readonly (readonly [string, string, string])[] = [
  ["America/New_York", "2026-12-05 15:00:00", "EST"],
  ["America/New_York", "2027-03-14 07:30:00", "EDT"],
  ["America/New_York", "2900-07-01 12:00:00", "EDT"],
  ["europe/paris", "2026-12-05 09:00:00", "CET"],
  ["Europe/Paris", "2026-07-05 09:00:00", "CEST"],
  ["Europe/London", "2026-12-05 10:00:00", "GMT"],
  ["Europe/London", "2026-07-05 10:00:00", "BST"],
  ["Asia/Tokyo", "2026-12-05 01:00:00", "JST"],
  ["Asia/Kolkata", "2026-12-05 01:00:00", "IST"],
  ["Australia/Sydney", "2026-07-05 01:00:00", "AEST"],
  ["America/Sao_Paulo", "2026-12-05 01:00:00", "-03"],
  ["Etc/GMT+5", "2026-12-05 01:00:00", "-05"],
  ["UTC", "2026-12-05 10:00:00", "UTC"],
  ["utc", "2026-12-05 10:00:00", "UTC"],
  ["UTC+5", "2026-12-05 05:00:00", "UTC+5"],
  ["UTC+5:30", "2026-12-05 04:30:00", "UTC+5:30"],
  ["UTC-3", "2026-12-05 13:00:00", "UTC-3"],
  ["+05:00", "2026-12-05 05:00:00", "GMT+0500"],
  ["-0330", "2026-12-05 05:00:00", "GMT-0330"],
  ["EST", "2026-07-05 15:00:00", "EST"],
  ["est", "2026-07-05 15:00:00", "EST"],
];

describe("abbreviationAt", () => {
  for (const [zone, utc, abbreviation] of ABBREVIATIONS) {
    it(`calls ${zone} ${abbreviation} at ${utc}`, () => {
      expect(abbreviationAt(utc, zone)).to.equal(abbreviation);
    });
  }
});

describe("UTC texts", () => {
  // rules/dates.md#date-form
  it("drop fractions of a second, before 1970 too", () => {
    expect(utcText(1_935_489_600_999)).to.equal("2031-05-02 12:00:00");
    expect(utcText(-1)).to.equal("1969-12-31 23:59:59");
  });

  it("keep the first century apart from the twentieth", () => {
    expect(utcText(millisecondsOf("0031-05-02 12:00:00"))).to.equal("0031-05-02 12:00:00");
  });

  it("stay well-formed beyond their bounds", () => {
    expect(utcText(1e300)).to.equal("9999-12-31 23:59:59");
    expect(utcText(-1e300)).to.equal("0001-01-01 00:00:00");
  });
});

const SECONDS = fc.integer({ min: -2_500_000_000, max: 30_000_000_000 });
const ZONE = fc.constantFrom(
  ...VALID,
  "Africa/Casablanca",
  "Antarctica/Troll",
  "Pacific/Apia",
  "Europe/Dublin",
);

describe("conversion there and back", () => {
  it("gives the settled wall clock", () => {
    const holds = (seconds: number, zone: string): void => {
      const wallClock = utcText(seconds * 1000);
      expect(toWallClock(toUtc(wallClock, zone), zone)).to.equal(resolveWallClock(wallClock, zone));
    };
    for (const seed of seedsOf(2)) fc.assert(fc.property(SECONDS, ZONE, holds), { numRuns: 2000, seed });
  });

  it("settles once and for all", () => {
    const holds = (seconds: number, zone: string): void => {
      const resolved = resolveWallClock(utcText(seconds * 1000), zone);
      expect(resolveWallClock(resolved, zone)).to.equal(resolved);
    };
    for (const seed of seedsOf(3)) fc.assert(fc.property(SECONDS, ZONE, holds), { numRuns: 2000, seed });
  });

  it("finds the first instant with a wall clock", () => {
    const holds = (seconds: number, zone: string): void => {
      const utc = utcText(seconds * 1000);
      expect(toUtc(toWallClock(utc, zone), zone) <= utc).to.equal(true);
    };
    for (const seed of seedsOf(4)) fc.assert(fc.property(SECONDS, ZONE, holds), { numRuns: 2000, seed });
  });
});
