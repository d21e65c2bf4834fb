import { type CalendarEvent, utcText } from "@kalends/core";
import { type EventQuery, evaluateEventQuery, type Store, toCost } from "@kalends/core/storage";
import { anEvent, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";

/** Number of events. It is so large that the store must use an index of the values to sort a page. */
const EVENTS = 6000;
const PER_PAGE = 20;

const FIELD = { plugin: "rooms", field: "seats" };

/**
 * Creates an event for sorting by a field. The values do not follow the dates, many are equal, and a third of
 * the events have none.
 */
const draw = (id: number): CalendarEvent => {
  const dice = (sides: number): number => ((id * 7919) % 10_007) % sides;
  const start = utcText(Date.UTC(2030, 0, 1) + dice(9973) * 3_600_000);
  const changed = utcText(Date.UTC(2029, 0, 1) + dice(4001) * 3_600_000);
  const seats = [undefined, dice(40), `room ${dice(30)}`][dice(3)];
  return anEvent({
    id,
    slug: `event-${id}`,
    title: `Event ${dice(500)}`,
    ...{ date: changed, dateUtc: changed, modified: changed, modifiedUtc: changed },
    hideFromListings: dice(11) === 0,
    status: dice(5) === 0 ? "draft" : "publish",
    start,
    cost: toCost([[], [`${dice(50)} €`], [`${dice(7)}.000`, "5"]][dice(3)] ?? []),
    ...(seats !== undefined && { extensions: { rooms: { seats } } }),
  });
};

const QUERIES: Readonly<Record<string, Partial<EventQuery>>> = {
  "by a field": { order: { by: "field", ...FIELD } },
  "by a field, descending": { order: { by: "field", ...FIELD, descending: true } },
  "by a field that none has": { order: { by: "field", plugin: "rooms", field: "doors" } },
  "by cost": { order: { by: "cost", decimalMark: "." } },
  "by cost, descending, numbers read as in German": {
    order: { by: "cost", decimalMark: ",", descending: true },
  },
  "by cost, narrowed by it": {
    order: { by: "cost", decimalMark: "," },
    cost: { decimalMark: ",", from: 10, until: 4000 },
  },
  "by a field, within a window": {
    order: { by: "field", ...FIELD },
    start: { from: "2030-02-01 00:00:00", before: "2030-02-09 00:00:00" },
  },
  "by start, few by a field": { extensions: [{ ...FIELD, range: { from: 38, until: 39 } }] },
  "by title": { order: { by: "title" } },
  "by title, descending, of some statuses": {
    order: { by: "title", descending: true },
    visible: { statuses: ["publish", "future"], own: { author: 1, statuses: ["draft"] } },
  },
  "by time of change, within a window": {
    order: { by: "modified", descending: true },
    start: { from: "2030-02-01 00:00:00", before: "2030-09-09 00:00:00" },
    clock: "utc",
  },
  "by publication date, with hidden events": { order: { by: "date" }, hidden: "include" },
  "by id, descending, within a few days": {
    order: { by: "id", descending: true },
    start: { from: "2030-02-01 00:00:00", before: "2030-02-09 00:00:00" },
  },
  "by relevance": { order: { by: "relevance" }, search: { all: ["event 12"], none: [] } },
  "by relevance, descending, of more than are ranked": {
    order: { by: "relevance", descending: true },
    search: { all: ["event 1"], none: [] },
  },
  "by a field, few by cost": {
    order: { by: "field", ...FIELD },
    cost: { decimalMark: ".", from: 49 },
  },
};

/** Declares tests that compare pages of long sorted lists with pages that core computes in memory. */
export const comparesSortedLists = (store: () => Store): void => {
  const events = Array.from({ length: EVENTS }, (_, index) => draw(index + 1));
  before(async function () {
    this.timeout(300_000);
    for (let from = 0; from < EVENTS; from += 1000)
      await store().transaction(async (unit) => {
        await Promise.all(events.slice(from, from + 1000).map((event) => unit.events.save(event)));
      });
  });

  for (const [name, fields] of Object.entries(QUERIES)) {
    it(name, async () => {
      const query: EventQuery = { ...EVERYTHING, ...fields, perPage: PER_PAGE };
      const { total } = evaluateEventQuery(query, events, []);
      // Numbers of the tested pages: at both ends, in the middle, and near the first event without a value.
      const pages = [1, 2, 0.3, 0.5, 0.65, 0.67, 0.68, 0.9, 1, 1.1].map((part, index) =>
        index < 2 ? part : Math.max(1, Math.round((part * total) / PER_PAGE)),
      );
      for (const page of pages) {
        const expected = evaluateEventQuery({ ...query, page }, events, []);
        const actual = await store().events.list({ ...query, page });
        expect(actual.total).to.equal(expected.total);
        expect(actual.items.map(({ id }) => id)).to.deep.equal(expected.items.map(({ id }) => id));
      }
      const all = { ...query, perPage: EVENTS };
      expect((await store().events.list(all)).items.map(({ id }) => id)).to.deep.equal(
        evaluateEventQuery(all, events, []).items.map(({ id }) => id),
      );
    });
  }
};
