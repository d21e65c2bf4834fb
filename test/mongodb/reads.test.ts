import type { BlobStore, Repositories } from "@kalends/core";
import type { AccountRepository, Outbox } from "@kalends/core/storage";
import {
  ALL_LINKED,
  aChange,
  allTerms,
  anAccount,
  anEvent,
  anImage,
  anOccurrence,
  anOrganizer,
  aSeries,
  aTerm,
  aVenue,
  EVERYTHING,
} from "@kalends/storage-contract";
import { type MongodbStorage, openMongodbStorage } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { Document } from "mongodb";
import { describeWithServer, newDatabase } from "./shared-server.ts";

const READS: ReadonlySet<string> = new Set(["find", "aggregate", "count", "distinct", "listIndexes", "ping"]);

/**
 * Commands of a store that need no time limit: writes, parts of transactions, and continuations of a read
 * that has a time limit.
 */
const OTHERS: ReadonlySet<string> = new Set([
  "abortTransaction",
  "commitTransaction",
  "create",
  "createIndexes",
  "delete",
  "dropIndexes",
  "endSessions",
  "findAndModify",
  "getMore",
  "hello",
  "insert",
  "killCursors",
  "update",
]);

const VISIBLE = { statuses: ["publish"] };
const WITHIN = { center: { lat: 48, lng: 11 }, kilometres: 5 };

/** Calls every read of the repositories and each kind of write, most of which also read. */
const useAll = async (repositories: Repositories): Promise<void> => {
  const { events, venues, organizers, terms, images, ids, outbox, kindOf } = repositories;
  await ids.next("record");
  await ids.reserve("term", 100);
  await ids.last("record");
  await terms.save(aTerm({ id: 31, name: "Music" }));
  await terms.save(aTerm({ id: 32, parentId: 31 }));
  await terms.save(aTerm({ id: 41, taxonomy: "tag" }));
  await venues.save(aVenue({ id: 11, coordinates: WITHIN.center }));
  await organizers.save(anOrganizer({ id: 21 }));
  await images.save(anImage({ id: 51, sourceUrl: "https://images.example/fair.png" }));
  const links = { venueId: 11, organizerIds: [21], categoryIds: [32], tagIds: [41], imageId: 51 };
  await events.save(anEvent({ id: 1, ...links }));
  await events.save(anEvent({ id: 1, ...links, title: "Renamed" }));

  await kindOf(1);
  for (const posts of [events, venues, organizers]) {
    await posts.find(1);
    await posts.findMany([1, 2]);
    await posts.findBySlug("a");
    await posts.readAfter(0, 10);
    await posts.showing(51, 10, VISIBLE);
    await posts.due("2030-01-01 00:00:00", 10);
  }
  const search = { all: ["event"], none: ["other"] };
  const series = aSeries({ id: 2, ...links });
  await events.save(series);
  await events.saveOccurrences([
    anOccurrence(series, { id: 3 }),
    anOccurrence(series, { id: 4, changes: { title: "Other" } }),
  ]);
  await events.reconcileSeries(2, "2030-01-01 00:00:00");
  await events.occurrencesOf(2, "2000-01-01 00:00:00", 10);
  await events.occurrencesAfter(0, 10);
  await events.findOccurrence(2, "2030-01-01 10:00:00");
  await events.nextOccurrences([2], "2000-01-01 00:00:00");
  await events.seriesToExtend("2031-01-01 00:00:00", 0, 10);
  for (const query of [
    {},
    { ids: [1] },
    { search },
    { venueIds: [11] },
    { seriesIds: [2] },
    { firstOfSeries: true },
  ])
    await events.list({ ...EVERYTHING, ...query });
  const { page: _page, perPage: _perPage, order: _order, ...everything } = EVERYTHING;
  for (const conditions of [{}, { ids: [1] }, { search }])
    await events.listAfter({ ...everything, ...conditions }, 0, 10);
  const location = { within: WITHIN, visible: VISIBLE };
  await events.list({ ...EVERYTHING, location, order: "distance" });
  await events.list({ ...EVERYTHING, location: { known: true, visible: VISIBLE } });
  const upcoming = { from: "2030-09-01 00:00:00", clock: "local", visible: VISIBLE } as const;
  for (const linked of [venues, organizers]) {
    await linked.list({ ...ALL_LINKED, eventId: 1, search: ["a"] });
    await linked.list({ ...ALL_LINKED, upcoming, events: { linked: "any", visible: VISIBLE } });
    await linked.findDuplicate("A name", "A description", VISIBLE);
  }
  await venues.list({ ...ALL_LINKED, location, order: "distance" });
  await terms.list({ ...allTerms("category"), hideEmpty: true, eventId: 1, search: "m" });
  await terms.find("category", 31);
  await terms.findMany([31, 41]);
  await terms.findBySlug("category", "music");
  await terms.findByName("category", "Music");
  await terms.withDescendants([31]);
  await terms.ancestors([32]);
  await terms.readAfter(0, 10);
  await images.find(51);
  await images.findMany([51]);
  await images.findByUrl("https://images.example/fair.png");
  await images.list({ page: 1, perPage: 10 });
  await images.readAfter(0, 10);

  await events.unlinkVenue(11);
  await events.unlinkOrganizer(21);
  await terms.remove(31);
  await images.remove(51);
  for (const link of [{ venueId: 11 }, { organizerId: 21 }, { termId: 32 }])
    await events.idsLinkedTo(link, 0, 10);
  await outbox.append([aChange()]);
};

