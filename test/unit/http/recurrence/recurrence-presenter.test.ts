import { type CalendarEvent, createSchedule } from "@kalends/core";
import type { EventView } from "@kalends/core/interface";
import { presentEvent } from "@kalends/http/internals";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { aPresentation } from "../a-presentation.ts";

const FIRST = createSchedule({
  start: "2031-05-06 19:00:00",
  end: "2031-05-06 21:00:00",
  timezone: "Europe/Rome",
  allDay: false,
  dayCutoff: "00:00",
});

const seriesOf = (...rules: readonly string[]): CalendarEvent => ({
  ...anEvent({ id: 14, slug: "jazz" }),
  schedule: FIRST,
  recurrence: { rules, dates: [], except: [] },
});

const present = (view: Pick<EventView, "event"> & Partial<EventView>, structured = false) =>
  presentEvent({ organizers: [], categories: [], tags: [], ...view }, aPresentation({ structured }));

const scheduleOf = (event: CalendarEvent): unknown =>
  (present({ event }, true).json_ld as Record<string, unknown>).eventSchedule;

describe("presentEvent of what recurs", () => {
  it("shows the day of all-day occurrences, by the schedule of their series", () => {
    const days = createSchedule({ ...FIRST, allDay: true, dayCutoff: "06:00" });
    const series: CalendarEvent = {
      ...seriesOf(),
      schedule: days,
      recurrence: { rules: [], dates: ["2031-05-09 06:00:00"], except: ["2031-05-10 06:00:00"] },
    };
    const occurrence = {
      seriesId: 14,
      recurrenceId: "2031-05-09 06:00:00",
      isMoved: true,
      changes: {},
    } as const;
    const event: CalendarEvent = { ...series, id: 31, schedule: FIRST, occurrence };
    expect(present({ event, series }))
      .to.deep.include({ is_recurring: true })
      .and.not.to.have.property("next_occurrence");
    expect(present({ event, series }).recurrence).to.deep.include({
      series_id: 14,
      recurrence_id: "2031-05-09",
      dates: ["2031-05-09"],
      except: ["2031-05-10"],
    });
  });

  it("tells of a series what comes next, and what its change has put into the trash", () => {
    const series = seriesOf("FREQ=DAILY");
    const occurrence = { seriesId: 14, recurrenceId: "2031-05-07 19:00:00", changes: {} };
    const nextOccurrence: CalendarEvent = { ...series, id: 31, occurrence };
    expect(present({ event: series })).to.have.property("next_occurrence", null);
    const shown = present({ event: series, nextOccurrence, trashed: Array(21).fill(nextOccurrence) });
    expect(shown.next_occurrence).to.deep.include({ id: 31, recurrence_id: "2031-05-07 19:00:00" });
    expect(shown.recurrence).to.have.property("trashed").with.length(20);
    expect(shown.recurrence).to.not.have.property("recurrence_id");
  });
});

describe("eventSchedule", () => {
  const TIMES = {
    "@type": "Schedule",
    startDate: "2031-05-06",
    startTime: "19:00:00",
    endTime: "21:00:00",
    scheduleTimezone: "Europe/Rome",
  };

  it("says what a rule says", () => {
    expect(scheduleOf(seriesOf("FREQ=WEEKLY;COUNT=8;INTERVAL=2;BYDAY=TU,TH"))).to.deep.equal({
      ...TIMES,
      repeatFrequency: "P2W",
      repeatCount: 8,
      byDay: ["https://schema.org/Tuesday", "https://schema.org/Thursday"],
    });
    expect(scheduleOf(seriesOf("FREQ=YEARLY;UNTIL=20350510T235959;BYMONTH=5;BYDAY=1TU"))).to.deep.equal({
      ...TIMES,
      repeatFrequency: "P1Y",
      byDay: ["1TU"],
      byMonth: [5],
      endDate: "2035-05-10",
    });
    expect(scheduleOf(seriesOf("FREQ=MONTHLY;UNTIL=20350510T120000;BYMONTHDAY=6"))).to.deep.include({
      byMonthDay: [6],
      endDate: "2035-05-09",
    });
  });

  it("is there once for each rule that it has words for", () => {
    expect(scheduleOf(seriesOf("FREQ=DAILY", "FREQ=YEARLY"))).to.have.length(2);
    for (const rule of [
      "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
      "FREQ=MONTHLY;BYMONTHDAY=-1",
      "FREQ=HOURLY;INTERVAL=6",
      "FREQ=YEARLY;BYDAY=20MO",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU",
    ])
      expect(scheduleOf(seriesOf(rule)), rule).to.equal(undefined);
    expect(scheduleOf(anEvent({ id: 1 }))).to.equal(undefined);
  });

  it("has exceptions, offsets for zones without a name, and lengths of more than a day", () => {
    const schedule = createSchedule({
      ...FIRST,
      end: "2031-05-08 20:30:00",
      timezone: "UTC+5:30",
      dayCutoff: "00:00",
    });
    const recurrence = { rules: ["FREQ=DAILY"], dates: [], except: ["2031-05-07 19:00:00"] };
    expect(scheduleOf({ ...seriesOf(), schedule, recurrence })).to.deep.equal({
      "@type": "Schedule",
      repeatFrequency: "P1D",
      startDate: "2031-05-06",
      startTime: "19:00:00+05:30",
      duration: "P2DT1H30M",
      exceptDate: ["2031-05-07T19:00:00"],
    });
    const named = createSchedule({ ...FIRST, timezone: "GB", dayCutoff: "00:00" });
    expect(scheduleOf({ ...seriesOf("FREQ=DAILY"), schedule: named })).to.deep.include({
      ...TIMES,
      scheduleTimezone: "GB",
    });
    const allDay = createSchedule({ ...schedule, allDay: true, dayCutoff: "00:00" });
    expect(scheduleOf({ ...seriesOf(), schedule: allDay, recurrence })).to.deep.equal({
      "@type": "Schedule",
      repeatFrequency: "P1D",
      startDate: "2031-05-06",
      duration: "P3D",
      exceptDate: ["2031-05-07"],
    });
  });
});
