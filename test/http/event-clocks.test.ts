import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

/**
 * Rows of title, local start and time zone. In New York, the events start at 20:00 on the day before, at
 * 10:00, and before the hour at which the day begins.
 */
const EVENTS: readonly (readonly [title: string, start: string, timezone: string])[] = [
  ["Tokyo", "2031-05-01 09:00:00", "Asia/Tokyo"],
  ["Lima", "2031-05-01 09:00:00", "America/Lima"],
  ["Night", "2031-05-01 05:30:00", "America/New_York"],
];

const DAY = "start_date=2031-05-01&end_date=2031-05-01";
const STRICT = "strict_dates=true&start_date=2031-05-01T00:00:00Z&end_date=2031-05-01T09:30:00Z";

/**
 * Rows of query, expected titles if each event has its own clock, and expected titles on the clock of the
 * site. Source: rules/dates.md#list-clock.
 */
const LISTS: readonly (readonly [query: string, event: readonly string[], site: readonly string[]])[] = [
  ["", ["Night", "Tokyo", "Lima"], ["Tokyo", "Night", "Lima"]],
  [DAY, ["Tokyo", "Lima"], ["Lima"]],
  ["start_date=2031-04-30&end_date=2031-04-30", ["Night"], ["Tokyo", "Night"]],
  ["starts_after=2031-04-30", ["Tokyo", "Lima"], ["Lima"]],
  ["starts_before=2031-04-30", ["Night"], ["Tokyo", "Night"]],
  ["ends_after=2031-04-30", ["Tokyo", "Lima"], ["Lima"]],
  ["ends_before=2031-04-30", ["Night"], ["Tokyo", "Night"]],
  [STRICT, ["Night"], ["Tokyo", "Night"]],
];

for (const store of stores) {
  for (const displayZone of ["event", "site"] as const) {
    describe(`the clock of each ${displayZone}, with days from 06:00, on ${store.name}`, () => {
      let calendar: StartedCalendar;
      before(async () => {
        calendar = await startCalendar(store, { displayZone, dayCutoff: "06:00", perPage: 2 });
        for (const [title, start, timezone] of EVENTS) {
          const end_date = `${start.slice(0, 14)}45:00`;
          const json = { title, start_date: start, end_date, timezone };
          expect((await calendar.post("/events", { as: "editor", json })).status).to.equal(201);
        }
      });
      after(() => calendar.close());

      for (const [query, event, site] of LISTS) {
        const expected = displayZone === "event" ? event : site;
        it(`lists ${expected.join(", ")} for ${query || "nothing in particular"}, along its links`, async () => {
          const titles: string[] = [];
          let path = `/events?${query}`;
          while (path !== "") {
            const { status, text, body } = await calendar.get(path);
            expect(status, text).to.equal(200);
            expect(body.total).to.equal(expected.length);
            titles.push(...body.events.map(({ title }: { title: string }) => title));
            path = (body.next_rest_url ?? "").slice(calendar.origin.length);
          }
          expect(titles).to.deep.equal(expected);
        });
      }

      it("lets an all-day event last from cutoff to cutoff, a timed one as sent", async () => {
        const json = { title: "Day", start_date: "2040-05-01", end_date: "2040-05-01", all_day: true };
        const { body } = await calendar.post("/events", { as: "editor", json });
        expect(body).to.include({
          start_date: "2040-05-01 06:00:00",
          end_date: "2040-05-02 05:59:59",
          utc_start_date: "2040-05-01 10:00:00",
          utc_end_date: "2040-05-02 09:59:59",
        });
        const timed = {
          ...json,
          start_date: "2040-05-01 02:00",
          end_date: "2040-05-01 03:00",
          all_day: false,
        };
        expect((await calendar.post("/events", { as: "editor", json: timed })).body).to.include({
          start_date: "2040-05-01 02:00:00",
          end_date: "2040-05-01 03:00:00",
        });
      });
    });
  }
}
