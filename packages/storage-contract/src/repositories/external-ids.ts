import { type CalendarError, isCalendarError, type Repositories } from "@kalends/core";
import { type ExternalId, ICAL_SOURCE, type Store, type WithExternalIds } from "@kalends/core/storage";
import { expect } from "chai";
import {
  ALL_LINKED,
  allTerms,
  anEvent,
  anOccurrence,
  anOrganizer,
  aSeries,
  aTerm,
  aVenue,
  EVERYTHING,
} from "../fixtures.ts";
import { idsOf, type OpenStore, storeForEach } from "../opened.ts";

type Fields = WithExternalIds & { readonly id: number; readonly slug?: string };
type Found = (WithExternalIds & { readonly id: number }) | undefined;

/** Kind of record with external ids. */
interface Kind {
  readonly name: string;
  save(store: Repositories, fields: Fields): Promise<boolean>;
  find(store: Repositories, id: number): Promise<Found>;
  findByExternalId(store: Repositories, externalId: ExternalId): Promise<Found>;
  list(
    store: Repositories,
    externalId: ExternalId,
  ): Promise<{ readonly items: readonly { readonly id: number }[] }>;
  /** Destroys a record. Absent if the kind cannot be destroyed. */
  remove?(store: Repositories, id: number): Promise<boolean>;
}

const termKind = (taxonomy: "category" | "tag"): Kind => ({
  name: taxonomy,
  save: ({ terms }, fields) => terms.save(aTerm({ ...fields, taxonomy })),
  find: ({ terms }, id) => terms.find(taxonomy, id),
  findByExternalId: ({ terms }, externalId) => terms.findByExternalId(taxonomy, externalId),
  list: ({ terms }, externalId) => terms.list({ ...allTerms(taxonomy), externalId }),
  remove: ({ terms }, id) => terms.remove(id),
});

const KINDS: readonly Kind[] = [
  {
    name: "event",
    save: ({ events }, fields) => events.save(anEvent(fields)),
    find: ({ events }, id) => events.find(id),
    findByExternalId: ({ events }, externalId) => events.findByExternalId(externalId),
    list: ({ events }, externalId) => events.list({ ...EVERYTHING, externalId }),
  },
  {
    name: "venue",
    save: ({ venues }, fields) => venues.save(aVenue(fields)),
    find: ({ venues }, id) => venues.find(id),
    findByExternalId: ({ venues }, externalId) => venues.findByExternalId(externalId),
    list: ({ venues }, externalId) => venues.list({ ...ALL_LINKED, externalId }),
    remove: ({ venues }, id) => venues.remove(id),
  },
  {
    name: "organizer",
    save: ({ organizers }, fields) => organizers.save(anOrganizer(fields)),
    find: ({ organizers }, id) => organizers.find(id),
    findByExternalId: ({ organizers }, externalId) => organizers.findByExternalId(externalId),
    list: ({ organizers }, externalId) => organizers.list({ ...ALL_LINKED, externalId }),
    remove: ({ organizers }, id) => organizers.remove(id),
  },
  termKind("category"),
  termKind("tag"),
];

const CRM: ExternalId = { source: "crm", id: "7" };
const SHOP: ExternalId = { source: "shop", id: "7" };
const UID: ExternalId = { source: ICAL_SOURCE, id: "\u{1f600}".repeat(1000) };

/** Expects that the write is refused because another record has the external id. */
const expectTaken = async (write: Promise<unknown>): Promise<void> => {
  const error = await write.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isCalendarError(error)) throw error ?? new Error("The write was not refused.");
  expect(error.code).to.equal("rest_external_id_taken" satisfies CalendarError["code"]);
};

/**
 * Defines the tests for the external ids of all kinds of records. `open` must return a new, empty store. No
 * test may be skipped.
 * Source: rules/external-ids.md.
 */
export const externalIdContract = (open: OpenStore): void => {
  describe("external ids", () => {
    const store = storeForEach(open);
    for (const kind of KINDS) externalIdsOfKind(kind, store);

    it("belong to one record of each kind", async () => {
      for (const [index, kind] of KINDS.entries())
        expect(await kind.save(store(), { id: index + 1, externalIds: [CRM] })).to.equal(true);
      for (const [index, kind] of KINDS.entries())
        expect((await kind.findByExternalId(store(), CRM))?.id, kind.name).to.equal(index + 1);
    });

    it("belong to a series and not to its occurrences, also in lists", async () => {
      const series = aSeries({ id: 1, externalIds: [CRM] });
      await store().events.save(series);
      const occurrence = anOccurrence(series, { id: 2, start: "2030-01-02 10:00:00" });
      await store().events.saveOccurrences([occurrence]);
      await store().events.reconcileSeries(1);
      expect((await store().events.find(2))?.externalIds).to.equal(undefined);
      expect((await store().events.findByExternalId(CRM))?.id).to.equal(1);
      const { items, total } = await store().events.list({ ...EVERYTHING, externalId: CRM });
      expect([idsOf(items), total]).to.deep.equal([[1], 1]);
      const { order: _order, page: _page, perPage: _perPage, ...conditions } = EVERYTHING;
      expect(idsOf(await store().events.listAfter({ ...conditions, externalId: CRM }, 0, 9))).to.deep.equal([
        1,
      ]);
    });
  });
};

