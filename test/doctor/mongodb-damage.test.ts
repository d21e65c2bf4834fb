import type { Finding, StoreWithAccounts } from "@kalends/core/storage";
import { ALL_LINKED, allTerms, EVERYTHING } from "@kalends/storage-contract";
import { openMongodbStore } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { Db } from "mongodb";
import { newDatabase, sharedClient } from "../mongodb/shared-server.ts";
import { stores } from "../stores.ts";
import { saveAll } from "./calendar-of-all.ts";
import { namesOf, toRounds } from "./rounds.ts";

/** Change that damages the database, and the findings that it must cause. */
type Damage = readonly [plant: (db: Db) => Promise<unknown>, findings: readonly string[]];
type Numbered = { readonly _id: number };
type Named = { readonly _id: string };

const set =
  (collection: string, id: number, change: object) =>
  (db: Db): Promise<unknown> =>
    db.collection<Numbered>(collection).updateOne({ _id: id }, { $set: change });

/** Damage to derived data. It can be repaired. */
const DERIVED: Readonly<Record<string, Damage>> = {
  "what an event is listed by": [set("events", 20, { "derived.listed": "draft" }), ["columns event 20"]],
  "the text of an event": [
    set("events", 20, { "derived.text": "x", "derived.grams": [] }),
    ["columns event 20"],
  ],
  "the values of an event": [set("events", 21, { "derived.values": {} }), ["columns event 21"]],
  "what an occurrence has of its series": [
    set("events", 32, { status: "draft" }),
    ["columns event 32", "series event 30"],
  ],
  "the place of a venue": [set("venues", 10, { "derived.cells": ["x"] }), ["columns venue 10"]],
  "the name of an organizer": [
    set("organizers", 11, { "derived.foldedName": "x" }),
    ["columns organizer 11"],
  ],
  "the name of a term": [set("terms", 61, { "derived.lowerName": "x" }), ["columns term 61"]],
  "the name of an account": [set("accounts", 5, { "derived.foldedName": "x" }), ["columns account 5"]],
  "a slug that nobody holds": [
    (db) => db.collection<Named>("claims").deleteOne({ _id: "event/event-20" }),
    ["slug event 20"],
  ],
  "a slug that another record holds": [
    (db) => db.collection<Named>("claims").updateOne({ _id: "event/event-20" }, { $set: { holder: 999 } }),
    ["slug event 20", "slug"],
  ],
  "a slug of no record": [
    (db) => db.collection<Named>("claims").insertOne({ _id: "venue/nowhere", holder: 10 } as Named),
    ["slug"],
  ],
  "the external ids that an event is found by": [
    set("events", 22, { "derived.externalIds": ["crm x"] }),
    ["columns event 22"],
  ],
  "an external id that nobody holds": [
    (db) => db.collection<Named>("claims").deleteOne({ _id: "external/event/crm 20" }),
    ["external-id event 20"],
  ],
  "an external id of no record": [
    (db) => db.collection<Named>("claims").insertOne({ _id: "external/tag/crm gone", holder: 62 } as Named),
    ["external-id"],
  ],
  "an id that is not known": [
    (db) => db.collection<Named>("claims").deleteOne({ _id: "record/20" }),
    ["id event 20"],
  ],
  "an id of no record": [
    (db) => db.collection<Named>("claims").insertOne({ _id: "record/299", kind: "event" } as Named),
    ["id"],
  ],
  "how often a term is used": [set("terms", 62, { "usage.publish": 9 }), ["usage term 62"]],
  "the text of a series": [set("series", 30, { "derived.text": "x" }), ["series event 30"]],
  "the terms of a series": [set("series", 30, { counted: [] }), ["series event 30", "usage term 61"]],
  "the values of a document": [
    (db) => db.collection("pluginValues").deleteMany({ member: "place" }),
    ["document"],
  ],
  "what finds a series that is not there": [
    (db) =>
      db
        .collection<Numbered>("series")
        .insertOne({ _id: 777, counted: [{ term: 60, status: "publish" }] } as Numbered),
    ["series", "usage term 60"],
  ],
  "the values of a document that is not there": [
    (db) =>
      db.collection<Named>("pluginValues").insertOne({ _id: "x", document: "gone", member: "a" } as Named),
    ["document"],
  ],
  "an index": [(db) => db.collection("events").dropIndex("kalends_list_all_utc"), ["layout"]],
  "the ids that were handed out": [
    (db) =>
      db
        .collection<Named>("sequences")
        .updateMany({ _id: { $in: ["record", "term", "account"] } }, { $set: { last: 3 } }),
    ["sequence", "sequence", "sequence"],
  ],
  "the numbers of the outbox": [
    (db) => db.collection<Named>("sequences").updateOne({ _id: "outboxEntry" }, { $set: { last: 0 } }),
    ["sequence"],
  ],
};

