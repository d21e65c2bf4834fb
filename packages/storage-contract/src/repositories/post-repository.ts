import type { Post } from "@kalends/core";
import type { PostRepository, Store } from "@kalends/core/storage";
import { expect } from "chai";
import { STATUSES } from "../fixtures.ts";
import { idsOf, type OpenStore, sorted, storeForEach } from "../opened.ts";
import { extensionFilterContract } from "../queries/extension-filters.ts";
import { corrupt } from "../round-trip.ts";

/**
 * Statuses in which a record reserves its slug.
 * Source: rules/events.md#slug-unique.
 */
const CLAIMING = ["publish", "future", "private", "trash"];

/** Values of one kind of record, for the tests that all kinds of posts have in common. */
export interface PostKind<T extends Post, Query> {
  readonly repository: (store: Store) => PostRepository<T, Query>;
  readonly make: (fields?: Partial<Post>) => T;
  /** Query for the first 50 records of the kind, with any status. */
  readonly all: Query;
}

/** Defines the tests that the repositories of events, venues and organizers have in common. */
export const postRepositoryContract = <T extends Post, Query>(
  open: OpenStore,
  kind: PostKind<T, Query>,
): void => {
  const { repository, make, all } = kind;
  extensionFilterContract(open, kind);
  const store = storeForEach(open);
  const records = (): PostRepository<T, Query> => repository(store());

  const saveAll = async (...posts: readonly Partial<Post>[]): Promise<void> => {
    for (const fields of posts) expect(await records().save(make(fields))).to.equal(true);
  };

  it("is empty at first", async () => {
    expect(await records().find(1)).to.equal(undefined);
    expect(await records().find(Number.MAX_SAFE_INTEGER)).to.equal(undefined);
    expect(await records().findMany([1, 2])).to.deep.equal([]);
    expect(await records().findBySlug("nothing")).to.equal(undefined);
    expect(await records().list(all)).to.deep.equal({ items: [], total: 0 });
    expect(await records().readAfter(0, 10)).to.deep.equal([]);
    expect(await records().due("9999-12-31 23:59:59", 10)).to.deep.equal([]);
  });

  it("finds by id and by slug whatever the status", async () => {
    for (const [index, status] of STATUSES.entries())
      await saveAll({ id: index + 1, status, slug: `is-${status}` });
    for (const [index, status] of STATUSES.entries()) {
      const record = make({ id: index + 1, status, slug: `is-${status}` });
      expect(await records().find(index + 1)).to.deep.equal(record);
      expect(await records().findBySlug(`is-${status}`)).to.deep.equal(record);
    }
    for (const other of ["IS-publish", "is-publis_"])
      expect(await records().findBySlug(other)).to.equal(undefined);
  });

  it("finds many at once, each once, without those that do not exist", async () => {
    await saveAll({ id: 1 }, { id: 2, status: "draft" }, { id: 3, status: "trash" });
    expect(await records().findMany([])).to.deep.equal([]);
    expect(sorted(idsOf(await records().findMany([3, 1, 3, 99, 1])))).to.deep.equal([1, 3]);
    const many = Array.from({ length: 500 }, (_, index) => 500 - index);
    expect(sorted(idsOf(await records().findMany(many)))).to.deep.equal([1, 2, 3]);
    expect(await records().findMany([2])).to.deep.equal([make({ id: 2, status: "draft" })]);
  });

  it("replaces a record with the same id, whole", async () => {
    await saveAll({ id: 1, slug: "old", trashed: { status: "publish", slug: "older" } });
    await saveAll({ id: 1, slug: "new", status: "draft" });
    expect(await records().find(1)).to.deep.equal(make({ id: 1, slug: "new", status: "draft" }));
    expect(await records().findBySlug("old")).to.equal(undefined);
    expect(await records().readAfter(0, 10)).to.have.length(1);
  });

  it("refuses a slug that another record holds, and stores nothing", async () => {
    await saveAll({ id: 1, slug: "held" }, { id: 2, slug: "other" });
    for (const status of CLAIMING) {
      expect(await records().save(make({ id: 3, slug: "held", status }))).to.equal(false);
      expect(await records().save(make({ id: 2, slug: "held", status }))).to.equal(false);
    }
    expect(await records().find(2)).to.deep.equal(make({ id: 2, slug: "other" }));
    expect(await records().find(3)).to.equal(undefined);
    expect((await records().findBySlug("held"))?.id).to.equal(1);
    for (const [index, status] of CLAIMING.entries()) {
      await saveAll({ id: index + 11, slug: `held-${status}`, status });
      expect(await records().save(make({ id: 9, slug: `held-${status}` })), status).to.equal(false);
    }
  });

  it("lets a record keep its slug, and another take it once it is free", async () => {
    await saveAll({ id: 1, slug: "mine" }, { id: 1, slug: "mine", author: 2 }, { id: 1, slug: "given-up" });
    await saveAll({ id: 2, slug: "mine" });
    expect((await records().findBySlug("mine"))?.id).to.equal(2);
  });

  it("lets drafts and pending records share a slug, also with the record that holds it", async () => {
    await saveAll(
      { id: 1, slug: "same", status: "draft" },
      { id: 2, slug: "same", status: "pending" },
      { id: 3, slug: "same", status: "publish" },
      { id: 4, slug: "same", status: "draft" },
    );
    expect(await records().save(make({ id: 1, slug: "same", status: "publish" }))).to.equal(false);
    expect((await records().find(1))?.status).to.equal("draft");
  });

  it("prefers by slug the record that holds it, else the lowest id", async () => {
    await saveAll({ id: 3, slug: "same", status: "draft" }, { id: 2, slug: "same", status: "pending" });
    expect((await records().findBySlug("same"))?.id).to.equal(2);
    await saveAll({ id: 5, slug: "same", status: "private" });
    expect((await records().findBySlug("same"))?.id).to.equal(5);
    await saveAll({ id: 5, slug: "same", status: "draft" });
    expect((await records().findBySlug("same"))?.id).to.equal(2);
  });

  it("keeps any number of records without a slug", async () => {
    await saveAll({ id: 1, slug: "" }, { id: 2, slug: "", status: "draft" }, { id: 3, slug: "" });
    expect(idsOf(await records().readAfter(0, 10))).to.deep.equal([1, 2, 3]);
  });

  it("reads on by id whatever the status", async () => {
    for (const [index, status] of STATUSES.entries()) await saveAll({ id: 60 - index * 10, status });
    expect(idsOf(await records().readAfter(0, 3))).to.deep.equal([10, 20, 30]);
    expect(idsOf(await records().readAfter(30, 3))).to.deep.equal([40, 50, 60]);
    expect(idsOf(await records().readAfter(35, 1))).to.deep.equal([40]);
    expect(idsOf(await records().readAfter(60, 3))).to.deep.equal([]);
    expect(await records().readAfter(59, 3)).to.deep.equal([make({ id: 60, status: "publish" })]);
  });

  it("finds which records show an image, whatever their status or those that are visible", async () => {
    for (const [index, status] of STATUSES.entries()) await saveAll({ id: 60 - index, status, imageId: 7 });
    await saveAll({ id: 10, imageId: 8 }, { id: 11 }, { id: 12, author: 2, status: "draft", imageId: 7 });
    expect(idsOf(await records().showing(7, 100))).to.deep.equal([12, 55, 56, 57, 58, 59, 60]);
    expect(idsOf(await records().showing(7, 2))).to.deep.equal([12, 55]);
    expect(idsOf(await records().showing(7, 2, undefined, 55))).to.deep.equal([56, 57]);
    expect(idsOf(await records().showing(7, 100, { statuses: ["trash"] }, 60))).to.deep.equal([]);
    expect(await records().showing(8, 100)).to.deep.equal([make({ id: 10, imageId: 8 })]);
    expect(await records().showing(9, 100)).to.deep.equal([]);
    expect(idsOf(await records().showing(7, 100, { statuses: ["publish", "trash"] }))).to.deep.equal([
      55, 60,
    ]);
    const own = { author: 2, statuses: ["draft"] };
    expect(idsOf(await records().showing(7, 100, { statuses: ["publish"], own }))).to.deep.equal([12, 60]);
    await saveAll({ id: 60, imageId: 8 }, { id: 12, author: 2, status: "draft" });
    expect(idsOf(await records().showing(7, 100))).to.deep.equal([55, 56, 57, 58, 59]);
    expect(idsOf(await records().showing(8, 100))).to.deep.equal([10, 60]);
  });

  it("finds which records are due, earliest first", async () => {
    const future = { status: "future", date: "2030-01-01 09:00:00" };
    await saveAll(
      { ...future, id: 1, dateUtc: "2030-01-01 12:00:00" },
      { ...future, id: 2, dateUtc: "2030-01-01 11:59:59" },
      { ...future, id: 3, dateUtc: "2030-01-01 12:00:01" },
      { ...future, id: 4, dateUtc: "2029-06-01 00:00:00" },
      { ...future, id: 5, dateUtc: "2029-06-01 00:00:00", status: "publish" },
      { ...future, id: 6, dateUtc: "2029-06-01 00:00:00", status: "draft" },
    );
    expect(idsOf(await records().due("2030-01-01 12:00:00", 10))).to.deep.equal([4, 2, 1]);
    expect(idsOf(await records().due("2030-01-01 12:00:00", 2))).to.deep.equal([4, 2]);
    expect(await records().due("2029-05-31 23:59:59", 10)).to.deep.equal([]);
    await saveAll({ ...future, id: 4, dateUtc: "2029-06-01 00:00:00", status: "publish" });
    expect(idsOf(await records().due("2030-01-01 12:00:00", 10))).to.deep.equal([2, 1]);
  });

  it("hands out values: changing them, or what was saved, changes nothing that is stored", async () => {
    const before = make({ id: 1, lineage: ["a"], extensions: { plugin: { deep: { list: [1] } } } });
    const saved = structuredClone(before);
    await records().save(saved);
    corrupt(saved);
    const found = await records().find(1);
    expect(found).to.deep.equal(before);
    if (found !== undefined) corrupt(found);
    expect(await records().find(1)).to.deep.equal(before);
  });
};
