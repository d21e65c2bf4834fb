import { createSchedule, isCalendarError, parseRecurrence, type Schedule } from "@kalends/core";
import { type Computation, checkSteps, instanceSteps } from "@kalends/core/internals";
import { expect } from "chai";
import { firstAt, problemOf, recurrenceIds } from "./sets.ts";

const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).join(",");
const DAYS = `BYYEARDAY=${numbers(1, 366)}`;
const TIMES = `BYHOUR=${numbers(0, 23)};BYMINUTE=${numbers(0, 59)};BYSECOND=${numbers(0, 59)}`;
const HORIZON = "2036-01-01 00:00:00";

/** Returns the number of steps of a computation, and the reason if the input is refused. */
const stepsOf = (computation: Computation<unknown>): readonly [steps: number, reason: string | undefined] => {
  let steps = 0;
  try {
    while (!computation.next().done) steps += 1;
    return [steps, undefined];
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return [steps, error.details.problems?.recurrence?.reason];
  }
};

const check = (rules: readonly string[], start: string, timezone = "Europe/Rome") => {
  const first = firstAt({ start, timezone });
  const recurrence = parseRecurrence({ rules, dates: [start] }, first);
  return stepsOf(checkSteps(recurrence, first, { horizon: HORIZON, dayCutoff: "00:00" }));
};

describe("the costs of recurrences", () => {
  for (const [rule, start] of [
    ["FREQ=YEARLY", "1900-02-28 00:00:00"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "1904-02-29 00:00:00"],
    ["FREQ=YEARLY", "0001-12-25 00:00:00"],
    ["FREQ=WEEKLY", "1900-01-01 10:00:00"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "2010-01-01 10:00:00"],
    ["FREQ=DAILY", "2010-01-01 10:00:00"],
    ["FREQ=MONTHLY;BYDAY=-1FR", "1900-01-26 10:00:00"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "1900-01-31 10:00:00"],
    ["FREQ=YEARLY;BYMONTH=5;BYDAY=2SU", "1914-05-10 10:00:00"],
    ["FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR", "1999-01-01 10:00:00"],
    ["RSCALE=HEBREW;FREQ=YEARLY", "1936-05-10 00:00:00"],
    ["RSCALE=CHINESE;FREQ=YEARLY", "1936-02-17 00:00:00"],
    ["RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=1,15", "2021-02-12 00:00:00"],
    // The eighth month has no leap month between 1995 and 2052.
    ["RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=8L;BYMONTHDAY=15", "1995-10-09 00:00:00"],
    ["FREQ=DAILY;COUNT=999999999", "2020-05-10 10:00:00"],
  ] as const)
    it(`allow ${rule} from ${start.slice(0, 4)} on`, () => {
      expect(check([rule], start)[1]).to.equal(undefined);
    });

  for (const [rule, start] of [
    [`FREQ=YEARLY;${DAYS};BYSETPOS=-1`, "0001-12-31 10:00:00"],
    ["FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=400", "0001-12-31 10:00:00"],
    ["FREQ=SECONDLY;INTERVAL=86399;BYHOUR=9;BYMONTH=1;BYMONTHDAY=1", "0001-01-01 10:00:00"],
    ["RSCALE=CHINESE;FREQ=MONTHLY", "0001-01-01 10:00:00"],
    ["RSCALE=HEBREW;FREQ=YEARLY;INTERVAL=2;SKIP=FORWARD", "1950-01-01 10:00:00"],
  ] as const)
    it(`refuse ${rule.slice(0, 60)} from ${start.slice(0, 4)} on`, () => {
      const [steps, reason] = check([rule.replace("400", "366")], start);
      expect(reason).to.equal("rule-too-costly");
      expect(steps).to.be.lessThan(1_210);
    });

  it("refuse rules of other calendars before a call that takes a third of a second", () => {
    const days = `BYMONTHDAY=${numbers(1, 30)};BYMONTH=${numbers(1, 12)}`;
    const [steps, reason] = check([`RSCALE=CHINESE;FREQ=YEARLY;${days}`], "2031-05-21 10:00:00");
    expect(reason).to.equal("rule-too-costly");
    expect(steps).to.be.lessThan(20);
  });

  for (const [rule, start, reason] of [
    ["FREQ=DAILY", "0001-01-01 10:00:00", "recurrence-too-many"],
    ["FREQ=HOURLY", "0001-01-01 10:00:00", "recurrence-too-many"],
    [
      `FREQ=YEARLY;${TIMES};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=${numbers(1, 99)}`,
      "2031-01-01 00:00:00",
      "recurrence-too-dense",
    ],
    [`FREQ=DAILY;${TIMES}`, "2031-01-01 00:00:00", "recurrence-too-dense"],
  ] as const)
    it(`find soon what is wrong with ${rule.slice(0, 60)}`, () => {
      const [steps, found] = check([rule], start);
      expect(found).to.equal(reason);
      expect(steps).to.be.lessThan(150);
    });

  it("are not those of starts before a range", () => {
    const stepsFrom = (rule: string): number => {
      const first: Schedule = createSchedule({
        start: "0001-01-01 10:00:00",
        end: "0001-01-01 11:00:00",
        timezone: "Europe/Rome",
        allDay: false,
        dayCutoff: "00:00",
      });
      const recurrence = parseRecurrence({ rules: [rule] }, first);
      const range = { from: "9000-01-01 00:00:00", until: "9000-01-31 00:00:00" };
      let steps = 0;
      let count = 0;
      for (const instance of instanceSteps(recurrence, first, "00:00", range)) {
        if (instance === undefined) steps += 1;
        else count += 1;
      }
      expect(count, rule).to.be.greaterThan(0);
      return steps;
    };
    for (const rule of ["FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY", "FREQ=YEARLY", "FREQ=HOURLY"])
      expect(stepsFrom(rule), rule).to.be.lessThan(50);
  });

  for (const interval of [901, 1801])
    it(`are those of each step of a day, also where ${interval} seconds lead past the times of most days`, () => {
      const first = firstAt({ start: "2031-01-01 09:00:00" });
      const recurrence = parseRecurrence(
        { rules: [`FREQ=SECONDLY;INTERVAL=${interval};BYHOUR=9;BYMINUTE=0,1`] },
        first,
      );
      const range = { from: "2031-01-01 00:00:00", until: "2034-01-01 00:00:00" };
      let pauses = 0;
      for (const instance of instanceSteps(recurrence, first, "00:00", range))
        if (instance === undefined) pauses += 1;
      // A pause comes after 250 units. A step costs a tenth of a unit, a day one unit, and a start a few
      // units.
      const steps = (3 * 365 * 86_400) / interval;
      expect(pauses * 250).to.be.within(steps * 0.1, steps * 0.1 * 2);
    });

  it("are those of all rules of a set", () => {
    const rules = Array.from({ length: 10 }, (_, index) => `FREQ=DAILY;UNTIL=${2040 + index}0101T000000Z`);
    expect(check(rules, "2009-06-01 10:00:00")[1]).to.equal("rule-too-costly");
    expect(check(rules.slice(0, 2), "2009-06-01 10:00:00")[1]).to.equal(undefined);
  });
});

