import { createSchedule, parseRecurrence } from "@kalends/core";
import { instancesOf } from "@kalends/core/interface";
import { expect } from "chai";

/** Returns the first starts of a rule in New York. */
const startsOf = (first: string, rules: readonly string[], count: number, except: readonly string[] = []) => {
  const schedule = createSchedule({
    start: first,
    end: first,
    timezone: "America/New_York",
    allDay: false,
    dayCutoff: "00:00",
  });
  const recurrence = parseRecurrence({ rules, except }, schedule);
  const starts: string[] = [];
  for (const instance of instancesOf(recurrence, schedule, "00:00", { until: "2020-01-01 00:00:00" })) {
    starts.push(instance.recurrenceId);
    if (starts.length === count) break;
  }
  return starts;
};

/** Returns the times that a short text stands for: `1997-09:02,03` means 9:00 on 2 and 3 September 1997. */
const days = (text: string): readonly string[] =>
  text.split(" ").flatMap((month) => {
    const [name = "", list = ""] = month.split(":");
    return list.split(",").map((day) => `${name}-${day} ${NINE}`);
  });
const NINE = "09:00:00";
const FIRST = `1997-09-02 ${NINE}`;

interface Example {
  readonly rule: string;
  readonly first?: string;
  readonly starts: readonly string[];
  readonly isAll?: true;
  readonly except?: readonly string[];
}

