import type { CalendarEvent } from "@kalends/core";
import {
  type EventQuery,
  type EventRepository,
  evaluateEventQuery,
  toOccurrence,
} from "@kalends/core/storage";
import { expect } from "chai";
import fc from "fast-check";
import { anEvent, EVERYTHING } from "../fixtures.ts";
import { idsOf, LONG, type OpenStore, storeForAll, storeForEach } from "../opened.ts";
import { seedsOf } from "../random/seeds.ts";
import { createDice } from "../random/texts.ts";
import { createThreeDays, day, SERIES } from "../series/three-days.ts";
import { eventQuery } from "./arbitrary-queries.ts";
import { createDataset, saveDataset } from "./dataset.ts";
import { externalIdsOf } from "./external-ids.ts";

type Conditions = Parameters<EventRepository["listAfter"]>[0];

const SEED = 20_300_102;
const RUNS = 60;
/**
 * Ids and numbers of the additional events: more events than a store collects for one portion, and more
 * series than it reads at once.
 */
const MANY = { first: 10_001, count: 1300, everyNth: 20, occurrences: 3 } as const;
const ALL = { page: 1, perPage: Number.MAX_SAFE_INTEGER, order: "start" } as const;

const toConditions = (query: EventQuery): Conditions => {
  const { order: _order, page: _page, perPage: _perPage, firstOfSeries: _first, ...conditions } = query;
  return conditions;
};

/** Creates events similar to those of the dataset. Some are series; their occurrences have higher ids. */
const createMore = (seed: number, some: readonly CalendarEvent[]): readonly CalendarEvent[] => {
  const dice = createDice(seed);
  const singles = some.filter(({ occurrence }) => occurrence === undefined);
  const like = (id: number): CalendarEvent => ({
    ...(singles[dice(singles.length)] ?? anEvent()),
    id,
    slug: `event-${id}`,
    externalIds: externalIdsOf(id),
  });
  const events: CalendarEvent[] = [];
  for (let id = MANY.first; events.length < MANY.count; id = MANY.first + 2 * events.length) {
    const event = like(id);
    if (events.length % MANY.everyNth > 0) events.push(event);
    else {
      const series = { ...event, recurrence: { rules: ["FREQ=DAILY"], dates: [], except: [] } };
      const occurrences = Array.from({ length: MANY.occurrences }, (_, place) => {
        const { slug, schedule, modified, modifiedUtc, title } = like(id + 1 + place);
        const changes = dice(4) === 0 ? { title } : {};
        const occurrence = { seriesId: id, recurrenceId: schedule.start, changes };
        return toOccurrence(series, {
          id: id + 1 + place,
          slug,
          schedule,
          modified,
          modifiedUtc,
          occurrence,
        });
      });
      events.push(series, ...occurrences);
    }
  }
  return events;
};

