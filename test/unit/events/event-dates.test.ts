import { expect } from "chai";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, openCalendar, refusal } from "./calendar.ts";

describe("the dates of an event", () => {
  const calendar = ofEachTest(() => openCalendar({ site: { timezone: "Europe/Rome" } }));
  const scheduleOf = async (body: Readonly<Record<string, unknown>>) =>
    (await calendar.createEvent(body)).event.schedule;

  it("are read in the site's zone unless another one is given", async () => {
    expect(await scheduleOf({})).to.include({ timezone: "Europe/Rome", utcStart: "2031-05-01 08:00:00" });
    expect(await scheduleOf({ timezone: "" })).to.include({ timezone: "Europe/Rome" });
    expect(await scheduleOf({ timezone: "America/New_York" })).to.include({
      timezone: "America/New_York",
      start: "2031-05-01 10:00:00",
      utcStart: "2031-05-01 14:00:00",
      abbreviation: "EDT",
    });
    expect(await scheduleOf({ timezone: "UTC+5:30" })).to.include({
      timezone: "UTC+5:30",
      utcStart: "2031-05-01 04:30:00",
      abbreviation: "UTC+5:30",
    });
  });

  it("keep the zone as sent, whatever its case, with the abbreviation of the start", async () => {
    const rows = [
      ["europe/paris", "2031-01-05 10:00", "CET"],
      ["Europe/Paris", "2031-07-05 10:00", "CEST"],
      ["America/Sao_Paulo", "2031-07-05 10:00", "-03"],
      ["UTC-3.5", "2031-07-05 10:00", "UTC-3.5"],
      ["est", "2031-07-05 10:00", "EST"],
    ] as const;
    for (const [timezone, start_date, abbreviation] of rows) {
      expect(await scheduleOf({ timezone, start_date, end_date: start_date })).to.include({
        timezone,
        abbreviation,
      });
    }
  });

  it("come back as moved where summer time skips them", async () => {
    const skipped = { start_date: "2031-03-09 02:30:00", end_date: "2031-03-09 02:45:00" };
    expect(await scheduleOf({ ...skipped, timezone: "America/New_York" })).to.include({
      start: "2031-03-09 03:30:00",
      end: "2031-03-09 03:45:00",
      utcStart: "2031-03-09 07:30:00",
      utcEnd: "2031-03-09 07:45:00",
    });
  });

  // rules/dates.md#date-without-time
  it("mean midnight without a time, also at the end", async () => {
    expect(await scheduleOf({ start_date: "2031-04-30 20:00", end_date: "2031-05-01" })).to.include({
      start: "2031-04-30 20:00:00",
      end: "2031-05-01 00:00:00",
    });
  });

  it("count as whole days on the date they have in the event's zone", async () => {
    const late = { start_date: "2031-05-01T23:30:00Z", end_date: "2031-05-01T23:45:00Z", all_day: true };
    expect(await scheduleOf(late)).to.include({ start: "2031-05-02 00:00:00", end: "2031-05-02 23:59:59" });
  });

  it("keep the instant of times that fix one", async () => {
    expect(
      await scheduleOf({ start_date: "2031-05-01T18:30:00Z", end_date: "2031-05-01T20:00:00Z" }),
    ).to.include({
      start: "2031-05-01 20:30:00",
      utcStart: "2031-05-01 18:30:00",
    });
    expect(await scheduleOf({ start_date: "1935489600", end_date: "1935489600" })).to.include({
      utcStart: "2031-05-02 12:00:00",
    });
  });

  it("take words in the zone that applies", async () => {
    calendar.setNow(Date.UTC(2031, 2, 10, 23, 30));
    expect(await scheduleOf({ start_date: "tomorrow 9am", end_date: "tomorrow 10am" })).to.include({
      start: "2031-03-12 09:00:00",
    });
    expect(
      await scheduleOf({ start_date: "tomorrow 9am", end_date: "tomorrow 10am", timezone: "America/Lima" }),
    ).to.include({ start: "2031-03-11 09:00:00" });
  });

  // rules/dates.md#all-day
  it("become whole days of an all-day event", async () => {
    expect(
      await scheduleOf({ start_date: "2031-05-01 09:00", end_date: "2031-05-06 11:00", all_day: true }),
    ).to.include({
      start: "2031-05-01 00:00:00",
      end: "2031-05-06 23:59:59",
      utcStart: "2031-04-30 22:00:00",
      utcEnd: "2031-05-06 21:59:59",
      allDay: true,
    });
  });

  // rules/dates.md#all-day-cutoff
  it("become whole days from cutoff to cutoff", async () => {
    const late = await openCalendar({ site: { dayCutoff: "06:00" } });
    const { event } = await late.createEvent({ all_day: "1" });
    expect(event.schedule).to.include({ start: "2031-05-01 06:00:00", end: "2031-05-02 05:59:59" });
    await late.store.close();
  });

  it("never end before they start, neither here nor in UTC", async () => {
    expect(await scheduleOf({ start_date: "2031-05-01 18:00", end_date: "2031-05-01 17:00" })).to.include({
      end: "2031-05-01 18:00:00",
      utcEnd: "2031-05-01 16:00:00",
    });
  });

  it("may lie at the edge of the calendar, but not beyond it", async () => {
    const edge = { start_date: "9999-12-31 23:30:00", end_date: "9999-12-31 23:30:00" };
    expect(await scheduleOf({ ...edge, timezone: "Asia/Tokyo" })).to.include({
      start: "9999-12-31 23:30:00",
    });
    const utc = { start_date: "9999-12-31T23:30:00Z", end_date: "9999-12-31T23:30:00Z" };
    expect(await refusal(calendar.createEvent({ ...utc, timezone: "Asia/Tokyo" }))).to.deep.equal(
      invalid({ start_date: "not-a-date" }),
    );
    expect(await calendar.store.events.readAfter(0, 10)).to.have.length(1);
  });

  describe("on update", () => {
    let id: number;
    beforeEach(async () => {
      const { event } = await calendar.createEvent({ timezone: "America/New_York" });
      id = event.id;
    });
    const updated = async (body: Readonly<Record<string, unknown>>) =>
      (await calendar.update(id, body)).event.schedule;

    it("stay when none is sent", async () => {
      const { event } = await calendar.get(id);
      expect(await updated({ title: "Other" })).to.deep.equal(event.schedule);
    });

    it("are read in the stored zone", async () => {
      expect(await updated({ start_date: "2031-05-01 09:00", end_date: "2031-05-01 10:00" })).to.include({
        timezone: "America/New_York",
        utcStart: "2031-05-01 13:00:00",
        utcEnd: "2031-05-01 14:00:00",
      });
    });

    it("keep the one that is not sent", async () => {
      expect(await updated({ start_date: "2031-05-01 09:00" })).to.include({
        start: "2031-05-01 09:00:00",
        end: "2031-05-01 12:00:00",
      });
      expect(await updated({ end_date: "2031-05-01 15:00" })).to.include({
        start: "2031-05-01 09:00:00",
        end: "2031-05-01 15:00:00",
      });
      expect(await updated({ start_date: "2031-05-02 09:00" })).to.include({ end: "2031-05-02 09:00:00" });
      expect(await updated({ end_date: "2031-04-01 09:00" })).to.include({ end: "2031-05-02 09:00:00" });
    });

    it("keep their wall clocks in a new zone, with new UTC times", async () => {
      expect(await updated({ timezone: "Europe/London" })).to.include({
        start: "2031-05-01 10:00:00",
        utcStart: "2031-05-01 09:00:00",
        utcEnd: "2031-05-01 11:00:00",
        timezone: "Europe/London",
        abbreviation: "BST",
      });
      expect(await updated({ timezone: "" })).to.include({ timezone: "Europe/London" });
    });

    it("are widened when the event becomes all-day, and stay so when it no longer is", async () => {
      const whole = { start: "2031-05-01 00:00:00", end: "2031-05-01 23:59:59" };
      expect(await updated({ all_day: true })).to.include({ ...whole, allDay: true });
      expect(await updated({ title: "Still" })).to.include({ ...whole, allDay: true });
      expect(await updated({ end_date: "2031-05-02 08:00" })).to.include({ end: "2031-05-02 23:59:59" });
      expect(await updated({ all_day: false })).to.include({
        start: "2031-05-01 00:00:00",
        end: "2031-05-02 23:59:59",
        allDay: false,
      });
    });

    it("publish the default of all_day without using it", () => {
      expect(calendar.operations.events.update.parameters.all_day).to.include({ default: false });
    });
  });
});
