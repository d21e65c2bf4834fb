import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Started, startImport } from "./start-import.ts";

/** Events in the hour from 02:00 to 03:00 on 26 October 2031, which occurs twice in Rome. */
const EVENTS: readonly (readonly [name: string, times: readonly string[], utc: string])[] = [
  ["first", ["DTSTART:20311026T003000Z", "DTEND:20311026T004500Z"], "00:30-00:45"],
  ["second", ["DTSTART:20311026T013000Z", "DTEND:20311026T014500Z"], "01:30-01:45"],
  ["across", ["DTSTART:20311026T005000Z", "DTEND:20311026T011000Z"], "00:50-01:10"],
  ["lasting", ["DTSTART:20311026T013000Z", "DURATION:PT15M"], "01:30-01:45"],
  ["zoned", ["DTSTART;TZID=Europe/Rome:20311026T023000", "DURATION:PT1H"], "00:30-01:30"],
  ["day", ["DTSTART;TZID=Europe/Rome:20311025T120000", "DURATION:P1D"], "10:00-11:00"],
];

const utcOf = ({ utc_start_date, utc_end_date }: Json): string =>
  `${utc_start_date.slice(11, 16)}-${utc_end_date.slice(11, 16)}`;

for (const store of STORAGES)
  describe(`the repeated hour in calendars on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());
    const take = async (text: string): Promise<Json> => {
      const { status, body } = await started.importText(text);
      expect(status, JSON.stringify(body)).to.equal(200);
      return countsOf(body);
    };
    const times = async (): Promise<Json> =>
      Object.fromEntries((await started.events()).map((event) => [event.title, utcOf(event)]));

    it("is told apart in imports, feeds and imports of feeds", async () => {
      const text = calendar(
        ...EVENTS.map(([name, lines]) => vevent(`${name}@a.example`, `SUMMARY:${name}`, ...lines)),
      );
      const expected = Object.fromEntries(EVENTS.map(([name, _lines, utc]) => [name, utc]));
      expect(await take(text)).to.deep.equal({ added: EVENTS.length });
      expect(await times()).to.deep.equal(expected);
      expect(await take(text)).to.deep.equal({ unchanged: EVENTS.length });
      const other = await startImport(store, { timezone: "UTC" });
      try {
        expect(countsOf((await other.importText(await started.feed())).body)).to.deep.equal({
          added: EVENTS.length,
        });
        const events = await other.events();
        expect(Object.fromEntries(events.map((event) => [event.title, utcOf(event)]))).to.deep.equal(
          expected,
        );
        expect(new Set(events.map(({ timezone }) => timezone))).to.deep.equal(new Set(["Europe/Rome"]));
      } finally {
        await other.close();
      }
    });

    it("follows a source that moves an event from the second time to the first", async () => {
      const at = (start: string): string =>
        calendar(vevent("a@a.example", "SUMMARY:a", start, "DURATION:PT15M"));
      await take(at("DTSTART:20311026T013000Z"));
      expect(await take(at("DTSTART;TZID=Europe/Rome:20311026T023000"))).to.deep.equal({ updated: 1 });
      expect(await times()).to.deep.equal({ a: "00:30-00:45" });
    });

    it("keeps days of a DURATION nominal for each date of a series, in its feed too", async () => {
      const camp = ["DTSTART;TZID=Europe/Rome:20311024T120000", "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=3"];
      await take(calendar(vevent("camp@a.example", "SUMMARY:Camp", ...camp)));
      const expected = ["10:00-10:00", "10:00-11:00", "11:00-11:00"];
      expect((await started.events()).map(utcOf)).to.deep.equal(expected);
      const feed = await started.feed();
      expect(feed).to.include("\r\nDURATION:P1D\r\n");
      const other = await startImport(store);
      try {
        await other.importText(feed);
        expect((await other.events()).map(utcOf)).to.deep.equal(expected);
      } finally {
        await other.close();
      }
    });
  });