/** Defines the tests for `listAfter`, which reads single events and series in portions, ordered by id. */
export const portionsContract = (open: OpenStore): void => {
  describe("lists in portions", () => {
    const store = storeForEach(open);
    const { series, saveAll, saveThree } = createThreeDays(store);
    const { page: _page, perPage: _perPage, order: _order, ...everything } = EVERYTHING;
    const behind = async (id: number, limit: number, query: Partial<Conditions> = {}) =>
      idsOf(await store().events.listAfter({ ...everything, ...query }, id, limit));

    it("have each series once in place of its occurrences, by id, behind an id", async () => {
      await saveThree();
      for (const id of [1, 12_000, 30]) await store().events.save(anEvent({ id, start: day(2) }));
      expect(await behind(0, 9)).to.deep.equal([1, SERIES, 30, 12_000]);
      expect(await behind(0, 2)).to.deep.equal([1, SERIES]);
      expect(await behind(SERIES, 9)).to.deep.equal([30, 12_000]);
      expect(await behind(SERIES - 1, 1)).to.deep.equal([SERIES]);
      expect(await behind(12_000, 9)).to.deep.equal([]);
      const [first] = await store().events.listAfter(everything, 1, 1);
      expect(first).to.deep.equal(series);
    });

    it("have a series of which an occurrence matches, whatever is said of itself", async () => {
      await saveThree({ featured: true, title: "Oboe" });
      expect(await behind(0, 9, { featured: true })).to.deep.equal([SERIES]);
      expect(await behind(0, 9, { start: { from: day(3) } })).to.deep.equal([SERIES]);
      expect(await behind(0, 9, { start: { after: day(3) } })).to.deep.equal([]);
      expect(await behind(0, 9, { search: { all: ["oboe"], none: [] } })).to.deep.equal([SERIES]);
      expect(await behind(0, 9, { search: { all: ["lute"], none: [] } })).to.deep.equal([]);
      expect(await behind(0, 9, { ids: [12] })).to.deep.equal([SERIES]);
      expect(await behind(0, 9, { seriesIds: [SERIES] })).to.deep.equal([SERIES]);
      expect(await behind(0, 9, { ids: [] })).to.deep.equal([]);
    });

    it("leave out what is hidden, and find an event by the days that it had, which are in the trash", async () => {
      await saveThree({}, { ...series, hideFromListings: true });
      await store().events.save(anEvent({ id: 1, hideFromListings: true }));
      expect(await behind(0, 9)).to.deep.equal([]);
      const { recurrence: _, ...ended } = series;
      await saveAll({ ...ended, status: "draft" }, { id: 11, start: day(1), gone: "unwanted" });
      expect(await behind(0, 9, { visible: { statuses: ["trash"] } })).to.deep.equal([SERIES]);
      expect(await behind(0, 9, { visible: { statuses: ["draft"] } })).to.deep.equal([SERIES]);
    });
  });

  for (const seed of seedsOf(SEED).slice(-1)) randomPortionsOf(seed, open);
};

const randomPortionsOf = (seed: number, open: OpenStore): void => {
  describe(`lists in portions of a varied calendar, seed ${seed}`, function () {
    this.timeout(LONG);
    const data = createDataset(seed);
    const events = [...data.events, ...createMore(seed, data.events)];
    const byId = new Map(events.map((event) => [event.id, event]));
    const store = storeForAll(open, (opened) => saveDataset(opened, { ...data, events }));
    const expected = (query: EventQuery): readonly number[] => {
      const { items } = evaluateEventQuery({ ...query, ...ALL }, events, data.venues);
      const named = new Set(items.map(({ id, occurrence }) => occurrence?.seriesId ?? id));
      return [...named].toSorted((one, other) => one - other);
    };

    it("are what the core finds, each series once", async () => {
      let many = 0;
      const bounds = fc.record({
        afterId: fc.oneof(fc.constant(0), fc.constantFrom(...byId.keys())),
        limit: fc.constantFrom(1, 7, 100, 1000),
      });
      const property = fc.asyncProperty(eventQuery, bounds, async (asked, { afterId, limit }) => {
        const { firstOfSeries: _, ...query } = asked;
        const all = expected(query);
        if (all.length > 10) many += 1;
        const found = await store().events.listAfter(toConditions(query), afterId, limit);
        const ids = all.filter((id) => id > afterId).slice(0, limit);
        expect(idsOf(found)).to.deep.equal(ids);
        expect(found).to.deep.equal(ids.map((id) => byId.get(id)));
      });
      await fc.assert(property, { seed, numRuns: RUNS });
      expect(many / RUNS, "queries that find some").to.be.above(0.1);
    });

    it("are together the whole list, without gaps or repetition", async () => {
      const query: EventQuery = { ...EVERYTHING, ...ALL };
      const listed: number[] = [];
      for (;;) {
        const found = await store().events.listAfter(toConditions(query), listed.at(-1) ?? 0, 90);
        if (found.length === 0) break;
        listed.push(...idsOf(found));
      }
      expect(listed).to.deep.equal(expected(query));
    });
  });
};
