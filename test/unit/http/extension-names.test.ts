import { MEMBER_NAMES, RESERVED_SEGMENTS } from "@kalends/http";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { stores } from "../../stores.ts";

describe("names that plugins may not take", () => {
  let calendar: StartedCalendar;
  before(async () => {
    const [store] = stores;
    if (store === undefined) throw new Error("There is no store");
    calendar = await startCalendar(store);
  });
  after(() => calendar.close());

  it("are those of all members that records are shown with", async () => {
    const text = "Some text";
    const { body } = await calendar.post("/events", {
      as: "editor",
      json: {
        title: text,
        start_date: "2031-04-01 10:00:00",
        end_date: "2031-04-01 12:00:00",
        venue: {
          venue: text,
          description: text,
          address: text,
          city: text,
          country: text,
          province: text,
          state: text,
          zip: text,
          phone: text,
          stateprovince: text,
          website: "https://venue.example",
          geo_lat: 1,
          geo_lng: 2,
        },
        organizer: {
          organizer: text,
          description: text,
          phone: text,
          website: "https://organizer.example",
          email: text,
        },
      },
    });
    const shown = async (path: string): Promise<readonly string[]> =>
      Object.keys((await calendar.get(`${path}`)).body);
    expect(MEMBER_NAMES.event).to.include.members(await shown(`/events/${body.id}`));
    expect(MEMBER_NAMES.venue).to.include.members(await shown(`/venues/${body.venue.id}`));
    for (const kind of ["category", "tag"] as const) {
      const path = kind === "tag" ? "/tags" : "/categories";
      const term = (await calendar.post(path, { as: "editor", json: { name: "Jazz" } })).body;
      expect(MEMBER_NAMES[kind]).to.include.members(await shown(`${path}/${term.id}`));
    }
    expect(MEMBER_NAMES.organizer).to.include.members(await shown(`/organizers/${body.organizer[0].id}`));
  });

  it("are the first words of all addresses", async () => {
    const { body } = await calendar.get("/");
    const words = Object.keys(body.routes).flatMap((path) => path.split("/").slice(4, 5));
    expect(words).to.include("events");
    expect(RESERVED_SEGMENTS).to.include.members(words);
  });
});
