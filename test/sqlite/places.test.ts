import type { EventQuery, VenueLocationFilter, VenueQuery } from "@kalends/core/storage";
import { ALL_LINKED, anEvent, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { queryPlans, scansOf } from "../stores/query-plans.ts";

const PUBLIC = { statuses: ["publish"] };
const WINDOW: EventQuery = {
  visible: PUBLIC,
  clock: "local",
  start: { from: "2030-01-01 00:00:00", until: "2031-12-31 23:59:59" },
  order: "start",
  page: 2,
  perPage: 3,
};
const NEARBY: VenueLocationFilter = {
  visible: PUBLIC,
  within: { center: { lat: 48.2, lng: 16.4 }, kilometres: 25 },
};
const PACIFIC: VenueLocationFilter = {
  visible: PUBLIC,
  inside: { west: 170, south: -20, east: -170, north: -10 },
};
const VIENNA = { inside: { west: 16, south: 48, east: 17, north: 49 } };
const AUDIENCE = { plugin: "audience", field: "audience", anyOf: ["kids"] };

const BY_VENUE = /SEARCH m USING (COVERING )?INDEX kalends_events_by_venue \(venue_id=\?/;
const BY_START =
  /SEARCH m USING (COVERING )?INDEX kalends_events_by_status_start \(status=\? AND starts>\? AND starts<\?\)/;

/** Queries by name. Each has the step of the query plan that must find the events. */
const EVENT_LISTS: Readonly<Record<string, readonly [query: EventQuery, step: RegExp]>> = {
  "those nearby": [{ ...WINDOW, location: NEARBY }, BY_VENUE],
  "the nearest": [{ ...WINDOW, location: NEARBY, order: "distance", featured: true }, BY_VENUE],
  "the nearest of a category": [
    { ...WINDOW, location: NEARBY, order: "distance", categoryIds: [301] },
    BY_VENUE,
  ],
  "those in a box across the antimeridian": [{ ...WINDOW, location: PACIFIC }, BY_VENUE],
  "those nearby and in a box": [{ ...WINDOW, location: { ...NEARBY, ...VIENNA } }, BY_VENUE],
  "some ids nearby": [
    { ...WINDOW, ids: [1, 2, 3, 4], location: NEARBY, order: "distance" },
    /SEARCH m USING INTEGER PRIMARY KEY/,
  ],
  "those somewhere": [{ ...WINDOW, location: { known: true, visible: PUBLIC } }, BY_START],
  "those with a field of a plugin": [{ ...WINDOW, extensions: [AUDIENCE] }, BY_START],
};

const VENUE_LISTS: Readonly<Record<string, VenueQuery>> = {
  "those in a box": { ...ALL_LINKED, location: PACIFIC },
  "the nearest": { ...ALL_LINKED, location: NEARBY, order: "distance" },
  "those of an event nearby": { ...ALL_LINKED, eventId: 1, location: NEARBY },
  "those somewhere": { ...ALL_LINKED, visible: PUBLIC, location: { known: true } },
  "those nowhere": { ...ALL_LINKED, location: { known: false } },
  "those with a field of a plugin": { ...ALL_LINKED, extensions: [AUDIENCE] },
};

/** True if a statement only counts the venues of an area. */
const isProbe = (sql: string): boolean =>
  sql.startsWith("SELECT count(*) FROM (SELECT 1 FROM kalends_venue_boxes");

describe("places and fields of plugins in store-sqlite", () => {
  const { store, statementsOf, planOf } = queryPlans();

  for (const [name, [query, step]] of Object.entries(EVENT_LISTS)) {
    it(`find events (${name}) by an index, in one statement for the page and one for the total`, async () => {
      const statements = (await statementsOf(() => store().events.list(query))).filter(
        (sql) => !isProbe(sql),
      );
      expect(statements).to.have.length(2);
      for (const plan of statements.map(planOf)) {
        expect(plan.join("\n")).to.match(step);
        expect(scansOf(plan)).to.deep.equal([]);
      }
    });
  }

  for (const [name, query] of Object.entries(VENUE_LISTS)) {
    it(`find venues (${name}) by an index, in two statements`, async () => {
      const statements = (await statementsOf(() => store().venues.list(query))).filter(
        (sql) => !isProbe(sql),
      );
      expect(statements).to.have.length(2);
      expect(statements.map(planOf).flatMap(scansOf)).to.deep.equal([]);
    });
  }

  it("begin in the tree of areas, and go on to the venues found alone", async () => {
    for (const location of [NEARBY, PACIFIC]) {
      const statements = [
        ...(await statementsOf(() => store().events.list({ ...WINDOW, location, perPage: 1 }))),
        ...(await statementsOf(() => store().venues.list({ ...ALL_LINKED, location, perPage: 1 }))),
      ].filter((sql) => !isProbe(sql));
      for (const steps of statements.map(planOf).map((plan) => plan.join("\n")))
        expect(steps).to.match(/SCAN b VIRTUAL TABLE INDEX 2:\w+\n\s*SEARCH p USING INTEGER PRIMARY KEY/);
    }
  });

  it("probe the fields of plugins record by record, so that a page ends the search", async () => {
    const statements = await statementsOf(() =>
      store().events.list({ ...WINDOW, extensions: [AUDIENCE], perPage: 1 }),
    );
    const page = statements.at(-1) ?? "";
    expect(planOf(page).join("\n")).to.contain("PRIMARY KEY (record_id=? AND entry=?)");
    expect(planOf(page).join("\n")).not.to.contain("ORDER BY");
  });

  it("go along the dates where an area has very many venues, and find the same", async () => {
    const crowded = await openSqliteStore(":memory:");
    try {
      const lats = Array.from({ length: 5000 }, (_, index) => 40 + index / 5000);
      await crowded.transaction(async ({ venues, events }) => {
        for (const [index, lat] of lats.entries()) {
          const id = 1 + index;
          await venues.save(aVenue({ id, coordinates: { lat, lng: 10 } }));
          if (index % 100 === 0) await events.save(anEvent({ id: 10_000 + id, venueId: id }));
        }
        await venues.save(aVenue({ id: 9000 }));
        await events.save(anEvent({ id: 20_000, venueId: 9000 }));
      });
      const location: VenueLocationFilter = {
        visible: PUBLIC,
        within: { center: { lat: 41, lng: 10 }, kilometres: 1000 },
      };
      const nearest = await crowded.events.list({ ...EVERYTHING, location, order: "distance", perPage: 2 });
      expect(nearest.items.map(({ id }) => id)).to.deep.equal([14_901, 14_801]);
      expect(nearest.total).to.equal(50);
      const first = await crowded.events.list({ ...EVERYTHING, location, perPage: 2, page: 2 });
      expect(first.items.map(({ id }) => id)).to.deep.equal([10_201, 10_301]);
      const inside = { west: 9, south: 40, east: 11, north: 40.5 };
      const both = { ...location, inside };
      const venues = await crowded.venues.list({
        ...ALL_LINKED,
        location: both,
        order: "distance",
        perPage: 1,
      });
      expect(venues.items.map(({ id }) => id)).to.deep.equal([2501]);
      expect(venues.total).to.equal(2501);
      expect((await crowded.venues.list({ ...ALL_LINKED, location, perPage: 1 })).items[0]?.id).to.equal(
        5000,
      );
    } finally {
      await crowded.close();
    }
  });
});
