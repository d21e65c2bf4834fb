import type { CalendarEvent } from "@kalends/core";
import { type EventQuery, toCost } from "@kalends/core/storage";
import { expect } from "chai";
import { expectWritten } from "../expect-written.ts";
import { anEvent, anOrganizer, aTerm, aVenue, EVERYTHING, type EventFields, STATUSES } from "../fixtures.ts";
import { idsOf, type OpenStore, storeForEach } from "../opened.ts";
import { postRepositoryContract } from "./post-repository.ts";

/**
 * Defines the tests for every event repository, except for its lists. `open` must return a new, empty store.
 * No test may be skipped.
 */
export const eventRepositoryContract = (open: OpenStore): void => {
  describe("EventRepository", () => {
    postRepositoryContract(open, {
      repository: ({ events }) => events,
      make: (fields = {}) => anEvent(fields),
      all: EVERYTHING,
    });
    eventLists(open);
    eventLinks(open);
  });
};

/** Defines tests to check that event lists reflect changes. Random queries test the content of lists. */
const eventLists = (open: OpenStore): void => {
  const store = storeForEach(open);
  const saveAll = async (...events: readonly EventFields[]): Promise<void> => {
    for (const fields of events) expect(await store().events.save(anEvent(fields))).to.equal(true);
  };
  const listed = async (query: Partial<EventQuery> = {}): Promise<readonly number[]> => {
    const { items, total } = await store().events.list({ ...EVERYTHING, ...query });
    expect(total).to.equal(items.length);
    return idsOf(items);
  };
  const having = (...all: readonly string[]): Promise<readonly number[]> =>
    listed({ search: { all, none: [] } });

  it("goes by the cost and the fields of plugins that an event has now", async () => {
    const seats = (number: number) => ({ extensions: { rooms: { seats: number } } });
    const byCost = { by: "cost", decimalMark: "." } as const;
    const bySeats = { by: "field", plugin: "rooms", field: "seats", descending: true } as const;
    await saveAll(
      { id: 1, slug: "one", cost: toCost(["5", "20"]), ...seats(3) },
      { id: 2, slug: "two", cost: toCost(["7"]), ...seats(2) },
      { id: 3, slug: "three" },
    );
    expect(await listed({ order: byCost })).to.deep.equal([1, 2, 3]);
    expect(await listed({ order: { ...byCost, descending: true } })).to.deep.equal([1, 2, 3]);
    expect(await listed({ order: bySeats })).to.deep.equal([1, 2, 3]);
    await saveAll({ id: 1, slug: "one", cost: toCost(["Varies"]) }, { id: 3, slug: "three", ...seats(9) });
    await saveAll({ id: 2, slug: "two", cost: toCost(["Free"]), ...seats(1) });
    expect(await listed({ order: byCost })).to.deep.equal([2, 1, 3]);
    expect(await listed({ order: bySeats })).to.deep.equal([3, 2, 1]);
    expect(await listed({ cost: { decimalMark: ".", until: 100 } })).to.deep.equal([2]);
  });

  it("searches what an event says now in any field, not what it said", async () => {
    await saveAll({ id: 1, title: "Harpsichord", excerpt: "piano" });
    expect(await having("harpsichord", "piano")).to.deep.equal([1]);
    expect(await having("harpsichord piano")).to.deep.equal([]);
    await saveAll({ id: 1, title: "Accordion" });
    expect(await having("harpsichord")).to.deep.equal([]);
    expect(await having("accordion")).to.deep.equal([1]);
    await saveAll({ id: 2, title: "Accordion", slug: "held" });
    expect(await store().events.save(anEvent({ id: 1, title: "Oboe", slug: "held" }))).to.equal(false);
    expect(await having("oboe")).to.deep.equal([]);
    expect(await having("accordion")).to.deep.equal([1, 2]);
  });

  it("lists by links what an event is now, not what it was", async () => {
    await store().organizers.save(anOrganizer({ id: 201 }));
    await store().terms.save(aTerm({ id: 301 }));
    await store().terms.save(aTerm({ id: 401, taxonomy: "tag" }));
    const linked = { organizerIds: [201], categoryIds: [301], tagIds: [401] };
    const first = { id: 1, start: "2030-01-02 10:00:00", date: "2029-01-02 00:00:00", ...linked };
    const second = { ...first, id: 2 };
    const own = { author: 7, statuses: ["draft"] };
    const steps: readonly (readonly [EventFields, Partial<EventQuery>, readonly number[]])[] = [
      [second, {}, [1, 2]],
      [{ ...first, start: "2030-01-03 10:00:00" }, {}, [2, 1]],
      [{ ...first, start: "2030-01-03 10:00:00" }, { start: { until: "2030-01-02 23:59:59" } }, [2]],
      [{ ...second, date: "2028-01-01 00:00:00" }, { order: "published" }, [2, 1]],
      [{ ...second, date: "2028-01-01 00:00:00" }, { order: "newest" }, [1, 2]],
      [{ ...first, featured: true }, { featured: true }, [1]],
      [{ ...first, author: 7, status: "draft" }, { visible: { statuses: ["publish"] } }, [2]],
      [{ ...first, author: 7, status: "draft" }, { visible: { statuses: [], own } }, [1]],
      [{ ...first, hideFromListings: true }, {}, [2]],
      [{ ...first, end: "2030-01-05 10:00:00" }, { end: { after: "2030-01-05 00:00:00" } }, [1]],
      [{ ...first, organizerIds: [], categoryIds: [], tagIds: [] }, {}, [2]],
    ];
    await saveAll(first);
    for (const [event, query, expected] of steps) {
      await saveAll(event);
      for (const [name, ids] of Object.entries(linked))
        expect(await listed({ ...query, [name]: ids }), name).to.deep.equal(expected);
    }
  });
};

