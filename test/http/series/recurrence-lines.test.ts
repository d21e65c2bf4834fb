import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

const CHOIR = {
  title: "Choir",
  timezone: "Europe/Rome",
  start_date: "2031-05-06 19:00:00",
  end_date: "2031-05-06 21:00:00",
};

for (const store of stores) {
  describe(`recurrence as a text on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const recurrenceOf = async (
      sent: { readonly json: object } | { readonly form: Record<string, string> },
    ) => {
      const { status, body, text } = await calendar.post("/events", { as: "editor", ...sent });
      expect(status, text).to.equal(201);
      const { rules, dates, except } = body.recurrence ?? {};
      return { rules, dates, except };
    };

    it("is lines of RFC 5545, also in forms and with RRULE: or without", async () => {
      const expected = await recurrenceOf({
        json: { ...CHOIR, recurrence: { rules: ["FREQ=WEEKLY;COUNT=3"], except: ["2031-05-13 19:00:00"] } },
      });
      for (const rule of [
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "FREQ=WEEKLY;COUNT=3",
        "rrule:freq=weekly;\r\n count=3",
      ]) {
        for (const line of [
          "EXDATE:20310513T190000",
          "EXDATE:20310513T170000Z",
          "EXDATE;TZID=America/New_York:20310513T130000",
        ]) {
          const recurrence = `${rule}\n${line}\n`;
          expect(await recurrenceOf({ json: { ...CHOIR, recurrence } }), recurrence).to.deep.equal(expected);
        }
      }
      const recurrence = "FREQ=WEEKLY;COUNT=3\r\nEXDATE:20310513T190000";
      expect(await recurrenceOf({ form: { ...CHOIR, recurrence } })).to.deep.equal(expected);
      const rules = ["RRULE:FREQ=WEEKLY;COUNT=3"];
      const inside = { rules, except: ["2031-05-13 19:00:00"] };
      expect(await recurrenceOf({ json: { ...CHOIR, recurrence: inside } })).to.deep.equal(expected);
    });

    it("has dates and periods, on the clock of the event", async () => {
      const { dates } = await recurrenceOf({
        json: {
          ...CHOIR,
          recurrence:
            "RDATE:20310701T190000,20310702T170000Z\nRDATE;VALUE=PERIOD;TZID=Asia/Tokyo:20310704T020000/PT1H",
        },
      });
      expect(dates).to.deep.equal([
        "2031-07-01 19:00:00",
        "2031-07-02 19:00:00",
        "2031-07-03 19:00:00/2031-07-03 20:00:00",
      ]);
    });

    it("is ignored where it is empty, and else refused with an example", async () => {
      for (const recurrence of ["", " \n"]) {
        const { status, body } = await calendar.post("/events", {
          as: "editor",
          json: { ...CHOIR, recurrence },
        });
        expect([status, body.is_recurring]).to.deep.equal([201, false]);
      }
      const before = await calendar.contents();
      for (const recurrence of [
        "weekly",
        "DTSTART:20310506T190000\nRRULE:FREQ=WEEKLY",
        "FREQ=WEEKLY\nEXRULE:FREQ=MONTHLY",
        "RRULE:",
        "RDATE;TZID=Mars/Olympus:20310701T190000",
        '{"rules":["FREQ=WEEKLY"]}',
        7,
        true,
        ["FREQ=WEEKLY"],
      ]) {
        const { status, body } = await calendar.post("/events", {
          as: "editor",
          json: { ...CHOIR, recurrence },
        });
        expect(status, JSON.stringify(recurrence)).to.equal(400);
        expect(body.data.params.recurrence).to.include('{"rules":["FREQ=WEEKLY;COUNT=3"]}');
      }
      expect(await calendar.contents()).to.equal(before);
    });
  });
}
