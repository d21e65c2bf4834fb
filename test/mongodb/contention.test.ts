import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import { allTerms, anEvent, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { openMongodbStore } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { Db, Document } from "mongodb";
import { createGate } from "../stores/gate.ts";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

const CLIENTS = 16;
const CREATES = 200;

const LINKS = { venueId: 11, organizerIds: [21], categoryIds: [31, 32], tagIds: [41, 42] };

/**
 * Creates an event with the same store calls as a request: it reads linked records, takes an id, checks the
 * slug, stores the event and reads it.
 */
const create = (store: Store): Promise<unknown> =>
  store.transaction(async ({ events, venues, organizers, terms, ids }) => {
    await venues.findMany([11]);
    await organizers.findMany([21]);
    await terms.findByName("tag", "Jazz");
    const id = await ids.next("record");
    await events.findBySlug(`event-${id}`);
    await events.save(anEvent({ id, slug: `event-${id}`, ...LINKS }));
    return Promise.all([venues.findMany([11]), terms.findMany([31, 32, 41, 42])]);
  });

const usageOf = async (store: Store): Promise<readonly unknown[]> =>
  (await store.terms.findMany([31, 32, 41, 42])).map(({ usage }) => usage.publish ?? 0);

describeWithServer("units of work of store-mongodb that link to the same records", () => {
  let address: string;
  let db: Db;
  let store: StoreWithAccounts;
  let commands: Document[];
  beforeEach(async () => {
    address = await newDatabase();
    db = (await sharedClient()).db(new URL(address).pathname.slice(1));
    commands = [];
    store = await openMongodbStore(address, { onCommand: (command) => commands.push({ ...command }) });
    await store.transaction(async ({ venues, organizers, terms, ids }) => {
      await ids.reserve("record", 1000);
      await venues.save(aVenue({ id: 11 }));
      await organizers.save(anOrganizer({ id: 21 }));
      for (const id of [31, 32]) await terms.save(aTerm({ id }));
      for (const id of [41, 42]) await terms.save(aTerm({ id, taxonomy: "tag", name: "Jazz" }));
    });
  });
  afterEach(() => store.close());

  /** Runs all creates. The number of concurrent ones is the number of clients. */
  const createAll = (stores: readonly Store[]): Promise<unknown> => {
    let left = CREATES;
    const client = async (own: Store): Promise<void> => {
      for (; left > 0; left -= 1) await create(own);
    };
    return Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => client(stores[index % stores.length] ?? store)),
    );
  };

  it("never conflict when they only add", async () => {
    await createAll([store]);
    expect(commands.filter((command) => "abortTransaction" in command)).to.deep.equal([]);
    const { total } = await store.terms.list(allTerms("category"));
    expect(total).to.equal(2);
    const created = (await store.events.readAfter(0, 1000)).length;
    expect(created).to.be.at.least(CREATES);
    expect(await usageOf(store)).to.deep.equal([created, created, created, created]);
  }).timeout(120_000);

  it("count exactly, in two processes, while changes are added to their terms", async () => {
    const other = await openMongodbStore(address);
    await createAll([store, other]);
    const created = (await store.events.readAfter(0, 1000)).length;
    for (const from of [store, other])
      expect(await usageOf(from)).to.deep.equal([created, created, created, created]);
    await other.close();
    expect(await usageOf(store)).to.deep.equal([created, created, created, created]);
    // Closing the store has added all pending changes of usage counts.
    expect(await db.collection("usage").countDocuments()).to.equal(0);
    const documents = await db.collection("terms").find().toArray();
    expect(documents.map(({ usage }) => usage.publish)).to.deep.equal([created, created, created, created]);
  }).timeout(120_000);

  it("show a count that only grows while others create and changes are added up", async () => {
    const reader = await openMongodbStore(address);
    let isDone = false;
    const creating = createAll([store]).finally(() => {
      isDone = true;
    });
    let seen = 0;
    while (!isDone) {
      const [counts, page] = [
        await usageOf(reader),
        await reader.terms.list({ ...allTerms("tag"), order: { by: "count", descending: true } }),
      ];
      for (const count of counts) expect(count).to.be.at.least(seen);
      seen = Math.max(...(counts as number[]));
      expect(page.items[0]?.usage.publish ?? 0).to.be.at.least(seen);
    }
    await creating;
    await reader.close();
  }).timeout(120_000);

  it("count what changes status, is hidden or taken off, and what is not in a term's document yet", async () => {
    await store.events.save(anEvent({ id: 1, ...LINKS }));
    await store.events.save(anEvent({ id: 2, ...LINKS, status: "draft" }));
    await store.events.save(anEvent({ id: 1, ...LINKS, status: "pending" }));
    await store.events.save(anEvent({ id: 2, ...LINKS, status: "draft", categoryIds: [31] }));
    const [first, second] = await Promise.all([
      store.terms.find("category", 31),
      store.terms.findBySlug("category", aTerm({ id: 32 }).slug),
    ]);
    expect(first?.usage).to.include({ pending: 1, draft: 1 });
    expect(second?.usage).to.include({ pending: 1, draft: 0 });
    const query = { ...allTerms("category"), countedStatuses: ["draft"], hideEmpty: true };
    expect((await store.terms.list(query)).items.map(({ id }) => id)).to.deep.equal([31]);
  });

  it("count the events that had the id of a term before there was one", async () => {
    await store.events.save(anEvent({ id: 1, categoryIds: [39] }));
    await store.terms.save(aTerm({ id: 39 }));
    expect((await store.terms.find("category", 39))?.usage).to.include({ publish: 1 });
    await store.close();
    store = await openMongodbStore(address);
    expect((await store.terms.find("category", 39))?.usage).to.include({ publish: 1 });
  });

  it("answer terms that have not changed as the same objects, also before changes are added to them", async () => {
    await store.events.save(anEvent({ id: 1, ...LINKS }));
    const known = await store.terms.findMany([31, 41]);
    expect((await store.terms.findMany([31, 41])).map((term) => known.includes(term))).to.deep.equal([
      true,
      true,
    ]);
    await store.events.save(anEvent({ id: 2, ...LINKS, categoryIds: [] }));
    const again = await store.terms.findMany([31, 41]);
    expect(again.find(({ id }) => id === 31)).to.equal(known.find(({ id }) => id === 31));
    expect(again.find(({ id }) => id === 41)?.usage.publish).to.equal(2);
  });

  const removals: Readonly<
    Record<string, (unit: Parameters<Parameters<Store["transaction"]>[0]>[0]) => Promise<unknown>>
  > = {
    async "a venue"({ events, venues }) {
      await events.unlinkVenue(11);
      await venues.save(aVenue({ id: 11, status: "trash" }));
    },
    async "an organizer"({ events, organizers }) {
      await events.unlinkOrganizer(21);
      await organizers.save(anOrganizer({ id: 21, status: "trash" }));
    },
    "a category": ({ terms }) => terms.remove(31),
  };
  for (const [name, remove] of Object.entries(removals)) {
    it(`never leave a link to ${name} that another process takes away meanwhile`, async () => {
      const other = await openMongodbStore(address);
      const gates = [createGate(), createGate()];
      const bothHaveRead = () => Promise.all(gates.map(({ passed }) => passed));
      // Several transactions add links concurrently. Each has read the linked record before it is removed.
      let begun = 0;
      const linking = Array.from({ length: CLIENTS }, (_, index) =>
        store.transaction(async ({ events, venues, organizers, terms }) => {
          const [venue] = await venues.findMany([11]);
          const [organizer] = await organizers.findMany([21]);
          const category = await terms.find("category", 31);
          begun += 1;
          if (begun === CLIENTS) gates[0]?.open();
          await bothHaveRead();
          await events.save(
            anEvent({
              id: 100 + index,
              ...(venue?.status === "publish" && { venueId: 11 }),
              organizerIds: organizer?.status === "publish" ? [21] : [],
              categoryIds: category === undefined ? [] : [31],
            }),
          );
        }),
      );
      const removing = other.transaction(async (unit) => {
        await unit.events.find(1);
        gates[1]?.open();
        await bothHaveRead();
        await remove(unit);
      });
      await Promise.all([...linking, removing]);
      const events = await store.events.readAfter(0, 1000);
      expect(events).to.have.length(CLIENTS);
      const linked = { "a venue": "venueId", "an organizer": "organizerIds", "a category": "categoryIds" }[
        name
      ];
      for (const event of events)
        expect([Reflect.get(event, linked ?? "") ?? []].flat(), `event ${event.id}`).to.deep.equal([]);
      await other.close();
    }).timeout(120_000);
  }
});