const eventLinks = (open: OpenStore): void => {
  const store = storeForEach(open);
  const totalOf = async (query: Partial<EventQuery>): Promise<number> =>
    (await store().events.list({ ...EVERYTHING, ...query })).total;

  /**
   * Stores one event of each status at the same venue, by the same organizers. Also stores event 50 with
   * other links.
   */
  const linkEverything = async (): Promise<readonly CalendarEvent[]> => {
    for (const id of [101, 102]) await store().venues.save(aVenue({ id }));
    for (const id of [203, 201, 202]) await store().organizers.save(anOrganizer({ id }));
    const links = { venueId: 101, organizerIds: [203, 201, 202] };
    const events = STATUSES.map((status, index) =>
      anEvent({ id: index + 1, status, ...links, hideFromListings: index === 1 }),
    );
    for (const event of events) await store().events.save(event);
    await store().events.save(anEvent({ id: 50, venueId: 102, organizerIds: [202] }));
    return events;
  };

  it("keeps organizers in link order", async () => {
    const [event] = await linkEverything();
    expect((await store().events.find(1))?.organizerIds).to.deep.equal([203, 201, 202]);
    await store().events.save({ ...anEvent(event), organizerIds: [202, 203] });
    expect((await store().events.find(1))?.organizerIds).to.deep.equal([202, 203]);
  });

  it("takes a venue off every event, whatever its status, and changes nothing else", async () => {
    const events = await linkEverything();
    await store().events.unlinkVenue(101);
    for (const { venueId: _taken, ...event } of events)
      expectWritten(await store().events.find(event.id), event);
    const other = await store().events.find(50);
    expect([other?.venueId, other?.revision]).to.deep.equal([102, undefined]);
    expect(await totalOf({ venueIds: [101] })).to.equal(0);
    expect((await store().venues.find(101))?.id).to.equal(101);
    await store().events.unlinkVenue(999);
  });

  it("takes an organizer off every event, whatever its status, and leaves the others in order", async () => {
    const events = await linkEverything();
    await store().events.unlinkOrganizer(201);
    for (const event of events)
      expectWritten(await store().events.find(event.id), { ...event, organizerIds: [203, 202] });
    const other = await store().events.find(50);
    expect([other?.organizerIds, other?.revision]).to.deep.equal([[202], undefined]);
    expect(await totalOf({ organizerIds: [201] })).to.equal(0);
    expect(await totalOf({ organizerIds: [202] })).to.equal(6);
    expect((await store().organizers.find(201))?.id).to.equal(201);
    await store().events.unlinkOrganizer(999);
  });

  it("names the events with an image, whatever their status, by id", async () => {
    const events = store().events;
    await events.save(anEvent({ id: 3, imageId: 7, status: "trash" }));
    await events.save(anEvent({ id: 1, imageId: 7 }));
    await events.save(anEvent({ id: 2, imageId: 8 }));
    expect(await events.idsLinkedTo({ imageId: 7 }, 0, 100)).to.deep.equal([1, 3]);
    expect(await events.idsLinkedTo({ imageId: 7 }, 1, 100)).to.deep.equal([3]);
    expect(await events.idsLinkedTo({ imageId: 7 }, 0, 1)).to.deep.equal([1]);
    expect(await events.idsLinkedTo({ imageId: 9 }, 0, 100)).to.deep.equal([]);
  });

  it("names the events of a venue, an organizer or a term, whatever their status, by id", async () => {
    await linkEverything();
    await store().terms.save(aTerm({ id: 1 }));
    await store().terms.save(aTerm({ id: 2, taxonomy: "tag" }));
    await store().events.save(
      anEvent({ id: 9, start: "2020-01-01 10:00:00", categoryIds: [1], tagIds: [2] }),
    );
    await store().events.save(anEvent({ id: 8, status: "trash", categoryIds: [1] }));
    const { events } = store();
    expect(await events.idsLinkedTo({ venueId: 101 }, 0, 100)).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(await events.idsLinkedTo({ venueId: 101 }, 2, 3)).to.deep.equal([3, 4, 5]);
    expect(await events.idsLinkedTo({ organizerId: 202 }, 4, 100)).to.deep.equal([5, 6, 50]);
    expect(await events.idsLinkedTo({ termId: 1 }, 0, Number.MAX_SAFE_INTEGER)).to.deep.equal([8, 9]);
    expect(await events.idsLinkedTo({ termId: 2 }, 0, 100)).to.deep.equal([9]);
    expect(await events.idsLinkedTo({ termId: 999 }, 0, 100)).to.deep.equal([]);
    await events.unlinkVenue(101);
    expect(await events.idsLinkedTo({ venueId: 101 }, 0, 100)).to.deep.equal([]);
  });

  it("leaves the links as they were when it refuses a record", async () => {
    const [event] = await linkEverything();
    const refused = anEvent({ id: 1, slug: "event-50", venueId: 102, organizerIds: [] });
    expect(await store().events.save(refused)).to.equal(false);
    expect(await store().events.find(1)).to.deep.equal(event);
    expect(await totalOf({ venueIds: [102] })).to.equal(1);
  });
};