/** Damage to data that cannot be computed from other data. */
const LOST: Readonly<Record<string, Damage>> = {
  "a record that cannot be read": [set("events", 20, { extensions: "{" }), ["unreadable event 20"]],
  "a record without members": [
    (db) => db.collection<Numbered>("venues").replaceOne({ _id: 10 }, { extensions: "{}" }),
    ["unreadable venue 10"],
  ],
  "two records with one slug": [set("events", 22, { slug: "event-21" }), ["slug event 22"]],
  "two records with one external id": [
    set("events", 22, { externalIds: [{ source: "crm", id: "21" }] }),
    ["external-id event 22"],
  ],
  "occurrences without their series": [
    (db) => db.collection<Numbered>("events").deleteOne({ _id: 30 }),
    ["occurrence event 31", "occurrence event 32", "occurrence event 33"],
  ],
  "an entry of the outbox": [
    (db) => db.collection("outbox").updateOne({}, { $set: { json: "{" } }),
    ["unreadable"],
  ],
  "a reader of the outbox": [
    (db) => db.collection<Named>("outboxReaders").insertOne({ _id: "a", position: 900 } as Named),
    ["outbox"],
  ],
  "a document": [
    (db) => db.collection("pluginDocuments").updateOne({}, { $set: { value: "{" } }),
    ["unreadable"],
  ],
};

if (stores.some(({ name }) => name === "mongodb")) {
  describe("doctor, on damaged MongoDB databases", function () {
    this.timeout(30_000);
    let db: Db;
    let store: StoreWithAccounts;

    before(async () => {
      const { pathname } = new URL(await newDatabase());
      db = (await sharedClient()).db(pathname.slice(1));
      // Without a cache, every read goes to the database.
      store = await openMongodbStore({ db, prefix: "" }, { cacheMemory: 0 });
    });
    beforeEach(() => saveAll(store));
    afterEach(async () => {
      for (const collection of await db.collections())
        if (collection.collectionName !== "layout")
          // The store has already reserved numbers of this sequence.
          await collection.deleteMany({ _id: { $ne: "outboxEntry" } } as object);
    });
    after(async () => {
      await store.close();
      await db.dropDatabase();
    });

    const examine = async (): Promise<readonly Finding[]> => {
      const found: Finding[] = [];
      for await (const finding of store.inspection?.check() ?? []) found.push(finding);
      return found;
    };
    const named = (findings: readonly Finding[]): readonly string[] =>
      findings.map(({ kind, record }) =>
        record === undefined ? kind : `${kind} ${record.kind} ${record.id}`,
      );
    /** Returns the results of several lists. */
    const answers = async (): Promise<unknown> => [
      await store.events.list(EVERYTHING),
      await store.events.list({ ...EVERYTHING, search: { all: ["concert"], none: [] } }),
      await store.venues.list(ALL_LINKED),
      await store.terms.list(allTerms("category")),
      await store.terms.list(allTerms("tag")),
      await store.documents.list({ collection: "sample/notes", member: "place", limit: 9 }),
    ];

    for (const round of toRounds(DERIVED)) {
      it(`finds and repairs ${namesOf(round)}`, async () => {
        const before = await answers();
        for (const [, [plant]] of round) await plant(db);
        expect(named(await examine())).to.have.members(round.flatMap(([, [, expected]]) => expected));
        for await (const finding of store.inspection?.check() ?? []) await finding.repair?.();
        expect(named(await examine())).to.deep.equal([]);
        expect(await answers()).to.deep.equal(before);
      });
    }

    for (const round of toRounds(LOST)) {
      it(`reports ${namesOf(round)}, and leaves it`, async () => {
        for (const [, [plant]] of round) await plant(db);
        const found = await examine();
        expect(named(found)).to.include.members(round.flatMap(([, [, expected]]) => expected));
        for (const finding of found) await finding.repair?.();
        expect(named(await examine())).to.include.members(round.flatMap(([, [, [first]]]) => first));
      });
    }
  });
}
