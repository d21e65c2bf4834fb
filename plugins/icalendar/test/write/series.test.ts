import type { Recurrence } from "@kalends/core";
import { instancesOf } from "@kalends/core/interface";
import { type CalendarEvent, utcText } from "@kalends/core/plugin";
import { expect } from "chai";
import ICAL from "ical.js";
import { anEvent, anOccurrence, linesOf, viewOf, writtenFeed } from "../a-view.ts";

/** Parses a calendar with ICAL.js and returns the first starts of its event, in UTC or as dates. */
const startsBy = (calendar: string, count: number): readonly string[] => {
  const components = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents("vevent");
  const [main, ...exceptions] = components;
  if (main === undefined) throw new Error("No event");
  const event = new ICAL.Event(main, { strictExceptions: false, exceptions: exceptions as never });
  const iterator = event.iterator();
  const starts: string[] = [];
  for (let next = iterator.next(); next && starts.length < count; next = iterator.next()) {
    const { startDate } = event.getOccurrenceDetails(next);
    starts.push(startDate.isDate ? startDate.toString() : utcText(startDate.toUnixTime() * 1000));
  }
  return starts;
};

const ownStarts = ({ schedule, recurrence }: CalendarEvent, count: number): readonly string[] => {
  const starts: string[] = [];
  for (const { schedule: one } of instancesOf(recurrence as Recurrence, schedule, "00:00", {
    until: "2050-01-01 00:00:00",
  })) {
    if (starts.length === count) break;
    starts.push(one.allDay ? one.start.slice(0, 10) : one.utcStart);
  }
  return starts;
};

const WEEKLY: Recurrence = { rules: ["FREQ=WEEKLY;BYDAY=TU"], dates: [], except: [] };

