import type { Taxonomy, UsedTerm } from "@kalends/core";
import type { TermRepository, TermUsage } from "@kalends/core/storage";
import { expect } from "chai";
import { expectWritten } from "../expect-written.ts";
import { allTerms, anEvent, anOrganizer, aTerm, aVenue, EVERYTHING } from "../fixtures.ts";
import { idsOf, type OpenStore, sorted, storeForEach } from "../opened.ts";

type TermFields = Parameters<typeof aTerm>[0];

/** Returns a term in the form that a store returns if no event uses the term. */
const unused = (fields: TermFields): UsedTerm => ({ ...aTerm(fields), usage: {} });

/** Returns usage counts without zeros, which a store may include or omit. */
export const usedStatuses = (usage: TermUsage): TermUsage =>
  Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== 0));

/**
 * Defines the tests for every term repository, except for its lists. `open` must return a new, empty store.
 * No test may be skipped.
 */
export const termRepositoryContract = (open: OpenStore): void => {
  describe("TermRepository", () => {
    termRecords(open);
    categoryTree(open);
    termUsage(open);
  });
};

const saveTerms = async (terms: TermRepository, ...all: readonly TermFields[]): Promise<void> => {
  for (const fields of all) expect(await terms.save(aTerm(fields))).to.equal(true);
};

const termRecords = (open: OpenStore): void => {
  const store = storeForEach(open);
  const terms = (): TermRepository => store().terms;

  it("is empty at first", async () => {
    expect(await terms().find("category", 1)).to.equal(undefined);
    expect(await terms().findMany([1])).to.deep.equal([]);
    expect(await terms().findBySlug("tag", "x")).to.equal(undefined);
    expect(await terms().findByName("tag", "x")).to.deep.equal([]);
    expect(await terms().list(allTerms("tag"))).to.deep.equal({ items: [], total: 0 });
    expect(await terms().readAfter(0, 10)).to.deep.equal([]);
    expect(await terms().remove(1)).to.equal(false);
  });

  it("finds by id and by slug in one taxonomy only, with every member", async () => {
    const fields = { name: "Ünï <b>", slug: "u%c3%a9", description: "d", extensions: { p: { x: [null] } } };
    await saveTerms(terms(), { ...fields, id: 1 }, { ...fields, id: 2, taxonomy: "tag" });
    expect(await terms().find("category", 1)).to.deep.equal(unused({ ...fields, id: 1 }));
    expect(await terms().find("category", 2)).to.equal(undefined);
    expect(await terms().find("tag", 1)).to.equal(undefined);
    expect((await terms().findBySlug("tag", "u%c3%a9"))?.id).to.equal(2);
    expect((await terms().findBySlug("category", "u%c3%a9"))?.id).to.equal(1);
    expect(await terms().findBySlug("category", "u%")).to.equal(undefined);
  });

  it("finds many of both taxonomies at once, each once", async () => {
    await saveTerms(terms(), { id: 1 }, { id: 2, taxonomy: "tag" }, { id: 3 });
    const found = await terms().findMany([2, 99, 1, 2]);
    expect(found).to.have.deep.members([unused({ id: 1 }), unused({ id: 2, taxonomy: "tag" })]);
    expect(await terms().findMany([])).to.deep.equal([]);
  });

  it("finds by name, letter case aside; accents count", async () => {
    await saveTerms(
      terms(),
      { id: 3, name: "Élan" },
      { id: 1, name: "éLAN" },
      { id: 2, name: "Elan" },
      { id: 4, name: "Élan", taxonomy: "tag" },
      { id: 5, name: "МУЗЫКА" },
    );
    const named = async (name: string, taxonomy: Taxonomy = "category"): Promise<readonly number[]> =>
      idsOf(await terms().findByName(taxonomy, name));
    expect(await named("ÉLAN")).to.deep.equal([1, 3]);
    expect(await named("elan")).to.deep.equal([2]);
    expect(await named("élan", "tag")).to.deep.equal([4]);
    const music = unused({ id: 5, name: "МУЗЫКА" });
    expect(await terms().findByName("category", "музыка")).to.deep.equal([music]);
    expect(await named("%lan")).to.deep.equal([]);
    await saveTerms(terms(), { id: 2, name: "Other" });
    expect(await named("elan")).to.deep.equal([]);
  });

  it("replaces a term with the same id, whole", async () => {
    const old = { id: 1, parentId: 9, slug: "old", extensions: { p: { x: 1 } } };
    await saveTerms(terms(), { id: 9 }, old, { id: 1, slug: "new" });
    expect(await terms().find("category", 1)).to.deep.equal(unused({ id: 1, slug: "new" }));
    expect(await terms().findBySlug("category", "old")).to.equal(undefined);
  });

  it("refuses a slug that another term of the taxonomy has, and stores nothing", async () => {
    const held = { id: 1, slug: "held" };
    await saveTerms(terms(), held, { id: 2, slug: "free" }, { id: 3, slug: "held", taxonomy: "tag" });
    expect(await terms().save(aTerm({ id: 2, slug: "held", name: "New" }))).to.equal(false);
    expect(await terms().save(aTerm({ id: 4, slug: "held" }))).to.equal(false);
    expect(await terms().find("category", 2)).to.deep.equal(unused({ id: 2, slug: "free" }));
    expect(await terms().find("category", 4)).to.equal(undefined);
    await saveTerms(terms(), { ...held, name: "Renamed" });
  });

  it("reads on by id through both taxonomies", async () => {
    await saveTerms(terms(), { id: 30 }, { id: 10 }, { id: 20, taxonomy: "tag" });
    const expected = [unused({ id: 10 }), unused({ id: 20, taxonomy: "tag" })];
    expect(await terms().readAfter(0, 2)).to.deep.equal(expected);
    expect(idsOf(await terms().readAfter(20, 5))).to.deep.equal([30]);
    expect(await terms().readAfter(30, 5)).to.deep.equal([]);
  });
};

