import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Started, startImport } from "./start-import.ts";

/**
 * Time zone one hour east of UTC with the dates of daylight saving time of the United States. No known time
 * zone has these rules.
 */
const ZONE: readonly string[] = [
  ...["BEGIN:VTIMEZONE", "TZID:Own", "BEGIN:STANDARD", "DTSTART:16010101T020000", "TZOFFSETFROM:+0200"],
  ...["TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "END:DAYLIGHT", "END:VTIMEZONE"],
];
const HOUR = ["DTSTART;TZID=Own:20311020T100000", "DTEND;TZID=Own:20311020T110000"];

for (const store of STORAGES)
  describe(`series in a zone like no known one on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());
    const take = async (...components: readonly string[]): Promise<Json> => {
      const { status, body } = await started.importText(calendar(...ZONE, ...components));
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const shown = async (): Promise<readonly string[]> =>
      (await started.events()).map(({ title, utc_start_date }) => `${utc_start_date.slice(5, 16)} ${title}`);

    it("keep the rules of their zone, with exceptions, further dates and what differs", async () => {
      const components = [
        vevent(
          "choir",
          "SUMMARY:Choir",
          ...HOUR,
          // Outlook writes the last date in UTC.
          "RRULE:FREQ=WEEKLY;UNTIL=20311201T090000Z",
          "EXDATE;TZID=Own:20311110T100000",
          "EXDATE;VALUE=DATE:20311117",
          "RDATE;TZID=Own:20311126T200000",
        ),
        vevent(
          "choir",
          "SUMMARY:Concert",
          "RECURRENCE-ID;TZID=Own:20311103T100000",
          "DTSTART;TZID=Own:20311103T180000",
          "DTEND;TZID=Own:20311103T190000",
        ),
      ];
      const report = await take(...components);
      expect(countsOf(report)).to.deep.equal({ added: 1 });
      expect(report.components[0].reason).to.include(
        "The time zone of the series matches no known zone. The dates of its rules were listed one by one until the end of 2041.",
      );
      const expected = [
        ...["10-20 08:00 Choir", "10-27 08:00 Choir", "11-03 17:00 Concert", "11-24 09:00 Choir"],
        ...["11-26 19:00 Choir", "12-01 09:00 Choir"],
      ];
      expect(await shown()).to.deep.equal(expected);
      expect(countsOf(await take(...components))).to.deep.equal({ unchanged: 1 });
      expect(await shown()).to.deep.equal(expected);
    });

    it("have the days that are written where Outlook writes days as times", async () => {
      const daysOf = async (title: string, ...written: readonly string[]): Promise<readonly string[]> => {
        const isDays = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE";
        const report = await take(vevent(title, `SUMMARY:${title}`, isDays, ...written));
        expect(countsOf(report)).to.deep.equal({ added: 1 });
        expect(report.components[0].reason ?? "").not.to.include("zone");
        const found = (await started.events()).filter((each) => each.title === title);
        expect(found.map(({ all_day }) => all_day)).not.to.include(false);
        return found.map((each) => `${each.start_date.slice(5, 10)} ${each.end_date.slice(5, 10)}`);
      };
      const midnight = (name: string, day: string): string => `${name};TZID=Own:${day}T000000`;
      expect(
        await daysOf("Fair", midnight("DTSTART", "20311031"), midnight("DTEND", "20311104")),
      ).to.deep.equal(["10-31 11-03"]);
      const tour = [
        ...[midnight("DTSTART", "20311027"), midnight("DTEND", "20311028")],
        // 17 November, 0:00, in this time zone, after the end of daylight saving time.
        "RRULE:FREQ=WEEKLY;UNTIL=20311116T230000Z",
        ...[midnight("EXDATE", "20311110"), midnight("RDATE", "20311126")],
      ];
      const days = ["10-27 10-27", "11-03 11-03", "11-17 11-17", "11-26 11-26"];
      expect(await daysOf("Tour", ...tour)).to.deep.equal(days);
      const spring = [
        ...[midnight("DTSTART", "20310217"), midnight("DTEND", "20310218")],
        // 17 March, 0:00, in this time zone, after the start of daylight saving time.
        "RRULE:FREQ=WEEKLY;UNTIL=20310316T220000Z",
        "EXDATE:20310309T220000Z",
      ];
      const springDays = ["02-17 02-17", "02-24 02-24", "03-03 03-03", "03-17 03-17"];
      expect(await daysOf("Spring", ...spring)).to.deep.equal(springDays);
    });

    it("have those of many dates that are to come", async () => {
      const daily = vevent("daily", "SUMMARY:Bell", ...HOUR, "RRULE:FREQ=DAILY").replaceAll("2031", "2025");
      const report = await take(daily);
      expect(report.components[0].reason).to.match(/Only 1000 of its \d+ dates were used\.$/);
      const { events } = await started.write("GET", "/events?per_page=1&start_date=2030-01-01");
      expect(events[0].utc_start_date).to.equal("2030-01-01 09:00:00");
    });
  });