describe("series in iCalendar", () => {
  const cases: readonly (readonly [string, Partial<Recurrence>, Parameters<typeof anEvent>[0]?])[] = [
    ["a rule across changes of the clocks", { rules: ["FREQ=WEEKLY;BYDAY=TU,TH"] }],
    ["a rule of so many times", { rules: ["FREQ=MONTHLY;COUNT=7;BYDAY=1TU"] }],
    ["a rule until an evening", { rules: ["FREQ=DAILY;UNTIL=20310601T190000"] }],
    ["a rule through a day", { rules: ["FREQ=DAILY;UNTIL=20310601T235959"] }],
    ["a rule by positions", { rules: ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH;BYSETPOS=3"] }],
    ["dates alone", { dates: ["2031-05-10 11:00:00", "2031-06-01 09:30:00"] }],
    [
      "a rule, dates and exceptions",
      { rules: ["FREQ=WEEKLY"], dates: ["2031-05-10 11:00:00"], except: ["2031-05-13 19:00:00"] },
    ],
    ["the first start left out", { rules: ["FREQ=WEEKLY"], except: ["2031-05-06 19:00:00"] }],
    [
      "days",
      {
        rules: ["FREQ=WEEKLY;UNTIL=20310801T235959"],
        dates: ["2031-05-10 00:00:00"],
        except: ["2031-05-13 00:00:00"],
      },
      { allDay: true },
    ],
    ["a rule in UTC", { rules: ["FREQ=WEEKLY;UNTIL=20310901T235959"] }, { timezone: "UTC" }],
    [
      "a rule on the days of an offset",
      { rules: ["FREQ=WEEKLY;BYDAY=TU;COUNT=9"], except: ["2031-05-13 02:00:00"] },
      { timezone: "UTC+5:30", start: "2031-05-06 02:00:00", end: "2031-05-06 03:00:00" },
    ],
    [
      "a rule that the clocks skip",
      { rules: ["FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"] },
      { start: "2032-03-28 02:30:00", end: "2032-03-28 04:00:00" },
    ],
  ];
  for (const [what, recurrence, schedule = {}] of cases)
    it(`take place elsewhere as here: ${what}`, async () => {
      const event = anEvent({ recurrence: { rules: [], dates: [], except: [], ...recurrence }, ...schedule });
      expect(startsBy(await writtenFeed([viewOf(event)]), 12)).to.deep.equal(ownStarts(event, 12));
    });

  const series = anEvent({
    recurrence: { ...WEEKLY, dates: ["2031-05-10 11:00:00/2031-05-10 14:00:00"] },
    extensions: { icalendar: { ical_uid: "quay@town.example", ical_sequence: 3 } },
  });

  it("have all their rules", async () => {
    const rules = ["FREQ=WEEKLY;COUNT=5", "FREQ=MONTHLY;COUNT=5;BYMONTHDAY=6"];
    const event = anEvent({ recurrence: { rules, dates: [], except: [] } });
    const lines = linesOf(await writtenFeed([viewOf(event)]));
    expect(
      lines.filter((line) => line.startsWith("RRULE:FREQ=WEEKLY") || line.includes("COUNT")),
    ).to.deep.equal(rules.map((rule) => `RRULE:${rule}`));
  });

  it("have periods that last otherwise", async () => {
    expect(linesOf(await writtenFeed([viewOf(series)]))).to.include.members([
      "RDATE;TZID=Europe/Rome:20310510T110000",
      "X-KALENDS-RDATE;TZID=Europe/Rome;VALUE=PERIOD:20310510T110000/20310510T140000",
      "RECURRENCE-ID;TZID=Europe/Rome:20310510T110000",
      "DTEND;TZID=Europe/Rome:20310510T140000",
    ]);
    const days = anEvent({
      allDay: true,
      recurrence: { ...WEEKLY, dates: ["2031-05-10 00:00:00/2031-05-11 23:59:59"] },
    });
    const lines = linesOf(await writtenFeed([viewOf(days)]));
    expect(lines).to.include.members([
      "RDATE;VALUE=DATE:20310510",
      "X-KALENDS-RDATE;VALUE=PERIOD:20310510/20310511",
      "RECURRENCE-ID;VALUE=DATE:20310510",
      "DTSTART;VALUE=DATE:20310510",
      "DTEND;VALUE=DATE:20310512",
    ]);
  });

  it("are one, with what occurrences have of their own beside it", async () => {
    const changed = (recurrenceId: string, own: object) =>
      viewOf(anOccurrence(series, { recurrenceId, ...own }));
    const calendar = await writtenFeed([
      {
        view: viewOf(series),
        occurrences: [
          changed("2031-05-13 19:00:00", { gone: "trashed" }),
          changed("2031-05-14 19:00:00", { gone: "unwanted" }),
          changed("2031-05-20 19:00:00", {
            isMoved: true,
            schedule: { start: "2031-05-20 20:00:00", end: "2031-05-20 22:00:00", timezone: "Europe/London" },
          }),
          changed("2031-05-27 19:00:00", {
            changes: { eventStatus: "cancelled", extensions: { icalendar: { ical_sequence: 5 } } },
          }),
        ],
      },
    ]);
    const lines = linesOf(calendar);
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).to.have.length(4);
    expect(lines.filter((line) => line.startsWith("UID:"))).to.deep.equal(
      Array.from({ length: 4 }, () => "UID:quay@town.example"),
    );
    expect(lines.filter((line) => line.startsWith("SEQUENCE:"))).to.deep.equal([
      ...["SEQUENCE:3", "SEQUENCE:3", "SEQUENCE:3", "SEQUENCE:5"],
    ]);
    expect(lines).to.include.members([
      "EXDATE;TZID=Europe/Rome:20310513T190000",
      "RECURRENCE-ID;TZID=Europe/Rome:20310520T190000",
      "DTSTART;TZID=Europe/London:20310520T200000",
      "RECURRENCE-ID;TZID=Europe/Rome:20310527T190000",
      "STATUS:CANCELLED",
    ]);
    expect(lines.indexOf("TZID:Europe/London")).to.be.below(
      lines.indexOf("DTSTART;TZID=Europe/London:20310520T200000"),
    );
    expect(startsBy(calendar, 5)).to.deep.equal([
      ...["2031-05-06 17:00:00", "2031-05-10 09:00:00", "2031-05-20 19:00:00"],
      ...["2031-05-27 17:00:00", "2031-06-03 17:00:00"],
    ]);
  });

  it("come as single events, each with a UID that stays", async () => {
    const lines = linesOf(
      await writtenFeed([viewOf(anOccurrence(series, { recurrenceId: "2031-05-13 19:00:00" }))]),
    );
    expect(lines).to.include("UID:quay@town.example-20310513T190000");
    expect(lines.join()).not.to.match(/RRULE:FREQ=WEEKLY|RECURRENCE-ID/);
  });
});
