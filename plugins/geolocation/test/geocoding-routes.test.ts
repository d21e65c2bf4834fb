import { type Geocoder, plugin } from "@kalends/geolocation";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const GRAZ = { lat: 47.0707, lng: 15.4395 };

describe("the routes of geocoding", () => {
  let calendar: StartedCalendar;
  const lookups: string[] = [];
  const known = new Map([["Graz", GRAZ]]);
  const geocoder: Geocoder = {
    perSecond: 5,
    async find({ text }) {
      lookups.push(text);
      return known.get(text);
    },
  };
  beforeEach(async () => {
    lookups.splice(0);
    calendar = await startCalendar([]);
    await calendar.restart([plugin()], { "geolocation.geocoder": () => geocoder });
  });
  afterEach(() => calendar.close());

  const missing = async (): Promise<readonly unknown[]> => {
    const { status, body } = await calendar.send("GET", "/geocoding");
    expect([status, body.is_on, body.next_cursor]).to.deep.equal([200, true, null]);
    return body.venues;
  };

  it("list venues without a place, and look one up again", async () => {
    const lost = await calendar.add("/venues", { venue: "A", city: "Atlantis" });
    const found = await calendar.add("/venues", { venue: "B", city: "Graz" });
    expect(await missing()).to.deep.equal([
      { id: lost, venue: "A", state: "waiting" },
      { id: found, venue: "B", state: "waiting" },
    ]);
    await calendar.runJob();
    expect(await missing()).to.deep.equal([{ id: lost, venue: "A", state: "not-found" }]);
    known.set("Atlantis", { lat: 31, lng: -24 });
    const again = await calendar.send("POST", "/geocoding", { venue: lost });
    expect([again.status, again.body]).to.deep.equal([200, { id: lost, venue: "A", state: "waiting" }]);
    await calendar.runJob();
    const { body } = await calendar.get(`/venues/${lost}`);
    expect([body.geo_lat, body.geo_lng]).to.deep.equal([31, -24]);
    expect(lookups).to.deep.equal(["Atlantis", "Graz", "Atlantis"]);
  });

  it("refuse venues that are unknown or have coordinates of a caller, and visitors", async () => {
    const byHand = await calendar.add("/venues", { venue: "C", city: "Linz", geo_lat: 1, geo_lng: 2 });
    for (const venue of [byHand, 99_999]) {
      const { status, body } = await calendar.send("POST", "/geocoding", { venue });
      expect([status, body.code, Object.keys(body.data.params)]).to.deep.equal([
        400,
        "rest_invalid_param",
        ["venue"],
      ]);
    }
    const { body } = await calendar.get(`/venues/${byHand}`);
    expect([body.geo_lat, body.geo_lng]).to.deep.equal([1, 2]);
    expect((await calendar.get("/geocoding")).status).to.equal(401);
  });
});
