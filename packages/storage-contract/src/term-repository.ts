import type { TermQuery, UsedTerm } from "@kalends/core";
import { expect } from "chai";
import { allTerms, anEvent, aTerm, EVERYTHING } from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";
import { termUsageContract } from "./term-usage.ts";

/** A term as the store hands it out when no event has it. */
const unused = (...fields: Parameters<typeof aTerm>): UsedTerm => ({ ...aTerm(...fields), usage: {} });

const ids = (terms: readonly { readonly id: number }[]): readonly number[] => terms.map(({ id }) => id);
const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

/** What every term repository does. `open` gives a new, empty store; no test may be skipped. */
export const termRepositoryContract = (open: OpenStore): void => {
  describe("TermRepository", () => {
    termRecords(open);
    categoryTree(open);
    termLists(open);
    termUsageContract(open);
  });
};

const termRecords = (open: OpenStore): void => {
  const store = storeForEach(open);
  const saveAll = async (...terms: Parameters<typeof aTerm>[0][]): Promise<void> => {
    for (const fields of terms) expect(await store().terms.save(aTerm(fields))).to.equal(true);
  };

  it("is empty at first", async () => {
    expect(await store().terms.find("category", 1)).to.equal(undefined);
    expect(await store().terms.findMany([1])).to.deep.equal([]);
    expect(await store().terms.findBySlug("tag", "x")).to.equal(undefined);
    expect(await store().terms.findByName("tag", "x")).to.deep.equal([]);
    expect(await store().terms.list(allTerms("tag"))).to.deep.equal({ items: [], total: 0 });
    expect(await store().terms.readAfter(0, 10)).to.deep.equal([]);
    expect(await store().terms.remove(1)).to.equal(false);
  });

  it("finds by id and by slug in one taxonomy only, with every member", async () => {
    const fields = { name: "Ünï <b>", slug: "u%c3%a9", description: "d", extensions: { p: { x: [null] } } };
    await saveAll({ ...fields, id: 1 }, { ...fields, id: 2, taxonomy: "tag" });
    expect(await store().terms.find("category", 1)).to.deep.equal(unused({ ...fields, id: 1 }));
    expect(await store().terms.find("category", 2)).to.equal(undefined);
    expect(await store().terms.find("tag", 1)).to.equal(undefined);
    expect((await store().terms.findBySlug("tag", "u%c3%a9"))?.id).to.equal(2);
    expect((await store().terms.findBySlug("category", "u%c3%a9"))?.id).to.equal(1);
    expect(await store().terms.findBySlug("category", "u%")).to.equal(undefined);
  });

  it("finds many of both taxonomies at once, each once", async () => {
    await saveAll({ id: 1 }, { id: 2, taxonomy: "tag" }, { id: 3 });
    const found = await store().terms.findMany([2, 99, 1, 2]);
    expect(found).to.have.deep.members([unused({ id: 1 }), unused({ id: 2, taxonomy: "tag" })]);
    expect(await store().terms.findMany([])).to.deep.equal([]);
  });

  it("finds by name, letter case aside; accents count", async () => {
    await saveAll(
      { id: 3, name: "Élan" },
      { id: 1, name: "éLAN" },
      { id: 2, name: "Elan" },
      { id: 4, name: "Élan", taxonomy: "tag" },
      { id: 5, name: "МУЗЫКА" },
    );
    expect(ids(await store().terms.findByName("category", "ÉLAN"))).to.deep.equal([1, 3]);
    expect(ids(await store().terms.findByName("category", "elan"))).to.deep.equal([2]);
    expect(ids(await store().terms.findByName("tag", "élan"))).to.deep.equal([4]);
    expect(await store().terms.findByName("category", "музыка")).to.deep.equal([
      unused({ id: 5, name: "МУЗЫКА" }),
    ]);
    expect(await store().terms.findByName("category", "%lan")).to.deep.equal([]);
    await saveAll({ id: 2, name: "Other" });
    expect(await store().terms.findByName("category", "elan")).to.deep.equal([]);
  });

  it("replaces a term with the same id, whole", async () => {
    await saveAll({ id: 9 }, { id: 1, parentId: 9, slug: "old", extensions: { p: { x: 1 } } });
    await saveAll({ id: 1, slug: "new" });
    expect(await store().terms.find("category", 1)).to.deep.equal(unused({ id: 1, slug: "new" }));
    expect(await store().terms.findBySlug("category", "old")).to.equal(undefined);
  });

  it("refuses a slug that another term of the taxonomy has, and stores nothing", async () => {
    await saveAll({ id: 1, slug: "held" }, { id: 2, slug: "free" }, { id: 3, slug: "held", taxonomy: "tag" });
    expect(await store().terms.save(aTerm({ id: 2, slug: "held", name: "New" }))).to.equal(false);
    expect(await store().terms.save(aTerm({ id: 4, slug: "held" }))).to.equal(false);
    expect(await store().terms.find("category", 2)).to.deep.equal(unused({ id: 2, slug: "free" }));
    expect(await store().terms.find("category", 4)).to.equal(undefined);
    await saveAll({ id: 1, slug: "held", name: "Renamed" });
  });

  it("reads on by id through both taxonomies", async () => {
    await saveAll({ id: 30 }, { id: 10 }, { id: 20, taxonomy: "tag" });
    const expected = [unused({ id: 10 }), unused({ id: 20, taxonomy: "tag" })];
    expect(await store().terms.readAfter(0, 2)).to.deep.equal(expected);
    expect(ids(await store().terms.readAfter(20, 5))).to.deep.equal([30]);
    expect(await store().terms.readAfter(30, 5)).to.deep.equal([]);
  });
};

