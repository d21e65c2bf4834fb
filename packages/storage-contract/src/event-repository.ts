import type { CalendarEvent, EventQuery } from "@kalends/core";
import { toTextSearch } from "@kalends/core";
import { expect } from "chai";
import { anEvent, anOrganizer, aTerm, aVenue, EVERYTHING, type EventFields, STATUSES } from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";
import { postRepositoryContract } from "./post-repository.ts";

/** What every event repository does. `open` gives a new, empty store; no test may be skipped. */
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

const eventLists = (open: OpenStore): void => {
  const store = storeForEach(open);

  const saveAll = async (...events: readonly EventFields[]): Promise<void> => {
    for (const fields of events) expect(await store().events.save(anEvent(fields))).to.equal(true);
  };
  const listed = async (query: Partial<EventQuery> = {}): Promise<readonly number[]> => {
    const { items, total } = await store().events.list({ ...EVERYTHING, ...query });
    expect(total).to.equal(items.length);
    return items.map(({ id }) => id);
  };

  it("orders by wall clock, publication date, id, and counts every match whatever the page", async () => {
    await saveAll(
      { id: 3, start: "2030-01-02 10:00:00", date: "2029-01-01 00:00:00" },
      { id: 1, start: "2030-01-02 10:00:00", date: "2029-01-02 00:00:00" },
      { id: 4, start: "2030-01-02 10:00:00", date: "2029-01-01 00:00:00" },
      { id: 2, start: "2030-01-01 10:00:00", date: "2029-01-03 00:00:00" },
    );
    expect(await listed()).to.deep.equal([2, 3, 4, 1]);
    expect(await listed({ order: "published" })).to.deep.equal([3, 4, 1, 2]);
    const { items, total } = await store().events.list({ ...EVERYTHING, page: 2, perPage: 3 });
    expect(items.map(({ id }) => id)).to.deep.equal([1]);
    expect(total).to.equal(4);
  });

  it("answers no items but the true total past the end, however far", async () => {
    await saveAll({ id: 1 }, { id: 2 });
    for (const page of [2, 1e9, Number.MAX_SAFE_INTEGER])
      expect(await store().events.list({ ...EVERYTHING, page, perPage: 200 })).to.deep.equal({
        items: [],
        total: 2,
      });
  });

  it("looks at the wall clock or at UTC, as it is told", async () => {
    const tokyo = { timezone: "Asia/Tokyo", abbreviation: "JST" };
    await saveAll(
      { id: 1, start: "2030-01-01 10:00:00", utcStart: "2030-01-01 01:00:00", ...tokyo },
      { id: 2, start: "2030-01-01 09:00:00" },
    );
    expect(await listed()).to.deep.equal([2, 1]);
    expect(await listed({ clock: "utc" })).to.deep.equal([1, 2]);
    const until = { until: "2030-01-01 09:00:00" };
    expect(await listed({ start: until })).to.deep.equal([2]);
    expect(await listed({ start: until, clock: "utc" })).to.deep.equal([1, 2]);
    expect(await listed({ end: { after: "2030-01-01 09:00:00" } })).to.deep.equal([1]);
    expect(await listed({ end: { after: "2030-01-01 09:00:00" }, clock: "utc" })).to.deep.equal([]);
  });

  it("takes bounds as inclusive or exclusive, and all of them together", async () => {
    for (const day of [1, 2, 3, 4]) await saveAll({ id: day, start: `2030-01-0${day} 10:00:00` });
    const [second, third] = ["2030-01-02 10:00:00", "2030-01-03 10:00:00"];
    expect(await listed({ start: { from: second } })).to.deep.equal([2, 3, 4]);
    expect(await listed({ start: { after: second } })).to.deep.equal([3, 4]);
    expect(await listed({ start: { until: second } })).to.deep.equal([1, 2]);
    expect(await listed({ start: { before: second } })).to.deep.equal([1]);
    expect(await listed({ start: { from: second, after: second } })).to.deep.equal([3, 4]);
    expect(await listed({ end: { from: second, before: third } })).to.deep.equal([2]);
    expect(await listed({ start: {}, end: {} })).to.deep.equal([1, 2, 3, 4]);
    expect(await listed({ start: { from: third, until: second } })).to.deep.equal([]);
  });

  it("never lists hidden events, whoever asks", async () => {
    await saveAll({ id: 1, hideFromListings: true, author: 1 }, { id: 2 });
    const own = { author: 1, statuses: STATUSES };
    expect(await listed({ ids: [1, 2], visible: { statuses: STATUSES, own } })).to.deep.equal([2]);
    expect((await store().events.find(1))?.hideFromListings).to.equal(true);
  });

  it("shows statuses to anybody, and others to their author alone", async () => {
    for (const [index, status] of STATUSES.entries())
      await saveAll({ id: index + 1, status, author: 1 }, { id: index + 11, status, author: 2 });
    expect(await listed({ visible: { statuses: ["publish"] } })).to.deep.equal([1, 11]);
    expect(await listed({ visible: { statuses: [] } })).to.deep.equal([]);
    expect(await listed({ visible: { statuses: ["nonsense"] } })).to.deep.equal([]);
    const own = { author: 2, statuses: ["draft", "pending", "publish"] };
    expect(await listed({ visible: { statuses: ["publish"], own } })).to.deep.equal([1, 11, 14, 15]);
    expect(await listed({ visible: { statuses: [], own } })).to.deep.equal([11, 14, 15]);
  });

  it("finds words in any field, whatever their case and accents, and drops what is excluded", async () => {
    await saveAll(
      { id: 1, title: "Un CAFÉ 100%", excerpt: "piano", description: "<p>night&amp;day</p>" },
      { id: 2, title: "cafe", description: "a_b piano" },
      { id: 3, title: "日本語のカフェ", description: 'it\'s "quoted"' },
    );
    const search = (text: string): Promise<readonly number[]> => listed({ search: toTextSearch(text) });
    expect(await search("cafe")).to.deep.equal([1, 2]);
    expect(await search("café PIANO")).to.deep.equal([1, 2]);
    expect(await search("piano -100%")).to.deep.equal([2]);
    expect(await search("-cafe")).to.deep.equal([3]);
    expect(await search("a")).to.deep.equal([1, 2]);
    expect(await search("%")).to.deep.equal([1]);
    expect(await search("_")).to.deep.equal([2]);
    expect(await search("aab")).to.deep.equal([]);
    expect(await search("0% piano")).to.deep.equal([1]);
    expect(await search("本語")).to.deep.equal([3]);
    expect(await search("カフェ")).to.deep.equal([3]);
    expect(await search("p>night")).to.deep.equal([]);
    expect(await listed({ search: { all: ['"quoted"'], none: [] } })).to.deep.equal([3]);
    expect(await listed({ search: { all: ["piano night"], none: [] } })).to.deep.equal([]);
    expect(await listed({ search: { all: [], none: [] } })).to.deep.equal([1, 2, 3]);
  });

  it("searches what an event says now, not what it said", async () => {
    await saveAll({ id: 1, title: "Harpsichord" });
    await saveAll({ id: 1, title: "Accordion" });
    expect(await listed({ search: { all: ["harpsichord"], none: [] } })).to.deep.equal([]);
    expect(await listed({ search: { all: ["accordion"], none: [] } })).to.deep.equal([1]);
    await saveAll({ id: 2, title: "Accordion", slug: "held" });
    expect(await store().events.save(anEvent({ id: 1, title: "Oboe", slug: "held" }))).to.equal(false);
    expect(await listed({ search: { all: ["oboe"], none: [] } })).to.deep.equal([]);
    expect(await listed({ search: { all: ["accordion"], none: [] } })).to.deep.equal([1, 2]);
  });

  it("narrows by id lists of any length; an empty one matches nothing", async () => {
    await store().venues.save(aVenue({ id: 101 }));
    await store().organizers.save(anOrganizer({ id: 201 }));
    await store().organizers.save(anOrganizer({ id: 202 }));
    await store().terms.save(aTerm({ id: 301 }));
    await store().terms.save(aTerm({ id: 401, taxonomy: "tag" }));
    await saveAll(
      { id: 1, venueId: 101, organizerIds: [202, 201], categoryIds: [301], tagIds: [401] },
      { id: 2 },
    );
    const unknown = Array.from({ length: 199 }, (_, index) => 1000 + index);
    for (const [name, id] of Object.entries({
      ids: 1,
      venueIds: 101,
      organizerIds: 201,
      categoryIds: 301,
      tagIds: 401,
    })) {
      expect(await listed({ [name]: [id] }), name).to.deep.equal([1]);
      expect(await listed({ [name]: [...unknown, id] }), name).to.deep.equal([1]);
      expect(await listed({ [name]: unknown }), name).to.deep.equal([]);
      expect(await listed({ [name]: [id, id] }), name).to.deep.equal([1]);
      expect(await listed({ [name]: [] }), name).to.deep.equal([]);
    }
    expect(await listed({ organizerIds: [201, 202] })).to.deep.equal([1]);
    expect(await listed({ categoryIds: [401] })).to.deep.equal([]);
    expect(await listed({ tagIds: [301] })).to.deep.equal([]);
  });

  it("lists by links what an event is now, not what it was", async () => {
    await store().organizers.save(anOrganizer({ id: 201 }));
    await store().terms.save(aTerm({ id: 301 }));
    await store().terms.save(aTerm({ id: 401, taxonomy: "tag" }));
    const linked = { organizerIds: [201], categoryIds: [301], tagIds: [401] };
    const first = { id: 1, start: "2030-01-02 10:00:00", date: "2029-01-02 00:00:00", ...linked };
    const second = { ...first, id: 2 };
    const byEach = async (query: Partial<EventQuery>): Promise<readonly (readonly number[])[]> =>
      Promise.all(Object.entries(linked).map(([name, ids]) => listed({ ...query, [name]: ids })));
    const thrice = (...ids: readonly number[]): readonly (readonly number[])[] => [ids, ids, ids];
    await saveAll(first, second);
    expect(await byEach({})).to.deep.equal(thrice(1, 2));
    await saveAll({ ...first, start: "2030-01-03 10:00:00" });
    expect(await byEach({})).to.deep.equal(thrice(2, 1));
    expect(await byEach({ start: { until: "2030-01-02 23:59:59" } })).to.deep.equal(thrice(2));
    await saveAll({ ...second, date: "2028-01-01 00:00:00" }, first);
    expect(await byEach({ order: "published" })).to.deep.equal(thrice(2, 1));
    await saveAll({ ...first, featured: true });
    expect(await byEach({ featured: true })).to.deep.equal(thrice(1));
    await saveAll({ ...first, author: 7, status: "draft" });
    expect(await byEach({ visible: { statuses: ["publish"] } })).to.deep.equal(thrice(2));
    const own = { author: 7, statuses: ["draft"] };
    expect(await byEach({ visible: { statuses: [], own } })).to.deep.equal(thrice(1));
    await saveAll({ ...first, hideFromListings: true });
    expect(await byEach({})).to.deep.equal(thrice(2));
    await saveAll({ ...first, end: "2030-01-05 10:00:00" });
    expect(await byEach({ end: { after: "2030-01-05 00:00:00" } })).to.deep.equal(thrice(1));
  });

  it("narrows by featured and by parent", async () => {
    await saveAll({ id: 1, featured: true }, { id: 2 }, { id: 3, parentId: 1, featured: true });
    expect(await listed({ featured: true })).to.deep.equal([1, 3]);
    expect(await listed({ featured: false })).to.deep.equal([2]);
    expect(await listed({ parentId: 1 })).to.deep.equal([3]);
    expect(await listed({ parentId: 2 })).to.deep.equal([]);
  });
};

