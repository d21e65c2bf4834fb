import type { Plugin, PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/icalendar";
import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Started, startImport } from "./start-import.ts";

const HOUR = ["SUMMARY:Course", "DTSTART:20310505T100000Z", "DTEND:20310505T110000Z"];
const DAY = ["SUMMARY:Bins", "DTSTART;VALUE=DATE:20310506", "DTEND;VALUE=DATE:20310507"];
const WEEKS = [
  "2031-05-05 10:00:00",
  "2031-05-12 10:00:00",
  "2031-05-19 10:00:00",
  "2031-05-26 10:00:00",
] as const;

/** Faulty RRULEs of other programs, with the number of weeks that the import uses and a part of its note. */
const FAULTY: readonly (readonly [rule: string, weeks: number, note: string])[] = [
  ["FREQ=WEEKLY;COUNT=3;UNTIL=20310526T100000Z", 3, "both COUNT and UNTIL"],
  ["FREQ=WEEKLY;COUNT=9;UNTIL=20310526T100000Z", 4, "both COUNT and UNTIL"],
  ["FREQ=WEEKLY;COUNT=0;UNTIL=20310519T100000Z", 3, "COUNT=0 is not valid"],
  ["FREQ=WEEKLY;COUNT=0", 1, "was not imported: COUNT=0 is not valid"],
  ["FREQ=WEEKLY;COUNT=-1", 1, "was not imported: COUNT=-1 is not valid"],
  ["FREQ=WEEKLY;UNTIL=20310401T000000Z", 1, "ends before the event starts"],
  ["FREQ=WEEKLY;UNTIL=2031-05-19T10:00:00Z", 3, "UNTIL=2031-05-19T10:00:00Z is not valid"],
  ["FREQ=WEEKLY;UNTIL=2031-05-19", 3, "UNTIL=2031-05-19 is not valid"],
  ["FREQ=WEEKLY;UNTIL=20310526T240000Z", 4, "UNTIL=20310526T240000Z is not valid"],
  ["FREQ=WEEKLY;UNTIL=never", 1, "UNTIL=NEVER is not valid"],
  ["FREQ=WEEKLY; BYDAY=MO; COUNT=4", 4, "spaces"],
  ["FREQ=WEEKLY;INTERVAL=0;COUNT=4", 4, "INTERVAL=0 is not valid"],
  ["FREQ=WEEKLY;COUNT=4;X-FOO=1", 4, "X-FOO is unknown"],
  ["FREQ=WEEKLY;COUNT=4;COUNT=2", 4, "COUNT appears more than once"],
  ["FREQ=WEEKLY;BYDAY=;COUNT=4", 4, "BYDAY= is not valid"],
  ["FREQ=WEEKLY;BYDAY=MO,XX;COUNT=4", 4, "BYDAY=MO,XX is not valid"],
  ["FREQ=WEEKLY;BYDAY=1MO;COUNT=4", 4, "BYDAY=1MO cannot be used with FREQ=WEEKLY"],
  ["FREQ=WEEKLY;BYMONTHDAY=5;COUNT=4", 4, "BYMONTHDAY cannot be used with FREQ=WEEKLY"],
  ["FREQ=SOMETIMES;COUNT=4", 1, "FREQ=SOMETIMES is not valid"],
  ["COUNT=4", 1, "rule without frequency"],
  ["", 1, "rule without frequency"],
  ["RSCALE=ETHIOPIC;FREQ=WEEKLY;COUNT=4", 1, "RSCALE=ETHIOPIC is not valid"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", 1, "gives no date"],
  ["FREQ=YEARLY;UNTIL=20310801;BYMONTH=6;BYDAY=5WE", 1, "gives no date"],
  ["FREQ=SECONDLY;COUNT=100", 1, "less than an hour apart"],
  [`FREQ=WEEKLY;COUNT=4;BYHOUR=${"10,".repeat(1000)}10`, 1, "longer than 2000 characters"],
];

for (const store of STORAGES)
  describe(`the recurrence of imported events on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());
    const take = async (text: string): Promise<Json> => {
      const { status, body } = await started.importText(text);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const starts = async (): Promise<readonly string[]> =>
      (await started.events()).map(({ utc_start_date }) => utc_start_date);
    const days = async (): Promise<readonly string[]> =>
      (await started.events()).map(({ start_date, title }) => `${start_date.slice(0, 10)} ${title}`);

    it("is what is left of a rule without its faults, which are noted", async () => {
      const of = (rule: string, index: number) =>
        vevent(`faulty-${index}`, `SUMMARY:Course ${index}`, ...HOUR.slice(1), `RRULE:${rule}`);
      const report = await take(calendar(...FAULTY.map(([rule], index) => of(rule, index))));
      expect(countsOf(report)).to.deep.equal({ added: FAULTY.length });
      const { events } = await started.write("GET", "/events?per_page=200&end_date=2100-01-01");
      for (const [index, [rule, weeks, note]] of FAULTY.entries()) {
        const { reason = "" } = report.components.find(({ uid }: Json) => uid === `faulty-${index}`) ?? {};
        expect(reason, rule).to.include(note);
        const own = events.filter(({ title }: Json) => title === `Course ${index}`);
        expect(
          own.map(({ utc_start_date }: Json) => utc_start_date),
          rule,
        ).to.deep.equal(WEEKS.slice(0, weeks));
      }
    });

    it("has exceptions and occurrences of days by their dates as they are written", async () => {
      const report = await take(
        calendar(
          "X-WR-TIMEZONE:America/New_York",
          vevent(
            "bins",
            ...DAY,
            "RRULE:FREQ=DAILY;UNTIL=20310512T200000Z",
            "EXDATE;TZID=W. Europe Standard Time:20310507T000000",
            "EXDATE:20310508T000000Z,20310530T000000Z",
            "RDATE;TZID=Asia/Tokyo:20310520T000000",
          ),
          vevent(
            "bins",
            "SUMMARY:Later",
            "RECURRENCE-ID:20310510T000000Z",
            "DTSTART;VALUE=DATE:20310510",
            "DTEND;VALUE=DATE:20310511",
          ),
        ),
      );
      expect(countsOf(report)).to.deep.equal({ added: 1 });
      expect(report.components[0].reason).to.equal(
        "EXDATE has no effect at 2031-05-30: the series has no such date.",
      );
      expect(await days()).to.deep.equal([
        ...["2031-05-06 Bins", "2031-05-09 Bins", "2031-05-10 Later"],
        ...["2031-05-11 Bins", "2031-05-12 Bins", "2031-05-20 Bins"],
      ]);
    });

    it("has exceptions of Outlook's days, which are times, on its clock", async () => {
      await take(
        calendar(
          vevent(
            "days",
            "SUMMARY:Fair",
            "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
            "DTSTART:20310505T220000Z",
            "DTEND:20310506T220000Z",
            "X-KALENDS-TIMEZONE:Europe/Rome",
            "RRULE:FREQ=DAILY;UNTIL=20310508T220000Z",
            "EXDATE:20310506T220000Z",
          ),
        ),
      );
      expect(await days()).to.deep.equal(["2031-05-06 Fair", "2031-05-08 Fair", "2031-05-09 Fair"]);
    });

    it("is as its source has it after the start has moved, with ids that stay with their dates", async () => {
      const course = (start: string, sequence: number, rule: string) =>
        vevent(
          "course",
          "SUMMARY:Course",
          `SEQUENCE:${sequence}`,
          `DTSTART;TZID=Europe/Rome:${start}`,
          "DURATION:PT1H",
          `RRULE:${rule}`,
          "EXDATE;TZID=Europe/Rome:20310519T100000",
          "RDATE;TZID=Europe/Rome:20310521T150000",
        );
      await take(calendar(course("20310505T100000", 0, "FREQ=WEEKLY;UNTIL=20310602T080000Z")));
      const before = await started.events();
      expect(
        countsOf(await take(calendar(course("20310512T100000", 1, "FREQ=WEEKLY;UNTIL=20310602T080000Z")))),
      ).to.deep.equal({ updated: 1 });
      const after = await started.events();
      expect(after.map(({ start_date }) => start_date)).to.deep.equal([
        ...["2031-05-12 10:00:00", "2031-05-21 15:00:00", "2031-05-26 10:00:00", "2031-06-02 10:00:00"],
      ]);
      expect(after.map(({ id }) => id)).to.deep.equal(before.slice(1).map(({ id }) => id));
      await take(calendar(course("20310506T100000", 2, "FREQ=WEEKLY;COUNT=5")));
      const moved = await started.events();
      expect(moved.map(({ start_date }) => start_date.slice(0, 10))).to.deep.equal([
        ...["2031-05-06", "2031-05-13", "2031-05-20", "2031-05-21", "2031-05-27", "2031-06-03"],
      ]);
    });

    it("is healed by the next import where an earlier one has moved it along", async () => {
      await started.close();
      const own = plugin();
      let amend: PluginDeps["amend"] | undefined;
      const spying: Plugin = {
        ...own,
        setup(deps) {
          amend = deps.amend;
          return own.setup?.(deps) ?? {};
        },
      };
      started = await startImport(store, { plugins: [spying] });
      const text = calendar(
        vevent("course", ...HOUR, "RRULE:FREQ=WEEKLY;UNTIL=20310526T100000Z", "EXDATE:20310512T100000Z"),
      );
      await take(text);
      const [{ id, recurrence }] = (await started.events()) as [Json];
      // Creates the state that an earlier version left: all dates are one week late, and the stored data does
      // not show it.
      await started.write("PUT", `/events/${recurrence.series_id}`, {
        title: "Course, by hand",
        recurrence: { rules: ["FREQ=WEEKLY;UNTIL=20310602T100000Z"], except: ["2031-05-19T10:00:00Z"] },
      });
      const isForgotten = await amend?.(
        "event",
        recurrence.series_id,
        (_event, { ical_imported, ...data }) => {
          const { isAbsolute: _isAbsolute, ...imported } = ical_imported as Json;
          return { data: { ...data, ical_imported: imported } };
        },
      );
      expect(isForgotten).to.equal(true);
      const report = await take(text);
      expect(countsOf(report)).to.deep.equal({ updated: 1 });
      expect(await starts()).to.deep.equal([WEEKS[0], WEEKS[2], WEEKS[3]]);
      const healed = await started.events();
      expect(healed.map(({ title }) => title)).to.deep.equal(Array(3).fill("Course, by hand"));
      expect(healed[0]?.id).to.equal(id);
      // Changes that editors make afterwards must be kept.
      await started.write("PUT", `/events/${recurrence.series_id}`, {
        recurrence: { rules: ["FREQ=WEEKLY;UNTIL=20310602T100000Z"], except: ["2031-05-19T10:00:00Z"] },
      });
      expect(countsOf(await take(text))).to.deep.equal({ unchanged: 1 });
    });

    it("leaves nothing published once the source excludes every date, and comes back with them", async () => {
      const series = vevent("off", ...HOUR, "RRULE:FREQ=WEEKLY;COUNT=2");
      const empty = vevent(
        "off",
        ...HOUR,
        "SEQUENCE:1",
        "RRULE:FREQ=WEEKLY;COUNT=2",
        "EXDATE:20310505T100000Z,20310512T100000Z",
      );
      const never = await take(calendar(empty));
      expect(countsOf(never)).to.deep.equal({ skipped: 1 });
      expect(never.components[0].reason).to.equal("The source excludes all dates of the event.");
      await take(calendar(series));
      expect(await starts()).to.have.length(2);
      expect(countsOf((await started.importText(calendar(empty), "?dry_run=true")).body)).to.deep.equal({
        removed: 1,
      });
      expect(await starts()).to.have.length(2);
      expect(countsOf(await take(calendar(empty)))).to.deep.equal({ removed: 1 });
      expect(await starts()).to.deep.equal([]);
      expect(countsOf(await take(calendar(empty)))).to.deep.equal({ unchanged: 1 });
      const back = empty.replace("SEQUENCE:1", "SEQUENCE:2").replace(",20310512T100000Z", "");
      expect(countsOf(await take(calendar(back)))).to.deep.equal({ updated: 1 });
      expect(await starts()).to.deep.equal([WEEKS[1]]);
    });
  });
