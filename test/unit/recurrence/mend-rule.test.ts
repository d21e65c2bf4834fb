import { parseRecurrence } from "@kalends/core";
import { repairRule } from "@kalends/core/plugin";
import { expect } from "chai";
import { firstAt } from "./sets.ts";

const FIRST = firstAt({ start: "2031-05-05 10:00:00", end: "2031-05-05 11:00:00" });
const DAYS = firstAt({ start: "2031-05-05 00:00:00", allDay: true });

describe("rules of other programs", () => {
  for (const [written, mended] of [
    ["freq=weekly;byday=mo", "FREQ=WEEKLY;BYDAY=MO"],
    ["RRULE:FREQ=DAILY;;COUNT=3;", "FREQ=DAILY;COUNT=3"],
    ["FREQ=DAILY;UNTIL=2031-05-20T10:00:00.000Z", "FREQ=DAILY;UNTIL=20310520T100000Z"],
    ["FREQ=DAILY;UNTIL=2031-05-20T10:00:00+02:00", "FREQ=DAILY;UNTIL=20310520T080000Z"],
    ["FREQ=DAILY;UNTIL=20310631", "FREQ=DAILY;UNTIL=20310630"],
    ["FREQ=DAILY;UNTIL=20310630T246000Z", "FREQ=DAILY;UNTIL=20310630"],
    ["FREQ=DAILY;UNTIL=20311331", undefined],
    ["FREQ=DAILY;UNTIL=;COUNT=3", "FREQ=DAILY;COUNT=3"],
    ["FREQ=DAILY;COUNT=3;UNTIL=20310507", "FREQ=DAILY;COUNT=3"],
    ["FREQ=DAILY;COUNT=4;UNTIL=20310507", "FREQ=DAILY;UNTIL=20310507"],
    ["FREQ=DAILY;COUNT=4;UNTIL=20300101", "FREQ=DAILY;UNTIL=20300101"],
    ["FREQ=DAILY;INTERVAL=-2", "FREQ=DAILY"],
    ["FREQ=MONTHLY;BYMONTHDAY=0,15,32", "FREQ=MONTHLY;BYMONTHDAY=15"],
    ["FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY"],
    ["FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=0", undefined],
    ["FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY"],
    ["FREQ=MONTHLY;BYWEEKNO=20;BYYEARDAY=3", "FREQ=MONTHLY"],
    ["FREQ=DAILY;BYDAY=1MO,2MO,TU", "FREQ=DAILY;BYDAY=MO,TU"],
    ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=20"],
    ["FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD"],
    ["RSCALE=GREGORIAN;FREQ=MONTHLY;BYDAY=MO;SKIP=FORWARD", "RSCALE=GREGORIAN;FREQ=MONTHLY;BYDAY=MO"],
    ["RSCALE=HEBREW;FREQ=MONTHLY;BYDAY=MO", undefined],
    ["RSCALE=JULIAN;FREQ=MONTHLY", undefined],
    ["FREQ=YEARLY;BYMONTH=5L", undefined],
    ["FREQ=DAILY;WKST=XX;SKIP=NO", "FREQ=DAILY"],
    [`FREQ=DAILY;${"X=1;".repeat(400)}COUNT=2`, "FREQ=DAILY;COUNT=2"],
    [`FREQ=DAILY;BYHOUR=${"10,".repeat(1000)}10`, undefined],
  ] as const)
    it(`are ${mended ?? "left out"} for ${written.slice(0, 60)}`, () => {
      const { rule, problems } = repairRule(written, FIRST);
      expect(rule).to.equal(mended);
      if (mended === undefined) expect(problems).not.to.deep.equal([]);
      else expect(() => parseRecurrence({ rules: [mended] }, FIRST)).not.to.throw();
    });

  it("have no times on whole days", () => {
    expect(repairRule("FREQ=DAILY;BYHOUR=9;COUNT=2", DAYS).rule).to.equal("FREQ=DAILY;COUNT=2");
    expect(repairRule("FREQ=HOURLY;COUNT=2", DAYS).rule).to.equal(undefined);
    expect(repairRule("FREQ=DAILY;UNTIL=2031-05-20T23:00:00-05:00", DAYS).rule).to.equal(
      "FREQ=DAILY;UNTIL=20310520",
    );
  });
});

describe("dates of whole days", () => {
  it("count as they are written, whatever the time and the zone after them", () => {
    const { rules, dates, except } = parseRecurrence(
      {
        rules: ["FREQ=DAILY;UNTIL=20310520T230000Z"],
        dates: ["2031-06-01T23:30:00Z", "2031-06-02T00:30:00+09:00"],
        except: ["20310507T000000Z", "2031-05-08 23:59:59-11:00"],
      },
      DAYS,
    );
    expect(rules).to.deep.equal(["FREQ=DAILY;UNTIL=20310520T235959"]);
    expect(dates).to.deep.equal(["2031-06-01 00:00:00", "2031-06-02 00:00:00"]);
    expect(except).to.deep.equal(["2031-05-07 00:00:00", "2031-05-08 00:00:00"]);
  });
});
