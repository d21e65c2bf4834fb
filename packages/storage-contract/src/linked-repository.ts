import type { LinkedQuery, Organizer, Store, Venue, VenueRepository, Visibility } from "@kalends/core";
import { expect } from "chai";
import { ALL_LINKED, anEvent, type EventFields, STATUSES } from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";
import { type PostKind, postRepositoryContract } from "./post-repository.ts";

/** What a suite must know of venues or organizers to test what both have in common. */
export interface LinkedKind<T extends Venue | Organizer> extends PostKind<T, LinkedQuery> {
  readonly repository: (store: Store) => ReturnType<PostKind<T, LinkedQuery>["repository"]> & {
    readonly findDuplicate: (
      name: string,
      description?: string,
      visible?: Visibility,
    ) => Promise<T | undefined>;
  };
  readonly make: (fields?: Partial<Pick<Venue & Organizer, keyof Venue & keyof Organizer>>) => T;
  /** The links of an event to these records. */
  readonly linkedTo: (...ids: readonly number[]) => EventFields;
}

/** What the repositories of venues and organizers have in common: both are linked to events. */
export const linkedRepositoryContract = <T extends Venue | Organizer>(
  open: OpenStore,
  kind: LinkedKind<T>,
): void => {
  postRepositoryContract(open, kind);
  duplicates(open, kind);
  linkedLists(open, kind);
};

const duplicates = <T extends Venue | Organizer>(
  open: OpenStore,
  { repository, make }: LinkedKind<T>,
): void => {
  const store = storeForEach(open);
  const duplicate = async (
    ...texts: Parameters<VenueRepository["findDuplicate"]>
  ): Promise<number | undefined> => (await repository(store()).findDuplicate(...texts))?.id;

  it("finds the duplicate of a name: the lowest id whose name is equal when folded", async () => {
    for (const [id, name] of [
      [3, "Café Straße"],
      [2, "CAFE STRASSE"],
      [4, "Café"],
      [5, "100%"],
      [6, "がく"],
    ] as const)
      await repository(store()).save(make({ id, name }));
    expect(await duplicate("café strasse")).to.equal(2);
    expect(await duplicate("  Cafe\u0301 Straße ")).to.equal(2);
    expect(await duplicate("Cafe")).to.equal(4);
    expect(await duplicate("Caf")).to.equal(undefined);
    expect(await duplicate("Caf%")).to.equal(undefined);
    expect(await duplicate("100_")).to.equal(undefined);
    expect(await duplicate("100%")).to.equal(5);
    expect(await duplicate("かく")).to.equal(undefined);
    expect(await repository(store()).findDuplicate("がく")).to.deep.equal(make({ id: 6, name: "がく" }));
  });

  it("compares the description, too, where one is given", async () => {
    await repository(store()).save(make({ id: 1, name: "Hall", description: "<p>Old</p>" }));
    await repository(store()).save(make({ id: 2, name: "hall", description: "<p>Néw</p>" }));
    expect(await duplicate("Hall")).to.equal(1);
    expect(await duplicate("Hall", "<P>NEW</p>")).to.equal(2);
    expect(await duplicate("Hall", "<p>other</p>")).to.equal(undefined);
    expect(await duplicate("Hall", "")).to.equal(undefined);
  });

  it("takes duplicates in every status but the trash, by their name of today", async () => {
    for (const [index, status] of STATUSES.entries())
      await repository(store()).save(make({ id: index + 1, name: `Hall ${status}`, status }));
    for (const [index, status] of STATUSES.entries())
      expect(await duplicate(`hall ${status}`), status).to.equal(status === "trash" ? undefined : index + 1);
    await repository(store()).save(make({ id: 1, name: "Renamed" }));
    expect(await duplicate("Hall publish")).to.equal(undefined);
    expect(await duplicate("renamed")).to.equal(1);
  });

  it("takes the lowest duplicate of those that are visible, where it is told which are", async () => {
    await repository(store()).save(make({ id: 1, name: "Hall", status: "draft", author: 7, slug: "a" }));
    await repository(store()).save(make({ id: 2, name: "Hall", status: "draft", author: 8, slug: "b" }));
    await repository(store()).save(make({ id: 3, name: "Hall", slug: "c" }));
    const byOwn = { statuses: ["publish"], own: { author: 8, statuses: ["draft"] } };
    expect(await duplicate("Hall", undefined, byOwn)).to.equal(2);
    expect(await duplicate("Hall", undefined, { statuses: ["publish"] })).to.equal(3);
    expect(await duplicate("Hall", undefined, { statuses: ["private"] })).to.equal(undefined);
  });
};

