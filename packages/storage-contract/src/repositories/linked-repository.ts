import type { Organizer, Venue } from "@kalends/core";
import type { LinkedQuery, OrganizerRepository, Store, VenueRepository } from "@kalends/core/storage";
import { expect } from "chai";
import { ALL_LINKED, anEvent, anOrganizer, aVenue, STATUSES } from "../fixtures.ts";
import { idsOf, type OpenStore, storeForEach } from "../opened.ts";
import { type PostKind, postRepositoryContract } from "./post-repository.ts";

type CommonFields = Partial<Pick<Venue & Organizer, keyof Venue & keyof Organizer>>;

/** Values for the tests that venues and organizers have in common. */
interface LinkedKind<T extends Venue | Organizer> extends PostKind<T, LinkedQuery> {
  readonly repository: (
    store: Store,
  ) => ReturnType<PostKind<T, LinkedQuery>["repository"]> &
    Pick<VenueRepository | OrganizerRepository, "findDuplicate" | "remove">;
  readonly make: (fields?: CommonFields) => T;
  /** Text members of a record, each with a different word. */
  readonly texts: Partial<T>;
  /** Returns the members with which an event refers to this record. */
  readonly linkedTo: (id: number) => { readonly venueId?: number; readonly organizerIds?: readonly number[] };
}

const LINKED_TEXTS = {
  name: "alpha",
  description: "<b>bravo</b>",
  excerpt: "charlie",
  phone: "kilo",
  website: "lima",
};

/**
 * Defines the tests for every venue repository. `open` must return a new, empty store. No test may be
 * skipped.
 */
export const venueRepositoryContract = (open: OpenStore): void => {
  describe("VenueRepository", () =>
    linkedTests<Venue>(open, {
      repository: ({ venues }) => venues,
      make: aVenue,
      all: ALL_LINKED,
      texts: {
        ...LINKED_TEXTS,
        address: "delta",
        city: "echo",
        country: "foxtrot",
        province: "golf",
        state: "hotel",
        stateProvince: "india",
        zip: "juliett",
      },
      linkedTo: (venueId) => ({ venueId }),
    }));
};

/**
 * Defines the tests for every organizer repository. `open` must return a new, empty store. No test may be
 * skipped.
 */
export const organizerRepositoryContract = (open: OpenStore): void => {
  describe("OrganizerRepository", () =>
    linkedTests<Organizer>(open, {
      repository: ({ organizers }) => organizers,
      make: anOrganizer,
      all: ALL_LINKED,
      texts: { ...LINKED_TEXTS, email: "delta" },
      linkedTo: (id) => ({ organizerIds: [id] }),
    }));
};

