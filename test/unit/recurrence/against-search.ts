import { createSchedule, parseRecurrence, utcText } from "@kalends/core";
import { instancesOf } from "@kalends/core/interface";
import { expect } from "chai";
import fc from "fast-check";
import { plainRule, plainStarts, searchableDays } from "./plain-search.ts";
import { anyRule, anyStart } from "./random-rules.ts";

const DAY = 86_400_000;
const MAX_STARTS = 60;

const take = <T>(values: Iterable<T>): readonly T[] => {
  const taken: T[] = [];
  for (const value of values) {
    taken.push(value);
    if (taken.length === MAX_STARTS) break;
  }
  return taken;
};

const endOf = fc.oneof(
  { weight: 2, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }).map((count) => `;COUNT=${count}`) },
);

/**
 * Checks random rules against a brute-force search. Both must find the same starts, from the first start and
 * from any later day.
 */
export const agreesWithSearch = (seed: number, numRuns: number): void => {
  fc.assert(
    fc.property(anyRule, endOf, anyStart, fc.integer({ min: 0, max: 900 }), (rule, end, first, later) => {
      const text = `${rule}${end}`;
      const until = first + searchableDays(plainRule(rule)) * DAY;
      const starts = take(plainStarts(plainRule(text), first, until));
      const expected = [...new Set([first, ...starts])]
        .sort((one, other) => one - other)
        .slice(0, MAX_STARTS)
        .map(utcText);
      const schedule = createSchedule({
        start: utcText(first),
        end: utcText(first + 3_600_000),
        timezone: "UTC",
        allDay: false,
        dayCutoff: "00:00",
      });
      const recurrence = parseRecurrence({ rules: [text] }, schedule);
      const given = (from?: string) =>
        take(instancesOf(recurrence, schedule, "00:00", { from, until: utcText(until) })).map(
          ({ recurrenceId }) => recurrenceId,
        );
      expect(given()).to.deep.equal(expected);
      const from = utcText(first + later * DAY);
      const rest = expected.filter((start) => start >= from);
      expect(given(from).slice(0, rest.length)).to.deep.equal(rest);
    }),
    { seed, numRuns },
  );
};
