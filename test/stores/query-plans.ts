import type { StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { openSqliteStore, type SqliteStoreOptions } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { newFiles } from "./new-files.ts";

/** Small store on disk, with access to the query plans of its database. */
export interface QueryPlans {
  store(): StoreWithAccounts;
  /**
   * Returns the SQL statements that `work` causes. A list has up to three: for the total, for the page, and
   * for records that are not cached.
   */
  statementsOf(work: () => Promise<unknown>): Promise<readonly string[]>;
  /** Returns the query plan of a statement, one line per step. */
  planOf(sql: string): readonly string[];
}

/** Texts that match every list of the tests. A list without matches would need no statement for its page. */
const FOUND = {
  description: "Jazz at the temple in Market Avenue",
  extensions: { audience: { audience: "kids" } },
};
const IDENTIFIED = { externalIds: [{ source: "crm", id: "1" }] };
const NEARBY = { ...FOUND, id: 101, coordinates: { lat: 48.2, lng: 16.4 } };
const FAR_AWAY = { id: 102, slug: "far-away", coordinates: { lat: -15, lng: 179 } };

/** Opens a store before the test suite and closes it afterwards. Without `options`, it caches all records. */
export const queryPlans = (options: SqliteStoreOptions = {}): QueryPlans => {
  const newPath = newFiles();
  const ran: string[] = [];
  let path: string;
  let store: StoreWithAccounts;
  before(async () => {
    path = newPath();
    // With a fixed clock, the store never moves a list to its reader thread, whose statements the test could
    // not see.
    store = await openSqliteStore(path, { now: () => 0, ...options, onStatement: (sql) => ran.push(sql) });
    for (const record of [
      aVenue({ ...NEARBY, ...IDENTIFIED }),
      aVenue({ ...NEARBY, ...FAR_AWAY }),
      aVenue({ id: 103, slug: "nowhere" }),
    ])
      await store.venues.save(record);
    for (const record of [
      anOrganizer({ ...FOUND, ...IDENTIFIED, id: 201 }),
      anOrganizer({ id: 202, slug: "idle" }),
    ])
      await store.organizers.save(record);
    await store.terms.save(aTerm({ ...IDENTIFIED, id: 301 }));
    const links = { organizerIds: [201], categoryIds: [301], tagIds: [401, 402], parentId: 1 };
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15]) {
      const venueId = id < 10 ? 101 : 102;
      await store.events.save(
        anEvent({ ...FOUND, id, slug: `event-${id}`, featured: true, venueId, ...links }),
      );
    }
    const ids = Array.from({ length: 500 }, (_, index) => index);
    for (const repository of [store.events, store.venues, store.organizers, store.terms])
      await repository.findMany(ids);
  });
  after(() => store.close());

  return {
    store: () => store,
    async statementsOf(work) {
      ran.length = 0;
      await work();
      return ran.filter((statement) => !statement.startsWith("SELECT json_array("));
    },
    planOf(sql) {
      const database = new Database(path, { readonly: true });
      try {
        database.function("line_holds", (text, fragments) => Number(text === fragments));
        database.function("in_time", () => 1);
        database.function("relevance", (text, words) => Number(text === words));
        database.function("distance_km", (lat, lng, toLat, toLng) => Number(lat === toLat && lng === toLng));
        const values = [...sql.matchAll(/\?/g)].map(() => null);
        const steps = database
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
          .all(...values);
        return steps.map(({ detail }) => detail);
      } finally {
        database.close();
      }
    },
  };
};

/**
 * Returns the steps of a plan that read a complete table. Steps that read a limited list, an earlier result
 * or an index are left out.
 */
export const scansOf = (plan: readonly string[]): readonly string[] =>
  plan.filter((step) =>
    /^SCAN (kalends_(events|venues|organizers|terms|images|event_terms|event_organizers)|[bdeklmoptx])$/.test(
      step,
    ),
  );
