import { expect } from "chai";
import { startTownHost, type TownHost } from "../src/host.ts";

describe("a host with a geocoder of its own", () => {
  let host: TownHost;
  before(async () => {
    host = await startTownHost({ port: 0, storage: "sqlite::memory:", scheduler: false });
  });
  after(() => host.close());

  it("gives venues the places of its list", async () => {
    const { venues } = host.calendar.as({ id: 1, roles: ["editor"] });
    await venues.create({ venue: "Town hall", address: "1 Market Square" });
    await venues.create({ venue: "Elsewhere", address: "7 Unknown Road" });
    for (const job of host.calendar.jobs) await job.run();
    const response = await fetch(`${host.origin}/wp-json/tribe/events/v1/places`);
    const { features } = (await response.json()) as { readonly features: readonly object[] };
    expect(features).to.have.length(1);
    expect(features[0]).to.deep.include({ geometry: { type: "Point", coordinates: [15.4395, 47.0707] } });
  });
});