const linkedTests = <T extends Venue | Organizer>(open: OpenStore, kind: LinkedKind<T>): void => {
  const { repository, make, texts, linkedTo } = kind;
  postRepositoryContract(open, kind);
  const store = storeForEach(open);
  const records = () => repository(store());
  const saveAll = async (...all: readonly CommonFields[]): Promise<void> => {
    for (const fields of all) expect(await records().save(make(fields))).to.equal(true);
  };
  const duplicate = async (
    ...sought: Parameters<VenueRepository["findDuplicate"]>
  ): Promise<number | undefined> => (await records().findDuplicate(...sought))?.id;
  const listed = async (query: Partial<LinkedQuery>): Promise<readonly number[]> =>
    idsOf((await records().list({ ...ALL_LINKED, ...query })).items);

  it("finds the duplicate of a name: the lowest id whose name is equal when folded", async () => {
    const names = { 3: "Café Straße", 2: "CAFE STRASSE", 4: "Café", 5: "100%", 6: "がく" };
    for (const [id, name] of Object.entries(names)) await saveAll({ id: Number(id), name });
    for (const [name, expected] of [
      ["café strasse", 2],
      ["  Cafe\u0301 Straße ", 2],
      ["Cafe", 4],
      ["Caf", undefined],
      ["Caf%", undefined],
      ["100_", undefined],
      ["100%", 5],
      ["かく", undefined],
    ] as const)
      expect(await duplicate(name), name).to.equal(expected);
    expect(await records().findDuplicate("がく")).to.deep.equal(make({ id: 6, name: "がく" }));
  });

  it("compares the description, too, where one is given", async () => {
    await saveAll(
      { id: 1, name: "Hall", description: "<p>Old</p>" },
      { id: 2, name: "hall", description: "<p>Néw</p>" },
    );
    expect(await duplicate("Hall")).to.equal(1);
    expect(await duplicate("Hall", "<P>NEW</p>")).to.equal(2);
    expect(await duplicate("Hall", "<p>other</p>")).to.equal(undefined);
    expect(await duplicate("Hall", "")).to.equal(undefined);
  });

  it("takes duplicates in every status but the trash, by their name of today", async () => {
    await saveAll(...STATUSES.map((status, index) => ({ id: index + 1, name: `Hall ${status}`, status })));
    for (const [index, status] of STATUSES.entries())
      expect(await duplicate(`hall ${status}`), status).to.equal(status === "trash" ? undefined : index + 1);
    await saveAll({ id: 1, name: "Renamed" });
    expect(await duplicate("Hall publish")).to.equal(undefined);
    expect(await duplicate("renamed")).to.equal(1);
  });

  it("takes the lowest duplicate of those that are visible, where these are given", async () => {
    const hall = { name: "Hall", status: "draft" };
    await saveAll({ ...hall, id: 1, author: 7 }, { ...hall, id: 2, author: 8 }, { id: 3, name: "Hall" });
    const byOwn = { statuses: ["publish"], own: { author: 8, statuses: ["draft"] } };
    expect(await duplicate("Hall", undefined, byOwn)).to.equal(2);
    expect(await duplicate("Hall", undefined, { statuses: ["publish"] })).to.equal(3);
    expect(await duplicate("Hall", undefined, { statuses: ["private"] })).to.equal(undefined);
  });

  it("lists those that are linked to events now, not those that were", async () => {
    await saveAll({ id: 101 }, { id: 102 });
    const visible = { statuses: ["publish"] };
    const upcoming = { from: "2030-01-01 10:00:00", clock: "local", visible } as const;
    for (const id of [101, 102]) {
      await store().events.save(anEvent({ id: 1, ...linkedTo(id) }));
      expect(await listed({ eventId: 1 })).to.deep.equal([id]);
      expect(await listed({ events: { linked: "any", visible } })).to.deep.equal([id]);
      expect(await listed({ events: { linked: "none", visible } })).to.deep.equal([203 - id]);
      expect(await listed({ upcoming })).to.deep.equal([id]);
    }
    await store().events.save(anEvent({ id: 1, ...linkedTo(102), status: "trash", hideFromListings: true }));
    expect(await listed({ eventId: 1 })).to.deep.equal([102]);
    expect(await listed({ events: { linked: "any", visible } })).to.deep.equal([]);
    expect(await listed({ upcoming })).to.deep.equal([]);
  });

  it("searches every text, as it is now, all fragments in one of them", async () => {
    // Venues and organizers have different text members.
    const full = { ...make({ id: 1 }), ...texts };
    await records().save(full);
    for (const text of Object.values<unknown>(texts)) {
      const search = [String(text).replace(/<.>|<..>/g, "")];
      expect(await listed({ search }), String(text)).to.deep.equal([1]);
      expect(await listed({ search: [...search, "0"] }), String(text)).to.deep.equal([]);
    }
    expect(await listed({ search: ["alpha", "bravo"] })).to.deep.equal([]);
    await saveAll({ id: 1, name: "Somewhere" });
    expect(await listed({ search: ["alpha"] })).to.deep.equal([]);
    expect(await listed({ search: ["where", "some"] })).to.deep.equal([1]);
  });

  it("destroys a record, once, with all that it was found by", async () => {
    const full = { ...make({ id: 1, slug: "hall", extensions: { sample: { area: 7 } } }), ...texts };
    await saveAll({ id: 2, name: "Other" });
    await records().save(full);
    await store().events.save(anEvent({ id: 9, slug: "e", ...linkedTo(2) }));
    expect(await records().remove(1)).to.equal(true);
    expect(await records().remove(1)).to.equal(false);
    expect(await records().remove(9), "an event").to.equal(false);
    expect(await records().find(1)).to.equal(undefined);
    expect(await records().findMany([1, 2])).to.have.length(1);
    expect(await records().findBySlug("hall")).to.equal(undefined);
    expect(await store().kindOf(1)).to.equal(undefined);
    expect(await duplicate("alpha")).to.equal(undefined);
    expect(await listed({ search: ["alpha"] })).to.deep.equal([]);
    expect(await listed({ extensions: [{ plugin: "sample", field: "area", anyOf: [7] }] })).to.deep.equal([]);
    expect(await listed({})).to.deep.equal([2]);
    expect(idsOf(await records().readAfter(0, 10))).to.deep.equal([2]);
    await saveAll({ id: 3, slug: "hall", name: "Next" });
    expect((await records().findBySlug("hall"))?.id).to.equal(3);
  });

  it("destroys together with what else a unit does, or not at all", async () => {
    await saveAll({ id: 1, name: "Hall" });
    await store().events.save(anEvent({ id: 9, slug: "e", ...linkedTo(1) }));
    const destroy = (isDone: boolean) =>
      store().transaction(async (unit) => {
        await unit.events.unlinkVenue(1);
        await unit.events.unlinkOrganizer(1);
        expect(await repository(unit as Store).remove(1)).to.equal(true);
        expect(await repository(unit as Store).find(1)).to.equal(undefined);
        if (!isDone) throw new Error("halfway");
      });
    await destroy(false).catch(() => undefined);
    expect((await records().find(1))?.name).to.equal("Hall");
    await destroy(true);
    expect(await records().find(1)).to.equal(undefined);
    const event = await store().events.find(9);
    expect([event?.venueId, ...(event?.organizerIds ?? [])]).to.deep.equal([undefined]);
  });
};