const linkedLists = <T extends Venue | Organizer>(
  open: OpenStore,
  { repository, make, linkedTo }: LinkedKind<T>,
): void => {
  const store = storeForEach(open);
  const listed = async (query: Partial<LinkedQuery> = {}): Promise<readonly number[]> => {
    const { items, total } = await repository(store()).list({ ...ALL_LINKED, ...query });
    expect(total).to.equal(items.length);
    return items.map(({ id }) => id);
  };
  const saveAll = async (...ids: readonly number[]): Promise<void> => {
    for (const id of ids) expect(await repository(store()).save(make({ id }))).to.equal(true);
  };
  const link = async (fields: EventFields, ...ids: readonly number[]): Promise<void> => {
    expect(await store().events.save(anEvent({ ...linkedTo(...ids), ...fields }))).to.equal(true);
  };
  const visible = { statuses: ["publish"] };

  it("lists the newest publication date first, ties by the higher id, and counts every match", async () => {
    for (const [id, day] of [
      [1, 2],
      [2, 3],
      [3, 2],
      [4, 1],
    ] as const)
      await repository(store()).save(make({ id, date: `2029-01-0${day} 00:00:00` }));
    expect(await listed()).to.deep.equal([2, 3, 1, 4]);
    const page = await repository(store()).list({ ...ALL_LINKED, page: 2, perPage: 3 });
    expect(page).to.deep.equal({ items: [make({ id: 4, date: "2029-01-01 00:00:00" })], total: 4 });
    for (const far of [3, 1e9, Number.MAX_SAFE_INTEGER])
      expect(await repository(store()).list({ ...ALL_LINKED, page: far, perPage: 200 })).to.deep.equal({
        items: [],
        total: 4,
      });
  });

  it("shows statuses to anybody, and others to their author alone", async () => {
    for (const [index, status] of STATUSES.entries())
      await repository(store()).save(make({ id: index + 1, status, author: 2 }));
    expect(await listed({ visible })).to.deep.equal([1]);
    expect(await listed({ visible: { statuses: [] } })).to.deep.equal([]);
    const statuses = ["draft", "private"];
    expect(await listed({ visible: { ...visible, own: { author: 2, statuses } } })).to.deep.equal([5, 3, 1]);
    expect(await listed({ visible: { ...visible, own: { author: 3, statuses } } })).to.deep.equal([1]);
  });

  it("lists those linked to an event, whatever its status", async () => {
    await saveAll(101, 102);
    await link({ id: 1, status: "trash", hideFromListings: true }, 101);
    await link({ id: 2 });
    expect(await listed({ eventId: 1 })).to.deep.equal([101]);
    expect(await listed({ eventId: 2 })).to.deep.equal([]);
    expect(await listed({ eventId: 99 })).to.deep.equal([]);
    await link({ id: 1, slug: "moved" }, 102);
    expect(await listed({ eventId: 1 })).to.deep.equal([102]);
  });

  it("lists those with and without visible events, hidden ones included", async () => {
    await saveAll(101, 102, 103, 104);
    await link({ id: 1 }, 101);
    await link({ id: 2, status: "draft", author: 7 }, 102);
    await link({ id: 3, hideFromListings: true }, 103);
    expect(await listed({ events: { linked: "any", visible } })).to.deep.equal([103, 101]);
    expect(await listed({ events: { linked: "none", visible } })).to.deep.equal([104, 102]);
    const own = { ...visible, own: { author: 7, statuses: ["draft"] } };
    expect(await listed({ events: { linked: "any", visible: own } })).to.deep.equal([103, 102, 101]);
    expect(await listed({ events: { linked: "none", visible: own } })).to.deep.equal([104]);
    const nothing = { statuses: [] };
    expect(await listed({ events: { linked: "any", visible: nothing } })).to.deep.equal([]);
    expect(await listed({ events: { linked: "none", visible: nothing } })).to.have.length(4);
  });

  it("lists those with an upcoming event that is listed, by wall clock or UTC", async () => {
    await saveAll(101, 102, 103, 104, 105);
    const now = "2030-01-01 10:00:00";
    await link({ id: 1, start: now }, 101);
    await link({ id: 2, start: "2030-01-01 09:59:59" }, 102);
    await link({ id: 3, start: now, hideFromListings: true }, 103);
    await link({ id: 4, start: now, status: "draft", author: 7 }, 104);
    await link({ id: 5, start: "2030-01-01 12:00:00", utcStart: "2030-01-01 03:00:00" }, 105);
    await link({ id: 6, start: "2030-01-01 06:00:00", utcStart: "2030-01-01 14:00:00" }, 102);
    const upcoming = { from: now, clock: "local" as const, visible };
    expect(await listed({ upcoming })).to.deep.equal([105, 101]);
    expect(await listed({ upcoming: { ...upcoming, clock: "utc" } })).to.deep.equal([102, 101]);
    const own = { ...visible, own: { author: 7, statuses: ["draft"] } };
    expect(await listed({ upcoming: { ...upcoming, visible: own } })).to.deep.equal([105, 104, 101]);
  });

  it("wants all fragments of a search in one field", async () => {
    await repository(store()).save(make({ id: 1, name: "100, Avenue du Temple" }));
    await repository(store()).save(make({ id: 2, name: "Temple", description: "<p>avenue</p>" }));
    await repository(store()).save(make({ id: 3, name: "Ville", website: "https://temple.example/Avénue" }));
    expect(await listed({ search: ["temple", "avenue"] })).to.deep.equal([3, 1]);
    expect(await listed({ search: ["temple"] })).to.deep.equal([3, 2, 1]);
    expect(await listed({ search: ["le"] })).to.deep.equal([3, 2, 1]);
    expect(await listed({ search: ["1"] })).to.deep.equal([1]);
    expect(await listed({ search: ["avenue", "x"] })).to.deep.equal([3]);
    expect(await listed({ search: ["absent"] })).to.deep.equal([]);
    expect(await listed({ search: [] })).to.deep.equal([3, 2, 1]);
    await repository(store()).save(make({ id: 1, name: "Somewhere" }));
    expect(await listed({ search: ["temple", "avenue"] })).to.deep.equal([3]);
  });

  it("combines filters", async () => {
    await saveAll(101, 102);
    await link({ id: 1 }, 101);
    await link({ id: 2, status: "draft" }, 102);
    expect(await listed({ eventId: 2, events: { linked: "any", visible } })).to.deep.equal([]);
    expect(await listed({ eventId: 2, events: { linked: "none", visible } })).to.deep.equal([102]);
  });
};