describe("rules of several parts", () => {
  for (const [rule, start, expected] of [
    ["FREQ=YEARLY;BYYEARDAY=1,2,3,4,5,6,7;BYDAY=SA", "2031-01-04", "2032-01-03 2033-01-01 2034-01-07"],
    ["FREQ=YEARLY;BYDAY=2SU;BYMONTHDAY=8,9,10,11,12,13,14;BYMONTH=5", "2031-05-11", "2032-05-09 2033-05-08"],
    ["FREQ=YEARLY;BYDAY=53WE", "2031-12-31", "2036-12-31 2042-12-31"],
    [
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD",
      "2031-01-31",
      "2031-03-01 2031-03-31 2031-05-01",
    ],
    [
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=29,30,31;SKIP=BACKWARD",
      "2031-01-29",
      "2031-01-30 2031-01-31 2031-02-28",
    ],
    ["RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", "2032-02-29", "2033-03-01 2034-03-01"],
  ] as const)
    it(rule, () => {
      const first = firstAt({ start: `${start} 10:00:00` });
      const recurrence = parseRecurrence({ rules: [rule] }, first);
      expect(problemOf({ rules: [rule] }, first)).to.equal(undefined);
      const days = recurrenceIds(recurrence, first, "2045-01-01 00:00:00").map((id) => id.slice(0, 10));
      expect(days.slice(1, 1 + expected.split(" ").length).join(" ")).to.equal(expected);
    });
});