const categoryTree = (open: OpenStore): void => {
  const store = storeForEach(open);
  /** Categories as a tree: 1 > 2 > 3 > 4, 1 > 5, and 6 without parent or children. */
  beforeEach(async () => {
    for (const [index, parentId] of [0, 1, 2, 3, 1, 0].entries())
      await store().terms.save(aTerm({ id: index + 1, parentId }));
  });

  it("knows the descendants and the ancestors of categories", async () => {
    const { terms } = store();
    await terms.save(aTerm({ id: 7, taxonomy: "tag" }));
    for (const [asked, below, above] of [
      [[1], [1, 2, 3, 4, 5], []],
      [
        [3, 2, 6, 3],
        [2, 3, 4, 6],
        [1, 2],
      ],
      [[4, 99], [4], [1, 2, 3]],
      [
        [4, 5, 2],
        [2, 3, 4, 5],
        [1, 2, 3],
      ],
      [[1, 6, 99], [1, 2, 3, 4, 5, 6], []],
      [[99, 7], [], []],
      [[], [], []],
    ] as const) {
      expect(sorted(await terms.withDescendants(asked)), String(asked)).to.deep.equal(below);
      expect(sorted(idsOf(await terms.ancestors(asked))), String(asked)).to.deep.equal(above);
    }
    expect((await terms.ancestors([2]))[0]).to.include({ id: 1, name: "Term 1", slug: "term-1" });
  });

  it("comes to an end also where categories are each other's parents", async () => {
    await store().terms.save(aTerm({ id: 1, parentId: 4 }));
    expect(sorted(await store().terms.withDescendants([3]))).to.deep.equal([1, 2, 3, 4, 5]);
    expect(idsOf(await store().terms.ancestors([5]))).to.include.members([1, 2, 3, 4]);
    const listed = await store().terms.list({ ...allTerms("category"), hideEmpty: true });
    expect(listed.total).to.equal(0);
  });

  it("removes a category: its children move to its parent, and no event has it any more", async () => {
    const { terms, events } = store();
    const parentOf = async (id: number) => (await terms.find("category", id))?.parentId;
    await terms.save(aTerm({ id: 7, taxonomy: "tag" }));
    const both = ["publish", "trash"].map((status, index) =>
      anEvent({ id: index + 1, status, categoryIds: [6, 2, 3], tagIds: [7] }),
    );
    for (const event of both) await events.save(event);
    expect(await terms.remove(2)).to.equal(true);
    expect(await terms.remove(2)).to.equal(false);
    expect(await terms.find("category", 2)).to.equal(undefined);
    expect(await parentOf(3)).to.equal(1);
    expect((await terms.find("category", 3))?.revision).to.be.above(0);
    for (const event of both) expectWritten(await events.find(event.id), { ...event, categoryIds: [6, 3] });
    expect((await events.list({ ...EVERYTHING, categoryIds: [2] })).total).to.equal(0);
    await terms.remove(1);
    expect([await parentOf(3), await parentOf(5)]).to.deep.equal([0, 0]);
    await terms.remove(7);
    expect((await events.find(1))?.tagIds).to.deep.equal([]);
  });
};

