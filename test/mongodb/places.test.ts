import type { EventQuery, LocationFilter, VenueLocationFilter } from "@kalends/core/storage";
import { ALL_LINKED, anEvent, anImage, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import type { Document } from "mongodb";
import { indexesOf, type MongodbPlans, openMongodbPlans, splitList, stagesOf } from "./plans.ts";
import { describeWithServer } from "./shared-server.ts";

const PUBLIC = { statuses: ["publish"] };
const VIENNA = { lat: 48.2, lng: 16.4 };
const NEAR_VIENNA: LocationFilter = { within: { center: VIENNA, kilometres: 25 } };
const PACIFIC: LocationFilter = { inside: { west: 170, south: -20, east: -170, north: -10 } };
const KIDS = { plugin: "audience", field: "groups", anyOf: ["kids"] };

/**
 * Numbers of venues. `SPREAD` venues are all over the earth, and `NEARBY` venues are in Vienna. Each has ten
 * events.
 */
const SPREAD = 1500;
const NEARBY = 20;
const MATCHES = NEARBY * 10;

const shown = (location: LocationFilter): VenueLocationFilter => ({ ...location, visible: PUBLIC });

const query = (fields: Partial<EventQuery>): EventQuery => ({
  ...EVERYTHING,
  visible: PUBLIC,
  perPage: 10,
  ...fields,
});

describeWithServer("places and fields of plugins in store-mongodb", () => {
  let plans: MongodbPlans;
  before(async function () {
    this.timeout(300_000);
    plans = await openMongodbPlans();
    await fill(plans.store);
  });
  after(() => plans.store.close());

  const examined = async (command: Document): Promise<number> =>
    (await plans.explain(command)).executionStats.totalDocsExamined;

  it("read the venues of the area, and the events of these venues", async () => {
    const near = query({ location: shown(NEAR_VIENNA) });
    const list = () => plans.store.events.list(near);
    expect((await list()).total).to.equal(MATCHES);
    const [venues = {}, listed = {}, ...others] = await plans.readsOf(list);
    expect(others).to.deep.equal([]);
    expect(await examined(venues)).to.be.within(NEARBY, 3 * NEARBY);
    const [page, total] = splitList(listed);
    expect(await examined(page)).to.be.at.most(MATCHES);
    expect(indexesOf(await plans.explain(venues))).to.include("kalends_cells");
    for (const command of [page, total])
      expect(indexesOf(await plans.explain(command))).to.include("kalends_list_venue_local");
  });

  it("read the events of the nearest venues alone", async () => {
    const nearest = query({ location: shown(NEAR_VIENNA), order: "distance", page: 2 });
    const list = () => plans.store.events.list(nearest);
    const { items, total } = await list();
    expect(items.map(({ venueId }) => venueId)).to.deep.equal(Array(10).fill(2002));
    expect(total).to.equal(MATCHES);
    const [, counts = {}, page = {}, ...others] = await plans.readsOf(list);
    expect(others).to.deep.equal([]);
    expect(await examined(page)).to.equal(10);
    expect(stagesOf(await plans.explain(counts)))
      .to.include("IXSCAN")
      .and.not.to.include("COLLSCAN");
  });

  it("find venues in an area by its cells, also across the antimeridian and around the earth", async () => {
    for (const [location, least] of [
      [NEAR_VIENNA, NEARBY],
      [PACIFIC, 4],
      [{ within: { center: VIENNA, kilometres: 20_100 } }, SPREAD + NEARBY],
    ] as const) {
      const list = () => plans.store.venues.list({ ...ALL_LINKED, location });
      const { total } = await list();
      expect(total).to.be.at.least(least);
      const [venues = {}, ...others] = await plans.readsOf(list);
      expect(await examined(venues)).to.be.at.most(Math.max(3 * total, 60));
      for (const command of others) expect(stagesOf(await plans.explain(command))).not.to.include("COLLSCAN");
    }
  });

  it("find what lies somewhere or nowhere by an index", async () => {
    for (const known of [true, false]) {
      for (const command of [
        ...(await plans.readsOf(() => plans.store.events.list(query({ location: shown({ known }) })))),
        ...(await plans.readsOf(() => plans.store.venues.list({ ...ALL_LINKED, location: { known } }))),
      ])
        expect(stagesOf(await plans.explain(command)), JSON.stringify(command)).not.to.include("COLLSCAN");
    }
    const [venues = {}] = await plans.readsOf(() =>
      plans.store.events.list(query({ location: shown({ known: true }) })),
    );
    expect(indexesOf(await plans.explain(venues))).to.include("kalends_placed");
  });

  it("find records by a field of a plugin, reading those that have the value", async () => {
    const events = () => plans.store.events.list(query({ extensions: [KIDS] }));
    const { total } = await events();
    expect(total).to.equal(40);
    for (const command of (await plans.readsOf(events)).flatMap(splitList)) {
      expect(await examined(command)).to.be.at.most(total);
      expect(indexesOf(await plans.explain(command))).to.include("kalends_list_extension_local");
    }
    const venues = () => plans.store.venues.list({ ...ALL_LINKED, visible: PUBLIC, extensions: [KIDS] });
    expect((await venues()).total).to.equal(4);
    for (const command of await plans.readsOf(venues))
      expect(stagesOf(await plans.explain(command))).not.to.include("COLLSCAN");
  });

  it("find who shows an image, and the newest images, by an index", async () => {
    const [showing = {}] = await plans.readsOf(() => plans.store.events.showing(9001, 10, PUBLIC));
    expect(indexesOf(await plans.explain(showing))).to.include("kalends_image");
    expect(await examined(showing)).to.equal(1);
    expect((await plans.store.venues.showing(9001, 10)).map(({ id }) => id)).to.deep.equal([2001]);
    for (const command of await plans.readsOf(() => plans.store.images.list({ page: 1, perPage: 10 })))
      expect(stagesOf(await plans.explain(command))).not.to.include("COLLSCAN");
  });
});

const fill = async (store: MongodbPlans["store"]): Promise<void> => {
  const spread = Array.from({ length: SPREAD }, (_, index) => ({
    id: 1 + index,
    coordinates: { lat: -60 + (index % 50) * 2.4, lng: -180 + Math.floor(index / 50) * 12 },
  }));
  const near = Array.from({ length: NEARBY }, (_, index) => ({
    id: 2001 + index,
    coordinates: { lat: VIENNA.lat + index / 200, lng: VIENNA.lng },
    ...(index < 4 && { extensions: { audience: { groups: ["kids", "adults"] } } }),
    ...(index === 0 && { imageId: 9001 }),
  }));
  await store.images.save(anImage({ id: 9001 }));
  for (let first = 0; first < SPREAD; first += 250) {
    await store.transaction(async ({ venues }) => {
      for (const fields of spread.slice(first, first + 250)) await venues.save(aVenue(fields));
    });
  }
  await store.transaction(async ({ venues, events }) => {
    for (const fields of near) await venues.save(aVenue(fields));
    for (let number = 0; number < MATCHES + 300; number += 1) {
      const venueId = number < MATCHES ? 2001 + Math.floor(number / 10) : 1 + number;
      const extensions =
        number % 5 === 0 ? { audience: { groups: number < MATCHES ? ["kids"] : ["x"] } } : {};
      const start = `2030-01-${String(1 + (number % 28)).padStart(2, "0")} 10:00:00`;
      const shownImage = number === 0 ? { imageId: 9001 } : {};
      await events.save(anEvent({ id: 3001 + number, venueId, start, extensions, ...shownImage }));
    }
  });
};
