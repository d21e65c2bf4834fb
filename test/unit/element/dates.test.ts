import {
  addDays,
  addMonths,
  createDateTexts,
  dayAfterKey,
  daysOf,
  firstDayOf,
  isDay,
  lastDayOf,
  monthGrid,
  openingDay,
  todayIn,
  toWeekday,
  wallClockIn,
  zoneNameAt,
} from "@kalends/element/internals";
import { expect } from "chai";
import fc from "fast-check";

const key = (name: string, shiftKey = false, isRightToLeft = false) => ({
  key: name,
  shiftKey,
  isRightToLeft,
});

/** Replaces all kinds of spaces by plain ones, because versions of the Unicode data use different ones. */
const plain = (text: string): string => text.replace(/\s/g, " ");

describe("days of the element", () => {
  it("know which texts are days", () => {
    expect(["2031-02-28", "2028-02-29", "0001-01-01"].filter((text) => !isDay(text))).to.deep.equal([]);
    const wrong = ["2031-02-29", "2031-13-01", "0000-01-01", "31-02-01", "tomorrow", ""];
    expect(wrong.filter(isDay)).to.deep.equal([]);
  });

  it("move by days and months, and stay within the years that can be written", () => {
    expect(addDays("2028-02-28", 2)).to.equal("2028-03-01");
    expect(addMonths("2031-01-31", 1)).to.equal("2031-02-28");
    expect(addMonths("2031-03-31", -13)).to.equal("2030-02-28");
    expect(addDays("9999-12-31", 1)).to.equal("9999-12-31");
    expect(addMonths("0001-01-15", -1)).to.equal("0001-01-15");
    expect(addDays("0050-01-01", -1)).to.equal("0049-12-31");
  });

  it("fill the weeks of a month, whatever these begin with", () => {
    const grid = monthGrid("2031-05-20", 1);
    expect(grid[0]?.[0]).to.equal("2031-04-28");
    expect(grid.at(-1)?.[6]).to.equal("2031-06-01");
    expect(monthGrid("2027-02-10", 1)).to.have.length(4);
    expect(monthGrid("2031-05-20", 0)[0]?.[0]).to.equal("2031-04-27");
    const months = fc.tuple(fc.integer({ min: 1, max: 9998 }), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(months, fc.integer({ min: 0, max: 6 }), ([year, month], firstDay) => {
        const first = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01`;
        const days = monthGrid(first, firstDay).flat();
        const own = days.filter((day) => day.slice(0, 7) === first.slice(0, 7));
        expect(own).to.have.length(new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate());
        if (year > 1) expect(days[1]).to.equal(addDays(days[0] ?? "", 1));
      }),
    );
  });

  it("follow the keys of a grid", () => {
    const day = "2031-05-07";
    expect(dayAfterKey(day, key("ArrowRight"), 1)).to.equal("2031-05-08");
    expect(dayAfterKey(day, key("ArrowRight", false, true), 1)).to.equal("2031-05-06");
    expect(dayAfterKey(day, key("ArrowUp"), 1)).to.equal("2031-04-30");
    expect(dayAfterKey(day, key("Home"), 1)).to.equal("2031-05-05");
    expect(dayAfterKey(day, key("End"), 0)).to.equal("2031-05-10");
    expect(dayAfterKey(day, key("PageDown"), 1)).to.equal("2031-06-07");
    expect(dayAfterKey(day, key("PageUp", true), 1)).to.equal("2030-05-07");
    expect(dayAfterKey(day, key("x"), 1)).to.equal(undefined);
    expect(openingDay("2031-05-07", "2031-05-20")).to.equal("2031-05-20");
    expect(openingDay("2031-06-07", "2031-05-20")).to.equal("2031-06-01");
  });

  it("hold events that last", () => {
    const within = (start: string, end: string) => daysOf(start, end, "2031-05-01", "2031-05-31");
    expect(within("2031-05-06 19:00:00", "2031-05-06 21:00:00")).to.deep.equal(["2031-05-06"]);
    expect(within("2031-05-06 22:00:00", "2031-05-07 02:00:00")).to.deep.equal(["2031-05-06"]);
    expect(within("2031-05-06 10:00:00", "2031-05-08 00:00:00")).to.deep.equal(["2031-05-06", "2031-05-07"]);
    expect(within("2031-05-06 00:00:00", "2031-05-07 23:59:59")).to.have.length(2);
    expect(within("2031-04-29 00:00:00", "2031-05-02 23:59:59")).to.deep.equal(["2031-05-01", "2031-05-02"]);
    expect(within("2031-05-31 10:00:00", "2031-06-20 10:00:00")).to.deep.equal(["2031-05-31"]);
    expect(within("2031-06-01 10:00:00", "2031-06-01 11:00:00")).to.deep.equal([]);
    // Another server may send an end before the start.
    expect(within("2031-05-06 19:00:00", "2031-05-01 19:00:00")).to.deep.equal(["2031-05-06"]);
    expect(lastDayOf("9999-12-31 10:00:00", "9999-12-31 23:59:59")).to.equal("9999-12-31");
    expect(daysOf("9999-12-30 10:00:00", "9999-12-31 23:59:59", "0001-01-01", "9999-12-31")).to.have.length(
      2,
    );
  });

  it("begin weeks as people do, or as the page says", () => {
    expect(["en-US", "de", "fr", "es", "en-GB", "ar-EG"].map(firstDayOf)).to.deep.equal([0, 1, 1, 1, 1, 6]);
    expect(["monday", " Sunday ", "6", "0", "7", "", "Mon"].map(toWeekday)).to.deep.equal([
      1,
      0,
      6,
      0,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("are said in the language that is asked for", () => {
    const english = createDateTexts("en-US");
    expect(english.month("2031-05-06")).to.equal("May 2031");
    expect(english.fullDay("2031-05-06")).to.equal("Tuesday, May 6, 2031");
    expect(plain(english.timeRange("2031-05-06 22:00:00", "2031-05-07 02:00:00"))).to.equal(
      "10:00 PM – 2:00 AM",
    );
    expect(createDateTexts("de").fullDay("2031-05-06")).to.equal("Dienstag, 6. Mai 2031");
    expect(createDateTexts("ja").month("2031-05-06")).to.equal("2031年5月");
    expect(createDateTexts("de").range("2031-05-06 10:00:00", "2031-05-01 10:00:00", false)).to.include("6.");
    expect(createDateTexts("th").month("2031-05-06"), "years of the interface").to.include("2031");
  });

  it("are those of a zone", () => {
    const moment = new Date("2031-05-06T22:30:00Z");
    expect(wallClockIn(moment, "Europe/Berlin")).to.equal("2031-05-07 00:30:00");
    expect(todayIn(moment, "America/New_York")).to.equal("2031-05-06");
    expect(zoneNameAt(moment, "America/New_York", "en-US")).to.equal("EDT");
  });
});
