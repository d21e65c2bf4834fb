import { expect } from "chai";
import { firstAt, instances } from "./sets.ts";

const daysOf = (start: string, rule: string, until: string) =>
  instances(
    { rules: [rule] },
    firstAt({ start: `${start} 00:00:00`, allDay: true }),
    `${until} 00:00:00`,
  ).map(({ recurrenceId }) => recurrenceId.slice(0, 10));

describe("examples of RFC 7529", () => {
  for (const [start, rule, expected] of [
    ["2013-02-10", "RSCALE=CHINESE;FREQ=YEARLY", ["2013-02-10", "2014-01-31", "2015-02-19", "2016-02-08"]],
    [
      "2014-02-08",
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD",
      ["2014-02-08", "2015-02-27", "2016-02-17", "2017-03-06"],
    ],
    ["2012-02-29", "RSCALE=GREGORIAN;FREQ=YEARLY", ["2012-02-29", "2016-02-29", "2020-02-29"]],
    [
      "2012-02-29",
      "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD",
      ["2012-02-29", "2013-03-01", "2014-03-01", "2015-03-01", "2016-02-29"],
    ],
    [
      "2014-01-31",
      "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4",
      ["2014-01-31", "2014-02-28", "2014-03-31", "2014-04-30"],
    ],
  ] as const)
    it(rule, () =>
      expect(daysOf(start, rule, "2021-01-01").slice(0, expected.length)).to.deep.equal(expected),
    );
});
