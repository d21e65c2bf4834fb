import { createSchedule } from "@kalends/core";
import { instancesOf } from "@kalends/core/interface";
import { type DayRule, findDayRules } from "@kalends/import";
import { expect } from "chai";

const DAY = 86_400_000;
const toDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
const toDate = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
const found = (...dates: string[]): readonly DayRule[] => findDayRules(dates.map(toDay));
const rules = (...dates: string[]): readonly string[] => found(...dates).map(({ rule }) => rule);

/** Returns the days that the calendar computes for a rule. */
const expanded = (rule: string, first: number, last: number): readonly string[] => {
  const start = `${toDate(first)} 19:00:00`;
  const schedule = createSchedule({ start, end: start, timezone: "UTC", allDay: false, dayCutoff: "00:00" });
  const range = { until: `${toDate(last)} 23:59:59` };
  const recurrence = { rules: [rule], dates: [], except: [] };
  return [...instancesOf(recurrence, schedule, "00:00", range)].map(({ recurrenceId }) =>
    recurrenceId.slice(0, 10),
  );
};

/** Returns the first `count` days of a rule. */
const daysOf = (rule: string, first: string, count: number): readonly number[] =>
  expanded(rule, toDay(first), toDay(first) + 366 * 12)
    .slice(0, count)
    .map(toDay);

const RULES = [
  ["FREQ=DAILY", "2031-01-30"],
  ["FREQ=DAILY;INTERVAL=3", "2031-01-30"],
  ["FREQ=WEEKLY;BYDAY=TU", "2031-05-06"],
  ["FREQ=WEEKLY;BYDAY=TU,TH", "2031-05-06"],
  ["FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA,SU", "2031-05-08"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2031-05-05"],
  ["FREQ=WEEKLY;INTERVAL=3;BYDAY=FR", "2031-05-09"],
  ["FREQ=MONTHLY;BYMONTHDAY=15", "2031-05-15"],
  ["FREQ=MONTHLY;BYMONTHDAY=31", "2031-05-31"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "2031-06-30"],
  ["FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1", "2031-05-01"],
  ["FREQ=MONTHLY;BYDAY=1SA", "2031-05-03"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "2031-05-30"],
  ["FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "2023-12-24"],
  ["FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "2023-11-23"],
] as const;

describe("findRhythms", () => {
  for (const [rule, first] of RULES)
    for (const count of [12, 30])
      it(`finds ${rule} in ${count} days, and gives the days that the calendar gives`, () => {
        const days = daysOf(rule, first, Math.min(count, rule.startsWith("FREQ=YEARLY") ? 10 : count));
        const [rhythm, ...others] = findDayRules(days);
        expect(rhythm).to.deep.equal({ rule, days, except: [] });
        expect(others).to.deep.equal([]);
      });

  for (const [rule, first] of RULES)
    it(`leaves out what is missing of ${rule}`, () => {
      const all = daysOf(rule, first, 12);
      const days = all.filter((_, index) => index !== 5 && index !== 8);
      const [rhythm] = findDayRules(days);
      if (rhythm === undefined) return expect.fail("none found");
      expect(rhythm.days).to.deep.equal(days);
      const [from, until] = [days[0] ?? 0, days.at(-1) ?? 0];
      expect(expanded(rhythm.rule, from, until)).to.deep.equal(
        [...rhythm.days, ...rhythm.except].sort((one, other) => one - other).map(toDate),
      );
    });

  it("finds a rhythm in three days, and none in two", () => {
    expect(rules("2031-05-06", "2031-05-13", "2031-05-20")).to.deep.equal(["FREQ=WEEKLY;BYDAY=TU"]);
    expect(rules("2031-05-06", "2031-05-13")).to.deep.equal([]);
  });

  it("finds none where there is none", () => {
    expect(rules("2031-05-06", "2031-05-07", "2031-05-10")).to.deep.equal([]);
    expect(rules("2031-01-03", "2031-02-21", "2031-04-08", "2031-07-30", "2031-11-02")).to.deep.equal([]);
    expect(rules("2031-05-05", "2031-05-07", "2031-05-08")).to.deep.equal([]);
    expect(rules("2031-05-06", "2031-05-13", "2031-05-20", "2031-06-04", "2031-07-31")).to.deep.equal([]);
  });

  it("leaves a day beside the rhythm out of it", () => {
    const tuesdays = daysOf("FREQ=WEEKLY;BYDAY=TU", "2031-05-06", 10);
    for (const other of ["2031-05-02", "2031-05-30", "2031-08-01"]) {
      const days = [...tuesdays, toDay(other)].sort((one, another) => one - another);
      expect(findDayRules(days)).to.deep.equal([
        { rule: "FREQ=WEEKLY;BYDAY=TU", days: tuesdays, except: [] },
      ]);
    }
  });

  it("makes two of seasons with a long pause between them", () => {
    const [spring, autumn] = [
      daysOf("FREQ=WEEKLY;BYDAY=TU", "2031-03-04", 12),
      daysOf("FREQ=WEEKLY;BYDAY=TH", "2031-09-04", 12),
    ];
    expect(findDayRules([...spring, ...autumn])).to.deep.equal([
      { rule: "FREQ=WEEKLY;BYDAY=TU", days: spring, except: [] },
      { rule: "FREQ=WEEKLY;BYDAY=TH", days: autumn, except: [] },
    ]);
  });
});
