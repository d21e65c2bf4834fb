import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

/**
 * In New York, the hour from 01:00 to 02:00 occurs twice on 7 November 2027. Source:
 * rules/dates.md#dst-overlap.
 */
const SECOND = "2027-11-07T06:30:00Z";
const UNIX = String(Date.UTC(2027, 10, 7, 6, 30) / 1000);

for (const store of stores)
  describe(`the repeated hour on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { timezone: "America/New_York" });
    });
    after(() => calendar.close());

    const write = async (path: string, json: object): Promise<Json> => {
      const { status, text, body, headers } = await calendar.post(path, { as: "editor", json });
      expect(status, text).to.be.within(200, 201);
      expect(headers["x-kalends-adjusted"]).to.equal(undefined);
      return body;
    };
    const create = (start_date: string, end_date: string): Promise<Json> =>
      write("/events", { title: "Night", start_date, end_date });
    const utcOf = ({ utc_start_date, utc_end_date }: Json): string =>
      `${utc_start_date.slice(11, 16)}-${utc_end_date.slice(11, 16)}`;

    const rows: readonly (readonly [start: string, end: string, utc: string])[] = [
      ["2027-11-07 01:30:00", "2027-11-07 01:45:00", "05:30-05:45"],
      ["2027-11-07T01:30:00-04:00", "2027-11-07T01:45:00-04:00", "05:30-05:45"],
      [SECOND, "2027-11-07T06:45:00Z", "06:30-06:45"],
      ["2027-11-07T01:30:00-05:00", "2027-11-07 01:45:00", "06:30-06:45"],
      [UNIX, "2027-11-07 03:00:00", "06:30-08:00"],
      ["2027-11-07T05:50:00Z", "2027-11-07T06:35:00Z", "05:50-06:35"],
      [SECOND, "PT45M", "06:30-07:15"],
      ["2027-11-06 01:30:00", "P1D", "05:30-05:30"],
      ["2027-11-06 12:00:00", "P1D", "16:00-17:00"],
      ["2027-11-06 12:00:00", "PT24H", "16:00-16:00"],
    ];
    for (const [start, end, utc] of rows)
      it(`keeps the instants of ${start} to ${end}`, async () => {
        const event = await create(start, end);
        expect(utcOf(event)).to.equal(utc);
        expect(utcOf((await calendar.get(`/events/${event.id}`)).body)).to.equal(utc);
      });

    it("keeps them when an event is changed or sent back as it was read", async () => {
      const event = await create(SECOND, "2027-11-07T06:45:00Z");
      const { start_date, end_date } = event;
      expect([start_date, end_date]).to.deep.equal(["2027-11-07 01:30:00", "2027-11-07 01:45:00"]);
      expect(utcOf(await write(`/events/${event.id}`, { title: "Late" }))).to.equal("06:30-06:45");
      expect(utcOf(await write(`/events/${event.id}`, { start_date, end_date }))).to.equal("06:30-06:45");
      const first = { start_date: "2027-11-07T01:30:00-04:00", end_date: "2027-11-07T01:45:00-04:00" };
      expect(utcOf(await write(`/events/${event.id}`, first))).to.equal("05:30-05:45");
    });

    it("gives each occurrence of a series its length, days on the clock", async () => {
      const recurrence = { rules: ["FREQ=DAILY;COUNT=2"] };
      const occurrencesOf = async (start_date: string, end_date: string): Promise<readonly string[]> => {
        const { id } = await write("/events", { title: "Camp", start_date, end_date, recurrence });
        const { body } = await calendar.get(
          `/events/${id}/occurrences?start_date=2027-11-01&end_date=2027-12-01`,
        );
        return body.events.map(utcOf);
      };
      expect(await occurrencesOf("2027-11-06 12:00:00", "P1D")).to.deep.equal(["16:00-17:00", "17:00-17:00"]);
      expect(await occurrencesOf("2027-11-06 12:00:00", "PT24H")).to.deep.equal([
        "16:00-16:00",
        "17:00-17:00",
      ]);
      // The occurrence ends at 01:15 in the repeated hour, the second time.
      expect(await occurrencesOf("2027-11-06 01:30:00", "PT45M")).to.deep.equal([
        "05:30-06:15",
        "05:30-06:15",
      ]);
    });

    it("publishes at the instant that was sent", async () => {
      const { date, date_utc } = await write("/events", {
        ...{ title: "Dated", start_date: "2027-11-08", end_date: "2027-11-08", date: SECOND },
      });
      expect([date, date_utc]).to.deep.equal(["2027-11-07 01:30:00", "2027-11-07 06:30:00"]);
    });

    it("refuses a duration that leads beyond the calendar", async () => {
      const json = { title: "Long", start_date: "9999-12-30 10:00:00", end_date: "P3D" };
      const { status, body } = await calendar.post("/events", { as: "editor", json });
      expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["end_date"]]);
    });
  });
