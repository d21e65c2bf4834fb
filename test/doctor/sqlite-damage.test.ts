import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { examineStore } from "@kalends/core/interface";
import type { Finding, StoreWithAccounts } from "@kalends/core/storage";
import { ALL_LINKED, allTerms, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { saveAll } from "./calendar-of-all.ts";
import { namesOf, toRounds } from "./rounds.ts";

/** SQL statement that damages the file, and the findings that it must cause. */
type Damage = readonly [sql: string, findings: readonly string[]];

/** Damage to derived data. It can be repaired. */
const DERIVED: Readonly<Record<string, Damage>> = {
  "a column of an event": [
    "UPDATE kalends_events SET starts = '2031-01-01 00:00:00' WHERE id = 20",
    ["columns event 20"],
  ],
  "a slug that is not claimed": [
    "UPDATE kalends_events SET claims_slug = 0 WHERE id = 20",
    ["columns event 20"],
  ],
  "a column of an occurrence": ["UPDATE kalends_events SET hidden = 1 WHERE id = 32", ["columns event 32"]],
  "a column of a venue": ["UPDATE kalends_venues SET folded_name = 'x' WHERE id = 10", ["columns venue 10"]],
  "a column of an organizer": [
    "UPDATE kalends_organizers SET status = 'draft' WHERE id = 11",
    ["columns organizer 11"],
  ],
  "a column of a term": ["UPDATE kalends_terms SET lower_name = 'x' WHERE id = 61", ["columns term 61"]],
  "the address of an image": ["UPDATE kalends_images SET url = 'x' WHERE id = 80", ["columns image 80"]],
  "the kind of an id": ["UPDATE kalends_records SET kind = 'venue' WHERE id = 20", ["id event 20"]],
  "an id without a record": ["INSERT INTO kalends_records VALUES (299, 'event')", ["id"]],
  "the link to an organizer": ["DELETE FROM kalends_event_organizers WHERE event_id = 20", ["link event 20"]],
  "the link to a category": [
    "UPDATE kalends_event_terms SET term_id = 60 WHERE event_id = 21 AND term_id = 61",
    ["link event 21", "usage term 61", "usage term 60"],
  ],
  "a link of no event": [
    "INSERT INTO kalends_event_organizers SELECT organizer_id, 999, status, author, published, hidden, featured, starts, ends, utc_starts, utc_ends, series_id, text_of FROM kalends_event_organizers LIMIT 1",
    ["link"],
  ],
  "a text": [
    "UPDATE kalends_event_texts SET text = 'nothing of the kind' WHERE id = 20",
    ["text event 20", "search"],
  ],
  "a text that is longer than all of the index": [
    "UPDATE kalends_organizer_texts SET text = text || ' and more'",
    ["text organizer 11", "search"],
  ],
  "a text that is gone": ["DELETE FROM kalends_venue_texts WHERE id = 10", ["text venue 10"]],
  "the index of texts": [
    "INSERT INTO kalends_event_search (kalends_event_search, rowid, text) SELECT 'delete', id, text FROM kalends_event_texts WHERE id = 21",
    ["search"],
  ],
  "the place of a venue": ["UPDATE kalends_venue_places SET lat = 1 WHERE id = 10", ["place venue 10"]],
  "the box of a venue": ["DELETE FROM kalends_venue_boxes", ["place venue 10"]],
  "a field of a plugin": ["DELETE FROM kalends_extension_values WHERE record_id = 20", ["value event 20"]],
  "the value of a field": [
    "UPDATE kalends_extension_scalars SET value = 5 WHERE record_id = 20 AND value = 4",
    ["value event 20"],
  ],
  "an external id": ["DELETE FROM kalends_external_ids WHERE record_id = 20", ["external-id event 20"]],
  "the external id of a term": [
    "UPDATE kalends_term_external_ids SET external_id = 'x'",
    ["external-id term 61"],
  ],
  "an external id of no record": [
    "INSERT INTO kalends_external_ids VALUES ('event', 'crm', 'gone', 999)",
    ["external-id"],
  ],
  "a cost": ["DELETE FROM kalends_event_costs WHERE event_id = 20", ["value event 20"]],
  "how often a term is used": [
    "UPDATE kalends_term_usage SET count = 9 WHERE term_id = 62",
    ["usage term 62"],
  ],
  "the months": ["UPDATE kalends_event_months SET count = count + 1 WHERE clock = 'utc'", ["month"]],
  "the months of occurrences": ["DELETE FROM kalends_occurrence_months", ["month"]],
  "the links of a series": ["DELETE FROM kalends_series_links", ["series event 30", "usage term 61"]],
  "the row of a series": [
    "DELETE FROM kalends_series_links; DELETE FROM kalends_series",
    ["series event 30", "usage term 61"],
  ],
  "that an occurrence has texts": ["UPDATE kalends_series SET has_own_texts = 0", ["series event 30"]],
  "the ids that were handed out": [
    "UPDATE kalends_sequences SET last = 3",
    ["sequence", "sequence", "sequence"],
  ],
  "an index": ["DROP INDEX kalends_events_by_status_start", ["layout"]],
  "a trigger": ["DROP TRIGGER kalends_events_update_logged", ["layout"]],
  "the values of a document": ["DELETE FROM kalends_document_values WHERE member = 'place'", ["document"]],
  "what finds a series that is not there": [
    "INSERT INTO kalends_series (id, expanded_until) VALUES (777, '2031-01-01'); INSERT INTO kalends_series_links VALUES (777, 'term', 60, 'publish')",
    ["series", "series", "usage term 60"],
  ],
  "the values of a document that is not there": [
    "INSERT INTO kalends_document_values VALUES ('sample/notes', 'place', 9, 'z', 777)",
    ["document"],
  ],
  "the name of an account": ["UPDATE kalends_accounts SET folded_name = 'x'", ["columns account 5"]],
  "the credentials of an account": [
    "INSERT INTO kalends_credentials VALUES ('stolen', 5)",
    ["account account 5"],
  ],
  "the positions of the outbox": [
    "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'kalends_outbox'",
    ["sequence"],
  ],
};

/** Damage to data that cannot be computed from other data. */
const LOST: Readonly<Record<string, Damage>> = {
  "a text that is no record": ["UPDATE kalends_events SET json = '{' WHERE id = 20", ["unreadable event 20"]],
  "a record without members": [
    `UPDATE kalends_venues SET json = '{"id":10}' WHERE id = 10`,
    ["unreadable venue 10"],
  ],
  "the text of another record": [
    "UPDATE kalends_events SET json = (SELECT json FROM kalends_events WHERE id = 21) WHERE id = 20",
    ["unreadable event 20"],
  ],
  "two records with one slug": [
    "UPDATE kalends_events SET claims_slug = 0, json = json_set(json, '$.slug', 'event-21') WHERE id = 20",
    ["slug event 20"],
  ],
  "two records with one external id": [
    "UPDATE kalends_events SET json = json_set(json, '$.externalIds[0].id', '21') WHERE id = 20",
    ["external-id event 20"],
  ],
  "occurrences without their series": [
    "DELETE FROM kalends_event_texts WHERE id = 30; DELETE FROM kalends_event_organizers WHERE event_id = 30; DELETE FROM kalends_event_terms WHERE event_id = 30; DELETE FROM kalends_series_links; DELETE FROM kalends_series; DELETE FROM kalends_events WHERE id = 30; DELETE FROM kalends_records WHERE id = 30",
    ["occurrence event 31", "occurrence event 32", "occurrence event 33", "usage term 61"],
  ],
  "an id of two records": [
    `INSERT INTO kalends_images (id, url, json) SELECT 20, url, json_set(json, '$.id', 20) FROM kalends_images WHERE id = 80`,
    ["id", "id image 20"],
  ],
  "a document": [`UPDATE kalends_documents SET json = 'x'`, ["unreadable"]],
  "an entry of the outbox": ["UPDATE kalends_outbox SET json = ''", ["unreadable"]],
  "a reader of the outbox": ["INSERT INTO kalends_outbox_readers VALUES ('a', 'b', 0, 900)", ["outbox"]],
  "a table": ["DROP TABLE kalends_event_costs", ["storage"]],
  "the table of texts": ["DROP TABLE kalends_venue_texts", ["storage"]],
};

const describeSqlite = stores.some(({ name }) => name.startsWith("sqlite")) ? describe : describe.skip;

describeSqlite("doctor, on damaged SQLite files", () => {
  let directory: string;
  let file: string;
  let store: StoreWithAccounts;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "kalends-"));
    file = join(directory, "calendar.db");
    store = await openSqliteStore(file, { synchronous: "normal", listBudget: 10_000 });
    await saveAll(store);
  });
  afterEach(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });

  const examine = async (): Promise<readonly Finding[]> => {
    const found: Finding[] = [];
    for await (const finding of store.inspection?.check() ?? []) found.push(finding);
    return found;
  };
  const named = (findings: readonly Finding[]): readonly string[] =>
    findings.map(({ kind, record }) => (record === undefined ? kind : `${kind} ${record.kind} ${record.id}`));
  const plant = async (sql: string): Promise<void> => {
    const database = new Database(file);
    database.pragma("foreign_keys = OFF");
    database.exec(sql);
    database.close();
    // The store reads the new state only in the next turn of the event loop.
    await nextTurn();
  };
  /** Returns the results of several lists. */
  const answers = async (withSearch: boolean): Promise<unknown> => [
    await store.events.list(EVERYTHING),
    // Searches run in another thread and take longer than all other reads together.
    withSearch && (await store.events.list({ ...EVERYTHING, search: { all: ["concert"], none: [] } })),
    await store.events.list({ ...EVERYTHING, organizerIds: [11] }),
    await store.venues.list(ALL_LINKED),
    await store.terms.list(allTerms("category")),
    await store.terms.list(allTerms("tag")),
    await store.documents.list({ collection: "sample/notes", member: "place", limit: 9 }),
    await store.images.findByUrl("https://images.example/a.jpg"),
  ];

  for (const round of toRounds(DERIVED)) {
    it(`finds and repairs ${namesOf(round)}`, async () => {
      const withSearch = namesOf(round).includes("text");
      const before = await answers(withSearch);
      for (const [, [sql]] of round) await plant(sql);
      expect(named(await examine())).to.have.members(round.flatMap(([, [, expected]]) => expected));
      for await (const finding of store.inspection?.check() ?? []) await finding.repair?.();
      expect(named(await examine())).to.deep.equal([]);
      expect(await answers(withSearch)).to.deep.equal(before);
    });
  }

  for (const [what, [sql, expected]] of Object.entries(LOST)) {
    it(`reports ${what}, and leaves it`, async () => {
      await plant(sql);
      const found = await examine();
      expect(named(found)).to.include.members(expected);
      for (const finding of found) await finding.repair?.();
      expect(named(await examine())).to.include(expected[0]);
    });
  }

  it("comes to an end where a record says another id than its place", async () => {
    await plant("UPDATE kalends_venues SET id = 12 WHERE id = 10");
    const found: Finding[] = [];
    const site = { dayCutoff: "00:00", recurrenceHorizon: 24, timezone: "UTC" };
    const blobStore = { size: async () => undefined };
    for await (const finding of examineStore({ store, blobStore, clock: { now: () => 0 }, site }))
      found.push(finding);
    expect(named(found)).to.include("unreadable venue 12");
    expect(named(found).at(-1)).to.equal("storage");
    for (const read of [() => store.venues.readAfter(10, 9), () => store.venues.find(12)])
      expect(await read().catch(({ code }) => code)).to.equal("rest_storage_unavailable");
  });
});
