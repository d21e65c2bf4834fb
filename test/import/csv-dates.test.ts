import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { stores } from "../stores.ts";

describe("dates with slashes in a table of events", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace(stores[0]);
  });
  afterEach(() => place.clear());

  const startsOf = async (...dates: readonly string[]) => {
    const file = join(place.directory, "events.csv");
    const rows = dates.map((date, index) => `Event ${index},${date},19:00`);
    writeFileSync(file, ["Event Name,Event Start Date,Event Start Time", ...rows].join("\n"));
    const { errors } = await place.run(["import", file]);
    const { items } = await place.onStore(({ events }) => events.list(EVERYTHING));
    return { starts: items.map(({ schedule }) => schedule.start.slice(0, 16)), errors };
  };

  it("begin with the month", async () => {
    const { starts, errors } = await startsOf("3/4/2031", "3/21/2031");
    expect(starts).to.deep.equal(["2031-03-04 19:00", "2031-03-21 19:00"]);
    expect(errors).not.to.include("begin with the day");
  });

  it("begin with the day where one of them can begin with nothing else", async () => {
    const { starts, errors } = await startsOf("3/4/2031", "21/04/2031", "2031-05-06");
    expect(starts).to.deep.equal(["2031-04-03 19:00", "2031-04-21 19:00", "2031-05-06 19:00"]);
    expect(errors).to.include("some dates with slashes can only start with the day");
  });

  it("begin with the month where some can only do so, too", async () => {
    const { starts, errors } = await startsOf("3/4/2031", "21/04/2031", "4/22/2031");
    expect(starts).to.deep.equal(["2031-03-04 19:00", "2031-04-22 19:00"]);
    expect(errors).to.include("is no date: 21/04/2031");
  });
});
