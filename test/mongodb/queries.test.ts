import { utcText } from "@kalends/core";
import type { EventQuery, Store, StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, anOrganizer, aTerm, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import { EDITORS, LINKED_LISTS, PUBLIC, TERM_LISTS } from "../stores/indexed-lists.ts";
import { type MongodbPlans, openMongodbPlans, splitList, stagesOf } from "./plans.ts";
import { describeWithServer } from "./shared-server.ts";

const AUTHORS = { ...PUBLIC, own: { author: 1, statuses: ["draft", "pending"] } };

/** Number of events. They are six hours apart, beginning in 2030. */
const EVENTS = 2000;
const startOf = (id: number): string => utcText(Date.UTC(2030, 0, 1, id * 6));

/** Query with a date range that excludes most events. */
const WINDOW: EventQuery = {
  visible: PUBLIC,
  clock: "local",
  start: { from: "2030-06-01 00:00:00", until: "2030-11-30 23:59:59" },
  order: "start",
  page: 1,
  perPage: 50,
};
const MONTH = { from: "2030-09-01 00:00:00", until: "2030-09-30 23:59:59" };

/** Lists for which the server may examine only slightly more documents than it returns. */
const LEAN_LISTS: Readonly<Record<string, EventQuery>> = {
  "a window of dates": WINDOW,
  "a window of dates, far on": { ...WINDOW, page: 9 },
  "a window of dates by UTC": { ...WINDOW, clock: "utc" },
  "a window of dates for editors": { ...WINDOW, visible: EDITORS },
  "a window of dates for authors": { ...WINDOW, visible: AUTHORS },
  "a window without an end": { ...WINDOW, start: { from: "2030-02-01 00:00:00" }, perPage: 10 },
  "a month": { ...WINDOW, start: MONTH, perPage: 10, page: 3 },
  "a category": { ...WINDOW, categoryIds: [301] },
  "a category by UTC": { ...WINDOW, clock: "utc", categoryIds: [301] },
  "a tag": { ...WINDOW, tagIds: [401] },
  "a venue": { ...WINDOW, venueIds: [101] },
  "an organizer": { ...WINDOW, organizerIds: [201] },
  "featured events": { ...WINDOW, featured: true },
  "some events by id": {
    ...EVERYTHING,
    visible: PUBLIC,
    ids: [1005, 2201, 1007, 999_999, 1041],
    order: "published",
  },
};

const SEARCH = { all: ["number 1234"], none: [] };

/** Parts of queries. The server must use an index for every combination of them. */
const PARTS: readonly Partial<EventQuery>[] = [
  { start: { from: "2030-09-01 00:00:00" } },
  { end: { after: "2030-09-01 00:00:00" } },
  { categoryIds: [301, 305] },
  { tagIds: [401] },
  { venueIds: [101, 102] },
  { organizerIds: [201] },
  { featured: false },
  { parentId: 1 },
  { search: SEARCH },
  { ids: [1, 2, 3] },
  { visible: AUTHORS },
  { clock: "utc" },
];

/** All combinations of up to three parts, and the combination of all parts. */
const combinations: readonly (readonly Partial<EventQuery>[])[] = [
  PARTS,
  ...PARTS.flatMap((one, first) => [
    [one],
    ...PARTS.slice(first + 1).flatMap((two, second) => [
      [one, two],
      ...PARTS.slice(first + second + 2).map((three) => [one, two, three]),
    ]),
  ]),
];

describeWithServer("the queries of store-mongodb", () => {
  let plans: MongodbPlans;
  let store: StoreWithAccounts;

  before(async function () {
    this.timeout(300_000);
    plans = await openMongodbPlans();
    store = plans.store;
    await fill(store);
  });
  after(() => store.close());

  const readsOf: MongodbPlans["readsOf"] = (work) => plans.readsOf(work);
  const explain: MongodbPlans["explain"] = (...asked) => plans.explain(...asked);

  for (const [name, query] of Object.entries(LEAN_LISTS)) {
    it(`read little more than a page of ${name}`, async () => {
      const { items } = await store.events.list(query);
      expect(items).not.to.deep.equal([]);
      const [list = {}, ...others] = await readsOf(() => store.events.list(query));
      expect(others).to.deep.equal([]);
      // The command has a time limit, so the server cancels the query when the client has given up.
      expect(list.maxTimeMS).to.be.within(1, 30_000);
      const [page, total] = splitList(list);
      const { executionStats, queryPlanner } = await explain(page);
      const skipped = (query.page - 1) * query.perPage;
      expect(executionStats.nReturned).to.equal(items.length);
      expect(executionStats.totalDocsExamined).to.be.at.most(2 * (items.length + skipped));
      expect(stagesOf(queryPlanner)).to.include("IXSCAN");
      expect(stagesOf(await explain(total)))
        .to.include("IXSCAN")
        .and.not.to.include("COLLSCAN");
    });
  }

  it("find events by an index, whatever is asked for together", async () => {
    for (const parts of combinations) {
      const query = Object.assign({ ...EVERYTHING, visible: PUBLIC }, ...parts) as EventQuery;
      const page = (await readsOf(() => store.events.list(query))).at(-1) ?? {};
      const plan = await explain(page, "queryPlanner");
      expect(stagesOf(plan), JSON.stringify(query)).to.include("IXSCAN").and.not.to.include("COLLSCAN");
    }
  }).timeout(300_000);

  it("find texts by their trigrams", async () => {
    const query = { ...EVERYTHING, visible: PUBLIC, search: SEARCH };
    const [ofSeries = {}, list = {}] = await readsOf(() => store.events.list(query));
    expect(stagesOf(await explain(ofSeries)))
      .to.include("IXSCAN")
      .and.not.to.include("COLLSCAN");
    const [page] = splitList(list);
    const { executionStats } = await explain(page);
    expect(executionStats.nReturned).to.equal(1);
    expect(executionStats.totalDocsExamined).to.be.below(EVENTS / 20);
  });

  for (const [name, query] of Object.entries(LINKED_LISTS)) {
    it(`find venues and organizers (${name}) by an index`, async () => {
      for (const repository of [store.venues, store.organizers]) {
        for (const command of await readsOf(() => repository.list(query)))
          expect(stagesOf(await explain(command))).not.to.include("COLLSCAN");
      }
    });
  }

  for (const [name, query] of Object.entries(TERM_LISTS)) {
    it(`find terms (${name}) by an index`, async () => {
      for (const command of await readsOf(() => store.terms.list(query)))
        expect(stagesOf(await explain(command))).not.to.include("COLLSCAN");
    });
  }

  it("find external ids by an index, whatever the kind", async () => {
    const externalId = { source: "crm", id: "1" };
    for (const work of [
      () => store.events.findByExternalId(externalId),
      () => store.venues.findByExternalId(externalId),
      () => store.terms.findByExternalId("tag", externalId),
      () => store.events.list({ ...EVERYTHING, externalId }),
    ])
      for (const command of await readsOf(work))
        expect(stagesOf(await explain(command)), String(work)).not.to.include("COLLSCAN");
  });

  it("look up what is asked for at once in one read, for each who asks his own", async () => {
    const answers: (readonly unknown[])[] = [];
    const reads = await readsOf(async () => {
      answers.push(
        ...(await Promise.all([
          store.venues.findMany([101, 102]),
          store.organizers.findMany([201, 999]),
          store.terms.findMany([401]),
          store.images.findMany([999]),
          store.venues.findMany([101]),
          store.venues.findBySlug(aVenue({ id: 101 }).slug).then((venue) => [venue]),
          store.events.findBySlug("no-such-slug").then((event) => [event]),
        ])),
      );
    });
    expect(answers.map((records) => records.length)).to.deep.equal([2, 1, 1, 0, 1, 1, 1]);
    expect(answers.slice(5)).to.deep.equal([answers[4], [undefined]]);
    expect(answers[0])
      .to.deep.include(aVenue({ id: 101 }))
      .and.to.deep.include(aVenue({ id: 102 }));
    expect(answers[1]).to.deep.equal([anOrganizer({ id: 201 })]);
    expect(answers[4]).to.deep.equal([aVenue({ id: 101 })]);
    expect(answers[0]).to.include(answers[4]?.[0]);
    expect(reads).to.have.length(1);
    expect(stagesOf(await explain(reads[0] ?? {}))).not.to.include("COLLSCAN");
  });

  it("send look-ups together that are asked for while another one is under way", async () => {
    const answers: (readonly unknown[])[] = [];
    const reads = await readsOf(async () => {
      const first = store.venues.findMany([101]);
      await Promise.resolve();
      await Promise.resolve();
      const others = [
        store.venues.findMany([102]),
        store.venues.findMany([102, 103]),
        store.venues.findMany([]),
      ];
      answers.push(...(await Promise.all([first, ...others])), [await store.events.find(1003)]);
    });
    expect(answers.map((records) => records.length)).to.deep.equal([1, 1, 2, 0, 1]);
    expect(answers[2])
      .to.deep.include(aVenue({ id: 102 }))
      .and.to.deep.include(aVenue({ id: 103 }));
    expect(reads.map(({ filter }) => filter._id)).to.deep.equal([101, { $in: [102, 103] }, 1003]);
  });

  it("read a list once for all who ask for it meanwhile, after they asked", async () => {
    const query = { ...WINDOW, perPage: 1 };
    const reads = await readsOf(async () => {
      const lists = [1, 2, 3, 4].map(() => store.events.list(query));
      const [first, ...others] = await Promise.all(lists);
      for (const other of others) expect(other).to.deep.equal(first);
      expect((await store.events.list({ ...query, page: 2 })).items).not.to.deep.equal(first?.items);
    });
    expect(reads).to.have.length(3);
  });

  it("find one record, or many by their ids, in one read by an index", async () => {
    const accounts = await store.openAccounts();
    for (const work of [
      () => store.events.find(1),
      () => store.events.findMany([1, 2, 3]),
      () => store.events.findBySlug("event-1"),
      () => store.events.readAfter(10, 10),
      () => store.events.due("2030-01-01 00:00:00", 10),
      () => store.venues.findMany([101, 102]),
      () => store.venues.findDuplicate("A venue", "Somewhere"),
      () => store.terms.findMany([301, 302]),
      () => store.terms.findByName("category", "Music"),
      () => store.terms.withDescendants([301]),
      () => store.images.findByUrl("https://example.com/image.png"),
      () => accounts.findByCredential("abc"),
      () => store.kindOf(1),
    ]) {
      const reads = await readsOf(work);
      expect(reads, String(work)).to.have.length(1);
      for (const command of reads)
        expect(stagesOf(await explain(command)), String(work)).not.to.include("COLLSCAN");
    }
  });
});

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** Creates events. Their links, statuses and flags are spread evenly. */
const fill = async (store: Store): Promise<void> => {
  await store.transaction(async ({ venues, organizers, terms }) => {
    for (const id of range(101, 20)) await venues.save(aVenue({ id }));
    for (const id of range(201, 20)) await organizers.save(anOrganizer({ id }));
    for (const id of range(301, 20)) await terms.save(aTerm({ id }));
    for (const id of range(401, 20)) await terms.save(aTerm({ id, taxonomy: "tag" }));
  });
  for (const first of range(0, EVENTS / 100).map((number) => number * 100 + 1000)) {
    await store.transaction(async ({ events }) => {
      for (const id of range(first, 100)) {
        const number = id - 1000;
        await events.save(
          anEvent({
            id,
            title: `Event number ${number}`,
            start: startOf(number),
            featured: number % 9 === 0,
            status: number % 8 === 0 ? "draft" : "publish",
            author: number % 5,
            venueId: 101 + (number % 20),
            organizerIds: [201 + (number % 20), 201 + ((number + 1) % 20)],
            categoryIds: [301 + (number % 20), 301 + ((number + 7) % 20)],
            tagIds: [401 + (number % 19), 401 + ((number + 3) % 19)],
            ...(number % 50 === 0 && { parentId: 1000 }),
          }),
        );
      }
    });
  }
};
