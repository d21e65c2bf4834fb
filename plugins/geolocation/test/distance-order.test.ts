import { plugin } from "@kalends/geolocation";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const NEAR_VIENNA = "geoloc_lat=48.2&geoloc_lng=16.37";

describe("orders of lists with a search by position", () => {
  let calendar: StartedCalendar;
  before(async () => {
    calendar = await startCalendar([plugin()]);
    const when = { start_date: "2031-04-01 10:00", end_date: "2031-04-01 11:00" };
    for (const [title, geo_lng] of [
      ["Near", 16.4],
      ["Farther", 17.1],
    ] as const) {
      const venue = await calendar.add("/venues", { venue: title, geo_lat: 48.2, geo_lng });
      await calendar.add("/events", { title, ...when, venue });
    }
  });
  after(() => calendar.close());

  // rules/orders.md#order-by-distance, rules/orders.md#order-direction
  it("are nearest first, or farthest first with order=desc", async () => {
    const query = `${NEAR_VIENNA}&geoloc_radius=100&orderby=distance`;
    for (const [list, name] of [
      ["events", "title"],
      ["venues", "venue"],
    ] as const)
      for (const [order, expected] of [
        ["asc", ["Near", "Farther"]],
        ["desc", ["Farther", "Near"]],
      ] as const) {
        const { body } = await calendar.get(`/${list}?${query}&order=${order}`);
        const names = body[list].map((record: Readonly<Record<string, unknown>>) => record[name]);
        expect(names, `${list} ${order}`).to.deep.equal(expected);
      }
  });

  // rules/orders.md#unknown-orderby
  it("ignore an unknown orderby, and name it", async () => {
    for (const list of ["events", "venues"]) {
      const { status, headers } = await calendar.get(`/${list}?${NEAR_VIENNA}&orderby=nearest`);
      expect([status, headers.get("x-kalends-ignored")]).to.deep.equal([200, "orderby"]);
    }
    const { headers } = await calendar.get("/organizers?orderby=distance");
    expect(headers.get("x-kalends-ignored")).to.equal("orderby");
  });
});