const eventLinks = (open: OpenStore): void => {
  const store = storeForEach(open);

  const linkEverything = async (): Promise<readonly CalendarEvent[]> => {
    await store().venues.save(aVenue({ id: 101 }));
    await store().venues.save(aVenue({ id: 102 }));
    for (const id of [203, 201, 202]) await store().organizers.save(anOrganizer({ id }));
    const events = STATUSES.map((status, index) =>
      anEvent({
        id: index + 1,
        status,
        venueId: 101,
        organizerIds: [203, 201, 202],
        hideFromListings: index === 1,
      }),
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
      expect(await store().events.find(event.id)).to.deep.equal(event);
    expect((await store().events.find(50))?.venueId).to.equal(102);
    expect(await store().events.list({ ...EVERYTHING, venueIds: [101] })).to.deep.equal({
      items: [],
      total: 0,
    });
    expect((await store().venues.find(101))?.id).to.equal(101);
    await store().events.unlinkVenue(999);
  });

  it("takes an organizer off every event, whatever its status, and leaves the others in order", async () => {
    const events = await linkEverything();
    await store().events.unlinkOrganizer(201);
    for (const event of events)
      expect(await store().events.find(event.id)).to.deep.equal({ ...event, organizerIds: [203, 202] });
    expect((await store().events.find(50))?.organizerIds).to.deep.equal([202]);
    expect((await store().events.list({ ...EVERYTHING, organizerIds: [201] })).total).to.equal(0);
    expect((await store().events.list({ ...EVERYTHING, organizerIds: [202] })).total).to.equal(6);
    expect((await store().organizers.find(201))?.id).to.equal(201);
    await store().events.unlinkOrganizer(999);
  });

  it("leaves the links as they were when it refuses a record", async () => {
    const [event] = await linkEverything();
    expect(
      await store().events.save(anEvent({ id: 1, slug: "event-50", venueId: 102, organizerIds: [] })),
    ).to.equal(false);
    expect(await store().events.find(1)).to.deep.equal(event);
    const { items } = await store().events.list({ ...EVERYTHING, venueIds: [102] });
    expect(items.map(({ id }) => id)).to.deep.equal([50]);
  });
};
