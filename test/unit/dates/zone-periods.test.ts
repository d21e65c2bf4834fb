import { abbreviationAt, toWallClock } from "@kalends/core";
import { zonePeriods } from "@kalends/core/interface";
import { ianaNameOf } from "@kalends/core/plugin";
import { expect } from "chai";

const spoken = (zone: string, from: string, until: string) =>
  zonePeriods(zone, from, until).map(
    ({ utcStart, offset, abbreviation }) => `${utcStart} ${offset} ${abbreviation}`,
  );

describe("zonePeriods", () => {
  it("answers what the clocks of a zone show from when on, the beginning included", () => {
    expect(spoken("Europe/Rome", "2031-01-01 00:00:00", "2031-12-31 00:00:00")).to.deep.equal([
      "2031-01-01 00:00:00 3600 CET",
      "2031-03-30 01:00:00 7200 CEST",
      "2031-10-26 01:00:00 3600 CET",
    ]);
    expect(spoken("europe/amsterdam", "1900-01-01 00:00:00", "1916-01-01 00:00:00")[0]).to.match(/ \d+ /);
    expect(spoken("Europe/Rome", "2031-03-30 01:00:00", "2031-03-30 01:00:01")).to.deep.equal([
      "2031-03-30 01:00:00 7200 CEST",
    ]);
  });

  it("answers one period of an offset, an abbreviation and a zone whose clocks stay", () => {
    expect(spoken("UTC+5:30", "2031-01-01 00:00:00", "2041-01-01 00:00:00")).to.deep.equal([
      "2031-01-01 00:00:00 19800 UTC+5:30",
    ]);
    expect(spoken("Asia/Tokyo", "2031-01-01 00:00:00", "2041-01-01 00:00:00")).to.deep.equal([
      "2031-01-01 00:00:00 32400 JST",
    ]);
  });

  it("agrees with the conversion", () => {
    for (const zone of ["America/New_York", "Africa/Casablanca", "Australia/Lord_Howe", "Europe/Dublin"])
      for (const { utcStart, offset, abbreviation } of zonePeriods(
        zone,
        "1971-01-01 00:00:00",
        "2040-01-01 00:00:00",
      )) {
        const wall = Date.parse(`${toWallClock(utcStart, zone)}Z`);
        expect((wall - Date.parse(`${utcStart}Z`)) / 1000, `${zone} ${utcStart}`).to.equal(offset);
        expect(abbreviationAt(utcStart, zone)).to.equal(abbreviation);
      }
  });

  it("goes with names in their proper letter case", () => {
    expect(ianaNameOf("europe/rome")).to.equal("Europe/Rome");
    expect(ianaNameOf("UTC+2")).to.equal(undefined);
    expect(ianaNameOf("EST")).to.equal(undefined);
  });
});