const EXAMPLES: readonly Example[] = [
  { rule: "FREQ=DAILY;COUNT=10", starts: days("1997-09:02,03,04,05,06,07,08,09,10,11"), isAll: true },
  {
    rule: "FREQ=DAILY;INTERVAL=2",
    starts: days("1997-09:02,04,06,08,10,12,14,16,18,20,22,24,26,28,30 1997-10:02,04"),
  },
  {
    rule: "FREQ=DAILY;INTERVAL=10;COUNT=5",
    starts: days("1997-09:02,12,22 1997-10:02,12"),
    isAll: true,
  },
  {
    rule: "FREQ=WEEKLY;COUNT=10",
    starts: days("1997-09:02,09,16,23,30 1997-10:07,14,21,28 1997-11:04"),
    isAll: true,
  },
  {
    rule: "FREQ=WEEKLY;UNTIL=19971224T000000Z",
    starts: days("1997-09:02,09,16,23,30 1997-10:07,14,21,28 1997-11:04,11,18,25 1997-12:02,09,16,23"),
    isAll: true,
  },
  {
    rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
    starts: days("1997-09:02,16,30 1997-10:14,28 1997-11:11,25 1997-12:09,23 1998-01:06,20 1998-02:03,17"),
  },
  {
    rule: "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
    starts: days("1997-09:02,04,09,11,16,18,23,25,30 1997-10:02"),
    isAll: true,
  },
  {
    rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
    starts: days("1997-09:02,04,09,11,16,18,23,25,30 1997-10:02"),
    isAll: true,
  },
  {
    rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
    first: `1997-09-01 ${NINE}`,
    starts: days(
      "1997-09:01,03,05,15,17,19,29 1997-10:01,03,13,15,17,27,29,31 1997-11:10,12,14,24,26,28 1997-12:08,10,12,22",
    ),
    isAll: true,
  },
  {
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
    starts: days("1997-09:02,04,16,18,30 1997-10:02,14,16"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
    first: `1997-09-05 ${NINE}`,
    starts: days(
      "1997-09:05 1997-10:03 1997-11:07 1997-12:05 1998-01:02 1998-02:06 1998-03:06 1998-04:03 1998-05:01 1998-06:05",
    ),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR",
    first: `1997-09-05 ${NINE}`,
    starts: days("1997-09:05 1997-10:03 1997-11:07 1997-12:05"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
    first: `1997-09-07 ${NINE}`,
    starts: days("1997-09:07,28 1997-11:02,30 1998-01:04,25 1998-03:01,29 1998-05:03,31"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
    first: `1997-09-22 ${NINE}`,
    starts: days("1997-09:22 1997-10:20 1997-11:17 1997-12:22 1998-01:19 1998-02:16"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;BYMONTHDAY=-3",
    first: `1997-09-28 ${NINE}`,
    starts: days("1997-09:28 1997-10:29 1997-11:28 1997-12:29 1998-01:29 1998-02:26"),
  },
  {
    rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
    starts: days("1997-09:02,15 1997-10:02,15 1997-11:02,15 1997-12:02,15 1998-01:02,15"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
    first: `1997-09-30 ${NINE}`,
    starts: days("1997-09:30 1997-10:01,31 1997-11:01,30 1997-12:01,31 1998-01:01,31 1998-02:01"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
    first: `1997-09-10 ${NINE}`,
    starts: days("1997-09:10,11,12,13,14,15 1999-03:10,11,12,13"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
    starts: days("1997-09:02,09,16,23,30 1997-11:04,11,18,25 1998-01:06,13,20,27 1998-03:03,10,17,24,31"),
  },
  {
    rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
    first: `1997-06-10 ${NINE}`,
    starts: ["1997", "1998", "1999", "2000", "2001"].flatMap((year) => days(`${year}-06:10 ${year}-07:10`)),
    isAll: true,
  },
  {
    rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
    first: `1997-03-10 ${NINE}`,
    starts: days(
      "1997-03:10 1999-01:10 1999-02:10 1999-03:10 2001-01:10 2001-02:10 2001-03:10 2003-01:10 2003-02:10 2003-03:10",
    ),
    isAll: true,
  },
  {
    rule: "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
    first: `1997-01-01 ${NINE}`,
    starts: days(
      "1997-01:01 1997-04:10 1997-07:19 2000-01:01 2000-04:09 2000-07:18 2003-01:01 2003-04:10 2003-07:19 2006-01:01",
    ),
    isAll: true,
  },
  {
    rule: "FREQ=YEARLY;BYDAY=20MO",
    first: `1997-05-19 ${NINE}`,
    starts: days("1997-05:19 1998-05:18 1999-05:17"),
  },
  {
    rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    first: `1997-05-12 ${NINE}`,
    starts: days("1997-05:12 1998-05:11 1999-05:17"),
  },
  {
    rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
    first: `1997-03-13 ${NINE}`,
    starts: days("1997-03:13,20,27 1998-03:05,12,19,26 1999-03:04,11,18,25"),
  },
  {
    rule: "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
    first: `1997-06-05 ${NINE}`,
    starts: days("1997-06:05,12,19,26 1997-07:03,10,17,24,31 1997-08:07,14,21,28 1998-06:04,11,18,25"),
  },
  {
    rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    except: [FIRST],
    starts: days("1998-02:13 1998-03:13 1998-11:13 1999-08:13 2000-10:13"),
  },
  {
    rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
    first: `1997-09-13 ${NINE}`,
    starts: days(
      "1997-09:13 1997-10:11 1997-11:08 1997-12:13 1998-01:10 1998-02:07 1998-03:07 1998-04:11 1998-05:09 1998-06:13",
    ),
  },
  {
    rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
    first: `1996-11-05 ${NINE}`,
    starts: days("1996-11:05 2000-11:07 2004-11:02"),
  },
  {
    rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
    first: `1997-09-04 ${NINE}`,
    starts: days("1997-09:04 1997-10:07 1997-11:06"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    first: `1997-09-29 ${NINE}`,
    starts: days("1997-09:29 1997-10:30 1997-11:27 1997-12:30 1998-01:29 1998-02:26 1998-03:30"),
  },
  {
    // RFC 5545 has 17:00 UTC here by mistake (erratum 3883). This is the time in New York.
    rule: "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z",
    starts: ["09", "12", "15"].map((hour) => `1997-09-02 ${hour}:00:00`),
  },
  {
    rule: "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
    starts: ["09:00", "09:15", "09:30", "09:45", "10:00", "10:15"].map((time) => `1997-09-02 ${time}:00`),
    isAll: true,
  },
  {
    rule: "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
    starts: ["09:00", "10:30", "12:00", "13:30"].map((time) => `1997-09-02 ${time}:00`),
    isAll: true,
  },
  ...[
    "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
    "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
  ].map((rule) => ({
    rule,
    starts: ["02", "03"].flatMap((day) =>
      [9, 10, 11, 12, 13, 14, 15, 16].flatMap((hour) =>
        ["00", "20", "40"].map((minute) => `1997-09-${day} ${String(hour).padStart(2, "0")}:${minute}:00`),
      ),
    ),
  })),
  {
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
    first: `1997-08-05 ${NINE}`,
    starts: days("1997-08:05,10,19,24"),
    isAll: true,
  },
  {
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
    first: `1997-08-05 ${NINE}`,
    starts: days("1997-08:05,17,19,31"),
    isAll: true,
  },
  {
    rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
    first: `2007-01-15 ${NINE}`,
    starts: days("2007-01:15,30 2007-02:15 2007-03:15,30"),
    isAll: true,
  },
];

describe("examples of RFC 5545, 3.8.5.3", () => {
  for (const { rule, first = FIRST, starts, isAll, except } of EXAMPLES)
    it(rule, () => {
      expect(startsOf(first, [rule], starts.length + (isAll ? 1 : 0), except)).to.deep.equal(starts);
    });

  const DAILY_IN_JANUARY = ["1998", "1999", "2000"].flatMap((year) =>
    Array.from({ length: 31 }, (_, day) => `${year}-01-${String(day + 1).padStart(2, "0")} ${NINE}`),
  );
  for (const rule of [
    "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
    "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1",
  ])
    it(rule, () => expect(startsOf(`1998-01-01 ${NINE}`, [rule], 100)).to.deep.equal(DAILY_IN_JANUARY));

  it("FREQ=DAILY;UNTIL=19971224T000000Z", () => {
    const starts = startsOf(FIRST, ["FREQ=DAILY;UNTIL=19971224T000000Z"], 200);
    expect([starts.length, starts.at(-1)]).to.deep.equal([113, `1997-12-23 ${NINE}`]);
  });
});