const categoryTree = (open: OpenStore): void => {
  const store = storeForEach(open);
  /** 1 > 2 > 3 > 4, 1 > 5, and 6 beside them. */
  const plant = async (): Promise<void> => {
    for (const [id, parentId] of [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 1],
      [6, 0],
    ] as const)
      await store().terms.save(aTerm({ id, parentId }));
  };

  it("knows the descendants and the ancestors of categories", async () => {
    await plant();
    const { terms } = store();
    const below = async (...of: readonly number[]): Promise<readonly number[]> =>
      sorted(await terms.withDescendants(of));
    const above = async (...of: readonly number[]): Promise<readonly number[]> =>
      sorted(ids(await terms.ancestors(of)));
    expect(await below(1)).to.deep.equal([1, 2, 3, 4, 5]);
    expect(await below(3, 2, 6, 3)).to.deep.equal([2, 3, 4, 6]);
    expect(await below(4, 99)).to.deep.equal([4]);
    await terms.save(aTerm({ id: 7, taxonomy: "tag" }));
    expect(await below(99, 7)).to.deep.equal([]);
    expect(await below()).to.deep.equal([]);
    expect(await above(4)).to.deep.equal([1, 2, 3]);
    expect(await above(4, 5, 2)).to.deep.equal([1, 2, 3]);
    expect(await above(1, 6, 99)).to.deep.equal([]);
    expect(await above()).to.deep.equal([]);
    expect((await terms.ancestors([2]))[0]).to.include({ id: 1, name: "Term 1", slug: "term-1" });
  });

  it("comes to an end also where categories are each other's parents", async () => {
    await plant();
    await store().terms.save(aTerm({ id: 1, parentId: 4 }));
    expect(sorted(await store().terms.withDescendants([3]))).to.deep.equal([1, 2, 3, 4, 5]);
    expect(ids(await store().terms.ancestors([5]))).to.include.members([1, 2, 3, 4]);
    const listed = await store().terms.list({ ...allTerms("category"), hideEmpty: true });
    expect(listed.total).to.equal(0);
  });

  it("removes a category: its children move to its parent, and no event has it any more", async () => {
    await plant();
    await store().terms.save(aTerm({ id: 7, taxonomy: "tag" }));
    const events = ["publish", "trash"].map((status, index) =>
      anEvent({ id: index + 1, status, categoryIds: [6, 2, 3], tagIds: [7] }),
    );
    for (const event of events) await store().events.save(event);
    expect(await store().terms.remove(2)).to.equal(true);
    expect(await store().terms.remove(2)).to.equal(false);
    expect(await store().terms.find("category", 2)).to.equal(undefined);
    expect((await store().terms.find("category", 3))?.parentId).to.equal(1);
    for (const event of events)
      expect(await store().events.find(event.id)).to.deep.equal({ ...event, categoryIds: [6, 3] });
    expect((await store().events.list({ ...EVERYTHING, categoryIds: [2] })).total).to.equal(0);
    await store().terms.remove(1);
    expect((await store().terms.find("category", 3))?.parentId).to.equal(0);
    expect((await store().terms.find("category", 5))?.parentId).to.equal(0);
    await store().terms.remove(7);
    expect((await store().events.find(1))?.tagIds).to.deep.equal([]);
  });
};

