import { toWallClock, utcText } from "@kalends/core/plugin";
import { expect } from "chai";
import ICAL from "ical.js";
import { anEvent, linesOf, viewOf, writtenFeed } from "../a-view.ts";

const ZONES = [
  ..."Europe/Rome Europe/London Europe/Dublin Europe/Moscow Europe/Istanbul Africa/Casablanca Africa/Cairo".split(
    " ",
  ),
  ..."America/New_York America/Sao_Paulo America/Santiago America/St_Johns America/Caracas Asia/Kolkata".split(
    " ",
  ),
  ..."Asia/Tehran Asia/Gaza Asia/Tokyo Australia/Lord_Howe Australia/Sydney Pacific/Apia Pacific/Chatham".split(
    " ",
  ),
  ..."Antarctica/Troll Asia/Kathmandu America/Godthab US/Eastern Atlantic/Azores".split(" "),
];

const zoneIn = (calendar: string): ICAL.Timezone => {
  const found = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent("vtimezone");
  if (found === null) throw new Error("No zone");
  return new ICAL.Timezone(found);
};

const HOUR = 60 * 60 * 1000;
const SHIFTS = [-2, -1, -0.5, 0.5, 1, 2];
/** Last time, in milliseconds, up to which ICAL.js computes offsets. */
const LAST = Date.UTC(2035, 0);

describe("zones of iCalendar", () => {
  for (const timezone of ZONES)
    it(`say of ${timezone} what our own data say`, async () => {
      const zone = zoneIn(await writtenFeed([viewOf(anEvent({ timezone }))]));
      for (let at = Date.UTC(1970, 0, 2); at < LAST; at += 293 * HOUR) {
        const wall = toWallClock(utcText(at), timezone);
        // A time in a repeated hour is ambiguous, so programs may read it in two ways.
        if (SHIFTS.some((shift) => toWallClock(utcText(at + shift * HOUR), timezone) === wall)) continue;
        const [year = 0, month, day, hour, minute, second] = wall.split(/[- :]/).map(Number);
        const time = ICAL.Time.fromData({ year, month, day, hour, minute, second } as never, zone);
        expect(utcText(time.toUnixTime() * 1000), wall).to.equal(utcText(at));
      }
    });

  it("are rules where the clocks change by a rule, and stand once before their first event", async () => {
    const lines = linesOf(await writtenFeed([viewOf(anEvent()), viewOf(anEvent({ id: 8 }))]));
    expect(lines.filter((line) => line === "BEGIN:VTIMEZONE")).to.have.length(1);
    expect(lines.indexOf("TZID:Europe/Rome")).to.be.below(lines.indexOf("BEGIN:VEVENT"));
    expect(lines).to.include("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU");
    expect(lines).to.include("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU");
    expect(lines.join("\n").length).to.be.below(4000);
  });

  it("leave days before the year 10000, which no date can have", async () => {
    const bounds = async (start: string): Promise<readonly string[]> =>
      linesOf(
        await writtenFeed([
          viewOf(anEvent({ start: `${start} 00:00:00`, end: "9999-12-31 23:59:59", allDay: true })),
        ]),
      ).filter((line) => /^DT(?:START|END)[;:]/.test(line));
    expect(await bounds("9999-12-31")).to.deep.equal(["DTSTART;VALUE=DATE:99991231"]);
    expect(await bounds("9999-12-30")).to.deep.equal([
      ...["DTSTART;VALUE=DATE:99991230", "DTEND;VALUE=DATE:99991231"],
    ]);
  });

  it("are left out for times in UTC and of days, and written of offsets for what recurs alone", async () => {
    const recurrence = { rules: ["FREQ=WEEKLY;BYDAY=TU"], dates: [], except: [] };
    const spoken = async (event: Parameters<typeof anEvent>[0]): Promise<readonly string[]> =>
      linesOf(await writtenFeed([viewOf(anEvent(event))])).filter((line) => /^(TZID|DTSTART[:;])/.test(line));
    expect(await spoken({ timezone: "UTC" })).to.deep.equal(["DTSTART:20310506T190000Z"]);
    expect(await spoken({ timezone: "UTC", recurrence })).to.deep.equal(["DTSTART:20310506T190000Z"]);
    expect(await spoken({ timezone: "UTC+5:30" })).to.deep.equal(["DTSTART:20310506T133000Z"]);
    expect(await spoken({ allDay: true })).to.deep.equal(["DTSTART;VALUE=DATE:20310506"]);
    const own = ["DTSTART:19700101T000000"];
    expect(await spoken({ timezone: "UTC+5:30", recurrence })).to.deep.equal([
      ...["TZID:UTC+0530", ...own, "DTSTART;TZID=UTC+0530:20310506T190000"],
    ]);
    expect(await spoken({ timezone: "EST", recurrence })).to.deep.equal([
      ...["TZID:Etc/GMT+5", ...own, "DTSTART;TZID=Etc/GMT+5:20310506T190000"],
    ]);
    expect((await spoken({ timezone: "europe/rome" })).at(-1)).to.equal(
      "DTSTART;TZID=Europe/Rome:20310506T190000",
    );
    expect(await spoken({ start: "1955-07-01 10:00:00", end: "1955-07-01 11:00:00" })).to.deep.equal([
      "DTSTART:19550701T090000Z",
    ]);
  });
});