const useOutbox = async (outbox: Outbox): Promise<void> => {
  await outbox.append([aChange()]);
  const { name, position } = await outbox.addConsumer("a", "b");
  await outbox.readAfter(0, 10);
  await outbox.findMany([1, 2]);
  await outbox.advance(name, position + 1);
  await outbox.saveFailure({
    ...{ reader: name, position: 1, kind: "event", recordId: 1, attempts: 1, dueAt: 0, error: "" },
    isSetAside: false,
  });
  await outbox.failures(name, false, 0, 10);
  await outbox.removeFailure(name, 1);
  await outbox.last();
  await outbox.removeOlder(Number.MAX_SAFE_INTEGER, 10);
  await outbox.removedUntil();
  await outbox.consumers();
  await outbox.removeConsumer(name);
};

const useAccounts = async (accounts: AccountRepository): Promise<void> => {
  await accounts.ids.next("account");
  await accounts.save(anAccount({ id: 61 }));
  await accounts.find(61);
  await accounts.findByName("somebody");
  await accounts.findByCredential("abc");
  await accounts.list();
  await accounts.remove(61);
};

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const useBlobs = async (blobs: BlobStore): Promise<void> => {
  await blobs.put("one.png", piecesOf(new Uint8Array(2 ** 21)));
  await blobs.size("one.png");
  for await (const piece of (await blobs.read("one.png")) ?? []) expect(piece).to.be.instanceOf(Uint8Array);
  await blobs.readAfter("", 10);
  await blobs.remove("one.png");
};

/** Runs `work` with a new database. Checks that every read has a time limit. */
const expectToEnd = async (work: (storage: MongodbStorage) => Promise<unknown>): Promise<void> => {
  const commands: Document[] = [];
  const storage = await openMongodbStorage(await newDatabase(), {
    onCommand: (command) => commands.push({ ...command }),
  });
  try {
    await work(storage);
  } finally {
    await storage.store.close();
  }
  const kindOf = (command: Document): string => Object.keys(command)[0] ?? "";
  const kinds = [...new Set(commands.map(kindOf))];
  expect(kinds.filter((kind) => !READS.has(kind) && !OTHERS.has(kind))).to.deep.equal([]);
  const reads = commands.filter((command) => READS.has(kindOf(command)));
  expect(reads.length).to.be.at.least(2);
  expect(reads.filter(({ maxTimeMS }) => !(maxTimeMS > 0 && maxTimeMS <= 10_000))).to.deep.equal([]);
};

describeWithServer("the reads of store-mongodb", () => {
  it("end in time, one by one", () => expectToEnd(({ store }) => useAll(store)));

  it("end in time when they are sent together", () =>
    expectToEnd(({ store: { events, venues, organizers, terms } }) =>
      Promise.all([
        ...[events, venues, organizers].flatMap((posts) => [posts.findMany([1, 2]), posts.find(3)]),
        terms.findMany([1, 2]),
      ]),
    ));

  it("end in time when what happened is read", () => expectToEnd(({ store }) => useOutbox(store.outbox)));

  it("end in time inside a unit of work", () => expectToEnd(({ store }) => store.transaction(useAll)));

  it("end in time when accounts are read, also inside a unit of work", () =>
    expectToEnd(async ({ store }) => {
      const accounts = await store.openAccounts();
      await useAccounts(accounts);
      await accounts.transaction(useAccounts);
    }));

  it("end in time when the files of images are read", () =>
    expectToEnd(async ({ openBlobStore }) => useBlobs(await openBlobStore())));

  it("end in time when the database is opened, asked for its health and cleared of old indexes", () =>
    expectToEnd(async ({ store, openBlobStore, listOldIndexes, dropOldIndexes }) => {
      await openBlobStore();
      await store.ping();
      await listOldIndexes();
      await dropOldIndexes();
    }));
});