/**
 * Defines the tests for the number of events that use a term.
 * Source: rules/terms.md#term-count.
 */
const termUsage = (open: OpenStore): void => {
  describe("usage", () => {
    const store = storeForEach(open);

    const usageOf = async (id: number, taxonomy: Taxonomy): Promise<TermUsage> => {
      const { terms } = store();
      const ways = [
        await terms.find(taxonomy, id),
        await terms.findBySlug(taxonomy, `term-${id}`),
        ...(await terms.findMany([id])),
        ...(await terms.findByName(taxonomy, `Term ${id}`)),
        ...(await terms.list({ ...allTerms(taxonomy), ids: [id] })).items,
        ...(await terms.readAfter(id - 1, 1)),
      ].map((term) => usedStatuses(term?.usage ?? {}));
      for (const way of ways) expect(way).to.deep.equal(ways[0]);
      expect(ways).to.have.length(6);
      return ways[0] ?? {};
    };
    /** Expects these usage counts for the categories 1 and 2 and the tag 3, in this order. */
    const expectUsage = async (...expected: readonly TermUsage[]): Promise<void> => {
      const usage = [await usageOf(1, "category"), await usageOf(2, "category"), await usageOf(3, "tag")];
      expect(usage).to.deep.equal(expected);
    };
    const save = (fields: Parameters<typeof anEvent>[0]): Promise<boolean> =>
      store().events.save(anEvent(fields));

    beforeEach(() => saveTerms(store().terms, { id: 1 }, { id: 2, parentId: 1 }, { id: 3, taxonomy: "tag" }));

    it("counts the events that have the term directly, by status", async () => {
      await save({ id: 1, categoryIds: [2], tagIds: [3] });
      await save({ id: 2, categoryIds: [1, 2] });
      await save({ id: 3, categoryIds: [2], status: "trash" });
      await save({ id: 4, categoryIds: [2], status: "draft" });
      await expectUsage({ publish: 1 }, { publish: 2, trash: 1, draft: 1 }, { publish: 1 });
    });

    it("leaves out hidden events, and follows them when they are hidden or shown", async () => {
      const event = { id: 1, categoryIds: [1], tagIds: [3] };
      await save({ id: 2, categoryIds: [1] });
      for (const [fields, first, tag] of [
        [{ hideFromListings: true }, { publish: 1 }, {}],
        [{}, { publish: 2 }, { publish: 1 }],
        [{ hideFromListings: true }, { publish: 1 }, {}],
        [{ hideFromListings: true, status: "draft" }, { publish: 1 }, {}],
      ] as const) {
        await save({ ...event, ...fields });
        await expectUsage(first, {}, tag);
      }
    });

    it("follows the status and the terms of an event", async () => {
      const event = { id: 1, categoryIds: [1], tagIds: [3] };
      for (const _ of [1, 2]) await save(event);
      await expectUsage({ publish: 1 }, {}, { publish: 1 });
      await save({ ...event, status: "draft" });
      await expectUsage({ draft: 1 }, {}, { draft: 1 });
      await save({ ...event, categoryIds: [2], tagIds: [] });
      await expectUsage({}, { publish: 1 }, {});
    });

    it("stays when a term is saved again, and when another one is removed", async () => {
      await save({ id: 1, categoryIds: [1, 2], tagIds: [3] });
      await store().terms.save(aTerm({ id: 2, description: "changed" }));
      await store().terms.remove(1);
      await store().terms.save(aTerm({ id: 1 }));
      await expectUsage({}, { publish: 1 }, { publish: 1 });
      await save({ id: 1, categoryIds: [1, 2] });
      await expectUsage({ publish: 1 }, { publish: 1 }, {});
    });

    it("stays when a venue or an organizer is unlinked", async () => {
      await store().venues.save(aVenue({ id: 8 }));
      await store().organizers.save(anOrganizer({ id: 9 }));
      await save({ id: 1, categoryIds: [1], venueId: 8, organizerIds: [9] });
      await store().events.unlinkVenue(8);
      await store().events.unlinkOrganizer(9);
      await expectUsage({ publish: 1 }, {}, {});
    });

    it("does not count what was refused or undone", async () => {
      await save({ id: 1, slug: "held", categoryIds: [1] });
      await save({ id: 2, slug: "held", categoryIds: [1, 2] });
      const undone = store().transaction(async ({ events }) => {
        await events.save(anEvent({ id: 1, slug: "held", categoryIds: [2], status: "draft" }));
        throw new Error("halfway");
      });
      await undone.catch(() => undefined);
      await expectUsage({ publish: 1 }, {}, {});
    });
  });
};
