import type { Repositories } from "@kalends/core";
import type { RecordVersion, Store } from "@kalends/core/storage";
import { expect } from "chai";
import { type OpenStore, storeForEach } from "../opened.ts";

const aVersion = (fields: Partial<RecordVersion> = {}): RecordVersion => ({
  kind: "event",
  recordId: 7,
  revision: 1_900_000_000_000,
  modifiedUtc: "2030-01-02 10:00:00",
  author: 1,
  changed: ["title"],
  content: "{}",
  ...fields,
});

const summaryOf = ({ content: _content, ...summary }: RecordVersion) => summary;

const saveAll = async (
  { versions }: Repositories,
  keys: readonly (readonly [recordId: number, revision: number])[],
): Promise<void> => {
  for (const [recordId, revision] of keys) await versions.save(aVersion({ recordId, revision }));
};

const keysOf = (versions: readonly RecordVersion[]) =>
  versions.map(({ recordId, revision }) => [recordId, revision]);

/** Defines the tests for versions that every store must pass. `open` must return a new, empty store. */
export const versionRepositoryContract = (open: OpenStore): void => {
  describe("VersionRepository", () => {
    const store = storeForEach(open);
    keeping(store);
    listing(store);
    removing(store);
    inUnits(store);
  });
};

const keeping = (store: () => Repositories): void => {
  it("keeps versions unchanged, each under its record and revision", async () => {
    const content = JSON.stringify({ $set: [null, "\u{1f600}\u0000\ud800"], "a.b": "x".repeat(200 * 1024) });
    const first = aVersion({ content, replacedBy: 3, changed: ["title", "sample.seats", "$set"] });
    const second = aVersion({ kind: "venue", recordId: 70, revision: 2 });
    await store().versions.save(first);
    await store().versions.save(second);
    expect(await store().versions.find(7, first.revision)).to.deep.equal(first);
    expect(await store().versions.find(70, 2)).to.deep.equal(second);
    expect(await store().versions.find(70, first.revision)).to.equal(undefined);
  });

  it("replaces the version of the same record and revision", async () => {
    await store().versions.save(aVersion({ replacedBy: 3 }));
    await store().versions.save(aVersion({ content: "[]" }));
    expect(await store().versions.readAfter(0, 0, 10)).to.deep.equal([aVersion({ content: "[]" })]);
  });
};

const listing = (store: () => Repositories): void => {
  it("lists the newest versions of one record first, without content", async () => {
    for (const id of [7, 70])
      await saveAll(
        store(),
        [9, 10, 1_900_000_000_000].map((revision) => [id, revision]),
      );
    const listed = await store().versions.list(7, 2);
    expect(listed).to.deep.equal(
      [1_900_000_000_000, 10].map((revision) => summaryOf(aVersion({ revision }))),
    );
    expect(await store().versions.list(7, 10)).to.have.length(3);
    expect(await store().versions.list(7, 0)).to.deep.equal([]);
    expect(await store().versions.list(8, 10)).to.deep.equal([]);
  });

  it("reads all versions in portions, ordered by record and revision", async () => {
    const keys = [
      ...[9, 10, 1_900_000_000_000].map((revision) => [7, revision] as const),
      ...[9, 10].map((id) => [id, 3] as const),
    ];
    await saveAll(store(), keys.toReversed());
    const { versions } = store();
    expect(keysOf(await versions.readAfter(0, 0, 3))).to.deep.equal(keys.slice(0, 3));
    expect(keysOf(await versions.readAfter(7, 1_900_000_000_000, 3))).to.deep.equal(keys.slice(3));
    expect(await versions.readAfter(10, 3, 3)).to.deep.equal([]);
  });
};

/** Revisions of the versions that are stored before each test of removals, by record. */
const STORED = [
  ...[9, 10, 100].map((revision) => [7, revision] as const),
  ...([[8, 1]] as const),
  ...[5, 6].map((revision) => [9, revision] as const),
];

const removing = (store: () => Repositories): void => {
  it("removes the oldest versions of one record", async () => {
    await saveAll(store(), STORED);
    expect(await store().versions.removeOldest(7, 2)).to.equal(1);
    expect(await store().versions.removeOldest(7, 2)).to.equal(0);
    expect(await store().versions.removeOldest(9, 0)).to.equal(2);
    expect(keysOf(await store().versions.readAfter(0, 0, 10))).to.deep.equal(STORED.slice(1, 4));
  });

  it("counts the versions of records, up to a number of versions", async () => {
    await saveAll(store(), STORED);
    const count = async (afterId: number, limit: number) => [
      ...(await store().versions.countAfter(afterId, limit)),
    ];
    expect(await count(0, 10)).to.deep.equal([
      [7, 3],
      [8, 1],
      [9, 2],
    ]);
    expect(await count(0, 2)).to.deep.equal([[7, 2]]);
    expect(await count(7, 2)).to.deep.equal([
      [8, 1],
      [9, 1],
    ]);
    expect(await count(9, 2)).to.deep.equal([]);
  });
};

const inUnits = (store: () => Store): void => {
  it("stores versions together with the other writes of a transaction, or not at all", async () => {
    const failure = new Error("sample");
    const write = store().transaction(async ({ versions }) => {
      await versions.save(aVersion());
      expect(await versions.list(7, 10)).to.have.length(1);
      throw failure;
    });
    expect(await write.catch((error: unknown) => error)).to.equal(failure);
    expect(await store().versions.list(7, 10)).to.deep.equal([]);
    await store().transaction(({ versions }) => versions.save(aVersion()));
    expect(await store().versions.list(7, 10)).to.have.length(1);
  });
};
