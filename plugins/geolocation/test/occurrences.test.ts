import { plugin } from "@kalends/geolocation";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const VIENNA = { geo_lat: 48.2082, geo_lng: 16.3738 };
const BRATISLAVA = { geo_lat: 48.1486, geo_lng: 17.1077 };
const NEAR_VIENNA = "geoloc_lat=48.2&geoloc_lng=16.37";

describe("occurrences by place", () => {
  let calendar: StartedCalendar;
  before(async () => {
    calendar = await startCalendar([plugin()]);
  });
  after(() => calendar.close());

  it("are found where their own venue lies when they recur", async () => {
    const here = await calendar.add("/venues", { venue: "Hall of Choir", ...VIENNA });
    const THERE = "geoloc_lat=48.1486&geoloc_lng=17.1077";
    const there = await calendar.add("/venues", { venue: "Hall on tour", ...BRATISLAVA });
    const series = await calendar.add("/events", {
      ...{ title: "Choir", start_date: "2031-05-01 10:00", end_date: "2031-05-01 11:00", venue: here },
      recurrence: { rules: ["FREQ=DAILY;COUNT=3"] },
    });
    const change = (json: object) =>
      calendar.send("PATCH", `/events/${series}/occurrences/2031-05-02T10:00:00`, json);
    expect((await change({ venue: { id: there } })).status).to.equal(200);
    const days = async (query: string): Promise<readonly string[]> => {
      const { status, body } = await calendar.get(`/events?start_date=2031-05-01&${query}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.events.map(({ start_date }: { start_date: string }) => start_date.slice(0, 10));
    };
    expect(await days(NEAR_VIENNA)).to.deep.equal(["2031-05-01", "2031-05-03"]);
    expect(await days(THERE)).to.deep.equal(["2031-05-02"]);
    expect(await days(`${THERE}&geoloc_radius=60&orderby=distance`)).to.deep.equal([
      "2031-05-02",
      "2031-05-01",
      "2031-05-03",
    ]);
  });
});
