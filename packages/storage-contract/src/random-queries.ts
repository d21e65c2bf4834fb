import type { EventQuery, LinkedQuery, Page, TermQuery, UsedTerm, VenueQuery } from "@kalends/core";
import {
  ancestors,
  evaluateEventQuery,
  evaluateOrganizerQuery,
  evaluateTermQuery,
  evaluateVenueQuery,
  withDescendants,
  withUsage,
} from "@kalends/core";
import { expect } from "chai";
import fc from "fast-check";
import {
  EVENT_BASE,
  EVENT_MEMBERS,
  eventQuery,
  LINKED_BASE,
  LINKED_MEMBERS,
  linkedQuery,
  nearbyEventQuery,
  nearbyVenueQuery,
  TERM_BASE,
  TERM_MEMBERS,
  termQuery,
  VENUE_MEMBERS,
  venueQuery,
} from "./arbitrary-queries.ts";
import { CATEGORY_COUNT, createDataset, FIRST, saveDataset } from "./dataset.ts";
import { idsOf, LONG, type OpenStore, sorted, storeForAll } from "./opened.ts";
import { seedsOf } from "./seeds.ts";
import { usedStatuses } from "./term-repository.ts";

const SEED = 20_300_101;
/** Queries of each seed for each member alone, and combinations for each kind of list. */
const [ALONE, COMBINED] = [25, 200];

/** The part of the queries, at least, that must find something: empty lists compare too easily. */
const TELLING = 0.1;

/** Every question a list can be asked, alone and combined, answered as a plain reading of the data answers it. */
export const randomQueriesContract = (open: OpenStore): void => {
  for (const seed of seedsOf(SEED)) randomQueriesOf(seed, open);
};