const externalIdsOfKind = (kind: Kind, store: () => Store): void => {
  const save = async (fields: Fields): Promise<void> => {
    expect(await kind.save(store(), fields)).to.equal(true);
  };
  const found = async (externalId: ExternalId): Promise<number | undefined> =>
    (await kind.findByExternalId(store(), externalId))?.id;
  const listed = async (externalId: ExternalId): Promise<readonly number[]> =>
    idsOf((await kind.list(store(), externalId)).items);

  it(`find a ${kind.name} exactly, as it is now`, async () => {
    await save({ id: 1, externalIds: [CRM, UID] });
    await save({ id: 2 });
    expect((await kind.findByExternalId(store(), CRM))?.externalIds).to.deep.equal([CRM, UID]);
    for (const externalId of [CRM, UID]) {
      expect(await found(externalId)).to.equal(1);
      expect(await listed(externalId)).to.deep.equal([1]);
    }
    for (const other of [
      SHOP,
      { source: "crm", id: "07" },
      { source: "crm", id: "7 " },
      { source: "crm", id: "" },
      { source: "crm 7", id: "" },
    ]) {
      expect(await found(other), JSON.stringify(other)).to.equal(undefined);
      expect(await listed(other), JSON.stringify(other)).to.deep.equal([]);
    }
    await save({ id: 1, externalIds: [SHOP] });
    expect(await found(CRM)).to.equal(undefined);
    expect(await listed(CRM)).to.deep.equal([]);
    expect(await found(SHOP)).to.equal(1);
    await save({ id: 1 });
    expect(await found(SHOP)).to.equal(undefined);
  });

  it(`compare the ids of a ${kind.name} by code point`, async () => {
    const ids = ["a", "A", "é", "e", "ﬁ", "fi", "/", "%", "\u{1f600}"].map((id) => ({ source: "crm", id }));
    for (const [index, externalId] of ids.entries()) await save({ id: index + 1, externalIds: [externalId] });
    for (const [index, externalId] of ids.entries())
      expect(await found(externalId), externalId.id).to.equal(index + 1);
  });

  it(`are unique for a ${kind.name}: a write that takes one stores nothing`, async () => {
    await save({ id: 1, externalIds: [CRM] });
    await save({ id: 2, slug: "two", externalIds: [SHOP] });
    await expectTaken(kind.save(store(), { id: 2, slug: "changed", externalIds: [SHOP, CRM] }));
    await expectTaken(kind.save(store(), { id: 3, externalIds: [CRM] }));
    await expectTaken(
      store().transaction(async (unit) => {
        await kind.save(unit, { id: 4, externalIds: [{ source: "crm", id: "4" }] });
        await kind.save(unit, { id: 2, slug: "changed", externalIds: [CRM] });
      }),
    );
    expect(await kind.find(store(), 3)).to.equal(undefined);
    expect(await kind.find(store(), 4)).to.equal(undefined);
    expect(await found({ source: "crm", id: "4" })).to.equal(undefined);
    expect((await kind.find(store(), 2))?.externalIds).to.deep.equal([SHOP]);
    expect(await found(CRM)).to.equal(1);
  });

  it(`become free when a ${kind.name} gives them up, also within a unit`, async () => {
    await save({ id: 1, externalIds: [CRM, SHOP] });
    await store().transaction(async (unit) => {
      expect(await kind.save(unit, { id: 1, externalIds: [SHOP] })).to.equal(true);
      expect(await kind.save(unit, { id: 2, externalIds: [CRM] })).to.equal(true);
    });
    expect([await found(CRM), await found(SHOP)]).to.deep.equal([2, 1]);
    if (kind.remove === undefined) return;
    expect(await kind.remove(store(), 2)).to.equal(true);
    expect(await found(CRM)).to.equal(undefined);
    await save({ id: 3, externalIds: [CRM] });
    expect(await found(CRM)).to.equal(3);
  });

  it(`of the source ical may be equal for several: the lowest ${kind.name} is found, lists have all`, async () => {
    for (const id of [3, 1, 2]) await save({ id, externalIds: [UID] });
    expect(await found(UID)).to.equal(1);
    expect([...(await listed(UID))].sort()).to.deep.equal([1, 2, 3]);
    await save({ id: 1 });
    expect(await found(UID)).to.equal(2);
  });

  it(`of a ${kind.name} are undone with the unit that wrote them`, async () => {
    await save({ id: 1, externalIds: [CRM] });
    const unit = store().transaction(async (repositories) => {
      await kind.save(repositories, { id: 1, externalIds: [SHOP] });
      expect((await kind.findByExternalId(repositories, SHOP))?.id).to.equal(1);
      expect(await kind.findByExternalId(repositories, CRM)).to.equal(undefined);
      throw new Error("halfway");
    });
    await unit.catch(() => undefined);
    expect([await found(CRM), await found(SHOP)]).to.deep.equal([1, undefined]);
  });

  it(`are given to one ${kind.name} when many units create it at once`, async () => {
    const ids = Array.from({ length: 8 }, (_, index) => index + 1);
    const put = (id: number): Promise<number> =>
      store().transaction(async (unit) => {
        const existing = await kind.findByExternalId(unit, CRM);
        if (existing !== undefined) return existing.id;
        await kind.save(unit, { id, externalIds: [CRM] });
        return id;
      });
    const answers = new Set(await Promise.all(ids.map(put)));
    expect(answers.size).to.equal(1);
    expect(await listed(CRM)).to.deep.equal([...answers]);
  });

  it(`are given to one ${kind.name} when many writes insist`, async () => {
    const ids = Array.from({ length: 8 }, (_, index) => index + 1);
    const answers = await Promise.allSettled(ids.map((id) => kind.save(store(), { id, externalIds: [CRM] })));
    expect(answers.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    expect(await listed(CRM)).to.have.length(1);
  });
};
