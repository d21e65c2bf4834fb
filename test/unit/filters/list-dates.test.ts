import { expect } from "chai";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";

/** Rows of a text and the day that it means at 2031-03-10 23:30 UTC. Source: rules/events.md#day-window. */
const DAYS: readonly (readonly [text: string, day: string])[] = [
  ["2031-05-01", "2031-05-01"],
  ["2031-05-01 11:00", "2031-05-01"],
  ["2031-05-01T11:00:00", "2031-05-01"],
  ["05/01/2031", "2031-05-01"],
  ["May 1 2031 11pm", "2031-05-01"],
  ["2031-05-01T11:00:00Z", "2031-05-01"],
  ["2031-05-01T11:00:00+03:00", "2031-05-01"],
  ["2031-05-01T23:30:00-03:00", "2031-05-02"],
  ["2031-05-01T01:00:00+03:00", "2031-04-30"],
  ["2031-05-01 22:00 EST", "2031-05-02"],
  ["1935489600", "2031-05-02"],
  ["20310501", "1970-08-24"],
  ["2031-02-30", "2031-03-02"],
  ["now", "2031-03-10"],
  ["tomorrow", "2031-03-11"],
  ["next month", "2031-04-10"],
];

describe("the day that a date of a list means", () => {
  let calendar: TestCalendar;
  before(async () => {
    // In Tokyo, the next day has begun already, but words such as "today" are read in UTC.
    calendar = await openCalendar({ site: { timezone: "Asia/Tokyo" } });
    calendar.setNow(Date.UTC(2031, 2, 10, 23, 30));
  });
  after(() => calendar.store.close());

  for (const [text, day] of DAYS) {
    it(`is ${day} for ${text}`, async () => {
      expect(await calendar.link({ start_date: text, end_date: text, starts_after: text })).to.equal(
        `start_date=${day} 00:00:00&end_date=${day} 23:59:59&status=publish&starts_after=${day} 23:59:59`,
      );
    });
  }
});
