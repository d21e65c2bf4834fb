import type { CalendarEvent } from "@kalends/core";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import {
  anAccount,
  anEvent,
  anImage,
  anOrganizer,
  aTerm,
  aVenue,
  EVERYTHING,
} from "@kalends/storage-contract";
import { openMongodbStore } from "@kalends/store-mongodb";
import { expect } from "chai";
import { describeWithServer, newDatabase } from "./shared-server.ts";

const VISIBLE = { statuses: ["publish"] };

/** True if the value itself is frozen. Values inside it are not checked. */
const isFrozen = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozen));

describeWithServer("the records of store-mongodb", () => {
  let address: string;
  let store: StoreWithAccounts;
  let other: Store;
  before(async () => {
    address = await newDatabase();
    store = await openMongodbStore(address);
    other = await openMongodbStore(address);
    await store.transaction(async ({ events, venues, organizers, terms, images }) => {
      await venues.save(aVenue({ id: 11, coordinates: { lat: 48, lng: 11 } }));
      await organizers.save(anOrganizer({ id: 21 }));
      await terms.save(aTerm({ id: 31 }));
      await images.save(anImage({ id: 51 }));
      await events.save(
        anEvent({
          id: 1,
          venueId: 11,
          organizerIds: [21],
          categoryIds: [31],
          extensions: { own: { a: [1] } },
        }),
      );
    });
  });
  after(() => Promise.all([store.close(), other.close()]));

  /** All ways to read the event. */
  const ways: Readonly<Record<string, (from: Store) => Promise<CalendarEvent | undefined>>> = {
    find: ({ events }) => events.find(1),
    findMany: async ({ events }) => (await events.findMany([1, 2]))[0],
    findBySlug: async ({ events }) => events.findBySlug((await events.find(1))?.slug ?? ""),
    readAfter: async ({ events }) => (await events.readAfter(0, 1))[0],
    list: async ({ events }) => (await events.list(EVERYTHING)).items[0],
    "a search": async ({ events }) =>
      (await events.list({ ...EVERYTHING, search: { all: ["event"], none: [] } })).items[0],
    "a look-up among others": async ({ events, venues, terms }) =>
      (await Promise.all([events.findMany([1]), venues.findMany([11]), terms.findMany([31])]))[0][0],
    "a unit of work": ({ transaction }) => transaction(({ events }) => events.find(1)),
  };
  for (const [name, way] of Object.entries(ways)) {
    it(`are the same object as long as they are the same, by ${name}`, async () => {
      const known = await store.events.find(1);
      expect(known).to.deep.include({ id: 1, venueId: 11, extensions: { own: { a: [1] } } });
      expect(await way(store)).to.equal(known);
      expect(isFrozen(known)).to.equal(true);
    });
  }

  it("are the same object in all collections but those of accounts", async () => {
    const all = async () => [
      await store.venues.find(11),
      (await store.venues.list({ page: 1, perPage: 1, visible: VISIBLE })).items[0],
      (await store.organizers.findMany([21]))[0],
      await store.terms.find("category", 31),
      await store.images.find(51),
    ];
    const first = await all();
    expect(first).not.to.include(undefined);
    expect(first[0]).to.equal(first[1]);
    for (const [index, record] of (await all()).entries())
      expect(record, String(index)).to.equal(first[index]);
    const accounts = await store.openAccounts();
    await accounts.save(anAccount({ id: 61 }));
    const account = await accounts.find(61);
    expect((await accounts.find(61)) === account).to.equal(false);
  });

  it("are another one once another process has changed them, and only those", async () => {
    const [venue, event] = [await store.venues.find(11), await store.events.find(1)];
    await other.venues.save(aVenue({ id: 11, name: "Renamed" }));
    const [changed, same] = [await store.venues.find(11), await store.events.find(1)];
    expect(changed?.name).to.equal("Renamed");
    expect(changed).not.to.equal(venue);
    expect(same).to.equal(event);
    await other.venues.save(aVenue({ id: 11, name: "Back" }));
    expect((await store.venues.find(11))?.name).to.equal("Back");
  });

  it("are never those of a unit of work that failed", async () => {
    await store
      .transaction(async ({ venues }) => {
        await venues.save(aVenue({ id: 11, name: "Never" }));
        expect((await venues.find(11))?.name).to.equal("Never");
        throw new Error("No.");
      })
      .catch(() => undefined);
    expect((await store.venues.find(11))?.name).to.equal("Back");
  });

  it("are kept apart by collection, also where ids are the same", async () => {
    await store.terms.save(aTerm({ id: 11, name: "Eleven" }));
    const [[venue], [term]] = await Promise.all([store.venues.findMany([11]), store.terms.findMany([11])]);
    expect([venue?.name, term?.name]).to.deep.equal(["Back", "Eleven"]);
  });

  it("are kept in as much memory as there is, or not at all", async () => {
    for (const [cacheMemory, isKept] of [
      [0, false],
      [100, false],
      [100_000, true],
    ] as const) {
      const bounded = await openMongodbStore(address, { cacheMemory });
      const event = await bounded.events.find(1);
      expect(await bounded.events.find(1), String(cacheMemory)).to.deep.equal(event);
      expect((await bounded.events.find(1)) === event, String(cacheMemory)).to.equal(isKept);
      await bounded.close();
    }
  });

  it("give way to others where memory is short", async () => {
    await store.transaction(async ({ organizers }) => {
      for (let id = 1001; id <= 1060; id += 1) await organizers.save(anOrganizer({ id }));
    });
    const bounded = await openMongodbStore(address, { cacheMemory: 20_000 });
    const first = await bounded.organizers.find(1001);
    expect(await bounded.organizers.find(1001)).to.equal(first);
    await bounded.organizers.readAfter(1001, 100);
    const again = await bounded.organizers.find(1001);
    expect(again).to.deep.equal(first);
    expect(again === first).to.equal(false);
    await bounded.close();
  });
});
