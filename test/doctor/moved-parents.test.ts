import { examineStore } from "@kalends/core/interface";
import { aTerm } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";

describe("kalends doctor, while parents change", () => {
  it("tells of no cycle that never was: what it read first was moved before it read the rest", async () => {
    const store = await openSqliteStore(":memory:");
    await store.ids.reserve("term", 2);
    const below = aTerm({ id: 1, slug: "one", parentId: 2 });
    const other = aTerm({ id: 2, slug: "two", parentId: 1 });
    await store.terms.save({ ...below, parentId: 0 });
    await store.terms.save(other);
    const terms = {
      ...store.terms,
      readAfter: async (afterId: number) =>
        [below, other].filter(({ id }) => id > afterId).map((term) => ({ ...term, usage: {} })),
    };
    const findings: string[] = [];
    const site = { dayCutoff: "00:00", recurrenceHorizon: 24, timezone: "UTC" };
    const blobStore = { size: async () => undefined };
    const deps = { blobStore, clock: { now: () => 0 }, site };
    for await (const { kind } of examineStore({ ...deps, store: { ...store, terms } })) findings.push(kind);
    expect(findings).to.deep.equal([]);
    await store.terms.save(below);
    for await (const { kind } of examineStore({ ...deps, store })) findings.push(kind);
    expect(findings).to.deep.equal(["cycle"]);
    await store.close();
  });
});
