import { type CalendarEvent, type Term, utcText } from "@kalends/core";
import { type EventQuery, evaluateEventFacets, FACETS } from "@kalends/core/storage";
import { anEvent, anOrganizer, aTerm, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { type Connection, countFacets, openConnection } from "@kalends/store-sqlite/internals";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

const EVENTS = 400;

const TERMS: readonly Term[] = [
  ...[0, 1, 2, 1, 0].map((parentId, index) =>
    aTerm({ id: index + 1, taxonomy: "category", parentId, slug: `category-${index + 1}` }),
  ),
  ...[11, 12].map((id) => aTerm({ id, taxonomy: "tag", parentId: 0, slug: `tag-${id}` })),
];
const VENUES = [1001, 1002, 1003].map((id) => aVenue({ id, slug: `venue-${id}` }));
const ORGANIZERS = [2001, 2002].map((id) => anOrganizer({ id, slug: `organizer-${id}` }));

const draw = (id: number): CalendarEvent => {
  const dice = (sides: number, turn: number): number => ((id * 7919 + turn * 104_729) % 10_007) % sides;
  const some = <T>(from: readonly T[], turn: number): readonly T[] =>
    from.filter((_, index) => dice(3, turn + index) === 0);
  return anEvent({
    id,
    slug: `event-${id}`,
    title: ["Jazz", "Market"][dice(2, 1)] ?? "",
    status: ["publish", "draft", "trash"][dice(3, 2)] ?? "",
    author: 1 + dice(3, 3),
    featured: dice(2, 4) === 0,
    hideFromListings: dice(9, 5) === 0,
    start: utcText(Date.UTC(2030, 0, 1) + dice(9973, 6) * 4_000_000),
    categoryIds: some([1, 2, 3, 4, 5], 7),
    tagIds: some([11, 12], 13),
    organizerIds: some([2001, 2002], 17),
    ...(dice(4, 19) < 3 && { venueId: 1001 + dice(3, 20) }),
  });
};
const STORED = Array.from({ length: EVENTS }, (_, index) => draw(index + 1));

const VISIBLE = { statuses: ["publish", "draft", "trash"] } as const;
const ALL: EventQuery = { ...EVERYTHING, visible: VISIBLE };
const WINDOW = { from: "2030-02-10 00:00:00", until: "2031-01-20 23:59:59" };

const QUERIES: Readonly<Record<string, EventQuery>> = {
  everything: ALL,
  "one status": { ...ALL, visible: { statuses: ["publish"] } },
  "an author's": { ...ALL, visible: { statuses: ["publish"], own: { author: 1, statuses: ["draft"] } } },
  "a window": { ...ALL, start: WINDOW },
  "a window by UTC": { ...ALL, start: WINDOW, clock: "utc" },
  "within one month": { ...ALL, start: { from: "2030-05-10 00:00:00", before: "2030-05-20 00:00:00" } },
  featured: { ...ALL, start: WINDOW, featured: true },
  "an end": { ...ALL, end: { after: "2030-06-01 00:00:00" } },
  "a category": { ...ALL, categoryIds: [2, 3] },
  "a venue and a tag": { ...ALL, venueIds: [1001], tagIds: [11] },
  "a search": { ...ALL, search: { all: ["jazz"], none: [] } },
  "hidden events": { ...ALL, hidden: "include" },
  "the first of each series": { ...ALL, firstOfSeries: true },
};

describe("facets of store-sqlite", () => {
  const newPath = newFiles();
  const place = { path: "" };
  let connection: Connection;

  before(async () => {
    place.path = newPath();
    const store = await openSqliteStore(place.path, { synchronous: "normal" });
    await store.transaction(async ({ events, venues, organizers, terms }) => {
      for (const term of TERMS) await terms.save(term);
      for (const venue of VENUES) await venues.save(venue);
      for (const organizer of ORGANIZERS) await organizers.save(organizer);
      for (const event of STORED) await events.save(event);
    });
    await store.close();
    connection = openConnection(place.path, { timeout: 1000 });
  });
  after(() => connection.close());

  for (const [name, query] of Object.entries(QUERIES))
    it(`are the same for ${name}, by the ids of the matches and in the indexes`, () => {
      const expected = evaluateEventFacets(query, FACETS, STORED, VENUES, TERMS);
      for (const many of [0, EVENTS + 1])
        expect(countFacets(connection, { query, names: FACETS }, many), `${many}`).to.deep.equal(expected);
    });

  // rules/facets.md#facet-cache
  it("are counted in a reader thread", async () => {
    const statements: string[] = [];
    const store = await openSqliteStore(place.path, { onStatement: (text) => statements.push(text) });
    statements.length = 0;
    const { month } = await store.events.facets(ALL, ["month"]);
    await store.close();
    expect(month?.length).to.be.above(5);
    expect(statements.filter((text) => text.includes("kalends_events"))).to.deep.equal([]);
  });
});
