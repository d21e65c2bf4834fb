import { parseRecurrence, withFirstStart } from "@kalends/core";
import { expect } from "chai";
import { firstAt, problemOf } from "./sets.ts";

const FIRST = firstAt({ start: "2031-05-06 19:00:00", end: "2031-05-06 21:00:00" });
const DAYS = firstAt({ start: "2031-05-06 00:00:00", allDay: true });
const reason = (rule: string, first = FIRST) => problemOf({ rules: [rule] }, first)?.reason;

describe("checks of a recurrence", () => {
  for (const [rule, expected] of [
    ["FREQ=DAILY;BYMONTH=13", "rule-bad-value"],
    ["FREQ=DAILY;COUNT=-1", "rule-bad-value"],
    ["FREQ=DAILY;COUNT=0", "rule-bad-value"],
    ["FREQ=DAILY;INTERVAL=1000000000", "rule-bad-value"],
    ["FREQ=DAILY;BYDAY=XX", "rule-bad-value"],
    ["FREQ=DAILY;UNTIL=20311332", "rule-bad-value"],
    ["FREQ=FORTNIGHTLY", "rule-bad-value"],
    ["FREQ=DAILY;BYSETPOS=0;BYHOUR=19", "rule-bad-value"],
    ["RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13", "rule-bad-value"],
    ["", "rule-unknown-part"],
    ["FREQ=DAILY;", "rule-unknown-part"],
    ["FREQ=DAILY;X-MINE=1", "rule-unknown-part"],
    ["FREQ=DAILY;FREQ=DAILY", "rule-repeated-part"],
    ["INTERVAL=2", "rule-without-frequency"],
    ["FREQ=DAILY;COUNT=2;UNTIL=20320101", "rule-clash"],
    ["FREQ=MONTHLY;BYWEEKNO=20", "rule-clash"],
    ["FREQ=MONTHLY;BYYEARDAY=20", "rule-clash"],
    ["FREQ=WEEKLY;BYMONTHDAY=20", "rule-clash"],
    ["FREQ=WEEKLY;BYDAY=1TU", "rule-clash"],
    ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=1TU", "rule-clash"],
    ["FREQ=DAILY;BYSETPOS=1", "rule-clash"],
    ["FREQ=DAILY;SKIP=OMIT", "rule-skip-alone"],
    ["FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "rule-skip-alone"],
    ["RSCALE=GREGORIAN;FREQ=MONTHLY;BYDAY=MO;SKIP=BACKWARD", "rule-clash"],
    ["RSCALE=HEBREW;FREQ=DAILY", "rule-clash"],
    [`FREQ=DAILY;BYHOUR=${"19,".repeat(1000)}19`, "too-long"],
    ["FREQ=DAILY;UNTIL=20310505", "rule-ends-early"],
    ["FREQ=WEEKLY;BYDAY=WE", "first-start-misfit"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "recurrence-never"],
    ["FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "recurrence-never"],
    ["FREQ=SECONDLY;INTERVAL=2;BYSECOND=1", "recurrence-never"],
    ["FREQ=MINUTELY;INTERVAL=15", "recurrence-too-dense"],
    ["FREQ=DAILY;BYHOUR=19;BYMINUTE=0,20,40", "recurrence-too-dense"],
    ["FREQ=HOURLY", "recurrence-too-many"],
    ["freq=weekly;byday=tu,th;wkst=su", undefined],
    ["FREQ=YEARLY;INTERVAL=999999999", undefined],
    ["FREQ=HOURLY;COUNT=1000", undefined],
  ] as const)
    it(`say ${expected ?? "nothing"} of ${rule.slice(0, 50)}`, () => expect(reason(rule)).to.equal(expected));

  for (const rule of [
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=11L;BYMONTHDAY=30",
    "RSCALE=CHINESE;FREQ=MONTHLY;INTERVAL=999999999",
    "FREQ=YEARLY;BYYEARDAY=1,2,366;BYSETPOS=-1",
  ])
    it(`refuse the work of ${rule}`, () => {
      const first = firstAt({ start: "0001-01-02 19:00:00" });
      expect(problemOf({ rules: [rule], dates: [first.start] }, first)?.reason).to.equal("rule-too-costly");
    });

  it("count the work of all rules together", () => {
    const rules = Array.from(
      { length: 10 },
      (_, day) => `RSCALE=HEBREW;FREQ=MONTHLY;BYMONTHDAY=${day + 1},9`,
    );
    expect(problemOf({ rules: rules.slice(0, 1), dates: [FIRST.start] }, FIRST)).to.equal(undefined);
    const dates = ["2029-01-01 19:00:00"];
    const first = firstAt({ start: "2029-01-01 19:00:00" });
    expect(problemOf({ rules, dates }, first)?.reason).to.equal("rule-too-costly");
  });

  it("refuse times of days that have none", () => {
    expect(["FREQ=HOURLY", "FREQ=DAILY;BYHOUR=9"].map((rule) => reason(rule, DAYS))).to.deep.equal([
      "rule-clash",
      "rule-clash",
    ]);
  });

  it("name the rule that is at fault", () => {
    expect(problemOf({ rules: ["FREQ=DAILY", "FREQ=DAILY;COUNT=x"] }, FIRST)).to.deep.equal({
      reason: "rule-bad-value",
      values: { part: "COUNT", value: "X" },
      at: "[rules][1]",
    });
  });

  it("name the next start that fits", () => {
    expect(
      problemOf({ rules: ["FREQ=WEEKLY;BYDAY=WE"], dates: ["2031-05-08 10:00:00"] }, FIRST)?.values,
    ).to.deep.equal({
      next: "2031-05-07 19:00:00",
    });
    expect(problemOf({ rules: ["FREQ=WEEKLY;BYDAY=WE"] }, DAYS)?.values).to.deep.equal({
      next: "2031-05-07",
    });
  });

  it("refuse dates before the first start", () => {
    const dates = [FIRST.start, "2031-05-05 19:00:00"];
    expect(problemOf({ rules: ["FREQ=WEEKLY"], dates }, FIRST)).to.deep.include({
      reason: "date-before-first",
      values: { first: FIRST.start },
    });
    expect(problemOf({ dates: ["2031-05-05"] }, DAYS)?.reason).to.equal("date-before-first");
    expect(problemOf({ dates: ["2031-05-06"] }, DAYS)).to.equal(undefined);
  });

  it("let a date be the first start, as imports do", () => {
    const rules = ["FREQ=WEEKLY;BYDAY=WE"];
    expect(problemOf({ rules, dates: [FIRST.start] }, FIRST)).to.equal(undefined);
    expect(withFirstStart(parseRecurrence({ rules }, FIRST), FIRST).dates).to.deep.equal([FIRST.start]);
  });

  it("refuse exceptions that leave nothing", () => {
    expect(
      problemOf({ rules: ["FREQ=DAILY;COUNT=2"], except: ["2031-05-06T19:00", "20310507T190000"] }, FIRST)
        ?.reason,
    ).to.equal("recurrence-excepted");
  });

  it("refuse more than 10 rules, 1,000 dates and 5,000 exceptions, and members that are no dates", () => {
    const except = Array<string>(5001).fill("2031-05-06 19:00:00");
    expect(problemOf({ rules: ["FREQ=DAILY;COUNT=2"], except }, FIRST)).to.deep.include({
      reason: "too-many",
      at: "[except]",
    });
    expect(problemOf({ rules: Array(11).fill("FREQ=DAILY") }, FIRST)).to.deep.include({
      reason: "too-many",
      at: "[rules]",
    });
    expect(problemOf({ dates: Array(1001).fill("2031-05-06 19:00:00") }, FIRST)).to.deep.include({
      reason: "too-many",
      at: "[dates]",
    });
    for (const text of [
      "2031-02-30 10:00:00",
      "2031-05-06",
      "soon",
      "2031-05-07 10:00:00/2031-05-07 09:00:00",
      "2031-05-07 10:00:00/P",
      "2031-05-07 10:00:00/PT0S",
    ])
      expect(problemOf({ dates: [text] }, FIRST), text).to.deep.include({
        reason: "not-a-date",
        at: "[dates][0]",
      });
  });
});
