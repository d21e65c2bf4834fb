import { type CalendarEvent, utcText } from "@kalends/core";
import { type EventQuery, evaluateEventQuery } from "@kalends/core/storage";
import { anEvent, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore, type SqliteStoreOptions } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

const EVENTS = 1600;
const WORDS = ["jazz", "market", "winter walk", "open air", "tea"];

/** Returns an event of a set that covers forty months. The ids do not follow the dates. */
const draw = (id: number, turn: number): CalendarEvent => {
  const dice = (sides: number): number => ((id * 7919 + turn * 104_729) % 10_007) % sides;
  const start = utcText(Date.UTC(2030, 0, 1) + dice(9973) * 7_300_000);
  return anEvent({
    id,
    slug: `event-${id}`,
    title: `${WORDS[dice(WORDS.length)]} ${id % 97 === 0 ? "xylophone" : ""}`,
    status: ["publish", "publish", "publish", "draft"][dice(4)] ?? "",
    featured: dice(5) === 0,
    hideFromListings: dice(11) === 0,
    start,
  });
};

const SOME: EventQuery = { ...EVERYTHING, visible: { statuses: ["publish"] }, perPage: 20 };
const WINDOW = { from: "2030-02-10 00:00:00", until: "2032-03-20 23:59:59" };

const LISTS: Readonly<Record<string, Partial<EventQuery>>> = {
  everything: {},
  "all statuses": { visible: { statuses: ["publish", "draft"] } },
  "an author's": { visible: { statuses: ["publish"], own: { author: 1, statuses: ["draft"] } } },
  "a window": { start: WINDOW },
  "a window by UTC": { start: WINDOW, clock: "utc" },
  "within one month": { start: { from: "2030-05-10 00:00:00", before: "2030-05-20 00:00:00" } },
  "no time at all": { start: { from: "2031-05-10 00:00:00", until: "2030-05-20 00:00:00" } },
  "from a time": { start: { from: "2030-01-03 00:00:00", after: "2030-01-03 12:00:00" } },
  "until a time": { start: { until: "2032-04-20 00:00:00", before: "2032-05-20 00:00:00" } },
  featured: { start: WINDOW, featured: true },
  "not featured": { featured: false },
};

const SEARCHES: Readonly<Record<string, Pick<EventQuery, "search">>> = {
  "a common word": { search: { all: ["jazz"], none: [] } },
  "a rare word": { search: { all: ["xylophone"], none: [] } },
  "two letters": { search: { all: ["wa"], none: [] } },
  "a word but not another": { search: { all: ["market"], none: ["xylophone"] } },
  "all but a word": { search: { all: [], none: ["jazz"] } },
};

describe("what store-sqlite knows of months", () => {
  const newPath = newFiles();
  const path = { of: "" };
  const stored: CalendarEvent[] = [];
  before(async () => {
    path.of = newPath();
    const store = await openSqliteStore(path.of, { synchronous: "normal" });
    await store.transaction(async ({ events }) => {
      for (let index = 0; index < EVENTS; index += 1) {
        // A second round updates the event: its time, its status, and its flags `hidden` and `featured`.
        const id = 1 + ((index * 37) % EVENTS) * 11;
        stored[index] = draw(id, index % 3);
        await events.save(draw(id, 0));
        if (index % 3 > 0) await events.save(draw(id, index % 3));
      }
    });
    await store.close();
  });

  const compare = async (query: EventQuery, options?: SqliteStoreOptions): Promise<void> => {
    const store = await openSqliteStore(path.of, options);
    const { total } = await store.events.list(query);
    for (const page of [1, 2, 25, 26, 30, Math.ceil(total / 20), Math.ceil(total / 20) + 1]) {
      const asked = { ...query, page: Math.max(1, page) };
      const expected = evaluateEventQuery(asked, stored, []);
      const found = await store.events.list(asked);
      expect(found.total).to.equal(expected.total);
      expect(found.items.map(({ id }) => id)).to.deep.equal(expected.items.map(({ id }) => id));
    }
    await store.close();
  };

  for (const [name, list] of Object.entries(LISTS)) {
    it(`counts lists and begins pages right: ${name}`, () => compare({ ...SOME, ...list }));
    it(`does so in another thread: ${name}`, () =>
      compare({ ...SOME, ...list, order: "published" }, { listBudget: 0 }));
    for (const [search, asked] of Object.entries(SEARCHES))
      it(`searches right for ${search}: ${name}`, () => compare({ ...SOME, ...list, ...asked }));
  }

  it("is what the events say, after whatever changes", () => {
    const database = new Database(path.of);
    database.pragma("foreign_keys = OFF");
    database.exec("DELETE FROM kalends_events WHERE id % 5 = 0");
    for (const [clock, column] of [
      ["local", "starts"],
      ["utc", "utc_starts"],
    ]) {
      const counted = database
        .prepare(
          "SELECT status, month, featured, count FROM kalends_event_months WHERE clock = ? AND count > 0 ORDER BY 1, 2, 3",
        )
        .all(clock);
      const expected = database
        .prepare(
          `SELECT status, substr(${column}, 1, 7) AS month, featured, count(*) AS count FROM kalends_events
           WHERE hidden = 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        )
        .all();
      expect(counted).to.deep.equal(expected);
    }
    database.close();
  });
});