const termLists = (open: OpenStore): void => {
  const store = storeForEach(open);
  const listed = async (query: Partial<TermQuery> = {}): Promise<readonly number[]> => {
    const { items, total } = await store().terms.list({ ...allTerms("category"), ...query });
    expect(total).to.equal(items.length);
    return ids(items);
  };
  const by = (order: TermQuery["order"]["by"], descending = false): Partial<TermQuery> => ({
    order: { by: order, descending },
  });

  beforeEach(async () => {
    const { terms, events } = store();
    await terms.save(aTerm({ id: 1, name: "b", slug: "z", description: "m" }));
    await terms.save(aTerm({ id: 2, name: "Á", slug: "y", description: "k" }));
    await terms.save(aTerm({ id: 3, name: "a", slug: "x-100%", description: "m", parentId: 1 }));
    await terms.save(aTerm({ id: 4, name: "C_d", slug: "w", description: "l", parentId: 3 }));
    await terms.save(aTerm({ id: 5, name: "tag", slug: "y", taxonomy: "tag" }));
    await events.save(anEvent({ id: 1, categoryIds: [4], tagIds: [5] }));
    await events.save(anEvent({ id: 2, categoryIds: [4, 2], status: "draft" }));
  });

  it("orders in either direction, ties by id ascending", async () => {
    expect(await listed(by("id", true))).to.deep.equal([4, 3, 2, 1]);
    expect(await listed(by("name"))).to.deep.equal([2, 3, 1, 4]);
    expect(await listed(by("name", true))).to.deep.equal([4, 1, 2, 3]);
    expect(await listed(by("slug"))).to.deep.equal([4, 3, 2, 1]);
    expect(await listed(by("description"))).to.deep.equal([2, 4, 1, 3]);
    expect(await listed(by("description", true))).to.deep.equal([1, 3, 4, 2]);
    expect(await listed(by("parent"))).to.deep.equal([1, 2, 3, 4]);
    expect(await listed(by("parent", true))).to.deep.equal([4, 3, 1, 2]);
    expect(await listed(by("count"))).to.deep.equal([1, 2, 3, 4]);
    expect(await listed(by("count", true))).to.deep.equal([4, 1, 2, 3]);
    const countedStatuses = ["publish", "draft"];
    expect(await listed({ ...by("count", true), countedStatuses })).to.deep.equal([4, 2, 1, 3]);
    expect(await listed({ ...by("ids"), ids: [3, 1, 99, 4, 3] })).to.deep.equal([3, 1, 4]);
    expect(await listed({ ...by("ids", true), ids: [3, 1, 99, 4, 3] })).to.deep.equal([4, 1, 3]);
    expect(await listed(by("ids"))).to.deep.equal([1, 2, 3, 4]);
    expect(await listed(by("ids", true))).to.deep.equal([1, 2, 3, 4]);
  });

  it("orders texts by code point, also beyond U+FFFF", async () => {
    const texts = ["", "B", "a", "aa", "z", "é", "\ue000", "\ue000a", "\ufffd", "\u{1f600}", "\u{1f600}a"];
    const shuffled = texts.map((description, index) => ({
      id: 10 + ((index * 7) % texts.length),
      description,
    }));
    for (const { id, description } of shuffled)
      await store().terms.save(aTerm({ id, taxonomy: "tag", description }));
    const excludeIds = [5];
    const order = by("description");
    const ordered = await listed({ ...order, taxonomy: "tag", excludeIds });
    expect(ordered).to.deep.equal(shuffled.map(({ id }) => id));
  });

  it("narrows, and counts every match whatever the page", async () => {
    expect(await listed({ taxonomy: "tag" })).to.deep.equal([5]);
    expect(await listed({ search: "a" })).to.deep.equal([2, 3]);
    expect(await listed({ search: "100%" })).to.deep.equal([3]);
    expect(await listed({ search: "_" })).to.deep.equal([4]);
    expect(await listed({ search: "%" })).to.deep.equal([3]);
    expect(await listed({ search: "" })).to.deep.equal([1, 2, 3, 4]);
    expect(await listed({ ids: [] })).to.deep.equal([]);
    expect(await listed({ ids: [2, 5] })).to.deep.equal([2]);
    expect(await listed({ excludeIds: [2, 99] })).to.deep.equal([1, 3, 4]);
    expect(await listed({ excludeIds: [] })).to.deep.equal([1, 2, 3, 4]);
    expect(await listed({ slug: "y" })).to.deep.equal([2]);
    expect(await listed({ slug: "Y" })).to.deep.equal([]);
    expect(await listed({ parentId: 0 })).to.deep.equal([1, 2]);
    expect(await listed({ parentId: 1 })).to.deep.equal([3]);
    expect(await listed({ eventId: 2 })).to.deep.equal([2, 4]);
    expect(await listed({ eventId: 99 })).to.deep.equal([]);
    const page = await store().terms.list({ ...allTerms("category"), page: 2, perPage: 3 });
    expect([ids(page.items), page.total]).to.deep.equal([[4], 4]);
    const far = { ...allTerms("category"), page: Number.MAX_SAFE_INTEGER, perPage: 200 };
    expect(await store().terms.list(far)).to.deep.equal({ items: [], total: 4 });
  });

  it("hides empty terms, but not categories with a descendant in use", async () => {
    expect(await listed({ hideEmpty: true })).to.deep.equal([1, 3, 4]);
    expect(await listed({ hideEmpty: true, countedStatuses: ["draft"] })).to.deep.equal([1, 2, 3, 4]);
    expect(await listed({ hideEmpty: true, countedStatuses: [] })).to.deep.equal([]);
    expect(await listed({ hideEmpty: true, parentId: 0 })).to.deep.equal([1]);
    expect(await listed({ hideEmpty: true, taxonomy: "tag" })).to.deep.equal([5]);
    expect(await listed({ hideEmpty: true, eventId: 2 })).to.deep.equal([4]);
  });
};
