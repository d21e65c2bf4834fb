import { type EventQuery, evaluateEventFacets, FACETS, type Store } from "@kalends/core/storage";
import { expect } from "chai";
import fc from "fast-check";
import {
  EVENT_BASE,
  EVENT_MEMBERS,
  eventQuery,
  firstOfSeriesQuery,
  nearbyEventQuery,
} from "./arbitrary-queries.ts";
import type { Dataset } from "./dataset.ts";

/** Number of random queries in one test. */
const RUNS = 25;

/**
 * Defines the tests that compare the counts of a store by facets with those of `@kalends/core`, which counts
 * in memory. `store` contains the records of `data`.
 */
export const facetCases = (seed: number, data: Dataset, store: () => Store): void => {
  const compare = (what: string, queries: fc.Arbitrary<EventQuery>): void => {
    it(`the facets of ${what}`, async () => {
      const property = fc.asyncProperty(queries, fc.subarray([...FACETS]), async (query, names) => {
        const { events, venues, terms } = data;
        expect(await store().events.facets(query, names)).to.deep.equal(
          evaluateEventFacets(query, names, events, venues, terms),
        );
      });
      await fc.assert(property, { seed, numRuns: RUNS });
    });
  };
  for (const [name, values] of Object.entries(EVENT_MEMBERS)) {
    const queries = fc.tuple(fc.record(EVENT_BASE), values as fc.Arbitrary<object>);
    compare(
      `events by ${name}`,
      queries.map(([base, value]) => Object.assign(base, { [name]: value })),
    );
  }
  compare("all events", fc.record(EVENT_BASE));
  compare("events by any combination", eventQuery);
  compare("the first of each series, by any combination", firstOfSeriesQuery);
  compare("events by location and any combination", nearbyEventQuery);

  it("the facets inside a transaction, with its own writes", async () => {
    const all = { visible: { statuses: ["publish"] }, clock: "local", order: "start" } as const;
    const query = { ...all, page: 1, perPage: 1 };
    const names = ["categories", "month"] as const;
    const inside = await store().transaction(({ events }) => events.facets(query, names));
    expect(inside).to.deep.equal(evaluateEventFacets(query, names, data.events, data.venues, data.terms));
  });
};
