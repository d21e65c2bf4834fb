import type { EventQuery } from "@kalends/core/storage";
import { ALL_LINKED, anEvent, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import { EDITORS, LINKED_LISTS, PUBLIC, TERM_LISTS } from "../stores/indexed-lists.ts";
import { queryPlans, scansOf } from "../stores/query-plans.ts";

const AUTHORS = { ...PUBLIC, own: { author: 1, statuses: ["draft"] } };
const WINDOW: EventQuery = {
  visible: PUBLIC,
  clock: "local",
  start: { from: "2030-01-01 00:00:00", until: "2031-12-31 23:59:59" },
  order: "start",
  page: 2,
  perPage: 3,
};

/** Queries by name. Each has the index, or `rowid`, that must be used to find the events. */
const EVENT_LISTS: Readonly<Record<string, readonly [query: EventQuery, index: string]>> = {
  "a window of dates": [WINDOW, "events_by_status_start (status=? AND starts>? AND starts<?)"],
  "a window by UTC": [
    { ...WINDOW, clock: "utc" },
    "events_by_status_utc_start (status=? AND utc_starts>? AND utc_starts<?)",
  ],
  "a month for editors": [{ ...WINDOW, visible: EDITORS }, "events_by_start (starts>? AND starts<?)"],
  "a window by UTC for authors": [
    { ...WINDOW, visible: AUTHORS, clock: "utc" },
    "events_by_utc_start (utc_starts>? AND utc_starts<?)",
  ],
  "featured events": [
    { ...WINDOW, featured: true },
    "events_by_status_start (status=? AND starts>? AND starts<?)",
  ],
  "events that have not ended": [
    { ...WINDOW, end: { after: "2030-01-01 00:00:00" } },
    "events_by_status_start (status=? AND starts>? AND starts<?)",
  ],
  "a search": [
    { ...WINDOW, search: { all: ["jazz", "market"], none: ["winter"] } },
    "events_by_status_start (status=? AND starts>? AND starts<?)",
  ],
  "a category": [
    { ...WINDOW, categoryIds: [301] },
    "m USING PRIMARY KEY (term_id=? AND starts>? AND starts<?)",
  ],
  "categories and tags": [
    { ...WINDOW, categoryIds: [301], tagIds: [401, 402] },
    "m USING PRIMARY KEY (term_id=? AND starts>? AND starts<?)",
  ],
  "a venue": [{ ...WINDOW, venueIds: [101] }, "events_by_venue (venue_id=? AND status=? AND hidden=?"],
  "an organizer": [
    { ...WINDOW, organizerIds: [201] },
    "m USING PRIMARY KEY (organizer_id=? AND starts>? AND starts<?)",
  ],
  "children of an event": [{ ...WINDOW, parentId: 1 }, "events_by_parent (parent_id=?)"],
  "some ids": [{ ...WINDOW, ids: [1, 2, 3, 4], order: "published" }, "INTEGER PRIMARY KEY (rowid=?)"],
};

const PAIRS = ["zq", "qx", "xj", "jz", "vq", "qz", "zx", "xv", "jq"];
const SEARCHES = {
  "short words excluded": { all: [], none: PAIRS },
  "long words excluded": { all: [], none: PAIRS.map((pair) => `${pair}${pair}`) },
  "short words": { all: ["ja", "az", "zz", "te", "em", "pl", "ma", "ar", "rk"], none: [] },
  "words of all kinds": { all: ["ja", "jazz", "temple"], none: ["zq", "winter"] },
};

describe("the queries of store-sqlite", () => {
  const { store, statementsOf, planOf } = queryPlans();

  for (const [name, [query, index]] of Object.entries(EVENT_LISTS)) {
    it(`find ${name} by an index, in a statement for the page and one for the total, or one for both`, async () => {
      const statements = await statementsOf(() => store().events.list(query));
      expect(statements).to.have.length(query.search === undefined ? 2 : 1);
      for (const plan of statements.map(planOf)) {
        expect(plan.join("\n")).to.contain(index);
        expect(scansOf(plan)).to.deep.equal([]);
      }
    });
  }

  it("read a window in its order, without sorting", async () => {
    for (const visible of [PUBLIC, EDITORS, AUTHORS]) {
      for (const clock of ["local", "utc"] as const) {
        const statements = await statementsOf(() => store().events.list({ ...WINDOW, visible, clock }));
        expect(planOf(statements.at(-1) ?? "").join("\n")).not.to.contain("ORDER BY");
      }
    }
  });

  it("read and count the events of one term or organizer in their order, from the links alone", async () => {
    const window = { ...WINDOW, featured: true };
    for (const links of [{ categoryIds: [301] }, { tagIds: [401] }, { organizerIds: [201] }]) {
      const [total = "", page = ""] = await statementsOf(() => store().events.list({ ...window, ...links }));
      for (const plan of [planOf(total), planOf(page)]) {
        expect(plan).to.have.length(1);
        expect(plan[0]).to.contain("SEARCH m USING PRIMARY KEY");
      }
    }
  });

  it("count the events of a window without touching them", async () => {
    const [total = ""] = await statementsOf(() =>
      store().events.list({ ...WINDOW, perPage: 1, featured: false }),
    );
    expect(planOf(total).join("\n")).to.contain("COVERING INDEX");
  });

  for (const [name, query] of Object.entries(LINKED_LISTS)) {
    it(`find venues and organizers (${name}) by an index, in two statements`, async () => {
      for (const repository of [store().venues, store().organizers]) {
        const statements = await statementsOf(() => repository.list(query));
        expect(statements).to.have.length(2);
        expect(statements.map(planOf).flatMap(scansOf)).to.deep.equal([]);
      }
    });
  }

  for (const [name, query] of Object.entries(TERM_LISTS)) {
    it(`find terms (${name}) by an index, in two statements`, async () => {
      const statements = await statementsOf(() => store().terms.list(query));
      expect(statements).to.have.length(2);
      expect(statements.map(planOf).flatMap(scansOf)).to.deep.equal([]);
    });
  }

  it("find the id of one record, or of several, in one statement by an index", async () => {
    const accounts = await store().openAccounts();
    await store().kindOf(1);
    for (const work of [
      () => store().events.findBySlug("event-1"),
      () => store().events.due("2030-01-01 00:00:00", 10),
      () => store().events.findByExternalId({ source: "crm", id: "1" }),
      () => store().terms.findByExternalId("tag", { source: "crm", id: "1" }),
      () => store().venues.findDuplicate("A venue", "Somewhere"),
      () => store().terms.findBySlug("category", "music"),
      () => store().terms.findByName("category", "Music"),
      () => store().terms.withDescendants([301]),
      () => store().images.findByUrl("https://example.com/image.png"),
      () => accounts.findByCredential("abc"),
      () => store().kindOf(1),
    ]) {
      const statements = await statementsOf(work);
      expect(statements, String(work)).to.have.length(1);
      expect(statements.map(planOf).flatMap(scansOf), String(work)).to.deep.equal([]);
    }
  });

  it("read no record that is kept", async () => {
    for (const work of [
      () => store().events.find(1),
      () => store().events.findMany([1, 2, 3]),
      () => store().venues.findMany([101, 102]),
      () => store().terms.find("category", 301),
      () => store().terms.ancestors([301]),
    ])
      expect(await statementsOf(work), String(work)).to.deep.equal([]);
  });

  it("count a list again only after somebody has written", async () => {
    const query = { ...EVERYTHING, perPage: 2 };
    expect(await statementsOf(() => store().events.list(query))).to.have.length(2);
    expect(await statementsOf(() => store().events.list(query))).to.have.length(1);
    const { total } = await store().events.list(query);
    await store().events.save(anEvent({ id: 20, slug: "event-20" }));
    expect((await store().events.list(query)).total).to.equal(total + 1);
  });

  it("look for nothing past the last match", async () => {
    const statements = await statementsOf(() => store().events.list({ ...WINDOW, page: 100 }));
    expect(statements.filter((sql) => sql.includes("json"))).to.deep.equal([]);
    const search = { all: ["nowhere to be found"], none: [] };
    expect(await statementsOf(() => store().events.list({ ...WINDOW, search }))).to.have.length(1);
  });

  for (const [name, search] of Object.entries(SEARCHES)) {
    it(`fetch each text once, and ask the index once (${name})`, async () => {
      const statements = await statementsOf(() => store().events.list({ ...WINDOW, page: 1, search }));
      for (const plan of statements.map(planOf)) {
        expect(plan.filter((step) => /^SEARCH (s|kalends_event_texts) /.test(step))).to.have.length(1);
        expect(plan.filter((step) => step.includes("VIRTUAL TABLE")).length).to.be.at.most(1);
      }
    });
  }

  it("read pages from indexes alone", async () => {
    for (const work of [
      () => store().events.list(WINDOW),
      () => store().events.list({ ...WINDOW, visible: AUTHORS }),
      () => store().events.list({ ...WINDOW, clock: "utc" }),
      () => store().venues.list(ALL_LINKED),
      () => store().venues.list({ ...ALL_LINKED, visible: PUBLIC }),
    ]) {
      const [step] = planOf((await statementsOf(work)).at(-1) ?? "");
      expect(step, String(work)).to.contain("USING COVERING INDEX");
    }
  });

  it("keep values out of the statements", async () => {
    const query = { ...WINDOW, search: { all: ["'\" OR 1; --"], none: [] }, venueIds: [98765] };
    const statements = await statementsOf(() => store().events.list(query));
    expect(statements.join("\n")).not.to.contain("--").and.not.to.contain("98765");
  });
});

describe("the queries of store-sqlite that keeps no records", () => {
  const { store, statementsOf, planOf } = queryPlans({ cacheMemory: 0 });

  it("read the records of a page, or by their ids, in one statement by their ids", async () => {
    for (const work of [
      () => store().events.list(WINDOW),
      () => store().events.findBySlug("event-1"),
      () => store().events.find(1),
      () => store().events.findMany([1, 2, 3]),
      () => store().venues.findMany([101, 102]),
      () => store().terms.find("category", 301),
      () => store().terms.findMany([301, 302]),
      () => store().terms.ancestors([301]),
    ]) {
      const statements = (await statementsOf(work)).filter(
        (sql) => sql.includes("json FROM") || sql.includes("t.json"),
      );
      expect(statements, String(work)).to.have.length(1);
      expect(statements.map(planOf).flatMap(scansOf), String(work)).to.deep.equal([]);
    }
  });
});