const randomQueriesOf = (seed: number, open: OpenStore): void => {
  describe(`queries over a varied calendar, seed ${seed}`, function () {
    this.timeout(LONG);
    const data = createDataset(seed);
    const usedTerms = withUsage(data.terms, data.events);
    const store = storeForAll(open, (opened) => saveDataset(opened, data));

    /** Lists as the store and as the evaluation of the core do, and compares. */
    const compare = async <Query, T extends { readonly id: number }>(
      queries: fc.Arbitrary<Query>,
      runs: number,
      list: (query: Query) => Promise<Page<T>>,
      evaluate: (query: Query) => Page<T>,
    ): Promise<void> => {
      let telling = 0;
      const property = fc.asyncProperty(queries, async (query) => {
        const [actual, expected] = [await list(query), evaluate(query)];
        if (expected.items.length > 0) telling += 1;
        expect(actual.items.map(({ id }) => id)).to.deep.equal(expected.items.map(({ id }) => id));
        expect(actual).to.deep.equal(expected);
      });
      await fc.assert(property, { seed, numRuns: runs });
      // Of another seed nobody knows.
      if (seed === SEED) expect(telling / runs, "queries that something answers").to.be.above(TELLING);
    };

    const compareEvents = (queries: fc.Arbitrary<EventQuery>, runs: number): Promise<void> =>
      compare(
        queries,
        runs,
        (query) => store().events.list(query),
        (query) => evaluateEventQuery(query, data.events, data.venues),
      );

    const compareVenues = (queries: fc.Arbitrary<VenueQuery>, runs: number): Promise<void> =>
      compare(
        queries,
        runs,
        (query) => store().venues.list(query),
        (query) => evaluateVenueQuery(query, data.venues, data.events),
      );

    const compareLinked = async (queries: fc.Arbitrary<LinkedQuery>, runs: number): Promise<void> => {
      const { organizers, events } = data;
      await compareVenues(queries, runs);
      await compare(
        queries,
        runs,
        (query) => store().organizers.list(query),
        (query) => evaluateOrganizerQuery(query, organizers, events),
      );
    };

    const compareTerms = (queries: fc.Arbitrary<TermQuery>, runs: number): Promise<void> =>
      compare<TermQuery, UsedTerm>(
        queries,
        runs,
        async (query) => {
          const { items, total } = await store().terms.list(query);
          return { items: items.map((term) => ({ ...term, usage: usedStatuses(term.usage) })), total };
        },
        (query) => evaluateTermQuery(query, usedTerms, data.events),
      );

    for (const [name, values] of Object.entries(EVENT_MEMBERS))
      it(`events by ${name}`, () => {
        // The record has the members of a query; only their names are not known to the compiler here.
        const queries = fc.record({ ...EVENT_BASE, [name]: values }) as unknown as fc.Arbitrary<EventQuery>;
        return compareEvents(queries, ALONE);
      });

    for (const [name, values] of Object.entries(LINKED_MEMBERS))
      it(`venues and organizers by ${name}`, () => {
        const queries = fc.record({ ...LINKED_BASE, [name]: values }) as unknown as fc.Arbitrary<LinkedQuery>;
        return compareLinked(queries, ALONE);
      });

    for (const [name, values] of Object.entries(VENUE_MEMBERS))
      it(`venues by ${name}`, () => compareVenues(fc.record({ ...LINKED_BASE, [name]: values }), COMBINED));

    for (const [name, values] of Object.entries(TERM_MEMBERS))
      it(`terms by ${name}`, () => {
        const queries = fc.record({ ...TERM_BASE, [name]: values }) as unknown as fc.Arbitrary<TermQuery>;
        return compareTerms(queries, ALONE);
      });

    it("events by visibility, clock, order and page alone", () =>
      compareEvents(fc.record(EVENT_BASE), COMBINED));
    it("venues and organizers by visibility and page alone", () =>
      compareLinked(fc.record(LINKED_BASE), ALONE));
    it("terms by emptiness, counted statuses, order and page alone", () =>
      compareTerms(fc.record(TERM_BASE), COMBINED));

    it("events by any combination", () => compareEvents(eventQuery, COMBINED));
    it("venues and organizers by any combination", () => compareLinked(linkedQuery, COMBINED));
    it("events nearest first, by any combination", () => compareEvents(nearbyEventQuery, COMBINED));
    it("venues by location and any combination", () => compareVenues(venueQuery, COMBINED));
    it("venues nearest first, by any combination", () => compareVenues(nearbyVenueQuery, COMBINED));
    it("terms by any combination", () => compareTerms(termQuery, COMBINED));

    it("pages that together are the whole list, without gaps or repetition", async () => {
      const all = { visible: { statuses: ["publish", "draft"] }, clock: "local", order: "start" } as const;
      const listed: number[] = [];
      const { total } = await store().events.list({ ...all, page: 1, perPage: 7 });
      for (let page = 1; page <= Math.ceil(total / 7); page += 1)
        listed.push(...(await store().events.list({ ...all, page, perPage: 7 })).items.map(({ id }) => id));
      expect(new Set(listed).size).to.equal(total);
      const expected = evaluateEventQuery({ ...all, page: 1, perPage: 1000 }, data.events, data.venues);
      expect(listed).to.deep.equal(expected.items.map(({ id }) => id));
    });

    it("usage, descendants and ancestors of every category", async () => {
      for (const { taxonomy, id, usage } of usedTerms) {
        const found = await store().terms.find(taxonomy, id);
        expect(usedStatuses(found?.usage ?? {})).to.deep.equal(usage);
      }
      const categories = data.terms.slice(0, CATEGORY_COUNT);
      for (const { id } of categories) {
        const wanted = [id, FIRST.category + ((id * 13) % CATEGORY_COUNT)];
        const below = await store().terms.withDescendants(wanted);
        expect(sorted(below)).to.deep.equal(sorted(idsOf(withDescendants(categories, wanted))));
        const above = await store().terms.ancestors(wanted);
        expect(sorted(idsOf(above))).to.deep.equal(sorted(idsOf(ancestors(categories, wanted))));
      }
    });
  });
};
